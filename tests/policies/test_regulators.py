"""NQR and LQR against the optimality conditions they were derived from."""

from collections.abc import Callable

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.errors import ClipError, PolicyError
from biped_control.motion.clip import Clip
from biped_control.motion.reference import Reference
from biped_control.policies.discrete_map import DiscreteMap
from biped_control.policies.factory import POLICIES, create_policy, window_of
from biped_control.policies.gain_table import GainTable, build_gain_table
from biped_control.policies.look_ahead import PredictedControls
from biped_control.policies.riccati import cyclic_sweep
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray, State
from biped_control.settings import load_settings

CYCLES = 2
FRAME = 2


@pytest.fixture(scope="module")
def table(robot: RobotModel, clip: Clip, weights: LookAheadWeights) -> GainTable:
    return build_gain_table(robot, clip, weights, CYCLES)


@pytest.fixture(scope="module")
def disturbed(clip: Clip) -> State:
    """A state some way off the reference of FRAME, in the clip frame."""
    random = np.random.default_rng(5)
    reference = clip.state(FRAME)
    return State(
        reference.q + random.normal(scale=0.03, size=reference.q.shape),
        reference.v + random.normal(scale=0.2, size=reference.v.shape),
    )


def predict(
    name: str, robot: RobotModel, clip: Clip, table: GainTable, weights: LookAheadWeights, state: State
) -> PredictedControls:
    policy = create_policy(name, robot, {clip.name: clip}, {clip.name: table}, weights, load_settings())
    return policy.predict(state, clip.reference(FRAME, Placement()))


def stacked(controls: PredictedControls) -> FloatArray:
    return np.concatenate([controls.torques, controls.forces.ravel()])


def test_nqr_satisfies_the_optimality_condition(
    robot: RobotModel,
    clip: Clip,
    table: GainTable,
    weights: LookAheadWeights,
    disturbed: State,
    forward_step: Callable[[int, FloatArray, FloatArray], FloatArray],
) -> None:
    """Eq. 7b with the costate of eq. 9 at the state that forward dynamics really reaches."""
    u = stacked(predict("nqr", robot, clip, table, weights, disturbed))
    swept = cyclic_sweep(DiscreteMap(robot, clip.dt).linearize(clip), weights, clip.advance, CYCLES)
    x = np.concatenate([disturbed.q - clip.dt * disturbed.v, disturbed.v])
    after = forward_step(FRAME, x, u)
    target = np.concatenate([clip.positions[FRAME + 1], clip.velocities[FRAME + 1]])
    costate = swept.linear[FRAME + 1] + swept.quadratic[FRAME + 1] @ (after - target)
    steps = 1e-3 * np.eye(len(u))
    # Differences are exact: the map is affine in u.
    gain = np.column_stack([(forward_step(FRAME, x, u + step) - after) / 1e-3 for step in steps])
    gradient = gain.T @ costate + weights.deviation * (u - table.controls[FRAME]) + weights.magnitude * u
    parts = np.abs(gain.T) @ np.abs(costate)
    assert np.abs(gradient).max() < 1e-7 * parts.max()


def test_both_policies_agree_on_the_reference(
    robot: RobotModel, clip: Clip, table: GainTable, weights: LookAheadWeights
) -> None:
    on_reference = clip.state(FRAME)
    nqr, lqr = (stacked(predict(name, robot, clip, table, weights, on_reference)) for name in ("nqr", "lqr"))
    np.testing.assert_allclose(nqr, lqr, rtol=1e-9, atol=1e-6)


