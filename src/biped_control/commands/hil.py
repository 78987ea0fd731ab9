"""`biped hil`: hardware in the loop, with an emulated robot."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from biped_control.commands.graph_preparation import prepare_graph_walk
from biped_control.commands.hil_arguments import hil_values, require_lock_step
from biped_control.commands.options import require_duration
from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.progress import announcements, progress_bar
from biped_control.commands.tables import milliseconds, value_table
from biped_control.errors import ConfigurationError, GraphError

if TYPE_CHECKING:
    from biped_control.hardware.bus.actuator_settings import ActuatorSettings
    from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings
    from biped_control.nodes.graph import Value

_MANY_LATE = 0.02  # of all ticks; a walk on lossy buses bears about three in a hundred


def hil(
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="KEY:=VALUE", help="Arguments of the graph, as for `biped walk`."),
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="S", help="How long to walk.")] = 60.0,
    latency_ms: Annotated[
        float | None, typer.Option(metavar="MS", help="Delay of every frame, in each direction.")
    ] = None,
    jitter_ms: Annotated[
        float | None, typer.Option(metavar="MS", help="More delay, random from 0 to this.")
    ] = None,
    loss: Annotated[float | None, typer.Option(metavar="SHARE", help="Of frames that never arrive.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Of losses and of the IMU's errors.")] = None,
    emulation: Annotated[
        Path | None, typer.Option(metavar="FILE", help="YAML: what the robot is like; see docs/hardware.md.")
    ] = None,
    actuators: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="YAML of drives and buses, if not what ships."),
    ] = None,
    lock_step: Annotated[
        bool, typer.Option("--lock-step", help="In one process as fast as it goes: no ROS, no clock.")
    ] = False,
    late: Annotated[
        float,
        typer.Option(metavar="SHARE", help="With --lock-step: of ticks whose torques come too late."),
    ] = 0.0,
    json_file: JsonOption = None,
) -> None:
    """Walk on estimated states over an actuator bus, in real time.

    The ROS graph with node hardware_bridge on one side, on the other a process that
    owns a simulation and answers as 23 drives, an IMU and foot sensors, over serial
    CAN adapters on pseudo-terminals. Nothing else is shared. A fall is a result.
    In real time the nodes are one process unless you say composed:=false, which
    needs more than two cores, or priority:=40.

    [bold]Examples[/bold]

    \b
    biped hil
    biped hil --seconds 60 --loss 0.01 --latency-ms 4.2 --json result.json
    biped hil clip:=stand bus_mode:=read_only --seconds 10
    biped hil --lock-step --seconds 60 --loss 0.01 --latency-ms 4.2 --late 0.03

    [bold]JSON keys[/bold]: those of biped walk; late_ticks, unmeasured_joints and
    unmeasured_bodies (answers of joints and IMU that got lost), period_ms, answer_ms,
    period_histogram and round_trip_histogram {edges_ms[],counts[]}, estimation
    {height_m,roll_deg,pitch_deg,velocity_mps,drift_m,drift_share,yaw_deg},
    robot (what the other side said at its end), emulation.
    """
    from biped_control.hardware.bus.joint_drives import load_fitting_actuators
    from biped_control.nodes.graph import load_graph
    from biped_control.nodes.hardware_in_the_loop import DEFAULTS
    from biped_control.robot.model import RobotModel

    if not 0.0 <= late <= 1.0 or (late > 0.0 and not lock_step):
        raise ConfigurationError(f"--late {late:g}: expected 0 to 1, and --lock-step; real time has its own")
    require_duration(seconds)
    given_link = [
        _of_link("--latency-ms", latency_ms, "latency_s", 1e-3),
        _of_link("--jitter-ms", jitter_ms, "jitter_s", 1e-3),
        _of_link("--loss", loss, "loss", 1.0),
    ]
    changes = {key: value for part in given_link for key, value in part.items()}
    if seed is not None and seed < 0:
        raise ConfigurationError(f"--seed {seed}: expected 0 or more")
    whole = _emulation(emulation, changes, seed)
    given = list(arguments or [])
    graph = load_graph()
    defaults = [f"{name}:={graph.arguments[name].text_of(value)}" for name, value in DEFAULTS.items()]
    values = hil_values(graph, [*defaults, f"seconds:={seconds!r}", "headless:=true"], given)
    if lock_step:
        require_lock_step(values, given)
    drives = load_fitting_actuators(RobotModel.load(), _file_of_drives(actuators, str(values["actuators"])))
    with output_to(json_file) as output:
        if lock_step:
            result = _walk_in_lock_step(values, drives, whole, late)
        else:
            result = _walk_in_real_time(values, drives, whole)
        output.show(result_table(result))
        output.result = result | {"emulation": whole.model_dump(mode="json")}
    if result.get("fault"):
        raise GraphError(f"the walk ended early: {result['fault']}")


def _of_link(option: str, value: float | None, key: str, scale: float) -> dict[str, float]:
    """The setting of the buses that an option stands for; said in its own unit if it is none."""
    if value is None:
        return {}
    largest = 1.0 / scale
    if not 0.0 <= value <= largest:
        raise ConfigurationError(f"{option} {value:g}: expected 0 to {largest:g}")
    return {key: scale * value}


def _emulation(path: Path | None, link: Mapping[str, float], seed: int | None) -> "EmulationSettings":
    from pydantic import ValidationError

    from biped_control.configuration_file import explain
    from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings, load_emulation

    settings: dict[str, Any] = (load_emulation(path) if path else EmulationSettings()).model_dump()
    settings["link"] |= link
    settings |= {} if seed is None else {"seed": seed}
    try:
        return EmulationSettings.model_validate(settings)
    except ValidationError as error:
        raise explain(error, EmulationSettings, "emulated robot") from error


def _file_of_drives(option: Path | None, argument: str) -> Path | None:
    """`--actuators` and `actuators:=` are the same here."""
    if option and argument:
        raise ConfigurationError(f"--actuators {option}, actuators:={argument}: expected one of them")
    return option or (Path(argument) if argument else None)


def _walk_in_lock_step(
    values: "dict[str, Value]", drives: "ActuatorSettings", emulation: "EmulationSettings", late: float
) -> dict[str, object]:
    from biped_control.analysis.hardware.lock_step_walk import walk_in_lock_step
    from biped_control.analysis.preparation import prepare
    from biped_control.analysis.rollout import Tick
    from biped_control.contact.state_prediction import on_buses
    from biped_control.nodes.graph import load_graph

    settings = on_buses(load_graph().settings(values))
    with announcements() as announce:
        parts = prepare(str(values["clip"]), settings, announce)
    ticks = max(1, round(float(values["seconds"]) * settings.rate_hz))
    with progress_bar("walking", ticks) as show:

        def observe(tick: Tick) -> None:
            show(tick.index)

        walked = walk_in_lock_step(parts, str(values["policy"]), drives, emulation, ticks, observe, late)
    return walked.summary() | {"missed_ticks": 0}


def _walk_in_real_time(
    values: "dict[str, Value]", drives: "ActuatorSettings", emulation: "EmulationSettings"
) -> dict[str, object]:
    from biped_control.nodes.graph import load_graph
    from biped_control.nodes.hardware_in_the_loop import HardwareInTheLoop
    from biped_control.nodes.running_graph import require_domain_without_walk

    with announcements() as announce:
        require_domain_without_walk(os.environ, announce)
    prepare_graph_walk(values)
    with announcements() as announce:

        def tell(so_far: dict[str, object]) -> None:
            announce("walking", f"{so_far['survived_s']:.1f} s, {so_far['distance_m']:.1f} m")

        announce("walking", "robot and nodes start")
        return HardwareInTheLoop(load_graph(), values, drives, emulation).run(tell)


def result_table(result: Mapping[str, Any]) -> Table:
    """What came out, for people."""
    rows = {
        "result": "fell" if result["fell"] else "no fall",
        "time": f"{result['survived_s']:.2f} s",
        "ticks": f"{result['missed_ticks']} missed, {result['late_ticks']} late",
        "distance": f"{result['distance_m']:.2f} m at {result['speed_mps']:.3f} m/s",
        "mean cost (eq. 18)": f"{result['mean_cost']:.4f}",
        "unmeasured": f"joints {result['unmeasured_joints']} times, IMU {result['unmeasured_bodies']} times",
    }
    if result["late_ticks"] > _MANY_LATE * result["ticks"] and "round_trip_ms" in result:
        share = result["late_ticks"] / result["ticks"]
        rows["too slow"] = (
            f"{share:.0%} of the torques came late; is anything else running? Otherwise composed:=true, "
            "priority:=40, more cores"
        )
    for key, name in (("period_ms", "period"), ("answer_ms", "answers"), ("round_trip_ms", "round trip")):
        if key in result:
            rows[name] = milliseconds(result[key])
    if error := result["estimation"]:
        rows["estimates off by"] = (
            f"height {1e3 * error['height_m']:.1f} mm, roll {error['roll_deg']:.2f} deg, pitch "
            f"{error['pitch_deg']:.2f} deg, velocity {error['velocity_mps']:.3f} m/s (RMS); drift "
            f"{1e2 * error['drift_share']:.1f} % of the distance"
        )
    return value_table(rows)
