"""Gazebo Harmonic (gz-sim 8) in this process: the rigid bodies of its DART plugin, in lock-step.

The robot stands on the chain root, so positions and velocities pass through without conversion, and the world
is a file with the same boxes, detector and solver as in engine `dart`. A control tick is a whole number of
physics steps, each a whole number of nanoseconds (`step_nanoseconds`). Gazebo's Python bindings do not tell
of contacts; `GroundForces` finds them from the motion.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pinocchio as pin

from biped_control.errors import EngineError
from biped_control.robot.chain_root import ROOT_DOF, ROOT_JOINTS
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.engine_input import finite_numbers
from biped_control.simulation.gazebo_model import gazebo_urdf, moved_links
from biped_control.simulation.gazebo_world import ROBOT_FILE, WATCHED, GazeboWorld
from biped_control.simulation.ground_forces import GroundForces, JointWrench
from biped_control.simulation.pushes import ActivePushes
from biped_control.simulation.sdf_world import (
    CONTACT,
    IMU,
    PHYSICS,
    SCENE_BROADCASTER,
    USER_COMMANDS,
    step_nanoseconds,
    world_sdf,
)
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Push

_NO_STATE = "it has no state; call reset first"
_DIVERGED = "the simulation has diverged (a fall does that now and then); call reset"
_CLOSED = "it is closed; create another one"
_NO_CONTACTS = (np.empty((0, 3)), np.empty((0, 3)))


class GazeboSimulator:
    """A robot on a terrain in Gazebo. `Simulator` says what each method does.

    Every method raises EngineError for input of the wrong size or with numbers that are not finite, and
    `step` also when the engine has no state, is closed, or has diverged.
    """

    def __init__(self, robot: RobotModel, settings: EngineSettings) -> None:
        self._robot, self._settings = robot, settings
        self._data = robot.pinocchio.createData()
        self._coordinates = (*ROOT_JOINTS, *robot.joint_names)
        self._urdf = gazebo_urdf(robot.urdf, settings.friction, sensors=WATCHED)
        self._links = moved_links(self._urdf, robot.pinocchio.names)
        systems = (PHYSICS, USER_COMMANDS, SCENE_BROADCASTER, IMU, CONTACT) if WATCHED else (PHYSICS,)
        self._sdf = world_sdf(
            settings.terrain,
            settings.physics_rate_hz,
            settings.friction,
            systems,
            Path(ROBOT_FILE),
            one_thread=True,
        )
        self._step = 1e-9 * step_nanoseconds(settings.physics_rate_hz)
        self._pushes = ActivePushes(robot)
        self._ground = GroundForces(robot, self._step)
        self._world: GazeboWorld | None = None
        self._unusable = _NO_STATE

    def reset(self, state: State) -> Observation:
        if self._unusable == _CLOSED:
            raise EngineError(f"engine 'gazebo': {_CLOSED}")
        q = finite_numbers("gazebo", "positions", state.q, self._robot.nv)
        v = finite_numbers("gazebo", "velocities", state.v, self._robot.nv)
        start = State(q.copy(), v.copy())
        # A new server: nothing of the past, such as Bullet's cached contacts, can leak into the new run.
        self._world = None
        self._world = GazeboWorld(self._sdf, self._urdf, self._coordinates, start)
        self._pushes.clear()
        self._unusable = ""
        return Observation(start, *_NO_CONTACTS)

    def step(self, torques: FloatArray) -> Observation:
        world = self._world
        if world is None or self._unusable:
            raise EngineError(f"engine 'gazebo': {self._unusable}")
        torques = finite_numbers("gazebo", "torques", torques, self._robot.nu)
        forces = np.concatenate([np.zeros(ROOT_DOF), torques])
        before = world.state
        pushes = self._pushing_wrenches(before)
        world.advance(
            self._settings.substeps,
            forces,
            [(self._links[joint], wrench[:3], wrench[3:]) for joint, wrench in pushes],
        )
        if world.diverged:
            self._unusable = _DIVERGED
            raise EngineError(f"engine 'gazebo': {_DIVERGED}")
        contacts = _NO_CONTACTS
        if self._settings.report_contacts:
            between = states_between(before, world.velocities[:-1], self._step)
            contacts = self._ground.measure([before, *between, world.state], forces, pushes)
        return Observation(world.state, *contacts)

    def push(self, push: Push) -> None:
        self._pushes.add(push)

    def close(self) -> None:
        self._unusable = _CLOSED
        self._world = None

    def _pushing_wrenches(self, state: State) -> list[JointWrench]:
        """What the pushes of the coming tick do to the moving links, with the lever arms of its beginning."""
        acting = self._pushes.take_tick()
        if acting:
            pin.forwardKinematics(self._robot.pinocchio, self._data, state.q)
        wrenches = []
        for body, force in acting:
            point = self._pushes.point_of(body)
            joint = int(point.joints[0])
            arm = self._data.oMi[joint].rotation @ point.offsets[0]
            wrenches.append((joint, np.concatenate([force, np.cross(arm, force)])))
        return wrenches


def states_between(before: State, velocities: Sequence[FloatArray], step: float) -> list[State]:
    """States after physics steps, from the (nv,) velocities: DART moves each coordinate with its new one."""
    states = [before]
    for v in velocities:
        states.append(State(states[-1].q + step * v, v))
    return states[1:]
