"""Where Gazebo's Python bindings are absent, looking for them leaves no trace."""

import os
import sys

import pytest

from biped_control.errors import EngineError
from biped_control.robot.model import RobotModel
from biped_control.simulation.engines import create_engine

MODULES = ("biped_control.simulation.gazebo", "biped_control.simulation.gazebo_world")


@pytest.mark.parametrize("partition", [None, "biped_unseen_1"])
def test_the_environment_is_as_it_was(
    robot: RobotModel, monkeypatch: pytest.MonkeyPatch, partition: str | None
) -> None:
    for name in MODULES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "gz", None)
    monkeypatch.delenv("GZ_IP", raising=False)
    monkeypatch.delenv("GZ_PARTITION", raising=False)
    if partition is not None:
        monkeypatch.setenv("GZ_PARTITION", partition)
    with pytest.raises(EngineError, match="not installed"):
        create_engine("gazebo", robot)
    assert os.environ.get("GZ_PARTITION") == partition
    assert "GZ_IP" not in os.environ
