"""Another motion begins in the pose of the one before, on the same feet."""

from dataclasses import replace

import numpy as np
import pytest

from biped_control.motion.clip import Clip
from biped_control.motion.editing.edited_pose import ClipPoint, EditedPose
from biped_control.motion.editing.gait_track import GaitTrack
from biped_control.motion.editing.parameters import EditParameters
from biped_control.motion.editing.ramps import Ramps
from biped_control.motion.editing.stretched_steps import StretchedSteps
from biped_control.motion.editing.takeover import take_over
from biped_control.robot.mirror import Mirror
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray, State

LEVEL, HERE = Ramps(), Placement(1.0, 0.3, -0.7)
# Both feet stand in 3, one swings in 25; 68 is 3 on the other foot.
MOMENTS = [(3, 4, False), (25, 31, False), (3, 84, True), (68, 84, False), (90, 31, True)]


@pytest.mark.parametrize(("left", "entered", "mirrored"), MOMENTS)
@pytest.mark.parametrize("stretch", [0.0, 0.2])
def test_the_pose_is_that_of_before_and_feet_that_stand_stay(
    robot: RobotModel, gaits: dict[str, Clip], left: int, entered: int, mirrored: bool, stretch: float
) -> None:
    poses, walk = EditedPose(robot), gaits["walk"]
    before, now = (HERE.move(walk.positions[left + k]) for k in (0, 1))
    track = GaitTrack.of(gaits["walk_slow"], gaits)
    moment = ClipPoint(track, float(entered), StretchedSteps().drift, EditParameters(stretch=stretch))
    taken = take_over(poses, (now, before), moment, Mirror.of(robot) if mirrored else None, LEVEL, 1.0, 1.0)

    def pose(ticks: int) -> FloatArray:
        frame = float(entered + ticks)
        drift = taken.steps.later(track, taken.placement, float(entered), frame, stretch)
        at = replace(moment, frame=frame, drift=drift, blend=taken.blend, ticks=float(ticks))
        return poses.solved(poses.sample(at, taken.placement, np.zeros(2), LEVEL))

    def feet(q: FloatArray) -> FloatArray:
        return np.array([foot.placement.translation for foot in poses.feet.feet(State(q, np.zeros(len(q))))])

    here, after = taken.placement.move(pose(0)), taken.placement.move(pose(1))
    here[3] = now[3] + np.remainder(here[3] - now[3] + np.pi, 2.0 * np.pi) - np.pi
    np.testing.assert_allclose(here, now, atol=2e-6)
    upper = np.r_[0:3, 4:6, 18:29]  # yaw and legs aside; where feet roll, soles may not slide back with them
    np.testing.assert_allclose(taken.placement.move(pose(-1))[upper], before[upper], atol=2e-6)
    stands = track.stance_at(float(entered))[:: -1 if mirrored else 1]
    planned = [feet(track.pose(float(entered + k))) for k in (0, 1)]  # ankles move over feet that roll
    rolls = np.linalg.norm((planned[1] - planned[0])[:, :2], axis=1)[:: -1 if mirrored else 1]
    slides = np.linalg.norm((feet(after) - feet(here))[:, :2], axis=1)
    assert (slides - rolls)[stands].max() < 1e-3