def test_lqr_feeds_back_the_lagging_pose_of_the_paper(
    robot: RobotModel, clip: Clip, table: GainTable, weights: LookAheadWeights, disturbed: State
) -> None:
    """Eq. 10 on xi = x - x_ref with x = (q_k, v_k), where q_k + dt v_k is the measured pose."""
    u = stacked(predict("lqr", robot, clip, table, weights, disturbed))
    x = np.concatenate([disturbed.q - clip.dt * disturbed.v, disturbed.v])
    deviation = x - np.concatenate([clip.positions[FRAME], clip.velocities[FRAME]])
    planned = np.concatenate([np.ones(robot.nu), np.repeat(clip.contacts[FRAME], 3)])
    expected = table.controls[FRAME] - table.offsets[FRAME] - table.gains[FRAME] @ deviation
    np.testing.assert_allclose(u, planned * expected, rtol=1e-9, atol=1e-7)


@pytest.mark.parametrize("name", ["nqr", "lqr"])
def test_policies_do_not_care_where_the_clip_lies(
    name: str, robot: RobotModel, clip: Clip, table: GainTable, weights: LookAheadWeights, disturbed: State
) -> None:
    policy = create_policy(name, robot, {clip.name: clip}, {clip.name: table}, weights, load_settings())
    here = policy.predict(disturbed, clip.reference(FRAME, Placement()))
    placement = Placement(12.0, -3.0, 2.5)
    moved = placement.to_world(disturbed)
    whole_turns = State(moved.q + np.eye(len(moved.q))[3] * 4.0 * np.pi, moved.v)
    there = policy.predict(whole_turns, clip.reference(FRAME, placement))
    np.testing.assert_allclose(there.torques, here.torques, rtol=1e-8, atol=1e-7)
    np.testing.assert_allclose(there.forces, placement.rotate_vectors(here.forces), rtol=1e-8, atol=1e-6)


def test_unplanned_points_carry_nothing(
    robot: RobotModel, clip: Clip, table: GainTable, weights: LookAheadWeights, disturbed: State
) -> None:
    controls = predict("nqr", robot, clip, table, weights, disturbed)
    assert not clip.contacts[FRAME].all()
    assert np.abs(controls.forces[~clip.contacts[FRAME]]).max() == 0.0


def test_unknown_names_are_refused(
    robot: RobotModel, clip: Clip, table: GainTable, weights: LookAheadWeights, disturbed: State
) -> None:
    with pytest.raises(PolicyError, match="expected one of nqr, lqr, modal"):
        create_policy("mpc", robot, {clip.name: clip}, {}, weights, load_settings())
    policy = create_policy("nqr", robot, {clip.name: clip}, {}, weights, load_settings())
    with pytest.raises(PolicyError, match="no gain table for clip 'waving'"):
        policy.predict(disturbed, clip.reference(FRAME, Placement()))


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("adjust_steps", [False, True])
def test_a_window_is_known_before_the_policy_is_made(
    robot: RobotModel, walk_parts: WalkParts, weights: LookAheadWeights, name: str, adjust_steps: bool
) -> None:
    settings = load_settings().replaced(adjust_steps=adjust_steps)
    window = window_of(name, settings)
    assert window == create_policy(name, robot, walk_parts.clips, {}, weights, settings).window
    assert (window > 0) == (name == "modal")
    with pytest.raises(PolicyError, match=r"'modul' .did you mean 'modal'.*expected one of nqr, lqr, modal"):
        window_of("modul", settings)


def test_a_clip_of_another_robot_is_refused(robot: RobotModel, clip: Clip, weights: LookAheadWeights) -> None:
    foreign = Clip(**{**{f: getattr(clip, f) for f in Clip.__dataclass_fields__}, "robot": "someone else"})
    with pytest.raises(ClipError, match="was made for robot someone else"):
        build_gain_table(robot, foreign, weights, CYCLES)


def test_a_reference_outside_its_table_is_refused(
    robot: RobotModel, clip: Clip, table: GainTable, weights: LookAheadWeights, disturbed: State
) -> None:
    policy = create_policy("lqr", robot, {clip.name: clip}, {clip.name: table}, weights, load_settings())
    inside = clip.reference(0, Placement())
    outside = Reference(**{**vars(inside), "frame": clip.steps})
    with pytest.raises(PolicyError, match="frame 6 of 6"):
        policy.predict(disturbed, outside)
