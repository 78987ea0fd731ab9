"""The hardware bridge in computed time: a tick is made when its torques have come, however late."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from biped.msg import JointTorques

from biped_control.hardware.bus.actuator_bus import ActuatorBus
from biped_control.hardware.bus.actuator_settings import ActuatorSettings
from biped_control.hardware.bus.joint_signals import JointCommands
from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings, Mishap
from biped_control.hardware.emulated_robot.lock_step_bus import LockStepBus
from biped_control.hardware.emulated_robot.robot import EmulatedRobot
from biped_control.nodes.hardware_bridge import HardwareBridge
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray
from biped_control.simulation.engines import create_engine

DT = 1.0 / 120.0
_KNOCK = 0.05  # [s] until the first torque the others may not be there yet


@dataclass(frozen=True)
class Sent:
    """What the bridge has commanded in a tick, and what the joints have made of it since the tick before.

    Attributes:
        tick: whose torques are awaited.
        commands: that went to the drives.
        applied: (n, nu) torques that moved the joints [N m], in the n steps of the robot before that.
    """

    tick: int
    commands: JointCommands
    applied: FloatArray


class LockStepBridge(HardwareBridge):
    """Carries an emulated robot within itself, with the same frames as on a real bus.

    Attributes:
        emulated: the robot.
        history: of the present run, tick by tick.
    """

    def make_bus(self, robot: RobotModel, settings: ActuatorSettings) -> ActuatorBus:
        emulation = EmulationSettings()
        self._physics = create_engine("dart", robot, emulation.engine_settings)
        self.emulated = EmulatedRobot(robot, settings, emulation, self._physics)
        self.bus = LockStepBus(robot, settings, self.emulated, emulation.step_hz)
        self._applied: list[FloatArray] = []
        self.history: list[Sent] = []
        self._listen_in()
        return self.bus

    def _listen_in(self) -> None:
        step, send = self._physics.step, self.bus.send

        def noted_step(torques: FloatArray) -> Any:
            self._applied.append(torques.copy())
            return step(torques)

        def noted_send(commands: JointCommands) -> None:
            tick = getattr(self._loop, "tick", 0)
            applied = np.array(self._applied).reshape(-1, len(commands.torque))
            self.history.append(Sent(tick, commands, applied))
            self._applied.clear()
            send(commands)

        self._physics.step = noted_step  # type: ignore[method-assign]
        self.bus.send = noted_send  # type: ignore[method-assign]

    def clock(self) -> float:
        return self.bus.now

    def pace(self) -> None:
        self.create_timer(_KNOCK, self._knock)

    def activate(self) -> None:
        self.emulated.suffer(Mishap(at_s=0.0, what="mend"))
        self.emulated.reset(self._start)
        super().activate()
        self._due = self.bus.now
        self.history.clear()

    def on_joint_torques(self, message: JointTorques) -> None:
        awaited = message.tick == self._loop.tick
        super().on_joint_torques(message)
        if awaited and self._loop.begun:
            self._due = DT + (self._due if message.tick else self.bus.now)
            self.bus.advance(self._due)
            self.on_period()

    def rest(self, seconds: float) -> FloatArray:
        """(n, nu) torques that the joints make while nobody says anything to the drives [N m]."""
        self._applied.clear()
        self.bus.advance(self.bus.now + seconds)
        return np.array(self._applied)

    def _knock(self) -> None:
        if self.active and not self._loop.begun:
            self.on_period()
