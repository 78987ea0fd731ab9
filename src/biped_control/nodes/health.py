"""One part of a node on `/diagnostics`, named `node: part` (REP 107)."""

from collections.abc import Mapping

from diagnostic_msgs.msg import DiagnosticStatus, KeyValue

OK, WARN, ERROR, STALE = (
    DiagnosticStatus.OK,
    DiagnosticStatus.WARN,
    DiagnosticStatus.ERROR,
    DiagnosticStatus.STALE,
)


def health(name: str, level: bytes, text: str, values: Mapping[str, object]) -> DiagnosticStatus:
    """How a part is.

    Args:
        name: `node: part`.
        level: OK, WARN, ERROR or STALE.
        text: the same in words.
        values: counts and times, with the unit in the key.
    """
    pairs = [KeyValue(key=key, value=_text(value)) for key, value in values.items()]
    return DiagnosticStatus(level=level, name=name, message=text, values=pairs)


def _text(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
