from dataclasses import replace

import numpy as np
import pytest

from biped_control.errors import MotionError
from biped_control.motion.captures.landmarks import LANDMARKS, REQUIRED, Landmarks
from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.retargeting.gait_events import cycle_events
from biped_control.motion.retargeting.take_kind import judge_take, take_kind
from biped_control.motion.retargeting.take_kinds import KINDS


def test_a_straight_walk(stick_walker):
    take = judge_take(stick_walker().landmarks(heading=0.4))
    assert (take.kind, take.turn) == ("walk", None)
    assert take.cycle.straight
    assert take.cycle.stride == pytest.approx(1.32, rel=1e-3)


def test_a_run_is_known_by_its_flight(stick_runner):
    take = judge_take(stick_runner.landmarks(heading=-1.0))
    assert take.kind == "run"
    standing = [cycle_events(take.cycle, foot).timing[2] / take.cycle.frames for foot in FEET]
    np.testing.assert_allclose(standing, stick_runner.toe_off, atol=0.02)
    assert "in the air for 3" in take.why


@pytest.mark.parametrize("degrees", [30.0, -50.0])
def test_a_steady_turn(stick_walker, bend, degrees):
    walker = stick_walker()
    steady = bend(np.radians(10 * degrees), 0.0, 10 * walker.stride)
    take = judge_take(walker.landmarks(seconds=4.0, turn=steady))
    cycle = take.cycle
    assert take.kind == "steady-turn"
    assert np.degrees(cycle.advance.yaw) == pytest.approx(degrees, abs=0.5)
    # The chord of an arc as long as the stride, which begins along +x.
    angle, radius = cycle.advance.yaw, walker.stride / np.radians(degrees)
    assert cycle.advance.x == pytest.approx(radius * np.sin(angle), abs=0.03)
    assert cycle.advance.y == pytest.approx(radius * (1.0 - np.cos(angle)), abs=0.03)
    for foot in FEET:
        assert cycle_events(cycle, foot).standing.slip < 0.01


@pytest.mark.parametrize("degrees", [60.0, -120.0])
def test_a_turn_between_straight_walks(stick_walker, bend, degrees):
    landmarks = stick_walker().landmarks(seconds=8.0, heading=2.0, turn=bend(np.radians(degrees), 4.0, 5.5))
    take = judge_take(landmarks)
    assert take.kind == "turn"
    assert np.degrees(take.turn.angle) == pytest.approx(degrees, abs=2.0)
    assert take.turn.before == pytest.approx(2.0, abs=np.radians(2.0))
    # Right heel strikes are at multiples of the period; the bend is walked between 3.3 and 4.6 s.
    assert (take.turn.start % 132, take.turn.end % 132) == (pytest.approx(1, abs=2), pytest.approx(1, abs=2))
    assert take.turn.start / 120.0 < 3.4 < 4.5 < take.turn.end / 120.0
    assert take.turn.end - take.turn.start <= 5 * 132
    assert take.cycle.straight
    assert abs(np.degrees(take.cycle.heading_drift)) < 3.0


def test_more_than_half_a_turn_goes_the_way_the_body_turned(stick_walker, bend):
    landmarks = stick_walker().landmarks(seconds=9.0, turn=bend(np.radians(190.0), 4.0, 6.5))
    assert np.degrees(judge_take(landmarks).turn.angle) == pytest.approx(190.0, abs=2.0)


def test_the_user_may_say_what_it_is(stick_walker, stick_runner, bend):
    landmarks = stick_walker().landmarks(seconds=8.0, turn=bend(np.radians(60.0), 4.0, 5.5))
    assert judge_take(landmarks, "walk").kind == "walk"
    with pytest.raises(MotionError, match="no turn between straight parts"):
        judge_take(stick_walker().landmarks(), "turn")
    with pytest.raises(MotionError, match="neither straight nor a steady turn"):
        judge_take(landmarks, "steady-turn")
    with pytest.raises(MotionError, match="this is a walk, no run"):
        judge_take(stick_walker().landmarks(), "run")
    with pytest.raises(MotionError, match=r"this is a run, no walk: both feet are in the air for 3\d %"):
        judge_take(stick_runner.landmarks(), "walk")


def test_what_is_not_steady(stick_walker):
    walk = stick_walker().landmarks()
    times = np.arange(len(walk.points)) / 120.0
    swaying = walk.points.copy()
    upper = [place for place, name in enumerate(LANDMARKS) if name not in REQUIRED]
    swaying[:, upper] += 0.15 * np.sin(2.0 * np.pi * times / (0.7 * 1.1))[:, None, None]
    with pytest.raises(MotionError, match="stick_walker: not a steady gait: the cycles differ by"):
        judge_take(replace(walk, points=swaying))


def test_kinds_have_names():
    assert [take_kind(kind) for kind in KINDS] == list(KINDS)
    assert take_kind(None) is None
    with pytest.raises(MotionError, match="no 'dance'; expected one of walk, run, steady-turn, turn"):
        take_kind("dance")


@pytest.mark.parametrize(
    ("name", "kind", "degrees"),
    [
        ("cmu_amc/02_01.amc", "walk", 0),
        ("cmu_amc/02_03.amc", "run", 0),
        ("accad_bvh/Female1_B10_WalkTurnLeft45.bvh", "turn", 49),
        ("accad_bvh/Female1_B09_WalkTurnLeft90.bvh", "turn", 94),
        ("accad_bvh/Female1_B15_WalkTurnAround180.bvh", "turn", 180),
        ("deepmimic_json/walker/turn_left0.txt", "steady-turn", 28),
        ("deepmimic_json/walker/turn_right1.txt", "steady-turn", -51),
    ],
)
def test_real_takes(mocap, name, kind, degrees):
    take = judge_take(_clean(mocap / name))
    assert take.kind == kind
    turned = take.turn.angle if take.turn else take.cycle.advance.yaw
    assert np.degrees(turned) == pytest.approx(degrees, abs=8.0)


def _clean(path) -> Landmarks:
    from biped_control.motion.captures.capture_cleaning import clean_landmarks
    from biped_control.motion.captures.landmarks import find_landmarks
    from biped_control.motion.readers import read_capture

    return clean_landmarks(find_landmarks(read_capture(path)), 120.0).landmarks


@pytest.mark.parametrize(
    "name", ["Female1_B10_WalkTurnLeft45", "Female1_B09_WalkTurnLeft90", "Female1_B15_WalkTurnAround180"]
)
def test_the_mirror_image_of_a_turn_is_a_turn_to_the_other_side(mocap, name):
    landmarks = _clean(mocap / "accad_bvh" / f"{name}.bvh")
    exchanged = [LANDMARKS.index(_other_side(landmark)) for landmark in LANDMARKS]
    mirrored = replace(landmarks, points=landmarks.points[:, exchanged] * np.array([1.0, -1.0, 1.0]))
    turn = judge_take(landmarks).turn
    other = judge_take(mirrored).turn
    assert other.angle == pytest.approx(-turn.angle, abs=np.radians(5.0))


def _other_side(landmark: str) -> str:
    side, _, joint = landmark.partition("_")
    return f"{ {'right': 'left', 'left': 'right'}[side] }_{joint}" if joint != "back" else landmark
