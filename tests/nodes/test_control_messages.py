"""Controls and torques as messages and back."""

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import JointTorques

from biped_control.errors import MessageError
from biped_control.nodes.control_messages import (
    predicted_controls_from,
    predicted_controls_message,
    torques_from,
    torques_if_any_from,
)
from biped_control.nodes.message_fields import doubles, time_of_tick
from biped_control.policies.look_ahead import PredictedControls

NU = 5


@pytest.mark.parametrize("points", [4, 8])
def test_predicted_controls_come_back_bit_by_bit(random: np.random.Generator, points: int) -> None:
    controls = PredictedControls(
        random.normal(size=NU),
        random.normal(size=(points, 3)),
        np.array([False, True, True, False]),
        contact_consistent=True,
        ground=random.normal(size=(2, 3)),
    )
    back = predicted_controls_from(predicted_controls_message(2, time_of_tick(2, 120.0), controls, 0.1), NU)
    np.testing.assert_array_equal(back.torques, controls.torques)
    np.testing.assert_array_equal(back.forces, controls.forces)
    np.testing.assert_array_equal(back.contacts, controls.contacts)
    assert back.contact_consistent
    np.testing.assert_array_equal(back.ground, controls.ground)  # type: ignore[arg-type]


def test_a_controller_may_have_no_torques_but_none_that_are_bad() -> None:
    assert torques_if_any_from(JointTorques(), NU).shape == (0,)
    for bad in (np.zeros(NU - 1), np.full(NU, np.nan)):
        with pytest.raises(MessageError, match="torques"):
            torques_if_any_from(JointTorques(torques=doubles(bad)), NU)


def test_bad_torques_are_refused() -> None:
    message = JointTorques(torques=doubles(np.zeros(NU)))
    np.testing.assert_array_equal(torques_from(message, NU), np.zeros(NU))
    with pytest.raises(MessageError, match="torques has 5 numbers, expected 6"):
        torques_from(message, NU + 1)
