"""What the tests of engines share: the humanoid, a pose to stand in, a rigid sled, and engines by name."""

from collections.abc import Callable

import numpy as np
import pinocchio as pin
import pytest
from gazebo_bindings import require_gazebo

from biped_control.robot.chain_root import ROOT_DOF, with_chain_root
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.limbs import LimbMap
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.soles import sole_corners
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.engines import create_engine
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Simulator
from biped_control.simulation.terrain import FLAT, Terrain

SLED_HEIGHT = 0.1  # [m] of the base link above the surface that its feet stand on

# One rigid body on two foot plates: its motion on an incline has a closed form.
_SLED_URDF = """<robot name="sled">
  <link name="base_link">
    <inertial><mass value="20"/><inertia ixx="0.3" ixy="0" ixz="0" iyy="0.4" iyz="0" izz="0.5"/></inertial>
  </link>
  {feet}
</robot>"""
_SLED_FOOT = """
  <link name="{side}_foot">
    <inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>
    <collision>
      <origin xyz="0 0 -0.08"/><geometry><box size="0.4 0.06 0.04"/></geometry>
    </collision>
  </link>
  <joint name="{side}_weld" type="fixed">
    <parent link="base_link"/><child link="{side}_foot"/><origin xyz="0 {y} 0"/>
  </joint>"""


@pytest.fixture(scope="session")
def sled() -> RobotModel:
    """A rigid body with two soles and no joints."""
    feet = _SLED_FOOT.format(side="l", y=0.15) + _SLED_FOOT.format(side="r", y=-0.15)
    sides = {
        name: {"foot": f"{s}_foot", "sole": f"{s}_foot", "leg": [], "arm": [], "shoulder": ""}
        for name, s in (("left", "l"), ("right", "r"))
    }
    limbs = LimbMap.model_validate({"torso": "base_link", "groups": {}, **sides})
    urdf = _SLED_URDF.format(feet=feet)
    model = pin.buildModelFromXML(with_chain_root(urdf))
    model.gravity.linear = np.array([0.0, 0.0, -GRAVITY])
    return RobotModel(urdf, limbs, model)  # not `from_urdf`, which insists on limbs


@pytest.fixture(scope="session")
def standing(robot: RobotModel) -> State:
    """At rest with bent knees, both soles on the ground, centre of mass above them, no joint near a limit."""
    q = np.zeros(robot.nv)
    for side, outward in (("l", 1.0), ("r", -1.0)):
        for joint, angle in {
            "hip_pitch": -0.3,
            "knee_pitch": 0.6,
            "ankle_pitch": -0.3,
            "elbow_pitch": -0.4,
            "shoulder_roll": 0.2 * outward,
        }.items():
            q[ROOT_DOF + robot.joint_index[f"{side}_{joint}"]] = angle
    terms = DynamicsTerms(robot)
    terms.compute(q, np.zeros(robot.nv))
    q[2] = -terms.point_positions(sole_corners(robot))[:, 2].min()
    return State(q, np.zeros(robot.nv))


@pytest.fixture(scope="session")
def balance(robot: RobotModel, standing: State) -> Callable[[State], FloatArray]:
    """Torques that hold `standing`: inverse dynamics with the smallest ground forces that carry the base."""
    terms, corners = DynamicsTerms(robot), sole_corners(robot)

    def torques(state: State) -> FloatArray:
        computed = terms.compute(state.q, state.v)
        jacobian = terms.point_jacobians(corners)
        acceleration = 100.0 * (standing.q - state.q) - 20.0 * state.v
        load = np.linalg.solve(computed.mass_inverse, acceleration) + computed.bias
        forces = np.linalg.pinv(jacobian[:, :ROOT_DOF].T) @ load[:ROOT_DOF]
        return np.asarray((load - jacobian.T @ forces)[ROOT_DOF:])

    return torques


EngineMaker = Callable[..., Simulator]


@pytest.fixture(params=["dart", "lcp", "gazebo"])
def engine_name(request: pytest.FixtureRequest) -> str:
    """Each engine that the library has and whose software is here."""
    if request.param == "gazebo":
        require_gazebo()
    return str(request.param)


@pytest.fixture
def ticks_a_second(engine_name: str) -> float:
    """Control ticks a second of the engines that `make_engine` makes by default."""
    return 1200.0 if engine_name == "lcp" else 120.0


@pytest.fixture
def make_engine(engine_name: str, robot: RobotModel) -> EngineMaker:
    """Makes the engine under test with a physics step that the test chooses; its tick follows from that."""

    def make(
        model: RobotModel = robot,
        step_hz: float = 1200.0,
        friction: float = 1.0,
        terrain: Terrain = FLAT,
    ) -> Simulator:
        control_hz = step_hz if engine_name == "lcp" else 120.0
        return create_engine(engine_name, model, EngineSettings(control_hz, step_hz, friction, terrain))

    return make


@pytest.fixture
def engine(engine_name: str, robot: RobotModel) -> Simulator:
    """The engine under test as it is used: control at 120 Hz."""
    return create_engine(engine_name, robot, EngineSettings())


@pytest.fixture(scope="session")
def momentum(robot: RobotModel) -> Callable[[State], FloatArray]:
    """Linear and angular momentum about the centre of mass, (6,) in world axes."""
    data = robot.pinocchio.createData()

    def of(state: State) -> FloatArray:
        return np.array(pin.computeCentroidalMomentum(robot.pinocchio, data, state.q, state.v).vector)

    return of
