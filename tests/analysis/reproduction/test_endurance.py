"""Endurance runs: what they are made of, and that they are rollouts like any other."""

from pathlib import Path

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.reproduction.endurance import EnduranceRuns, EnduranceTask
from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.controller_switches import ControllerSwitches
from biped_control.errors import ConfigurationError

WALK = EnduranceTask(("walk",), seconds=0.5, gamma=0.01)


def test_settings() -> None:
    usual = WALK.settings()
    assert (usual.gamma, usual.rate_hz) == (0.01, 120.0)
    uneven = EnduranceTask(("walk",), 0.5, 0.01, scenario="descents_2cm").settings()
    assert usual.switches == ControllerSwitches()
    assert uneven.switches == ControllerSwitches.all_on()
    slow = EnduranceTask(("walk",), 0.5, 0.02, rate_hz=60.0, horizon_cycles=2).settings()
    assert (slow.gamma, slow.rate_hz, slow.horizon_cycles) == (0.02, 60.0, 2)
    with pytest.raises(ConfigurationError, match="horizon_cycles"):
        EnduranceTask(("walk",), 0.5, 0.01, horizon_cycles=0).settings()


def test_gains_are_those_of_the_library(walk_parts: WalkParts, library_folder: Path) -> None:
    kept = (library_folder / "walk.gains.npz").read_bytes()
    runs = EnduranceRuns()
    mine, its = runs.parts(WALK).tables["walk"], walk_parts.tables["walk"]
    assert mine.key == its.key
    np.testing.assert_array_equal(mine.gains, its.gains)
    short = runs.parts(EnduranceTask(("walk",), 0.5, 0.01, horizon_cycles=1)).tables["walk"]
    assert np.abs(short.gains - its.gains).max() > 1.0
    assert (library_folder / "walk.gains.npz").read_bytes() == kept


def test_a_run_is_a_rollout(walk_parts: WalkParts) -> None:
    ticks = []
    found = EnduranceRuns().run(WALK, ticks.append)
    record = RolloutRequest(engine="lcp", seconds=0.5, gamma=0.01).walk(EnduranceRuns().parts(WALK)).record
    assert (found.fell, found.seconds, found.cost) == (False, 0.5, record.mean_cost)
    assert len(ticks) == 60
    assert found.task == WALK


def test_clips_take_turns(walk_parts: WalkParts, cut_walk: Path) -> None:
    there, detour = (str(cut_walk / f"{name}.clip.npz") for name in ("one", "detour"))
    parts = EnduranceRuns().parts(EnduranceTask((there, detour), 0.5, 0.03))
    assert set(parts.clips) == set(parts.tables) == {"one", "detour"}
    assert [parts.itinerary.leg(number).clip for number in range(1, 5)] == ["one", "one", "detour", "one"]
    assert parts.settings.gamma == 0.03
