"""DART through dartpy: rigid bodies at a multiple of the control rate. The default engine.

The robot stands on the same six-joint chain root as in the control mathematics, so positions and velocities
pass through without conversion. Contacts come from Bullet's box-box test, which keeps a flat foot still;
DART's own detector lets it chatter and tips the robot over. Every link collides with the ground, not the
feet alone: it costs a twentieth of the time, and a robot that falls lies on the ground instead of sinking
into it. The robot does not collide with itself.
"""

import numpy as np

from biped_control.errors import EngineError
from biped_control.robot.chain_root import ROOT_DOF, ROOT_JOINTS, with_chain_root
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.contact_report import merge_contacts
from biped_control.simulation.dart_world import DartWorld
from biped_control.simulation.engine_input import finite_numbers
from biped_control.simulation.pushes import ActivePushes
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Push

_SAME_CONTACT = 0.02  # [m] contacts of successive physics steps closer than this are one to the reader
# No limb turns or moves this fast. Beyond it the integration is lost and only fills the terminal.
_DIVERGED_SPEED = 1e3  # [m/s, rad/s]
_NO_STATE = "it has no state; call reset first"
_DIVERGED = "the simulation has diverged (a fall does that now and then); call reset"
_CLOSED = "it is closed; create another one"


class DartSimulator:
    """A robot on a terrain in DART. `Simulator` says what each method does.

    Every method raises EngineError for input of the wrong size or with numbers that are not finite, and
    `step` also when the engine has no state, is closed, or has diverged.
    """

    def __init__(self, robot: RobotModel, settings: EngineSettings) -> None:
        self._nv, self._nu = robot.nv, robot.nu
        self._coordinates = (*ROOT_JOINTS, *robot.joint_names)
        self._urdf = with_chain_root(robot.urdf)
        self._settings = settings
        self._pushes = ActivePushes(robot)
        self._dart: DartWorld | None = DartWorld.build(self._urdf, self._coordinates, settings)
        self._unusable = _NO_STATE

    def reset(self, state: State) -> Observation:
        if self._unusable == _CLOSED:
            raise EngineError(f"engine 'dart': {_CLOSED}")
        q = finite_numbers("dart", "positions", state.q, self._nv)
        v = finite_numbers("dart", "velocities", state.v, self._nv)
        # Built anew (4 ms): nothing of the past, such as Bullet's cached contacts, can leak into the new run.
        self._dart = DartWorld.build(self._urdf, self._coordinates, self._settings)
        self._dart.set_state(State(q, v))
        self._pushes.clear()
        self._unusable = ""
        return Observation(self._dart.state(), np.empty((0, 3)), np.empty((0, 3)))

    def step(self, torques: FloatArray) -> Observation:
        dart = self._dart
        if dart is None or self._unusable:
            raise EngineError(f"engine 'dart': {self._unusable}")
        torques = finite_numbers("dart", "torques", torques, self._nu)
        forces = np.concatenate([np.zeros(ROOT_DOF), torques])[dart.to_dart]
        pushes = [(dart.robot.getBodyNode(body), force) for body, force in self._pushes.take_tick()]
        contacts: list[tuple[FloatArray, FloatArray]] = []
        for _ in range(self._settings.substeps):
            dart.robot.setForces(forces)
            for body, force in pushes:
                body.addExtForce(force, body.getLocalCOM(), False, True)
            dart.world.step()
            if self._settings.report_contacts:
                contacts += dart.contacts()
        state = dart.state()
        if not np.abs(state.v).max() < _DIVERGED_SPEED:  # also true for NaN
            self._unusable = _DIVERGED
            raise EngineError(f"engine 'dart': {_DIVERGED}")
        return Observation(state, *self._mean_contacts(contacts))

    def push(self, push: Push) -> None:
        self._pushes.add(push)

    def close(self) -> None:
        self._unusable = _CLOSED
        self._dart = None

    def _mean_contacts(self, contacts: list[tuple[FloatArray, FloatArray]]) -> tuple[FloatArray, FloatArray]:
        if not contacts:
            return np.empty((0, 3)), np.empty((0, 3))
        columns = np.array(contacts)
        return merge_contacts(columns[:, 0], columns[:, 1] / self._settings.substeps, _SAME_CONTACT)
