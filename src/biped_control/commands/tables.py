"""Tables for people."""

from collections.abc import Mapping, Sequence

from rich.table import Table


def value_table(rows: Mapping[str, str]) -> Table:
    """Names and values, one pair a line."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in rows.items():
        table.add_row(name, value)
    return table


def clip_table(clips: Sequence[Mapping[str, object]]) -> Table:
    """One row a clip, from the summaries of `library build` and `library list`."""
    table = Table(box=None, pad_edge=False)
    for title in ("clip", "frames", "speed", "residual", "built in", "source"):
        table.add_column(title, overflow="fold", justify="left" if title in ("clip", "source") else "right")
    for clip in clips:
        source = clip.get("problem") or clip["source"]
        table.add_row(
            str(clip["name"]),
            _number(clip["frames"], "d"),
            _number(clip["speed_mps"], ".3f", " m/s"),
            _number(clip["residual"], ".1e", " N"),
            _number(clip["seconds_to_build"], ".1f", " s"),
            str(source),
        )
    return table


def milliseconds(times: object) -> str:
    """What a `{p50, p99, max}` of the JSON says."""
    assert isinstance(times, Mapping)
    return f"{times['p50']:.3f} ms p50, {times['p99']:.3f} p99, {times['max']:.3f} max"


def played(clips: object) -> str:
    """What `clips` of the JSON says: how often each clip was begun."""
    assert isinstance(clips, Mapping)
    return ", ".join(f"{name} {count} x" for name, count in clips.items())


def _number(value: object, form: str, unit: str = "") -> str:
    return f"{value:{form}}{unit}" if isinstance(value, (int, float)) else "-"
