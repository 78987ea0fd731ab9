"""The live numbers as HTML."""

from collections.abc import Iterable
from html import escape

from biped_control.dashboard.snapshot import ON_ITS_FEET, LiveNumbers, TorquePeak

# Every row is there at all times and as high as ever: nothing below may move under a mouse.
_ROW = (
    '<div style="display:flex;justify-content:space-between;gap:8px;padding:1px 0;white-space:nowrap">'
    '<span style="opacity:.65;overflow:hidden;text-overflow:ellipsis">{}</span><span>{}</span></div>'
)
_BAR = (
    '<div style="height:5px;border-radius:3px;background:rgba(128,128,128,.25);margin:2px 0 4px">'
    '<div style="height:5px;border-radius:3px;width:{:.0f}%;background:{}"></div></div>'
)
_BADGE = '<span style="background:{};color:#fff;border-radius:8px;padding:1px 9px;font-size:.85em">{}</span>'
_NOTE = '<div title="{1}" style="color:{0};height:2.6em;line-height:1.3;overflow:hidden">{1}</div>'
_BLUE, _ORANGE, _RED = "#1c7ed6", "#f08c00", "#c92a2a"
_ACTIVITY_COLOURS = {ON_ITS_FEET: "#2f9e44", "paused": "#868e96", "fallen": _RED}
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
    yield _NOTE.format(_RED if n.fault else _BLUE, escape(n.fault or n.operator or "nobody steers"))
    yield _row("time", n.time_s, "{:.1f} s")
    yield _row("mean speed", n.speed_mps, "{:.2f} m/s")
    yield _row("distance", n.distance_m, "{:.1f} m")
    cost, mean = (_text(value, "{:.3f}") for value in (n.tick_cost, n.mean_cost))
    yield _ROW.format("tracking cost, mean", f"{cost}, {mean}")
    yield from _torque(n.torque)
    policy, adaptation = (_text(value, "{:.2f}") for value in (n.policy_ms, n.adaptation_ms))
    yield _ROW.format("policy, adaptation", f"{policy}, {adaptation} ms")
    middle, slow = (_text(value, "{:.1f}") for value in (n.round_trip_ms, n.round_trip_p99_ms))
    yield _ROW.format("round trip p50, p99", f"{middle}, {slow} ms")
    contacts = _text(n.lcp_contacts, "{}")
    yield _ROW.format("LCP contacts", contacts + ("" if n.lcp_solved is not False else " (fallback)"))
    yield _row("real-time factor", n.realtime_factor, "{:.2f}")
    yield _row("missed ticks", n.missed_ticks, "{}")


def _torque(peak: TorquePeak | None) -> Iterable[str]:
    if peak is None:
        yield _row("highest torque", None, "")
        yield _BAR.format(0.0, _BLUE)
        return
    yield _ROW.format(escape(peak.joint), f"{abs(peak.torque):.0f} of {peak.limit:.0f} N m")
    colour = _RED if peak.share >= 0.95 else _ORANGE if peak.share >= 0.7 else _BLUE
    yield _BAR.format(100.0 * min(peak.share, 1.0), colour)


def _row(label: str, value: float | None, form: str) -> str:
    return _ROW.format(label, _text(value, form))


def _text(value: float | None, form: str) -> str:
    return _UNKNOWN if value is None else form.format(value)
