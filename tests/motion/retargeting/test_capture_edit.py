from dataclasses import replace

import numpy as np
import pytest

from biped_control.errors import ConfigurationError, MotionError
from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.proportions import proportions_of
from biped_control.motion.retargeting.capture_edit import (
    CaptureEdit,
    edit_from,
    with_higher_steps,
    with_stride,
    with_turn,
)
from biped_control.motion.retargeting.captured_clips import prepare_take
from biped_control.motion.retargeting.gait_events import cycle_events
from biped_control.motion.retargeting.retargeting import retarget
from biped_control.motion.retargeting.take_kind import judge_take


@pytest.fixture(scope="module")
def cycle(stick_walker):
    return judge_take(stick_walker().landmarks()).cycle


def test_another_stride_moves_footholds_and_keeps_bodies(cycle):
    longer = with_stride(cycle, 1.5 * cycle.stride)
    assert longer.stride == pytest.approx(1.5 * cycle.stride)
    for foot in FEET:
        before, after = (cycle_events(each, foot) for each in (cycle, longer))
        np.testing.assert_allclose(after.timing, before.timing, atol=2)
        assert after.standing.ankle[0] == pytest.approx(1.5 * before.standing.ankle[0], abs=0.01)
        np.testing.assert_allclose(after.standing.ankle[1:], before.standing.ankle[1:], atol=1e-9)
        for upper, lower in (("ankle", "ball"), ("shoulder", "wrist")):
            bone = [each[f"{foot}_{lower}"] - each[f"{foot}_{upper}"] for each in (cycle, longer)]
            np.testing.assert_allclose(bone[1], bone[0], atol=1e-9)
    with pytest.raises(MotionError, match=r"a stride of 0\.10 m \(captured: 1\.32 m\)"):
        with_stride(cycle, 0.1)


def test_higher_steps_are_higher_in_the_middle_of_the_swing_only(cycle):
    higher = with_higher_steps(cycle, 0.1)
    for foot in FEET:
        events = cycle_events(cycle, foot)
        since = np.arange(cycle.frames)
        rise = higher.at(f"{foot}_ankle", events.standing.strike + since) - cycle.at(
            f"{foot}_ankle", events.standing.strike + since
        )
        lifts = int(events.timing[2])
        assert not rise[: lifts + 1].any()
        assert rise[:, 2].max() == pytest.approx(0.1, abs=1e-3)
        assert np.argmax(rise[:, 2]) == pytest.approx((lifts + cycle.frames) / 2, abs=1)


@pytest.mark.parametrize("times", [0.5, 1.0, 1.6])
def test_a_turn_goes_further(stick_walker, bend, times):
    landmarks = stick_walker().landmarks(seconds=8.0, turn=bend(np.radians(60.0), 4.0, 5.5))
    turn = judge_take(with_turn(landmarks, times, 1.1)).turn
    assert np.degrees(turn.angle) == pytest.approx(60.0 * times, abs=3.0)


def test_what_goes_no_further_stays_as_it_is(stick_walker, bend):
    landmarks = stick_walker().landmarks(seconds=6.0, turn=bend(1.0, 3.0, 4.5))
    same = with_turn(landmarks, 1.0, 1.1)
    np.testing.assert_allclose(same.points, landmarks.points, atol=0.02)


@pytest.mark.parametrize(
    ("edit", "speed", "stride"),
    [
        (CaptureEdit(speed_mps=0.9), 0.9, None),
        (CaptureEdit(stride_change_m=-0.15), None, -0.15),
        (CaptureEdit(speed_mps=1.4, stride_change_m=0.1), 1.4, 0.1),
    ],
)
def test_speed_and_stride_are_the_robots(robot, stick_walker, edit, speed, stride):
    landmarks = stick_walker().landmarks(seconds=5.0)
    prepared = prepare_take(landmarks, robot, 120.0, None, edit)
    moved = retarget(prepared.take.cycle, robot, landmarks.leg_length).cycle
    scale = proportions_of(robot).leg_length / landmarks.leg_length
    if speed is not None:
        assert moved.speed_mps == pytest.approx(speed, rel=1e-3)
    # Cycles last whole frames, an even number of them: that costs up to a hundredth of the stride.
    wanted = scale * 1.32 + (stride or 0.0)
    assert moved.stride == pytest.approx(wanted, rel=0.01)


def test_edits_that_a_take_has_nothing_for(robot, stick_walker, bend):
    straight = stick_walker().landmarks()
    steady = stick_walker().landmarks(seconds=4.0, turn=bend(np.radians(300), 0.0, 13.2))
    turn = stick_walker().landmarks(seconds=8.0, turn=bend(np.radians(60.0), 4.0, 5.5))
    for landmarks, edit, complaint in (
        (straight, CaptureEdit(turn_deg=30.0), "a straight walk has no turn to make 30 degrees"),
        (steady, CaptureEdit(stride_change_m=0.1), "the stride of a steady turn cannot be changed"),
        (turn, CaptureEdit(step_height_m=0.1), "stride and step height of a turn cannot be changed"),
    ):
        with pytest.raises(MotionError, match=complaint):
            prepare_take(landmarks, robot, 120.0, None, edit)


def test_a_steady_turn_turns_as_wanted(robot, stick_walker, bend):
    landmarks = stick_walker().landmarks(seconds=5.0, turn=bend(np.radians(300), 0.0, 13.2))
    prepared = prepare_take(landmarks, robot, 120.0, None, CaptureEdit(turn_deg=20.0))
    assert np.degrees(prepared.take.cycle.advance.yaw) == pytest.approx(20.0, abs=0.5)


def test_no_edit_is_no_change(robot, stick_walker):
    landmarks = replace(stick_walker().landmarks(), repairs=("as it was",))
    prepared = prepare_take(landmarks, robot, 120.0, None, CaptureEdit())
    plain = judge_take(prepared.clean.landmarks).cycle
    np.testing.assert_array_equal(prepared.take.cycle.points, plain.points)


def test_values_out_of_range_are_named():
    with pytest.raises(ConfigurationError, match="speed_mps"):
        edit_from(0.1, 0.0, 0.0, None)
    assert edit_from(None, 0.1, 0.0, None) == CaptureEdit(stride_change_m=0.1)
