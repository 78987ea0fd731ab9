"""A good clip passes; a clip with one fault fails for this fault, at the right place, by the right amount."""

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_check import ClipChecks
from biped_control.motion.clip_checks import check_clip
from biped_control.motion.foot_clearance import foot_gaps
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.soles import sole_corners
from biped_control.robot.state import FloatArray


@pytest.fixture(scope="module")
def walk(walk_parts: WalkParts) -> Clip:
    return walk_parts.clips["walk"]


@pytest.fixture(scope="module")
def good(robot: RobotModel, walk: Clip) -> ClipChecks:
    return check_clip(robot, walk, {})


def failed(checks: ClipChecks) -> set[str]:
    return {check.name for check in checks.checks if not check.passed}


def test_the_walk_passes(good: ClipChecks) -> None:
    assert good.passed
    assert good.failures == []
    good.require("walk")
    assert set(good.summary()) == {
        "dynamics",
        "joint_reserve",
        "effort_share",
        "friction",
        "normal_force",
        "force_in_the_air",
        "ground_gap",
        "sliding",
        "clearance",
        "feet_gap",
        "end_gap",
    }


def test_a_torque_that_moves_nothing(robot: RobotModel, walk: Clip, good: ClipChecks) -> None:
    torques = walk.torques.copy()
    torques[41, 3] += 0.5
    checks = check_clip(robot, replace(walk, torques=torques), {})
    assert failed(checks) == {"dynamics"}
    assert checks["dynamics"].value == pytest.approx(0.5, abs=1e-6)
    assert checks["dynamics"].where == "frame 41"
    with pytest.raises(MotionError, match=r"clip 'walk' is not kept: dynamics residual 0\.5 N at frame 41"):
        checks.require("walk")


def test_a_torque_above_the_limit(robot: RobotModel, walk: Clip) -> None:
    torques = walk.torques.copy()
    joint = robot.joint_names.index("l_knee_pitch")
    torques[7, joint] = -1.25 * robot.effort_limits[joint]
    check = check_clip(robot, replace(walk, torques=torques), {})["effort_share"]
    assert not check.passed
    assert check.value == pytest.approx(1.25)
    assert check.where == "frame 7, l_knee_pitch"


def test_a_joint_beyond_its_limit(robot: RobotModel, walk: Clip) -> None:
    positions = walk.positions.copy()
    joint = robot.joint_names.index("r_elbow_pitch")
    positions[30, ROOT_DOF + joint] = robot.upper_limits[joint] + 0.02
    check = check_clip(robot, replace(walk, positions=positions), {})["joint_reserve"]
    assert not check.passed
    assert check.value == pytest.approx(-0.02)
    assert check.where == "frame 30, r_elbow_pitch"


def test_forces_that_slip_pull_or_act_on_nothing(robot: RobotModel, walk: Clip) -> None:
    step = int(np.flatnonzero(walk.contacts[:, 0])[5])
    forces = walk.forces.copy()
    forces[step, 0] = [30.0, 40.0, 50.0]
    check = check_clip(robot, replace(walk, forces=forces), {})["friction"]
    assert (check.passed, check.value, check.where) == (False, 1.0, f"frame {step}, right heel")
    forces[step, 0] = [0.0, 0.0, -3.0]
    check = check_clip(robot, replace(walk, forces=forces), {})["normal_force"]
    assert (check.passed, check.value, check.where) == (False, -3.0, f"frame {step}, right heel")
    step = int(np.flatnonzero(~walk.contacts[:, 3])[5])
    forces = walk.forces.copy()
    forces[step, 3] = [0.0, 2.0, 0.0]
    check = check_clip(robot, replace(walk, forces=forces), {})["force_in_the_air"]
    assert (check.passed, check.value, check.where) == (False, 2.0, f"frame {step}, left toe")


def test_feet_that_sink_and_slide(robot: RobotModel, walk: Clip) -> None:
    """The base moved as a whole moves the feet by as much."""
    stance = int(np.flatnonzero(walk.contacts.all(axis=1) | walk.contacts[:, 0])[5])
    positions = walk.positions.copy()
    positions[stance + 1, 2] -= 0.003
    check = check_clip(robot, replace(walk, positions=positions), {})["ground_gap"]
    assert not check.passed
    assert check.value == pytest.approx(0.003)
    positions = walk.positions.copy()
    positions[stance + 1, 0] += 0.004
    check = check_clip(robot, replace(walk, positions=positions), {})["sliding"]
    assert not check.passed
    assert check.value == pytest.approx(0.004)


