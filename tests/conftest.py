"""Fixtures that the whole suite shares."""

import os

# Before numpy is imported: many threads on small matrices only make noise.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import pytest

from biped_control.robot.model import RobotModel


@pytest.fixture(scope="session")
def robot() -> RobotModel:
    """The humanoid that ships with the library."""
    return RobotModel.load()
