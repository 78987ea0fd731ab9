"""`biped library show`: one clip in numbers and pictures."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.progress import announcements
from biped_control.commands.tables import value_table
from biped_control.errors import ConfigurationError, MotionError

if TYPE_CHECKING:
    from biped_control.analysis.library_build import BuiltPolicy


def library_show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A clip of the library.")],
    plots: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where the pictures go. Default: NAME-plots in this folder."),
    ] = None,
    no_plots: Annotated[bool, typer.Option("--no-plots", help="Numbers only.")] = False,
    json_file: JsonOption = None,
) -> None:
    """Show a clip beside published norms of walking, and write pictures of it.

    The pictures (PNG): joint angles over the norms, ground forces, torques and
    their limits, contacts. A clip that is not built yet is built.

    [bold]Examples[/bold]

    \b
    biped library show walk
    biped library show 02_01 --plots pictures --json -

    [bold]JSON keys[/bold]: name, frames, residual, seconds_to_build; rate_hz,
    speed_mps, cyclic, source, max_torque_nm, max_torque_joint, plots[], norms
    (angle_error_deg, first_peak_bw, departures[] and more; null where the clip is
    no walk of two steps).
    """
    from biped_control.analysis.library_build import build_policy
    from biped_control.settings import load_settings

    with output_to(json_file) as output:
        with announcements() as announce:
            built = build_policy(name, load_settings(), announce=announce)
        summary = built.summary() | _numbers(built)
        pictures = [] if no_plots else _draw(built, plots or Path(f"{name}-plots"))
        output.show(_table(summary))
        for picture in pictures:
            output.show(str(picture))
        output.result = summary | {"plots": [str(picture) for picture in pictures]}


def _numbers(policy: "BuiltPolicy") -> dict[str, object]:
    from dataclasses import asdict

    import numpy as np

    from biped_control.motion.gait_norms import compare_with_norms, load_gait_norms

    clip, robot, norms = policy.built.clip, policy.built.robot, load_gait_norms()
    compared: dict[str, object] | None
    try:
        comparison = compare_with_norms(robot, clip, norms)
        compared = asdict(comparison) | {"departures": comparison.departures(norms), "source": norms.source}
    except MotionError:
        compared = None
    joint = int(np.argmax(np.abs(clip.torques).max(axis=0)))
    return {
        "norms": compared,
        "max_torque_nm": float(np.abs(clip.torques).max()),
        "max_torque_joint": robot.joint_names[joint],
    }


def _draw(policy: "BuiltPolicy", folder: Path) -> list[Path]:
    try:
        from biped_control.analysis.clip_plots import write_clip_plots
    except ImportError as error:
        raise ConfigurationError(
            f"pictures need matplotlib ({error}); run `pip install matplotlib`, or add --no-plots"
        ) from error
    from biped_control.motion.gait_norms import load_gait_norms

    try:
        return write_clip_plots(policy.built.robot, policy.built.clip, load_gait_norms(), folder)
    except OSError as error:
        raise ConfigurationError(f"--plots {folder}: cannot be written ({error.strerror})") from error


def _table(summary: dict[str, object]) -> Table:
    rows = {
        "clip": f"{summary['name']}, {summary['frames']} frames at {summary['rate_hz']:g} Hz",
        "source": str(summary["source"]),
        "dynamics residual": f"{summary['residual']:.1e} N",
        "speed": f"{summary['speed_mps']:.3f} m/s",
        "largest torque": f"{summary['max_torque_nm']:.1f} N m ({summary['max_torque_joint']})",
    }
    norms = summary["norms"]
    if isinstance(norms, dict):
        errors = norms["angle_error_deg"].items()
        rows |= {
            "angles from norms": ", ".join(f"{joint} {error:.1f}" for joint, error in errors) + " degrees",
            "cadence": f"{norms['steps_per_minute']:.1f} steps a minute",
            "stance": f"{norms['stance_fraction']:.1%}, both feet {norms['double_support_fraction']:.1%}",
            "force peaks": f"{norms['first_peak_bw']:.2f} and {norms['second_peak_bw']:.2f} body weights",
            "outside of the norms": "; ".join(norms["departures"]) or "nothing",
        }
    else:
        rows["norms"] = "no walk of two steps, not compared"
    return value_table(rows)
