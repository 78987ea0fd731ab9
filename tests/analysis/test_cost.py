"""The tracking cost against eq. 18 written out by hand."""

import numpy as np
import pytest

from biped_control.analysis.cost import TrackingCost
from biped_control.motion.reference import Reference
from biped_control.policies.weights import load_table, look_ahead_weights
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import State

DT = 1.0 / 120.0


def reference_at(robot: RobotModel, placement: Placement) -> Reference:
    random = np.random.default_rng(3)
    state = State(random.normal(scale=0.1, size=robot.nv), random.normal(size=robot.nv))
    return Reference(
        clip="any",
        frame=0,
        placement=placement,
        state=state,
        next_state=State(state.q + 0.01, state.v + 0.1),
        torques=random.normal(scale=10.0, size=robot.nu),
        forces=np.zeros((4, 3)),
        contacts=np.zeros(4, dtype=bool),
    )


def test_equation_18_by_hand(robot: RobotModel) -> None:
    """One knee 0.1 rad off, its rate 0.2 rad/s off, its torque 5 N m above the reference's."""
    weights = look_ahead_weights(robot, load_table())
    reference = reference_at(robot, Placement())
    knee = robot.joint_index["l_knee_pitch"]
    unit = np.eye(robot.nv)[6 + knee]
    state = State(reference.next_state.q + (0.1 + DT * 0.2) * unit, reference.next_state.v + 0.2 * unit)
    torques = reference.torques + 5.0 * np.eye(robot.nu)[knee]
    cost = TrackingCost(weights, DT)
    cost.add(state, reference, torques)
    magnitude = float(weights.magnitude[: robot.nu] @ torques**2)
    expected = 10.0 * 0.1**2 + 6.0e-2 * 0.2**2 + 0.40e-7 * 5.0**2 + magnitude
    assert cost.mean == pytest.approx(0.5 * expected, rel=1e-9)


def test_the_mean_is_over_ticks(robot: RobotModel) -> None:
    cost = TrackingCost(look_ahead_weights(robot, load_table()), DT)
    assert cost.mean == 0.0
    reference = reference_at(robot, Placement())
    torques = np.zeros(robot.nu)
    terms = [
        cost.add(State(reference.next_state.q + e, reference.next_state.v), reference, torques)
        for e in (0.0, 0.1)
    ]
    assert cost.ticks == 2
    assert cost.mean == pytest.approx(sum(terms) / 2.0)


def test_it_does_not_matter_where_the_clip_lies(robot: RobotModel) -> None:
    weights = look_ahead_weights(robot, load_table())
    torques = np.ones(robot.nu)
    values = []
    for placement in (Placement(), Placement(5.0, -2.0, 2.0)):
        reference = reference_at(robot, placement)
        disturbed = State(reference.next_state.q + 0.02, reference.next_state.v - 0.1)
        values.append(TrackingCost(weights, DT).add(placement.to_world(disturbed), reference, torques))
    assert values[1] == pytest.approx(values[0], rel=1e-9)
