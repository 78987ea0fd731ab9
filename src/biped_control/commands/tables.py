"""Tables for people."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table


def value_table(rows: Mapping[str, str]) -> Table:
    """Names and values, one pair a line."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in rows.items():
        table.add_row(name, value)
    return table


def clip_table(clips: Sequence[Mapping[str, Any]]) -> Table:
    """One row a clip, from the summaries of `library build` and `library list`.

    Mean speed, turn of the whole clip, dynamics residual, seconds that the robot stayed on its feet by policy
    and engine (`!`: it fell then), seconds to build.
    """
    table = Table(box=None, pad_edge=False, collapse_padding=True)
    tracked = _tracked_columns(clips)
    titles = (
        "clip",
        "frames",
        "speed\nm/s",
        "turn\ndeg",
        "residual\nN",
        "rules",
        *tracked,
        "build\ns",
        "state",
    )
    for title in titles:
        left = title in ("clip", "rules", "state")
        table.add_column(title, justify="left" if left else "right", no_wrap=True)
    for clip in clips:
        table.add_row(
            str(clip["name"]),
            _number(clip["frames"], "d"),
            _number(clip["speed_mps"], ".2f"),
            _number(clip["turn_deg"], ".0f"),
            _number(clip["residual"], ".0e"),
            {True: "kept", False: "broken"}.get(clip["good"], "-"),
            *(_tracked(clip, column) for column in tracked),
            _number(clip["seconds_to_build"], ".1f"),
            str(clip.get("state", "there" if clip.get("cached") else "built")),
        )
    return table


def _tracked_columns(clips: Sequence[Mapping[str, Any]]) -> list[str]:
    """Policy and engine of every tracking result that there is."""
    return sorted({_column(result) for clip in clips for result in clip.get("tracking", ())})


def _column(result: Mapping[str, Any]) -> str:
    return f"{result['policy']}\n{result['engine']}"


def _tracked(clip: Mapping[str, Any], column: str) -> str:
    """Seconds that the robot stayed on its feet, and whether it fell then."""
    for result in clip.get("tracking", ()):
        if _column(result) == column:
            return f"{result['survived_s']:.0f}{'!' if result['fell'] else ''}"
    return "-"


def milliseconds(times: object) -> str:
    """What a `{p50, p99, max}` of the JSON says."""
    assert isinstance(times, Mapping)
    return f"{times['p50']:.3f} ms p50, {times['p99']:.3f} p99, {times['max']:.3f} max"


def played(clips: object) -> str:
    """What `clips` of the JSON says: how often each clip was begun."""
    assert isinstance(clips, Mapping)
    return ", ".join(f"{name} {count} x" for name, count in clips.items())


def _number(value: object, form: str) -> str:
    return f"{value:{form}}" if isinstance(value, (int, float)) else "-"
