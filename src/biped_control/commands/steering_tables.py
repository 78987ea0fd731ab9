"""Tables and JSON of the `biped steering` commands."""

from collections.abc import Collection, Mapping, Sequence
from math import degrees
from typing import TYPE_CHECKING, Any

from rich.table import Table

if TYPE_CHECKING:
    from biped_control.steering.transition_model import ClipModel, TransitionModel


def edge_rows(model: "TransitionModel") -> list[dict[str, Any]]:
    """The documented JSON keys of every clip, ordered by where it leads from."""
    clips = sorted(model.clips.values(), key=lambda clip: (clip.start_hub, clip.end_hub, clip.turn))
    return [_row(clip) for clip in clips]


def _row(clip: "ClipModel") -> dict[str, Any]:
    return {
        "name": clip.name,
        "start_hub": clip.start_hub,
        "end_hub": clip.end_hub,
        "seconds": round(clip.seconds, 4),
        "turn_deg": degrees(clip.turn),
        "risk": [float(risk) for risk in clip.risk],
        "engines": {
            engine: {
                "samples": seen.samples,
                "survived": seen.survived,
                "mean_cost": seen.mean_cost,
                "mean_turn_deg": degrees(seen.mean_turn),
            }
            for engine, seen in clip.seen.items()
        },
    }


def edge_table(rows: Sequence[Mapping[str, Any]], left_out: Collection[str] = ()) -> Table:
    """One row a clip, with what was seen of it in each engine.

    Time until the next decision [s], turn by the reference [degrees]; for each engine how often it was
    survived, mean of eq. 18, turn in truth; risk that the planner reckons with in a calm robot and in the
    worst trouble.
    """
    table = Table(box=None, pad_edge=False)
    engines = sorted({engine for row in rows for engine in row["engines"]})
    table.add_column("clip", no_wrap=True)
    seen_titles = [title for engine in engines for title in (engine, "cost", "deg")]
    for title in ("s", "deg", *seen_titles, "calm", "worst"):
        table.add_column(title, justify="right", no_wrap=True)
    for row in rows:
        name = f"{row['name']} (left out)" if row["name"] in left_out else str(row["name"])
        table.add_row(
            name,
            f"{row['seconds']:.1f}",
            f"{round(row['turn_deg'])}",
            *(text for engine in engines for text in _seen(row["engines"].get(engine))),
            f"{row['risk'][0]:.1%}",
            f"{row['risk'][-1]:.0%}",
        )
    return table


def compare_table(results: Sequence[Mapping[str, Any]]) -> Table:
    """One row a run: heading errors in degrees, median and longest response in seconds, p99 of decisions."""
    table = Table(box=None, pad_edge=False)
    for title in ("planner", "engine"):
        table.add_column(title, no_wrap=True)
    for title in ("seed", "falls", "error", "all", "resp.", "max", "late", "ms"):
        table.add_column(title, justify="right", no_wrap=True)
    for row in results:
        response = row["response_s"]
        table.add_row(
            row["planner"],
            row["engine"],
            str(row["seed"]),
            str(row["falls"]),
            _number(row["mean_error_deg"], ".1f"),
            _number(row["overall_error_deg"], ".1f"),
            _number(response["p50"], ".1f"),
            _number(response["max"], ".1f"),
            f"{response['unanswered']}/{response['answered'] + response['unanswered']}",
            f"{row['decision_ms']['p99']:.2f}",
        )
    return table


def _seen(seen: Mapping[str, Any] | None) -> tuple[str, str, str]:
    if seen is None:
        return "-", "-", "-"
    count = f"{seen['survived']}/{seen['samples']}"
    if not seen["survived"]:
        return count, "-", "-"
    return count, f"{seen['mean_cost']:.2f}", f"{round(seen['mean_turn_deg'])}"


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else f"{value:{form}}"
