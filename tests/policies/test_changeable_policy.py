"""Another policy while the robot walks: no torque steps."""

from dataclasses import replace

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.rollout import ControlLoop, Tick
from biped_control.contact.adaptation import ContactAdaptation
from biped_control.motion.reference import Reference
from biped_control.policies.changeable_policy import ChangeablePolicy
from biped_control.policies.crossfade import FADE_TICKS
from biped_control.policies.look_ahead import PredictedControls
from biped_control.robot.base_coordinates import as_sensed
from biped_control.robot.effort import clamp_effort
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray, State


class Constant:
    """Always answers the same torque at every joint; forces are ten times that."""

    window = 0

    def __init__(self, torque: float, consistent: bool = False) -> None:
        self.answer = PredictedControls(
            np.full(3, torque), np.full((4, 3), 10.0 * torque), np.ones(4, dtype=np.bool_), consistent
        )
        self.resets = 0

    def reset(self, state: State, reference: Reference) -> None:
        self.resets += 1

    def predict(self, state: State, reference: Reference) -> PredictedControls:
        return self.answer


def test_the_answer_of_one_policy_is_passed_on_untouched(walk_parts: WalkParts) -> None:
    reference = walk_parts.clips["walk"].reference(0, Placement())
    inner = Constant(1.0)
    policy = ChangeablePolicy(inner)
    assert policy.predict(reference.state, reference) is inner.predict(reference.state, reference)


def test_torques_and_forces_go_over_in_equal_steps(walk_parts: WalkParts) -> None:
    reference = walk_parts.clips["walk"].reference(0, Placement())
    policy = ChangeablePolicy(Constant(0.0))
    policy.change_to(Constant(float(FADE_TICKS)))
    answers = [policy.predict(reference.state, reference) for _ in range(FADE_TICKS)]
    assert [answer.torques[0] for answer in answers] == pytest.approx(range(1, FADE_TICKS + 1))
    assert [answer.forces[0, 0] for answer in answers] == pytest.approx(range(10, 10 * FADE_TICKS + 10, 10))


def test_forces_at_edges_and_at_corners_mix_at_the_corners(walk_parts: WalkParts) -> None:
    reference = walk_parts.clips["walk"].reference(0, Placement())
    edges = Constant(1.0)
    corners = Constant(0.0)
    corners.answer = replace(corners.answer, forces=np.arange(24.0).reshape(8, 3))
    policy = ChangeablePolicy(edges)
    policy.change_to(corners)
    mixed = [policy.predict(reference.state, reference).forces for _ in range(FADE_TICKS)]
    share = 10 / FADE_TICKS
    np.testing.assert_allclose(mixed[9], (1.0 - share) * 5.0 + share * corners.answer.forces)
    np.testing.assert_array_equal(mixed[-1], corners.answer.forces)


def test_torques_fit_the_contacts_only_once_both_do(walk_parts: WalkParts) -> None:
    reference = walk_parts.clips["walk"].reference(0, Placement())
    policy = ChangeablePolicy(Constant(0.0))
    policy.change_to(Constant(1.0, consistent=True))
    answers = [policy.predict(reference.state, reference) for _ in range(FADE_TICKS)]
    assert [answer.contact_consistent for answer in answers] == [*[False] * (FADE_TICKS - 1), True]


def test_a_new_run_begins_with_the_policy_that_was_wanted(walk_parts: WalkParts) -> None:
    reference = walk_parts.clips["walk"].reference(0, Placement())
    other = Constant(7.0)
    policy = ChangeablePolicy(Constant(0.0))
    policy.change_to(other)
    policy.reset(reference.state, reference)
    assert other.resets == 1
    assert policy.predict(reference.state, reference).torques[0] == 7.0


@pytest.mark.parametrize(
    ("first", "second"), [("nqr", "lqr"), ("lqr", "nqr"), ("nqr", "modal"), ("modal", "nqr")]
)
def test_walking_no_torque_steps(walk_parts: WalkParts, first: str, second: str) -> None:
    """A tick of the change moves the torques by less than a tenth of the limits, beside a change that pauses.

    Heel strikes move them, too, by more, with one policy as with two: that is not the change's doing.
    """
    parts, at = walk_parts, 150
    old, new = parts.policy(first), parts.policy(second)
    changeable = ChangeablePolicy(old)
    limits = parts.robot.effort_limits
    adaptation = ContactAdaptation(parts.robot, parts.adaptation, parts.settings)
    steps, differences = [], []

    def torques(state: State, reference: Reference, share: float) -> FloatArray:
        before, after = old.predict(state, reference), new.predict(state, reference)
        mixed = replace(
            after,
            torques=(1.0 - share) * before.torques + share * after.torques,
            forces=(1.0 - share) * before.corner_forces + share * after.corner_forces,
        )
        return clamp_effort(adaptation.adapt(state, mixed).torques, limits)[0]

    def watch(tick: Tick) -> None:
        if tick.index == at - 1:
            changeable.change_to(new)
        if at <= tick.index < at + FADE_TICKS:
            sensed, share = as_sensed(tick.before), (tick.index - at) / FADE_TICKS
            steps.append(tick.torques - torques(sensed, tick.reference, share))
            differences.append(torques(sensed, tick.reference, 1.0) - torques(sensed, tick.reference, 0.0))

    engine = parts.engine("dart")
    loop = ControlLoop(
        parts.robot,
        parts.clips,
        changeable,
        engine,
        parts.settings,
        look_ahead=parts.look_ahead,
        adaptation=parts.adaptation,
    )
    result = loop.run(parts.itinerary, at + 2 * FADE_TICKS, observe=watch)
    assert not result.record.fell
    assert len(steps) == FADE_TICKS
    assert np.abs(np.array(steps) / limits).max() < 0.1
    assert np.abs(differences).max() > 3.0, "the policies do differ [N m]"
    assert np.abs(steps).max() < 0.1 * np.abs(differences).max()
