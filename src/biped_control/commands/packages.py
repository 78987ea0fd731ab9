"""What some commands need beside the library."""

from importlib.util import find_spec

from biped_control.errors import SweepError

_SWEEP = ("distributed", "pyarrow", "matplotlib")


def require_sweep_packages(*more: str) -> None:
    """Says what to install where something is missing that sweeps need, or `more` of the same extra.

    Raises:
        SweepError: it is.
    """
    if missing := [name for name in (*_SWEEP, *more) if find_spec(name) is None]:
        raise SweepError(f"sweeps need {', '.join(missing)}; run `pip install 'biped-control[sweep]'`")
