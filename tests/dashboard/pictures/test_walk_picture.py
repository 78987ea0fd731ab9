"""Which poses of a walk are drawn, on a made-up walk."""

import sys

import numpy as np
import pytest

from biped_control.dashboard.pictures.walk_picture import evenly_spaced, main, view_from_the_side
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State

METRES_A_TICK = 0.01


@pytest.fixture
def walk(robot: RobotModel, standing: FloatArray, weight: float) -> list[Observation]:
    """Glides along x while the hips swing once in 100 ticks, both feet carrying the robot."""
    observations = []
    for tick in range(700):
        q = standing.copy()
        q[0] = METRES_A_TICK * tick
        swing = 0.4 * np.sin(2 * np.pi * tick / 100)
        for side, sign in (("l", 1.0), ("r", -1.0)):
            q[6 + robot.joint_index[f"{side}_hip_pitch"]] = sign * swing
        points = np.array([[q[0], 0.09, 0.0], [q[0], -0.09, 0.0]])
        forces = np.array([[0.0, 0.0, 0.5 * weight]] * 2)
        observations.append(Observation(State(q, np.zeros(robot.nv)), points, forces))
    return observations


def test_poses_are_evenly_spaced_and_end_with_the_widest_step(
    robot: RobotModel, walk: list[Observation], weight: float
) -> None:
    figures = evenly_spaced(robot, walk, 5)
    places = np.array([figure.q[0] for figure in figures])
    np.testing.assert_allclose(np.diff(places), 0.74, atol=METRES_A_TICK)
    swing = figures[-1].q[6 + robot.joint_index["l_hip_pitch"]]
    assert abs(swing) == pytest.approx(0.4, abs=1e-3)
    assert [figure.presence for figure in figures] == pytest.approx(np.linspace(0.35, 1.0, 5))
    assert figures[-1].forces is not None
    assert figures[-1].forces[:, 2].sum() == pytest.approx(weight)


def test_the_camera_has_all_poses_in_view(robot: RobotModel, walk: list[Observation]) -> None:
    figures = evenly_spaced(robot, walk, 5)
    camera = view_from_the_side(figures)
    forward = np.array(camera.target) - camera.eye
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    for figure in figures:
        for height in (0.0, 1.75):
            ray = np.array([figure.q[0], figure.q[1], height]) - camera.eye
            depth = ray @ forward
            slope = np.tan(0.5 * camera.field_of_view)
            assert abs(ray @ right) / depth < slope * 1600 / 640
            assert abs(ray @ np.cross(right, forward)) / depth < slope


def test_a_forgotten_file_name_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["walk_picture"])
    assert main() == 2
    assert "FILE.png" in capsys.readouterr().err
