"""Where Gazebo's Python bindings are absent, tests that need them are skipped with the engine's own words."""

import pytest

from biped_control.errors import EngineError
from biped_control.robot.model import RobotModel
from biped_control.simulation.engines import create_engine


def require_gazebo() -> None:
    """Skips the running test where engine `gazebo` is not installed."""
    try:
        create_engine("gazebo", RobotModel.load()).close()
    except EngineError as error:
        pytest.skip(str(error))
