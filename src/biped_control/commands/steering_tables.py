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
    """One row a clip: where it leads, how long, how far it turns; what was seen of it in each engine."""
    table = Table(box=None, pad_edge=False)
    engines = sorted({engine for row in rows for engine in row["engines"]})
    table.add_column("clip")
    table.add_column("from")
    table.add_column("to")
    for title in ("s", "deg", *engines, "risk calm", "in trouble"):
        table.add_column(title, justify="right")
    for row in rows:
        name = f"{row['name']} (left out)" if row["name"] in left_out else str(row["name"])
        table.add_row(
            name,
            row["start_hub"],
            row["end_hub"],
            f"{row['seconds']:.2f}",
            f"{row['turn_deg']:+.0f}",
            *(_seen(row["engines"].get(engine)) for engine in engines),
            f"{row['risk'][0]:.1%}",
            f"{row['risk'][-1]:.1%}",
        )
    return table


def compare_table(results: Sequence[Mapping[str, Any]]) -> Table:
    """One row a run."""
    table = Table(box=None, pad_edge=False)
    for title in ("planner", "engine", "seed"):
        table.add_column(title)
    for title in ("minutes", "falls", "per hour", "error", "worst", "response", "late", "decision"):
        table.add_column(title, justify="right")
    for row in results:
        response = row["response_s"]
        table.add_row(
            row["planner"],
            row["engine"],
            str(row["seed"]),
            f"{row['seconds'] / 60.0:.1f}",
            str(row["falls"]),
            f"{row['falls_per_hour']:.1f}",
            _number(row["mean_error_deg"], ".1f", " deg"),
            _number(row["worst_error_deg"], ".1f", " deg"),
            f"{_number(response['p50'], '.1f', ' s')}, max {_number(response['max'], '.1f', ' s')}",
            f"{response['unanswered']} of {response['answered'] + response['unanswered']}",
            f"{row['decision_ms']['p99']:.2f} ms",
        )
    return table


def _seen(seen: Mapping[str, Any] | None) -> str:
    if seen is None:
        return "-"
    cost = f"{seen['mean_cost']:.3f}, {seen['mean_turn_deg']:+.1f} deg" if seen["survived"] else "-"
    return f"{seen['survived']}/{seen['samples']} at {cost}"


def _number(value: float | None, form: str, unit: str) -> str:
    return "-" if value is None else f"{value:{form}}{unit}"
