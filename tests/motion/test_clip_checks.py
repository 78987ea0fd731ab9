"""A good clip passes; a clip with one fault fails for this fault, at the right place, by the right amount."""

from dataclasses import replace

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.clip_checks import ClipChecks, check_clip
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement


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


def test_a_clip_without_swings_has_no_clearance(robot: RobotModel, walk: Clip) -> None:
    always = replace(walk, contacts=np.ones_like(walk.contacts))
    assert "clearance" not in check_clip(robot, always, {}).summary()
    never = replace(walk, contacts=np.zeros_like(walk.contacts), forces=np.zeros_like(walk.forces))
    assert "clearance" not in check_clip(robot, never, {}).summary()
