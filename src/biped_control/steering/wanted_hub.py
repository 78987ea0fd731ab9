"""Which hub a wanted speed means: stand, one of the walks, or a run."""

from collections.abc import Callable, Collection, Mapping

from biped_control.errors import ClipError
from biped_control.steering.operator.settings import OperatorSettings

_SAME_MPS = 1e-3
"""Speeds that differ by less are equal: last bits differ from machine to machine, and must not choose."""


def wanted_hub(
    speed_mps: float, hubs: Mapping[str, float], settings: OperatorSettings, present: str | None = None
) -> str:
    """The hub that comes nearest to a speed.

    Speeds below `still_mps` mean to stand; only speeds from `run_from_mps` mean to run. Where the library has
    no hub of that kind, the slowest walk stands in for standing and the fastest walk for running. Of
    hubs that serve equally well the first by name is meant.

    Args:
        speed_mps: wanted speed [m/s].
        hubs: forward speed [m/s] of every hub that goes straight, by name.
        settings: where standing ends and running begins.
        present: the hub that is wanted now. It stays until the speed is beyond the border to another one by a
            margin, so a trembling hand does not make the robot change its gait.

    Raises:
        ClipError: there is no hub.
    """
    if not hubs:
        raise ClipError("the library has no hub (a cyclic clip that goes straight); expected at least a walk")
    margin, now = settings.speed_margin_mps, hubs.get(present) if present is not None else None
    still, run_from = settings.still_mps, settings.run_from_mps
    stands, runs_now = now is not None and now < still, now is not None and now >= run_from
    if speed_mps < (still + margin if stands else still):
        return _least(hubs, lambda name: hubs[name])
    walks = [name for name in hubs if still <= hubs[name] < run_from]
    runs = [name for name in hubs if hubs[name] >= run_from]
    if speed_mps >= (run_from - margin if runs_now else run_from):
        if walks and not runs:
            return _least(walks, lambda name: -hubs[name])
        candidates = runs or hubs
    else:
        candidates = walks or runs or hubs

    def distance(name: str) -> float:
        return abs(hubs[name] - speed_mps) - (margin if name == present else 0.0)

    return _least(candidates, distance)


def _least(names: Collection[str], of: Callable[[str], float]) -> str:
    """The name of which something is least, the first of those that are equal."""
    least = min(map(of, names))
    return min(name for name in names if of(name) - least < _SAME_MPS)
