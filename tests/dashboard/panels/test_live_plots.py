"""What the plots show."""

import numpy as np
import pytest

from biped_control.dashboard.foot_loads import FootLoad
from biped_control.dashboard.page import DashboardPage
from biped_control.dashboard.snapshot import LiveNumbers, Snapshot
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray


def snapshot(q: FloatArray, yaw_deg: float, time: float, **numbers: float) -> Snapshot:
    turned = q.copy()
    turned[3] = np.radians(yaw_deg)
    return Snapshot(turned, numbers=LiveNumbers(time_s=time, **numbers))  # type: ignore[arg-type]


def test_headings_have_no_jump_at_half_a_turn(page: DashboardPage, standing: FloatArray) -> None:
    plots = page.plots
    for time, yaw, wanted in ((0.0, 120.0, 170.0), (1.0, 170.0, 170.0), (2.0, -170.0, -180.0)):
        plots.add(snapshot(standing, yaw, time, heading_wanted=float(np.radians(wanted))), [])
    plots.draw()
    times, wanted_deg, actual_deg = plots.heading.data
    assert list(times) == [0.0, 1.0, 2.0]
    np.testing.assert_allclose(actual_deg, [120.0, 170.0, 190.0])
    np.testing.assert_allclose(wanted_deg, [170.0, 170.0, 180.0])


def test_a_heading_that_nobody_wants_does_not_empty_the_plot(
    page: DashboardPage, standing: FloatArray
) -> None:
    for time, yaw in ((0.0, 10.0), (1.0, 20.0)):
        page.plots.add(snapshot(standing, yaw, time), [])
    page.plots.draw()
    assert np.isfinite(np.array(page.plots.heading.data)).all()
    page.plots.add(snapshot(standing, 20.0, 2.0, heading_wanted=float(np.radians(90.0))), [])
    page.plots.draw()
    np.testing.assert_allclose(page.plots.heading.data[1], [np.nan, np.nan, 90.0])


def test_torque_of_the_chosen_joint_between_its_limits(
    page: DashboardPage, robot: RobotModel, standing: FloatArray
) -> None:
    torques = np.arange(robot.nu, dtype=float)
    foot = FootLoad(1, np.zeros((1, 3)), np.array([[0.0, 0.0, 300.0]]))
    page.plots.add(Snapshot(standing, torques=torques, numbers=LiveNumbers(time_s=1.0)), [foot])
    name = robot.joint_names[4]
    page.plots.joint.value = name
    page.plots.draw()
    _, torque, above, below = page.plots.torque.data
    limit = robot.effort_limits[4]
    assert [float(line[0]) for line in (torque, above, below)] == pytest.approx([4.0, limit, -limit])
    _, right, left = page.plots.loads.data
    assert (float(right[0]), float(left[0])) == (0.0, 300.0)


def test_a_robot_that_stands_has_a_flat_heading(page: DashboardPage, standing: FloatArray) -> None:
    def range_deg() -> list[float]:
        page.plots.draw()
        assert page.plots.heading.scales is not None
        return list(page.plots.heading.scales["y"]["range"])

    for time in range(10):
        page.plots.add(snapshot(standing, 0.02 * (-1) ** time, float(time)), [])
    assert range_deg() == [-15.0, 15.0]
    page.plots.add(snapshot(standing, 90.0, 10.0), [])
    assert range_deg() == [-15.0, 105.0]
