"""First steps with a robot that nobody has moved yet: listen, find zeros, hold, move a little. On a hoist."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from biped_control.errors import HardwareError
from biped_control.hardware.bus.actuator_bus import ActuatorBus
from biped_control.hardware.bus.actuator_settings import ActuatorSettings
from biped_control.hardware.bus.joint_signals import BodyReading, Feedback, JointCommands
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.state import FloatArray

_DT = 1.0 / 120.0  # [s]
_ANSWER_WAIT = 0.004  # [s]
_LISTEN, _RAMP, _HOLD, _MOVE = 0.5, 0.1, 1.0, 1.0  # [s]
_PULL, _DAMPED = 15.0, 0.7  # [rad/s] natural frequency of a joint on its spring, and its damping ratio
_SOFTEST = 5.0  # [N m/rad] below, the steps of a drive's torque are seen
_STRIDE, _STRAY = 0.1, 0.05  # [rad] how far joints are moved, and how far off they may be
_ZERO = 0.05  # [rad] a joint farther from its zero has a wrong one
_COLD, _HOT = 0.0, 60.0  # [degree C] of drives that have done nothing
_GRAVITY_OFF, _UPRIGHT = 0.5, 0.95  # [m/s^2] error of its size; share of it along z


@dataclass(frozen=True)
class Check:
    """One thing that was looked at.

    Attributes:
        name: of it. passed: whether all is well.
        found: what was seen. advice: what to do; empty if it passed.
    """

    name: str
    passed: bool
    found: str
    advice: str = ""


class BringUp:
    """The procedure. Ends at the first check that does not pass, with the drives off.

    Attributes:
        checks: done so far.
        zeros: joint -> what `zero` in the actuators' file should be; filled by the check of the zeros.
    """

    def __init__(
        self,
        bus: ActuatorBus,
        robot: RobotModel,
        settings: ActuatorSettings,
        confirm: Callable[[str], bool],
        pause: Callable[[float], None],
        tell: Callable[[Check], None] = lambda check: None,
        joints: Sequence[str] = (),
    ) -> None:
        """
        Args:
            bus: closed. robot: the robot. settings: its drives.
            confirm: asks the person beside the robot.
            pause: lets so many seconds pass.
            tell: hears of each check.
            joints: to be moved; all without.

        Raises:
            HardwareError: the robot has no such joint.
        """
        self._bus, self._robot, self._settings = bus, robot, settings
        self._confirm, self._pause, self._tell = confirm, pause, tell
        self._names = robot.joint_names
        if unknown := [name for name in joints if name not in self._names]:
            raise HardwareError(f"joints {', '.join(unknown)}: expected some of {', '.join(self._names)}")
        self._moved = [self._names.index(name) for name in joints or self._names]
        reach = [settings.joints[name].position for name in self._names]
        self._lower, self._upper = (np.array(limits) for limits in zip(*reach, strict=True))
        self._data = robot.pinocchio.createData()
        inertia = np.diag(pin.crba(robot.pinocchio, self._data, np.zeros(robot.nv)))[ROOT_DOF:]
        self._stiffness: FloatArray = np.maximum(inertia * _PULL**2, _SOFTEST)
        self._damping: FloatArray = 2.0 * _DAMPED * np.sqrt(inertia * self._stiffness)
        self.checks: list[Check] = []
        self.zeros: dict[str, float] = {}

    def run(self) -> bool:
        """Whether all checks passed.

        Raises:
            HardwareError: the bus cannot be opened or is gone, or drives do not answer.
        """
        try:
            steps = (self._listen, self._find_zeros, self._hold, *map(self._mover, self._moved))
            return all(step() for step in steps)
        finally:
            self._bus.close()

    def _listen(self) -> bool:
        self._bus.open(powered=False)
        first = self._ask()
        for _ in range(round(_LISTEN / _DT)):
            last = self._ask()
        hot = (last.temperature < _COLD) | (last.temperature > _HOT)
        return (
            self._note("drives", not hot.any(), f"{len(hot)} answer{self._at(hot, ', too hot or cold: ')}")
            and self._note_limits(last.position)
            and self._note_gravity(first.body, last.body)
        )

    def _note_limits(self, position: FloatArray) -> bool:
        """Those of the actuators' file: drives that are on pull joints beyond them back inside."""
        far = (position < self._lower - _STRAY) | (position > self._upper + _STRAY)
        found = f"joints within their limits{self._at(far, ', but for ')}"
        advice = "correct direction, ratio, zero or `position` in the actuators' file"
        return self._note("limits", not far.any(), found, advice)

    def _note_gravity(self, first: BodyReading | None, last: BodyReading | None) -> bool:
        if first is None or last is None or not last.time > first.time:
            return self._note("IMU", False, "silent", "set `imu_bus`; see that it answers SYNC")
        force = (last.accelerated - first.accelerated) / (last.time - first.time)
        size = float(np.linalg.norm(force))
        passed = abs(size - GRAVITY) < _GRAVITY_OFF and force[2] > _UPRIGHT * size
        found = f"gravity {size:.2f} m/s^2, up is {np.round(force / max(size, 1e-9), 2).tolist()}"
        return self._note(
            "IMU", passed, found, "hang the robot upright; turn the IMU's axes: x forward, z up"
        )

    def _find_zeros(self) -> bool:
        if not self._confirm("Put all joints to zero: legs straight, arms hanging, looking ahead. Done?"):
            return self._note("zeros", False, "not confirmed", "do it by hand; the drives are off")
        position = self._ask().position
        joints = self._settings.joints
        self.zeros = {
            name: joints[name].zero - float(angle) for name, angle in zip(self._names, position, strict=True)
        }
        off = np.abs(position) > _ZERO
        advice = "enter these zeros: " + ", ".join(
            f"{name} {self.zeros[name]:.3f}" for name in np.array(self._names)[off]
        )
        found = f"at most {np.abs(position).max():.3f} rad off{self._at(off, ': ')}"
        return self._note("zeros", not off.any(), found, advice)

    def _hold(self) -> bool:
        if not self._confirm(
            "Drives will be switched on. Robot on the hoist, feet free, nobody near. Go on?"
        ):
            return self._note("hold", False, "not confirmed", "begin again when you are ready")
        if not self._note_limits(self._ask().position):  # it was moved by hand for the zeros
            return False
        self._bus.open(powered=True)
        self._pose = self._ask().position
        off = np.zeros(self._robot.nu)
        for tick in range(round((_RAMP + _HOLD) / _DT)):
            share = min(1.0, tick * _DT / _RAMP)
            off = np.abs(self._pull(self._pose, np.zeros_like(self._pose), share).position - self._pose)
        far = off > _STRAY
        found = f"within {off.max():.3f} rad{self._at(far, ', but for ')}"
        return self._note_motion("hold", not far.any(), found)

    def _mover(self, joint: int) -> Callable[[], bool]:
        return lambda: self._move(joint)

    def _move(self, joint: int) -> bool:
        """There and back along a cosine, in the direction with more room."""
        lower, upper = self._lower[joint], self._upper[joint]
        sign = 1.0 if upper - self._pose[joint] > self._pose[joint] - lower else -1.0
        farthest, stray = 0.0, np.zeros(self._robot.nu)
        steps = round(_MOVE / _DT)
        for tick in range(1, steps + 1):
            phase = 2.0 * np.pi * tick / steps
            target, velocity = self._pose.copy(), np.zeros_like(self._pose)
            target[joint] += sign * _STRIDE * 0.5 * (1.0 - np.cos(phase))
            velocity[joint] = sign * _STRIDE * 0.5 * np.sin(phase) * 2.0 * np.pi / _MOVE
            position = self._pull(target, velocity, 1.0).position
            farthest = max(farthest, sign * float(position[joint] - self._pose[joint]))
            stray = np.maximum(stray, np.abs(position - target))
        name, axis = self._names[joint], self._axis(joint)
        found = (
            f"moved {sign * farthest:+.3f} of {sign * _STRIDE:+.3f} rad{self._at(stray > _STRAY, '; off: ')}"
        )
        passed = abs(farthest - _STRIDE) < _STRAY and not (stray > _STRAY).any()
        if not self._note_motion(name, passed, found):
            return False
        sense = "positive" if sign > 0.0 else "negative"
        asked = f"{name}: did it turn in the {sense} sense of {axis} (right hand), and back?"
        return self._confirm(asked) or self._note(
            f"{name}: direction", False, "turned the other way", "negate `direction` in the actuators' file"
        )

    def _axis(self, joint: int) -> str:
        name = self._names[joint]
        axes = {"roll": "x (forward)", "pitch": "y (left)", "yaw": "z (up)"}
        return next((axis for word, axis in axes.items() if name.endswith(word)), "its axis")

    def _note_motion(self, name: str, passed: bool, found: str) -> bool:
        if faults := self._bus.faults():
            drives = ", ".join(f"{fault.joint} (error {fault.error:#x})" for fault in faults)
            return self._note(name, False, f"drive faults: {drives}", "see the drive's manual")
        return self._note(
            name, passed, found, "look for friction, a wrong ratio, too low limits or a blocked joint"
        )

    def _pull(self, target: FloatArray, velocity: FloatArray, share: float) -> Feedback:
        """One tick of springs to `target`, with the weight of a robot that hangs upright taken off."""
        q = np.concatenate([np.zeros(ROOT_DOF), target])
        weight = pin.computeGeneralizedGravity(self._robot.pinocchio, self._data, q)[ROOT_DOF:]
        commands = JointCommands(target, velocity, share * self._stiffness, self._damping, share * weight)
        return self._exchange(commands)

    def _ask(self) -> Feedback:
        return self._exchange(JointCommands.of_torques(np.zeros(self._robot.nu)))

    def _exchange(self, commands: JointCommands) -> Feedback:
        self._bus.send(commands)
        feedback = self._bus.collect(_ANSWER_WAIT)
        self._pause(_DT)
        if np.isnan(feedback.position).any():
            raise HardwareError("joints have stopped answering; check power and wiring")
        return feedback

    def _at(self, joints: np.ndarray[tuple[int], np.dtype[np.bool_]], words: str) -> str:
        return words + ", ".join(np.array(self._names)[joints]) if joints.any() else ""

    def _note(self, name: str, passed: bool, found: str, advice: str = "") -> bool:
        check = Check(name, bool(passed), found, advice if not passed else "")
        self.checks.append(check)
        self._tell(check)
        return check.passed
