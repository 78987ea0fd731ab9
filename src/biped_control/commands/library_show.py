"""`biped library show`: one clip in numbers and pictures, or all of them from above."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from biped_control.commands.options import RecipesOption
from biped_control.commands.output import JsonOption, Output, output_to
from biped_control.commands.plots import writing_plots
from biped_control.commands.progress import announcements
from biped_control.commands.tables import value_table
from biped_control.errors import MotionError

if TYPE_CHECKING:
    from biped_control.motion.library.built_clip import Built
    from biped_control.motion.library.clip_library import ClipLibrary


def library_show(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A clip of the library. Default: all that are built.")
    ] = None,
    plots: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where the pictures go. Default: NAME-plots, or library-plots, in this folder.",
        ),
    ] = None,
    no_plots: Annotated[bool, typer.Option("--no-plots", help="Numbers only.")] = False,
    recipes: RecipesOption = None,
    json_file: JsonOption = None,
) -> None:
    """Show a clip, its rules and published norms of walking; write pictures of it.

    The pictures (PNG): joint angles (over the norms where it is a walk or a run),
    ground forces, torques and their limits, contacts. A clip that is not built yet
    is built. Without NAME one picture shows all clips that are built: the robot
    from the side, its footprints from above.

    [bold]Examples[/bold]

    \b
    biped library show walk
    biped library show 02_01 --plots pictures --json -
    biped library show

    [bold]JSON keys[/bold]: name, frames, residual, seconds_to_build; rate_hz,
    speed_mps, turn_deg, cyclic, start_hub, end_hub, source, good, checks{} (value,
    limit, unit, where, passed), tracking[] (see `biped library track`),
    max_torque_nm, max_torque_joint, plots[], norms (angle_error_deg,
    first_peak_bw, departures[] and more; null where the clip is no walk of two
    steps). Without NAME: clips[] (names), plots[].
    """
    with output_to(json_file) as output:
        if name is None:
            _show_all(output, recipes, None if no_plots else plots or Path("library-plots"))
        else:
            _show_one(output, name, recipes, None if no_plots else plots or Path(f"{name}-plots"))


def _show_one(output: Output, name: str, recipes: Path | None, folder: Path | None) -> None:
    from biped_control.analysis.library.build import build_policy
    from biped_control.settings import load_settings

    with announcements() as announce:
        built = build_policy(name, load_settings(), recipes, announce)
    summary: dict[str, Any] = built.summary() | _numbers(built) | {"tracking": _tracking(name, recipes)}
    pictures = [] if folder is None else _draw(built, folder, summary["norms"] is not None)
    output.show(_table(summary))
    output.show("")
    output.show(_rules(built))
    for picture in pictures:
        output.show(str(picture))
    output.result = summary | {"plots": [str(picture) for picture in pictures]}


def _show_all(output: Output, recipes: Path | None, folder: Path | None) -> None:
    library = _library(recipes)
    clips = [library.read(entry).clip for entry in library.entries() if entry.ready]
    if not clips:
        raise MotionError(f"no clip is built in {library.folder}; `biped library build` builds them")
    pictures = []
    if folder is not None:
        with writing_plots(folder):
            from biped_control.analysis.library.picture import write_library_picture

            pictures = [write_library_picture(library.robot, clips, folder)]
    for picture in pictures:
        output.show(str(picture))
    output.result = {
        "clips": [clip.name for clip in clips],
        "plots": [str(picture) for picture in pictures],
    }


def _tracking(name: str, recipes: Path | None) -> list[dict[str, object]]:
    from biped_control.analysis.library.tracking_results import TrackingResults
    from biped_control.settings import load_settings

    results = TrackingResults(_library(recipes), load_settings())
    return [result.summary() for result in results.of(name)]


def _library(recipes: Path | None) -> "ClipLibrary":
    from biped_control.motion.library.clip_library import ClipLibrary
    from biped_control.motion.library.recipe_book import RecipeBook
    from biped_control.robot.model import RobotModel
    from biped_control.settings import load_settings

    return ClipLibrary(RobotModel.load(), load_settings().rate_hz, recipes=RecipeBook.load(recipes))


def _numbers(built: "Built") -> dict[str, object]:
    from dataclasses import asdict

    import numpy as np

    from biped_control.motion.gaits.gait_norms import compare_with_norms, norms_for

    clip, robot, norms = built.clip, built.robot, norms_for(built.clip)
    compared: dict[str, object] | None = None
    if clip.cyclic:
        with suppress(MotionError):
            comparison = compare_with_norms(robot, clip, norms)
            departures = comparison.departures(norms)
            compared = asdict(comparison) | {"departures": departures, "source": norms.source}
    joint = int(np.argmax(np.abs(clip.torques).max(axis=0)))
    return {
        "norms": compared,
        "max_torque_nm": float(np.abs(clip.torques).max()),
        "max_torque_joint": robot.joint_names[joint],
    }


def _draw(built: "Built", folder: Path, beside_norms: bool) -> list[Path]:
    from biped_control.motion.gaits.gait_norms import norms_for

    with writing_plots(folder):
        from biped_control.analysis.library.clip_plots import write_clip_plots

        norms = norms_for(built.clip) if beside_norms else None
        return write_clip_plots(built.robot, built.clip, norms, folder)


def _table(summary: dict[str, Any]) -> Table:
    hubs = f", from '{summary['start_hub']}' to '{summary['end_hub']}'"
    rows = {
        "clip": f"{summary['name']}, {summary['frames']} frames at {summary['rate_hz']:g} Hz",
        "source": str(summary["source"]),
        "kind": "repeats itself" if summary["cyclic"] else f"played once{hubs}",
        "speed": f"{summary['speed_mps']:.3f} m/s, turns by {summary['turn_deg']:.1f} degrees",
        "largest torque": f"{summary['max_torque_nm']:.1f} N m ({summary['max_torque_joint']})",
    }
    for result in summary["tracking"]:
        outcome = "fell after" if result["fell"] else "on its feet for"
        outcome += f" {result['survived_s']:.3g} s, gamma {result['gamma']:g}"
        rows[f"{result['policy']} in {result['engine']}"] = f"{outcome}, played {result['played']} times"
    norms = summary["norms"]
    if norms is not None:
        errors = norms["angle_error_deg"].items()
        rows |= {
            "angles from norms": ", ".join(f"{joint} {error:.1f}" for joint, error in errors) + " degrees",
            "cadence": f"{norms['steps_per_minute']:.1f} steps a minute",
            "stance": f"{norms['stance_fraction']:.1%}, both feet {norms['double_support_fraction']:.1%}",
            "force peaks": f"{norms['first_peak_bw']:.2f} and {norms['second_peak_bw']:.2f} body weights",
            "outside of the norms": "; ".join(norms["departures"]) or "nothing",
        }
    else:
        rows["norms"] = "no gait of two steps, not compared"
    return value_table(rows)


def _rules(built: "Built") -> Table:
    table = Table(box=None, pad_edge=False)
    for title in ("rule", "worst", "expected", ""):
        table.add_column(title)
    for check in built.checks.checks:
        table.add_row(check.title, check.found, check.expected, "kept" if check.passed else "BROKEN")
    return table
