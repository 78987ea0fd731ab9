"""The way back to the reference."""

from dataclasses import replace

import numpy as np
import pytest
from modal_problems import DT

from biped_control.motion.clip import Clip
from biped_control.policies.modal.tracking import tracked_pose
from biped_control.robot.placement import Placement
from biped_control.robot.state import State


def test_as_published_the_reference_is_reached_in_one_tick(clip: Clip) -> None:
    reference = clip.reference(1, Placement())
    elsewhere = State(reference.state.q + 0.1, reference.state.v - 2.0)
    np.testing.assert_array_equal(tracked_pose(elsewhere, reference, 0.0, DT), reference.next_state.q)


@pytest.mark.parametrize("pole", [0.0, 0.3, 0.6])
def test_on_the_reference_it_stays_there(clip: Clip, pole: float) -> None:
    reference = clip.reference(1, Placement())
    np.testing.assert_array_equal(tracked_pose(reference.state, reference, pole, DT), reference.next_state.q)


def test_errors_decay_with_a_double_pole(clip: Clip) -> None:
    """The sequence e_k = (c + d k) z^k solves the law; and it is what a robot does that follows it."""
    pole, c, d = 0.6, 0.05, -0.02
    still = clip.reference(1, Placement())
    still = replace(still, state=State(still.state.q, 0.0 * still.state.v), next_state=still.state)
    errors = [(c + d * k) * pole**k for k in range(12)]
    q, v = still.state.q + errors[1], np.full_like(still.state.v, (errors[1] - errors[0]) / DT)
    for expected in errors[2:]:
        after = tracked_pose(State(q, v), still, pole, DT)
        q, v = after, (after - q) / DT
        np.testing.assert_allclose(q - still.next_state.q, expected, atol=1e-12)
