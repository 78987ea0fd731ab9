"""Controls of a clip handed out to a robot that stands, turned or mirrored, in the world."""

from dataclasses import replace

import numpy as np
import pytest

from biped_control.motion.clip import Clip
from biped_control.policies.table_policy import to_predicted
from biped_control.robot.mirror import Mirror
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement


@pytest.mark.parametrize("mirrored", [False, True])
def test_controls_are_placed_as_placements_do_it(robot: RobotModel, clip: Clip, mirrored: bool) -> None:
    placement = Placement(1.0, -2.0, 0.7, Mirror.of(robot) if mirrored else None)
    contacts = np.array([True, False, True, True])
    reference = replace(clip.reference(3, placement), contacts=contacts)
    controls = np.random.default_rng(1).normal(size=robot.nu + 12)
    predicted = to_predicted(controls, reference)
    forces = controls[robot.nu :].reshape(4, 3) * contacts[:, np.newaxis]
    np.testing.assert_allclose(predicted.forces, placement.forces(forces), atol=1e-12)
    np.testing.assert_array_equal(predicted.torques, placement.torques(controls[: robot.nu]))
    np.testing.assert_array_equal(predicted.contacts, placement.contacts(contacts))
    assert np.count_nonzero(predicted.forces.any(axis=1)) == 3
