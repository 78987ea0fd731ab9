"""`biped rollout`: the control loop in one process, without ROS."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.progress import announcements, progress_bar
from biped_control.commands.switch_options import with_switches
from biped_control.commands.tables import milliseconds, played, value_table
from biped_control.errors import ConfigurationError

if TYPE_CHECKING:
    from biped_control.analysis.rollout import RolloutResult, Tick

_REDRAWS = 200  # of the bar in the whole rollout: drawing takes time from what is measured


@with_switches
def rollout(
    clip: Annotated[
        str, typer.Option(metavar="CLIP", help="Clip to play: a name in the library or a clip file.")
    ] = "walk",
    policy: Annotated[str, typer.Option(metavar="nqr|lqr|modal", help="Look-ahead policy.")] = "nqr",
    engine: Annotated[
        str, typer.Option(metavar="ENGINE", help="Physics: dart, lcp, gazebo or modal.")
    ] = "dart",
    seconds: Annotated[float, typer.Option(metavar="S", help="Simulated seconds, more than 0.")] = 10.0,
    gamma: Annotated[
        float | None,
        typer.Option(
            metavar="G",
            help="Contact adaptation (eq. 17), 0 to 100; 0: none. Default: as in config/control.yaml.",
        ),
    ] = None,
    push: Annotated[
        str | None,
        typer.Option(
            metavar="PUSH",
            help="Regular push, such as torso,50,0.1,4: this body with 50 N for 0.1 s every 4 s, in random "
            "horizontal directions.",
        ),
    ] = None,
    terrain: Annotated[
        str, typer.Option(metavar="TERRAIN", help="The ground: flat, low_ledges or slope.")
    ] = "flat",
    seed: Annotated[
        int, typer.Option(metavar="N", help="Draws start and pushes; 0 starts exactly on the reference.")
    ] = 0,
    scenario: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE",
            help="What to endure: a name in config/scenarios.yaml or a file. Not with --push or --terrain. "
            "Hard ones need --feel-ground, --adjust-steps, --find-delay.",
        ),
    ] = None,
    *,
    switches: Mapping[str, bool],
    weights: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="What is different from config/weights.yaml, and gamma, in a YAML file of that form, as "
            "`biped tune` writes it. Costs stay those of the shipped weights.",
        ),
    ] = None,
    measured_share: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            help="Up to 1: how much is believed of what a measured state and the expected one differ by; 0.5 "
            "for noisy sensors. Default: as in config/control.yaml.",
        ),
    ] = None,
    edit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="EDIT",
            help="Policy modal: edit the reference while walking, such as stride=0.1m@5s; also height (of "
            "steps), hands, tempo, slope (of the ground), clip (another takes over), over (seconds), "
            "several with commas. May be given again.",
        ),
    ] = None,
    physics_rate: Annotated[
        float | None,
        typer.Option(
            metavar="HZ",
            help="Physics steps a second of engine dart or gazebo, a whole multiple of the control rate. "
            "Default: as in config/control.yaml. Engines lcp and modal take one step a tick.",
        ),
    ] = None,
    json_file: JsonOption = None,
) -> None:
    """Let the robot walk in one process, as fast as it goes.

    The same planner, policy and adaptation as in the ROS graph, without ROS. The
    same options give the same walk, bit for bit. A clip that is not cyclic comes
    between cycles of its hubs, again and again. A fall is a result, no error: see
    key fell.

    [bold]Examples[/bold]

    \b
    biped rollout
    biped rollout --engine lcp --seconds 600 --json result.json
    biped rollout --clip turn_left_45 --seconds 30
    biped rollout --policy lqr --engine lcp --gamma 0.02
    biped rollout --push torso,50,0.1,4 --seconds 60
    biped rollout --scenario noise --seconds 60
    biped rollout --scenario field --feel-ground --seconds 60
    biped rollout --scenario pushes --adjust-steps --seconds 60
    biped rollout --scenario late --find-delay --seconds 60
    biped rollout --policy modal --scenario rough_noise --clip run
    biped rollout --weights tune/weights.yaml
    biped rollout --policy modal --edit clip=walk_slow@3s --edit tempo=1.1@6s

    [bold]JSON keys[/bold]: fell, survived_s, distance_m, speed_mps, heading_rad,
    mean_cost, max_torque_nm, tick_ms{p50,p99,max} (policy and adaptation),
    lcp{solves,failures,max_residual}, realtime_factor, clamped_torques, clips
    (how often each was begun), and the options (weights: those that differ).
    """
    from biped_control.analysis.rollout_request import RolloutRequest
    from biped_control.analysis.weight_set import load_weights
    from biped_control.settings import configured_switches

    request = RolloutRequest(
        clip=clip,
        policy=policy,
        engine=engine,
        seconds=seconds,
        gamma=gamma,
        push=_said("--push", push),
        terrain=terrain,
        seed=seed,
        scenario=_said("--scenario", scenario),
        switches=configured_switches(**switches),
        weights=load_weights(weights) if weights is not None else None,
        measured_share=measured_share,
        edits=tuple(edit or ()),
        physics_rate_hz=physics_rate,
    )
    with output_to(json_file) as output:
        with announcements() as announce:
            parts = request.prepare(announce)
        ticks = request.ticks(parts.settings)
        every = max(1, ticks // _REDRAWS)
        with progress_bar("walking", ticks) as show:

            def observe(tick: "Tick") -> None:
                if tick.index % every == 0:
                    show(tick.index)

            result = request.walk(parts, observe)
        output.show(_table(result))
        output.result = result.summary() | request.options()


def _said(option: str, value: str | None) -> str:
    """An empty value is a variable of the shell that is not set, not the wish for none."""
    if value == "":
        raise ConfigurationError(f"{option} is empty; leave it out for none")
    return value or ""


def _table(result: "RolloutResult") -> Table:
    summary = result.summary()
    lcp = summary["lcp"]
    assert isinstance(lcp, dict)
    rows = {
        "result": "fell" if result.record.fell else "no fall",
        "time": f"{summary['survived_s']:.2f} s",
        "clips": played(summary["clips"]),
        "distance": f"{summary['distance_m']:.2f} m at {summary['speed_mps']:.3f} m/s",
        "mean cost (eq. 18)": f"{summary['mean_cost']:.4f}",
        "largest torque": f"{summary['max_torque_nm']:.1f} N m, {result.clamped} clamped",
        "policy and adaptation": milliseconds(summary["tick_ms"]),
        "contact problems": f"{lcp['solves']} solved, {lcp['failures']} failures",
        "real-time factor": f"{summary['realtime_factor']:.1f}",
    }
    return value_table(rows)