def test_a_foot_that_swings_low(robot: RobotModel, walk: Clip, good: ClipChecks) -> None:
    swinging = np.flatnonzero(~walk.contacts[:, 2:].any(axis=1))
    middle = int(swinging[len(swinging) // 2])
    positions = walk.positions.copy()
    positions[1:-1, 2] -= good["clearance"].value - 0.004
    checks = check_clip(robot, replace(walk, positions=positions), {})
    assert not checks["clearance"].passed
    assert checks["clearance"].value == pytest.approx(0.004)
    # Low just after the foot has left the ground is no fault.
    positions = walk.positions.copy()
    positions[swinging[0] + 1, 2] -= 0.05
    assert check_clip(robot, replace(walk, positions=positions), {})["clearance"].passed
    positions = walk.positions.copy()
    positions[middle + 1, 2] -= 0.5
    low = check_clip(robot, replace(walk, positions=positions), {})["clearance"]
    assert low.where == f"frame {middle}, left foot"


def test_ends_meet_their_hubs(robot: RobotModel, walk: Clip) -> None:
    """The walk itself, as a clip between hubs that lie elsewhere."""
    between = replace(walk, name="between", cyclic=False, start_hub="a", end_hub="b")
    hubs = {"a": walk, "b": walk}
    checks = check_clip(robot, between, hubs)
    assert checks.passed
    assert {"start_gap", "end_gap"} <= set(checks.summary())
    late = replace(between, advance=replace(walk.advance, y=3e-9))
    assert failed(check_clip(robot, late, hubs)) == {"end_gap"}
    positions = walk.positions.copy()
    positions[0, 12] += 2e-9
    away = check_clip(robot, between, {"a": replace(walk, positions=positions), "b": walk})
    assert away["start_gap"].value == pytest.approx(2e-9, abs=1e-14)
    assert not away["start_gap"].passed
    turned = Placement(0.3, -0.2, 1.0)
    moved = replace(between, positions=turned.move(walk.positions), advance=turned.compose(walk.advance))
    assert check_clip(robot, moved, hubs)["end_gap"].passed
    with pytest.raises(MotionError, match="'between' cannot be judged without its hub 'b'"):
        check_clip(robot, between, {"a": walk})


def test_feet_that_overlap(robot: RobotModel, walk: Clip, good: ClipChecks) -> None:
    """Both legs lean inward where the left foot passes the right one."""
    assert good["feet_gap"].value > 0.03
    pose = int(good["feet_gap"].where.removeprefix("pose "))
    positions = walk.positions.copy()
    positions[pose, ROOT_DOF + robot.joint_names.index("r_hip_roll")] += 0.05
    positions[pose, ROOT_DOF + robot.joint_names.index("l_hip_roll")] -= 0.05
    checks = check_clip(robot, replace(walk, positions=positions), {})
    assert "feet_gap" in failed(checks)
    assert checks["feet_gap"].value == pytest.approx(foot_gaps(robot, positions[[pose]])[0])
    assert checks["feet_gap"].where == f"pose {pose}"


def test_a_clip_without_swings_has_no_clearance(robot: RobotModel, walk: Clip) -> None:
    always = replace(walk, contacts=np.ones_like(walk.contacts))
    assert "clearance" not in check_clip(robot, always, {}).summary()
    never = replace(walk, contacts=np.zeros_like(walk.contacts), forces=np.zeros_like(walk.forces))
    assert "clearance" not in check_clip(robot, never, {}).summary()


def begun_later(clip: Clip, frames: int) -> Clip:
    """The same cycle, cut at another frame."""
    cycle = clip.positions[:-2]
    positions = np.vstack([cycle, clip.advance.move(cycle)])[frames : frames + clip.steps + 2]
    return replace(
        clip,
        positions=positions,
        torques=np.roll(clip.torques, -frames, axis=0),
        forces=np.roll(clip.forces, -frames, axis=0),
        contacts=np.roll(clip.contacts, -frames, axis=0),
    )


def lowered(clip: Clip, step: int, depth: float) -> Clip:
    """The whole robot is lower at one step."""
    positions = clip.positions.copy()
    positions[step + 1, 2] -= depth
    return replace(clip, positions=positions)


def test_limits_are_those_of_the_requirements(good: ClipChecks) -> None:
    assert {name: check["limit"] for name, check in good.summary().items()} == {
        "dynamics": 1e-6,
        "joint_reserve": 0.0,
        "effort_share": pytest.approx(1.0, abs=1e-5),
        "friction": pytest.approx(0.8, abs=1e-5),
        "normal_force": 0.0,
        "force_in_the_air": pytest.approx(0.0, abs=1e-5),
        "ground_gap": 1e-6,
        "sliding": 1e-6,
        "clearance": 0.01,
        "feet_gap": 0.0,
        "end_gap": 1e-9,
    }


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_limits_count_on_both_sides(robot: RobotModel, walk: Clip, sign: float) -> None:
    joint = robot.joint_names.index("r_elbow_pitch")
    torques, positions = walk.torques.copy(), walk.positions.copy()
    torques[7, joint] = sign * 1.25 * robot.effort_limits[joint]
    limit = robot.upper_limits[joint] if sign > 0.0 else robot.lower_limits[joint]
    positions[30, ROOT_DOF + joint] = limit + sign * 0.02
    checks = check_clip(robot, replace(walk, torques=torques, positions=positions), {})
    assert checks["effort_share"].value == pytest.approx(1.25)
    assert checks["joint_reserve"].value == pytest.approx(-0.02)


def test_feet_that_float_and_slide_sideways(robot: RobotModel, walk: Clip) -> None:
    stance = int(np.flatnonzero(walk.contacts[:, 0])[5])
    check = check_clip(robot, lowered(walk, stance, -0.003), {})["ground_gap"]
    assert (check.passed, check.value) == (False, pytest.approx(0.003))
    positions = walk.positions.copy()
    positions[stance + 1, 1] += 0.004
    check = check_clip(robot, replace(walk, positions=positions), {})["sliding"]
    assert (check.passed, check.value) == (False, pytest.approx(0.004))


def test_small_and_downward_forces_count(robot: RobotModel, walk: Clip) -> None:
    forces = walk.forces.copy()
    step = int(np.flatnonzero(walk.contacts[:, 0])[5])
    forces[step, 0] = [0.0, 4.0, 4.0]
    assert check_clip(robot, replace(walk, forces=forces), {})["friction"].value == pytest.approx(1.0)
    forces = walk.forces.copy()
    forces[int(np.flatnonzero(~walk.contacts[:, 3])[5]), 3] = [0.0, 0.0, -2.0]
    assert check_clip(robot, replace(walk, forces=forces), {})["force_in_the_air"].value == 2.0


def test_clearance_counts_over_the_middle_third(robot: RobotModel, walk: Clip, good: ClipChecks) -> None:
    swinging = np.flatnonzero(~walk.contacts[:, 2:].any(axis=1))
    third = len(swinging) // 3
    for step in (swinging[third], swinging[-third - 1]):
        low = check_clip(robot, lowered(walk, int(step), 0.5), {})["clearance"]
        assert low.where == f"frame {step}, left foot"
    for step in (swinging[third - 1], swinging[-third]):
        low = check_clip(robot, lowered(walk, int(step), 0.5), {})["clearance"]
        assert low.value == good["clearance"].value


def test_clearance_is_that_of_the_lowest_corner(robot: RobotModel, walk: Clip) -> None:
    swinging = np.flatnonzero(~walk.contacts[:, 2:].any(axis=1))
    middle = int(swinging[len(swinging) // 2])
    positions = walk.positions.copy()
    positions[middle + 1, ROOT_DOF + robot.joint_names.index("l_ankle_roll")] += 0.6
    check = check_clip(robot, replace(walk, positions=positions), {})["clearance"]
    assert check.where == f"frame {middle}, left foot"
    assert check.value == pytest.approx(corner_heights(robot, positions[middle + 1])[4:].min())


def corner_heights(robot: RobotModel, q: FloatArray) -> FloatArray:
    """(8,) heights of the corners of the right and the left sole."""
    points, data = sole_corners(robot), robot.pinocchio.createData()
    pin.forwardKinematics(robot.pinocchio, data, q)
    places = zip(points.joints, points.offsets, strict=True)
    return np.array([data.oMi[int(joint)].act(offset)[2] for joint, offset in places])


def test_a_swing_over_the_seam_counts_in_a_cycle_alone(robot: RobotModel, walk: Clip) -> None:
    swinging = np.flatnonzero(~walk.contacts[:, :2].any(axis=1))
    cut = int(swinging[len(swinging) // 2])
    # The last step before the seam is in the middle of the right foot's swing.
    late = lowered(begun_later(walk, cut), walk.steps - 1, 0.5)
    low = check_clip(robot, late, {})["clearance"]
    assert low.where == f"frame {walk.steps - 1}, right foot"
    # Of a part of a swing, nobody knows where its middle is.
    parted = lowered(begun_later(walk, cut), walk.steps - len(swinging) // 4, 0.5)
    between = replace(parted, name="between", cyclic=False, start_hub="walk", end_hub="walk")
    assert "left foot" in check_clip(robot, between, {"walk": walk})["clearance"].where


@pytest.mark.parametrize("frame", [0, 1])
def test_both_frames_of_an_end_count(robot: RobotModel, walk: Clip, frame: int) -> None:
    """Of each end its own hub: equal places with other velocities do not join."""
    between = replace(walk, name="between", cyclic=False, start_hub="a", end_hub="b")
    positions = walk.positions.copy()
    positions[frame, 12] += 2e-9
    other = replace(walk, positions=positions)
    for hubs, wrong, right in (
        ({"a": other, "b": walk}, "start_gap", "end_gap"),
        ({"a": walk, "b": other}, "end_gap", "start_gap"),
    ):
        checks = check_clip(robot, between, hubs)
        assert not checks[wrong].passed
        assert checks[right].passed
