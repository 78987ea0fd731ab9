"""`biped bringup`: first steps with a robot on a hoist."""

import tempfile
import time
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.tables import value_table
from biped_control.errors import HardwareError

if TYPE_CHECKING:
    from biped_control.hardware.bringup import Check


def bringup(
    joint: Annotated[
        list[str] | None, typer.Argument(metavar="JOINT", help="Joints to move; all without.")
    ] = None,
    actuators: Annotated[
        Path | None, typer.Option(metavar="FILE", help="YAML of drives and buses, if not what ships.")
    ] = None,
    emulated: Annotated[
        bool, typer.Option("--emulated", help="With a robot that exists only in this machine, on a hoist.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Answer yes to every question; only with --emulated.")
    ] = False,
    json_file: JsonOption = None,
) -> None:
    """Check a robot step by step: answers, zeros, hold, small motions.

    Hang the robot on a hoist, feet free, hand on the switch that cuts the power.
    First the drives stay off: do all answer, are the joints within their limits,
    does the IMU feel gravity, are the zeros right? Then they hold the robot as it
    hangs, and move one joint after the other by 0.1 rad; after each you say whether
    it turned the right way. The first check that fails switches everything off and
    says what to change in the actuators' file.

    [bold]Examples[/bold]

    \b
    biped bringup --emulated --yes
    biped bringup --actuators my_robot.yaml
    biped bringup --actuators my_robot.yaml l_knee_pitch r_knee_pitch

    [bold]JSON keys[/bold]: passed, checks[] (name, passed, found, advice), zeros{}
    (joint: what `zero` should be).
    """
    from biped_control.hardware.bringup import BringUp
    from biped_control.hardware.bus.can_actuators import CanActuators
    from biped_control.hardware.bus.joint_drives import load_fitting_actuators
    from biped_control.hardware.emulated_robot.emulated_process import EmulatedProcess
    from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings
    from biped_control.robot.model import RobotModel

    if yes and not emulated:
        raise HardwareError(
            "--yes: only a person beside a real robot can answer; expected --emulated with it"
        )
    robot = RobotModel.load()
    settings = load_fitting_actuators(robot, actuators)
    with output_to(json_file) as output, ExitStack() as stack:
        if emulated:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="biped-bringup-")))
            process = EmulatedProcess(folder, settings, EmulationSettings(hoisted=True))
            settings = stack.enter_context(process).actuators

        def confirm(question: str) -> bool:
            return yes or typer.confirm(question, err=True)

        pacer = _Pacer()
        procedure = BringUp(
            CanActuators(robot, settings), robot, settings, confirm, pacer.pause, _tell, tuple(joint or ())
        )
        try:
            passed = procedure.run()
        except (typer.Abort, KeyboardInterrupt):
            typer.echo("\nbiped: interrupted; zero torque is sent, drives are told to switch off", err=True)
            raise
        output.show(
            value_table({"result": "all checks passed" if passed else "a check failed; drives are off"})
        )
        output.result = {
            "passed": passed,
            "checks": [asdict(check) for check in procedure.checks],
            "zeros": procedure.zeros,
        }
    if not passed:
        raise HardwareError(f"{procedure.checks[-1].name}: {procedure.checks[-1].found}")


def _tell(check: "Check") -> None:
    advice = f" -> {check.advice}" if check.advice else ""
    typer.echo(f"{'ok  ' if check.passed else 'FAIL'} {check.name}: {check.found}{advice}", err=True)


class _Pacer:
    """Periods that are as long on the clock as they should be, whatever is done in them."""

    def __init__(self) -> None:
        self._due = time.monotonic()

    def pause(self, seconds: float) -> None:
        now = time.monotonic()
        self._due = max(self._due + seconds, now)
        time.sleep(self._due - now)
