"""A Gazebo server in this process, stepped by whole control ticks.

The server calls back before each physics step and right after it. Before it the force of every joint is set
anew: Gazebo keeps none, so no torque can act a step too long or too late. Time passes only in `advance`.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from biped_control.errors import EngineError
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.signal_handlers import keeping_signal_handlers

# Before the bindings are imported, for Gazebo's transport reads them once. Nobody sees this server, unless
# the user names a partition, under which `gz sim -g` can look on. Children of this process get their own.
_UNSEEN = "biped_unseen_"
WATCHED = not os.environ.get("GZ_PARTITION", _UNSEEN).startswith(_UNSEEN)
_before = {name: os.environ.get(name) for name in ("GZ_PARTITION", "GZ_IP")}
if not WATCHED:
    os.environ["GZ_PARTITION"] = f"{_UNSEEN}{os.getpid()}"
os.environ.setdefault("GZ_IP", "127.0.0.1")

try:
    from gz import math7, sim8
    from gz.common5 import set_verbosity
except ImportError:
    for _name, _value in _before.items():
        if _value is None:
            del os.environ[_name]
        else:
            os.environ[_name] = _value
    raise

ROBOT_FILE = "robot.urdf"
ROBOT = "biped"
# No limb turns or moves this fast. Beyond it the integration is lost, and further steps can end the process.
DIVERGED_SPEED = 1e3  # [m/s, rad/s]
set_verbosity(1)  # errors only

Wrench = tuple[str, FloatArray, FloatArray]
"""Link, (3,) force at its origin [N], (3,) torque about it [N m], world axes."""


class GazeboWorld:
    """One server with the robot in it, from one start on. A run that begins again takes a new one.

    Attributes:
        state: after the last physics step.
        velocities: (nv,) after each physics step of the last tick.
        diverged: the integration is lost.
    """

    def __init__(self, world: str, urdf: str, coordinates: Sequence[str], start: State) -> None:
        """
        Args:
            world: text of the world file; it includes the robot as `ROBOT_FILE`, under the name `ROBOT`.
            urdf: text of that file.
            coordinates: (nv) names of joints, in the order of all forces and states.
            start: where the robot is before the first step.

        Raises:
            EngineError: Gazebo makes no world of it.
        """
        self._coordinates = tuple(coordinates)
        self._robot: Any = None
        self._joints: list[Any] = []
        self._forces: list[list[float]] = []
        self._wrenches: Sequence[Wrench] = ()
        self._failure: BaseException | None = None
        self._steps = 0
        self.state, self.diverged = start, False
        self.velocities: list[FloatArray] = []
        with TemporaryDirectory(prefix="biped_gazebo_") as folder, keeping_signal_handlers():
            robot_file, world_file = Path(folder, ROBOT_FILE), Path(folder, "world.sdf")
            robot_file.write_text(urdf, encoding="utf-8")
            world_file.write_text(world.replace(ROBOT_FILE, str(robot_file)), encoding="utf-8")
            self._fixture = sim8.TestFixture(str(world_file))
        self._fixture.on_pre_update(self._before_step)
        self._fixture.on_update(self._after_step)
        self._fixture.finalize()
        self._server = self._fixture.server()

    def advance(self, steps: int, forces: FloatArray, wrenches: Sequence[Wrench] = ()) -> None:
        """Makes physics steps; `state` and `velocities` then tell of them.

        Args:
            steps: how many.
            forces: (nv,) generalized forces, held.
            wrenches: on links, held.

        Raises:
            EngineError: the server did not make these steps.
            KeyboardInterrupt: Ctrl-C has come meanwhile.
        """
        self._forces = [[value] for value in forces.tolist()]
        self._wrenches = wrenches
        self._steps, self.velocities = steps, []
        self._server.run(True, steps, False)
        if self._failure is not None:
            if not isinstance(self._failure, Exception):
                raise self._failure
            raise EngineError(f"engine 'gazebo': {self._failure}") from self._failure
        if len(self.velocities) != steps:
            raise EngineError(
                f"engine 'gazebo': expected {steps} physics steps, the server made {len(self.velocities)}; "
                "it has been stopped from outside"
            )

    def _before_step(self, _info: Any, ecm: Any) -> None:
        # What a callback raises ends the process; Ctrl-C is raised wherever Python runs, so also here.
        try:
            if self._robot is None:
                self._find_robot(ecm)
                self._place_robot(ecm)
            if self.diverged or self._failure:
                self._stop_robot(ecm)
                return
            for joint, values in zip(self._joints, self._forces, strict=True):
                joint.set_force(ecm, values)
            for name, force, torque in self._wrenches:
                link = sim8.Link(self._robot.link_by_name(ecm, name))
                link.add_world_wrench(ecm, math7.Vector3d(*force), math7.Vector3d(*torque))
        except BaseException as error:
            self._failure = error

    def _after_step(self, _info: Any, ecm: Any) -> None:
        try:
            v = np.array([joint.velocity(ecm)[0] for joint in self._joints])
            self.velocities.append(v)
            if len(self.velocities) == self._steps:  # asking for positions costs as much again
                self.state = State(np.array([joint.position(ecm)[0] for joint in self._joints]), v)
            if not np.abs(v).max() < DIVERGED_SPEED:  # also true for NaN
                self.diverged = True
        except BaseException as error:
            self._failure = error

    def _find_robot(self, ecm: Any) -> None:
        world = sim8.World(sim8.world_entity(ecm))
        self._robot = sim8.Model(world.model_by_name(ecm, ROBOT))
        names = {sim8.Joint(entity).name(ecm) for entity in self._robot.joints(ecm)}
        if names != set(self._coordinates):
            differing = sorted(names ^ set(self._coordinates))
            raise EngineError(f"Gazebo reads other joints from the URDF than pinocchio does: {differing}")
        self._joints = [sim8.Joint(self._robot.joint_by_name(ecm, name)) for name in self._coordinates]
        for joint in self._joints:
            joint.enable_position_check(ecm)
            joint.enable_velocity_check(ecm)

    def _place_robot(self, ecm: Any) -> None:
        start = self.state
        for joint, position, velocity in zip(self._joints, start.q.tolist(), start.v.tolist(), strict=True):
            joint.reset_position(ecm, [position])
            joint.reset_velocity(ecm, [velocity])

    def _stop_robot(self, ecm: Any) -> None:
        for joint in self._joints:
            joint.reset_position(ecm, [0.0])
            joint.reset_velocity(ecm, [0.0])
