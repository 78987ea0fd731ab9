"""The emulated robot as a process: `python -m biped_control.hardware.emulated_robot ARGUMENTS`.

Prints one line of JSON when its buses can be opened, {"buses": {NAME: {"interface": ..., "channel": ...}}},
and one when it ends. Ends with SIGINT, SIGTERM, or when its standard input is closed (so it never outlives
its parent).
"""

import argparse
import json
import os
import select
import signal
import sys
from pathlib import Path

import numpy as np

from biped_control.errors import BipedError, HardwareError
from biped_control.hardware.bus.actuator_settings import load_actuators
from biped_control.hardware.bus.can_port import open_can_port
from biped_control.hardware.bus.frame import FramePort
from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings, load_emulation
from biped_control.hardware.emulated_robot.real_time import RealTimeRun
from biped_control.hardware.emulated_robot.robot import EmulatedRobot
from biped_control.hardware.emulated_robot.slcan_adapter import SlcanAdapter
from biped_control.hardware.emulated_robot.standing import ON_HOIST, standing_state
from biped_control.motion.clip_file import load_clip
from biped_control.robot.model import RobotModel
from biped_control.robot.state import State
from biped_control.simulation.engines import create_engine
from biped_control.simulation.simulator import Simulator

_FALL = 0.2  # [s]


def main() -> int:
    """Runs until it is told to end; 1 and a line on standard error if it cannot."""
    arguments = _parse()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _run(arguments)
    except BipedError as error:
        print(f"emulated robot: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0
    return 0


def _request_realtime(priority: int) -> None:
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(priority))
    except PermissionError as error:
        raise HardwareError(f"SCHED_FIFO priority {priority} was refused; use priority 0") from error


def _run(arguments: argparse.Namespace) -> None:
    robot = RobotModel.load()
    actuators = load_actuators(arguments.actuators)
    settings = load_emulation(arguments.emulation) if arguments.emulation else EmulationSettings()
    engine = create_engine("dart", robot, settings.engine_settings)
    ports: dict[str, FramePort] = {}
    channels: dict[str, dict[str, str]] = {}
    try:
        for name, bus in actuators.buses.items():
            if bus.interface == "slcan":
                adapter = SlcanAdapter()
                ports[name], channel = adapter, adapter.channel
            else:
                ports[name], channel = open_can_port(bus), bus.channel
            channels[name] = {"interface": bus.interface, "channel": channel}
        emulated = EmulatedRobot(robot, actuators, settings, engine)
        state = _first_state(robot, arguments.clip, settings.hoisted)
        _rehearse(engine, state, settings.step_hz, robot.nu)
        emulated.reset(state)
        run = RealTimeRun(emulated, ports, settings.step_hz)
        if arguments.priority:
            _request_realtime(arguments.priority)
        print(json.dumps({"buses": channels}), flush=True)
        try:
            run.run(_parent_is_gone)
        finally:
            report = {"seconds": emulated.seconds, "slipped": run.slipped, "failure": emulated.failure}
            if arguments.trace:
                emulated.trace.save(arguments.trace)
            print(json.dumps(report | {"height": float(emulated.state.q[2])}), flush=True)
    finally:
        for port in ports.values():
            port.close()
        engine.close()


def _rehearse(engine: Simulator, state: State, step_hz: float, joints: int) -> None:
    """Falls to the ground: what is compiled for contacts must not stop the robot's first step."""
    engine.reset(state)
    for _ in range(round(_FALL * step_hz)):
        engine.step(np.zeros(joints))


def _first_state(robot: RobotModel, clip: Path | None, hoisted: bool) -> State:
    if clip is not None:
        return load_clip(clip, robot).state(0)
    return standing_state(robot, ON_HOIST if hoisted else 0.0)


def _parent_is_gone() -> bool:
    ready, _, _ = select.select([sys.stdin], [], [], 0.0)
    return bool(ready) and os.read(sys.stdin.fileno(), 1) == b""


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="emulated_robot", description="A simulated robot on real buses.")
    parser.add_argument("--actuators", type=Path, help="YAML; without: config/actuators.yaml")
    parser.add_argument("--emulation", type=Path, help="YAML of EmulationSettings; without: its defaults")
    parser.add_argument("--clip", type=Path, help="clip whose first state it starts in; without: it stands")
    parser.add_argument("--trace", type=Path, help="npz that receives where it was when its IMU was asked")
    parser.add_argument("--priority", type=int, default=0, help="SCHED_FIFO priority; 0: ordinary scheduling")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
