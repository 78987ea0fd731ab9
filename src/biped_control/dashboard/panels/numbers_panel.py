"""The live numbers as HTML."""

from collections.abc import Iterable
from html import escape

from biped_control.dashboard.snapshot import LiveNumbers

_ROW = (
    '<div style="display:flex;justify-content:space-between;padding:1px 0">'
    '<span style="opacity:.65">{}</span><span>{}</span></div>'
)
_BAR = (
    '<div style="height:5px;border-radius:3px;background:rgba(128,128,128,.25);margin:2px 0 4px">'
    '<div style="height:5px;border-radius:3px;width:{:.0f}%;background:{}"></div></div>'
)
_BADGE = '<span style="background:{};color:#fff;border-radius:8px;padding:1px 9px;font-size:.85em">{}</span>'
_FAULT = '<div style="color:#c92a2a;padding-top:4px">{}</div>'
_NOTE = '<div style="color:#1c7ed6;padding:1px 0">{}</div>'
_ACTIVITY_COLOURS = {"walking": "#2f9e44", "paused": "#868e96", "fallen": "#c92a2a"}
_UNKNOWN = "&ndash;"


def numbers_html(numbers: LiveNumbers) -> str:
    """A block of labelled numbers; what is unknown is a dash."""
    return (
        '<div style="font-size:13px;font-variant-numeric:tabular-nums;padding:0 .9em .4em">'
        + "".join(_rows(numbers))
        + "</div>"
    )


def _rows(n: LiveNumbers) -> Iterable[str]:
    badge = _BADGE.format(_ACTIVITY_COLOURS.get(n.activity, "#868e96"), escape(n.activity))
    yield _ROW.format(_UNKNOWN if n.clip is None else f"clip {escape(n.clip)}", badge)
    yield _NOTE.format(escape(n.operator or "nobody steers"))  # always a row: nothing must move under a mouse
    yield _row("time", n.time_s, "{:.1f} s")
    yield _row("mean speed", n.speed_mps, "{:.2f} m/s")
    yield _row("distance", n.distance_m, "{:.1f} m")
    cost, mean = (_text(value, "{:.3f}") for value in (n.tick_cost, n.mean_cost))
    yield _ROW.format("tracking cost, mean", f"{cost}, {mean}")
    if n.torque is not None:
        peak = n.torque
        yield _ROW.format(escape(peak.joint), f"{abs(peak.torque):.0f} of {peak.limit:.0f} N m")
        colour = "#c92a2a" if peak.share >= 0.95 else "#f08c00" if peak.share >= 0.7 else "#1c7ed6"
        yield _BAR.format(100.0 * min(peak.share, 1.0), colour)
    else:
        yield _row("highest torque", None, "")
    policy, adaptation = (_text(value, "{:.2f}") for value in (n.policy_ms, n.adaptation_ms))
    yield _ROW.format("policy, adaptation", f"{policy}, {adaptation} ms")
    middle, slow = (_text(value, "{:.1f}") for value in (n.round_trip_ms, n.round_trip_p99_ms))
    yield _ROW.format("round trip p50, p99", f"{middle}, {slow} ms")
    contacts = _text(n.lcp_contacts, "{}")
    yield _ROW.format("LCP contacts", contacts + ("" if n.lcp_solved is not False else " (fallback)"))
    yield _row("real-time factor", n.realtime_factor, "{:.2f}")
    yield _row("missed ticks", n.missed_ticks, "{}")
    if n.fault:
        yield _FAULT.format(escape(n.fault))


def _row(label: str, value: float | None, form: str) -> str:
    return _ROW.format(label, _text(value, form))


def _text(value: float | None, form: str) -> str:
    return _UNKNOWN if value is None else form.format(value)
