"""What a search found, as files and as JSON."""

from collections.abc import Iterator
from pathlib import Path

from biped_control.analysis.tuning.picture import write_picture
from biped_control.analysis.tuning.plan import TuningPlan
from biped_control.analysis.tuning.run import Tuned
from biped_control.analysis.tuning.score import Score
from biped_control.analysis.tuning.search_folder import SearchFolder
from biped_control.analysis.tuning.weights_file import write_weights

START, BEST = "start", "best"


def write_report(plan: TuningPlan, tuned: Tuned, folder: SearchFolder) -> dict[str, Path]:
    """Writes weights.yaml and search.png.

    Args:
        plan: what was asked for.
        tuned: what came out.
        folder: of the search.

    Returns:
        The files by the JSON keys that name them.

    Raises:
        SweepError: one cannot be written; all generations are kept.
    """
    files = {"weights_file": folder.path / "weights.yaml", "picture": folder.path / "search.png"}
    with folder.writing("result"):
        weights = plan.space.weights(tuned.best[0])
        write_weights(files["weights_file"], weights, list(_comments(plan, tuned)))
        write_picture(files["picture"], tuned.generations, plan.space, plan.rollouts.seconds)
    return files


def found(plan: TuningPlan, tuned: Tuned) -> dict[str, object]:
    """The documented JSON keys that say what was found."""
    point, score = tuned.best
    factors = zip(plan.space.groups, plan.space.factors(point), strict=True)
    return {
        "start": tuned.generations[0].scores[0].summary(),
        "best": score.summary(),
        "groups": [
            {"name": group.name, "factor": float(factor), "weights": list(group.weights)}
            for group, factor in factors
        ],
        "weights": plan.space.weights(point).changes(),
        "history": [
            {"generation": number, "step": step, **generation.scores[generation.best].summary()}
            for number, (generation, step) in enumerate(zip(tuned.generations, tuned.steps, strict=True))
        ],
        "check": checked(tuned),
    }


def checked(tuned: Tuned) -> list[dict[str, object]]:
    """Start and best on seeds that the search has not seen, by engine and scenario."""
    return [
        {"engine": engine, "scenario": scenario, "weights": name, **part.summary()}
        for engine, scenario in dict.fromkeys((run.engine, run.scenario) for run in tuned.check[0].runs)
        for name, score in zip((START, BEST), tuned.check, strict=False)
        for part in [
            Score(tuple(run for run in score.runs if (run.engine, run.scenario) == (engine, scenario)))
        ]
    ]


def _comments(plan: TuningPlan, tuned: Tuned) -> Iterator[str]:
    yield f"Found by `{plan.command}`,"
    yield f"biped {tuned.versions['biped']}. What differs from config/weights.yaml; the rest is as there."
    yield f"On seeds that the search has not seen ({plan.rollouts.seconds:g} s each):"
    for row in checked(tuned):
        survived = f"{row['survived']} of {row['rollouts']} did not fall, {row['mean_survived_s']:.2f} s"
        where = f"{row['weights']}, {row['engine']}, {row['scenario']}"
        yield f"  {where}: {survived}, cost {row['mean_cost']:.4g}"
