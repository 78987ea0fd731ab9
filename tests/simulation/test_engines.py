"""Engines by name, and what is said about one that cannot be had."""

import builtins
import sys

import numpy as np
import pytest

from biped_control.errors import EngineError
from biped_control.robot.model import RobotModel
from biped_control.robot.state import State
from biped_control.simulation.engines import create_engine, engine_names


def test_every_name_makes_an_engine(robot: RobotModel) -> None:
    for name in engine_names():
        engine = create_engine(name, robot)
        assert engine.reset(State(np.zeros(robot.nv), np.zeros(robot.nv))).state.q.shape == (robot.nv,)
        engine.close()


def test_unknown_engine_lists_the_known(robot: RobotModel) -> None:
    with pytest.raises(EngineError, match=r"'bullet' is unknown.*dart, lcp"):
        create_engine("bullet", robot)


def test_engine_that_is_not_installed_says_how_to_install_it(
    robot: RobotModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("biped_control.simulation.dart", "biped_control.simulation.dart_world"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    real_import = builtins.__import__

    def without_dart(name: str, *args: object, **kwargs: object) -> object:
        if name == "dartpy":
            raise ImportError("No module named 'dartpy'")
        return real_import(name, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", without_dart)
    with pytest.raises(EngineError, match="pip install dartpy"):
        create_engine("dart", robot)
    create_engine("lcp", robot).close()
