"""Engines by name, and what is said about one that cannot be had."""

import builtins
import sys

import numpy as np
import pytest
from gazebo_bindings import require_gazebo

from biped_control.errors import EngineError
from biped_control.robot.model import RobotModel
from biped_control.robot.state import State
from biped_control.simulation.engines import create_engine, engine_names


@pytest.mark.parametrize("name", engine_names())
def test_every_name_makes_an_engine(name: str, robot: RobotModel) -> None:
    if name == "gazebo":
        require_gazebo()
    engine = create_engine(name, robot)
    assert engine.reset(State(np.zeros(robot.nv), np.zeros(robot.nv))).state.q.shape == (robot.nv,)
    engine.close()


def test_unknown_engine_lists_the_known(robot: RobotModel) -> None:
    with pytest.raises(EngineError, match=r"'bullet' is unknown.*dart, lcp"):
        create_engine("bullet", robot)


@pytest.mark.parametrize(
    ("engine", "package", "advice"),
    [("dart", "dartpy", "pip install dartpy"), ("gazebo", "gz", "apt install ros-jazzy-gz-sim-vendor")],
)
def test_engine_that_is_not_installed_says_how_to_install_it(
    engine: str, package: str, advice: str, robot: RobotModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (f"biped_control.simulation.{engine}", f"biped_control.simulation.{engine}_world"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    real_import = builtins.__import__

    def without_it(name: str, *args: object, **kwargs: object) -> object:
        if name == package:
            raise ImportError(f"No module named '{package}'")
        return real_import(name, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", without_it)
    with pytest.raises(EngineError, match=advice) as refused:
        create_engine(engine, robot)
    assert "\n" not in str(refused.value)
    create_engine("lcp", robot).close()
