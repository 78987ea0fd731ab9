"""A joint that is beyond its range when the robot is switched on."""

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.rollout import Tick
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.state import State
from biped_control.simulation.disturbances import Disturbances


class Beyond(Disturbances):
    """Starts with one joint elsewhere."""

    def __init__(self, joint: int, angle: float) -> None:
        super().__init__(0)
        self._joint, self._angle = joint, angle

    def start(self, reference_start: State) -> State:
        q = reference_start.q.copy()
        q[ROOT_DOF + self._joint] = self._angle
        return State(q, reference_start.v)


@pytest.mark.parametrize("engine", ["lcp", "dart"])
@pytest.mark.parametrize(("joint", "beyond"), [("l_elbow_pitch", 0.1), ("r_knee_pitch", -0.05)])
def test_the_walk_brings_it_back_within_its_torques(
    walk_parts: WalkParts, engine: str, joint: str, beyond: float
) -> None:
    robot = walk_parts.robot
    index = robot.joint_names.index(joint)
    lower, upper = robot.lower_limits[index], robot.upper_limits[index]
    start = Beyond(index, (upper if beyond > 0.0 else lower) + beyond)
    ticks: list[Tick] = []
    loop = walk_parts.loop("nqr", walk_parts.engine(engine))
    result = loop.run(walk_parts.itinerary, 24, disturbances=start, observe=ticks.append)
    assert not result.record.fell
    angles = np.array([tick.after.state.q[ROOT_DOF + index] for tick in ticks])
    assert ((angles >= lower - 1e-6) & (angles <= upper + 1e-6))[3:].all(), "back within three ticks"
    assert all((np.abs(tick.torques) <= robot.effort_limits).all() for tick in ticks)
