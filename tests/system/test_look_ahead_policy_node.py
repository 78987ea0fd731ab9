"""The policy's node: repeated questions, clips without gains, a clip that is not there."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import PredictedControls
from rclpy.lifecycle import TransitionCallbackReturn

from biped_control.analysis.assembly import assemble
from biped_control.motion.library.named_clip import named_clip
from biped_control.nodes.look_ahead_policy import LookAheadPolicy
from biped_control.nodes.message_fields import time_of_tick
from biped_control.nodes.reference_messages import PlannedTick, reference_message
from biped_control.nodes.robot_state_messages import robot_state_message, state_from
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.placement import Placement
from biped_control.settings import load_settings

RATE = 120.0


def test_a_managed_node_that_cannot_be_configured_stays_for_its_manager(bench: Any) -> None:
    node = bench.start(LookAheadPolicy, clip="moonwalk", autostart=False)
    assert node.trigger_configure() == TransitionCallbackReturn.FAILURE
    assert node.failure is None
    assert not node.active


def test_a_repeated_question_gets_the_same_answer(bench: Any, robot: RobotModel) -> None:
    parts = assemble("walk", load_settings())
    clip = parts.clips["walk"]
    bench.start(LookAheadPolicy)
    heard = bench.listen(PredictedControls, "predicted_controls")
    reference = clip.reference(0, Placement())
    observation = Observation(reference.state, np.zeros((0, 3)), np.zeros((0, 3)))
    bench.tell("robot_state", robot_state_message(0, RATE, observation))
    planned = PlannedTick(reference, clip.steps, 1)
    bench.tell("reference", reference_message(0, time_of_tick(0, RATE), planned))
    bench.until(lambda: len(heard) == 1, "the answer")
    bench.tell("robot_state", robot_state_message(0, RATE, observation))
    bench.until(lambda: len(heard) == 2, "the same answer")
    assert heard[0] == heard[1]
    state = state_from(robot_state_message(0, RATE, observation), robot.nu)
    expected = parts.policy("nqr").predict(state, reference)
    np.testing.assert_array_equal(heard[0].torques, expected.torques)
    np.testing.assert_array_equal(heard[0].forces, expected.forces.ravel())


def test_a_clip_it_has_no_gains_for_gets_no_answer(bench: Any, idle: Any, robot: RobotModel) -> None:
    clip = named_clip("walk", robot, RATE)
    bench.start(LookAheadPolicy)
    heard = bench.listen(PredictedControls, "predicted_controls")
    planned = PlannedTick(clip.reference(0, Placement()), clip.steps, 1)
    for tick, name in enumerate(("strange", "walk")):
        reference = reference_message(tick, time_of_tick(tick, RATE), planned)
        reference.clip = name
        bench.tell("robot_state", idle.state(tick))
        bench.tell("reference", reference)
    bench.until(lambda: bool(heard), "an answer")
    assert [controls.tick for controls in heard] == [1]


def test_gains_for_the_clips_as_they_are_do_not_take_an_edited_reference_over(
    bench: Any, idle: Any, robot: RobotModel
) -> None:
    clip = named_clip("walk", robot, RATE)
    node = bench.start(LookAheadPolicy, policy="modal")
    heard = bench.listen(PredictedControls, "predicted_controls")
    plain = clip.reference(0, Placement())
    for tick, edited in enumerate((True, False)):
        planned = PlannedTick(replace(plain, edited=edited), clip.steps, 1)
        bench.tell("robot_state", idle.state(tick))
        bench.tell("reference", reference_message(tick, time_of_tick(tick, RATE), planned))
        bench.until(lambda: bool(heard) and heard[-1].tick == tick, "an answer")  # noqa: B023
        change = bench.change("policy", "nqr")
        assert change.successful is not edited
        assert not edited or "take the edits back" in change.reason
    assert node._policy.window == 0
