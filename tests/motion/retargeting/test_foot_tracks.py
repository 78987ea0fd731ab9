import numpy as np
import pytest

from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.retargeting.foot_tracks import Footfall, foot_track
from biped_control.motion.retargeting.gait_events import cycle_events
from biped_control.motion.retargeting.stances import even_stances
from biped_control.motion.retargeting.take_kind import judge_take
from biped_control.robot.placement import Placement
from biped_control.robot.soles import Sole

_SOLE = Sole(heel_x=-0.07, toe_x=0.17, centre_y=0.0, half_width=0.045, z=-0.075)
_SCALE = 0.9


@pytest.fixture(scope="module", params=FEET)
def track(request, stick_walker):
    """Cycle, stance and poses of one foot."""
    foot = request.param
    cycle = judge_take(stick_walker().landmarks(), "walk").cycle
    events = {each: cycle_events(cycle, each) for each in FEET}
    stance = even_stances(cycle, events, dict.fromkeys(FEET, _SOLE), _SCALE).of[foot]
    own = Footfall(events[foot].standing, stance)
    advance = Placement(_SCALE * cycle.stride)
    before = own.moved(cycle.advance.inverse(), advance.inverse(), -cycle.frames)
    falls = [before, own, own.moved(cycle.advance, advance, cycle.frames)]
    poses = foot_track(cycle, falls, _SOLE, _SCALE, range(cycle.frames))
    return cycle, events[foot].standing, stance, poses


def _since_strike(track):
    """Poses in the order of the stance, moved so that the stance is the one that the foothold belongs to."""
    cycle, _, stance, poses = track
    moved = []
    for since in range(cycle.frames):
        strides, frame = divmod(stance.strike + since, cycle.frames)
        pose = poses[frame].copy()
        pose.translation[0] += strides * _SCALE * cycle.stride
        moved.append(pose)
    return moved


def test_stance_neither_slips_nor_sinks(track):
    stance, poses = track[2], _since_strike(track)
    flat, heel_off, toe_off = stance.timing
    heading = np.array([np.cos(stance.yaw), np.sin(stance.yaw)])
    for since, pose in enumerate(poses[:toe_off]):
        heel, toe = pose.act(_SOLE.heel()), pose.act(_SOLE.toe())
        assert min(heel[2], toe[2]) == pytest.approx(0.0, abs=1e-12)
        if since < heel_off:
            np.testing.assert_allclose(heel, [*stance.heel, 0.0], atol=1e-12)
        if since >= flat:
            np.testing.assert_allclose(toe, [*(stance.heel + 0.24 * heading), 0.0], atol=1e-12)


def test_the_foot_moves_without_jumps(track):
    cycle, _, _, poses = track
    ankles = np.array([pose.translation for pose in [*poses, *poses[:2]]])
    ankles[cycle.frames :, 0] += _SCALE * cycle.stride
    steps = np.linalg.norm(np.diff(ankles, axis=0), axis=1)
    assert steps.max() * 120.0 < 5.0  # [m/s]
    assert np.abs(np.diff(steps)).max() * 120.0 < 0.8  # [m/s] within a frame: the impact at heel strike


def test_swing_stays_with_the_capture(track):
    cycle, events, stance, _ = track
    poses, toe_off = _since_strike(track), stance.timing[2]
    middle = (toe_off + cycle.frames) // 2
    ankle = "right_ankle" if stance.strike == 0 else "left_ankle"
    captured = _SCALE * cycle.at(ankle, np.array([events.strike + middle]))[0]
    # Offsets fade from toe off on.
    assert poses[middle].translation[2] == pytest.approx(captured[2] - _SCALE * 0.07 + 0.075, abs=0.03)
    assert np.linalg.norm(poses[middle].translation[:2] - captured[:2]) < 0.04


def test_yaw_is_that_of_the_foothold(track):
    for pose in track[3]:
        assert np.arctan2(-pose.rotation[0, 1], pose.rotation[1, 1]) == pytest.approx(track[2].yaw)
