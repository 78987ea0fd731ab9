"""Grounds of a few numbers."""

from collections.abc import Callable
from math import atan, tan

import numpy as np
import pytest

from biped_control.errors import EngineError
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.simulator import Simulator
from biped_control.simulation.terrain import FLAT, REACH, Stretch, Terrain
from biped_control.simulation.terrain_shapes import random_field, repeated_ledges, slope, with_patch

SLED_HEIGHT = 0.1
MIXED = (repeated_ledges((-0.06, 0.03), 1.0), slope(5.0), random_field(3, 0.02, 0.8))


def heights(terrain: Terrain, *x: float) -> FloatArray:
    return terrain.height(np.array(x), np.zeros(len(x)))


@pytest.mark.parametrize("terrain", MIXED)
def test_robot_starts_on_level_ground_at_height_zero(terrain: Terrain) -> None:
    np.testing.assert_array_equal(heights(terrain, *np.linspace(-5.0, 1.9, 50)), np.zeros(50))


def test_ledges_go_on_from_where_they_are() -> None:
    terrain = repeated_ledges((-0.06, 0.03), 1.5)
    np.testing.assert_allclose(heights(terrain, 2.5, 4.0, 5.5, 7.0), [-0.06, -0.03, -0.09, -0.06])
    np.testing.assert_allclose(heights(repeated_ledges((0.1,), 0.3), 2.1, 2.4, 2.7), [0.1, 0.2, 0.3])


def test_slope_has_its_angle() -> None:
    np.testing.assert_allclose(heights(slope(-5.0), 12.0), [-10.0 * tan(np.radians(5.0))])


def test_random_field_has_no_steps_and_stays_within_its_height() -> None:
    terrain = random_field(3, 0.02, 0.8)
    x = np.arange(0.0, 310.0, 0.01)
    z = terrain.height(x, x)
    assert 0.019 < np.abs(z).max() <= 0.02
    assert np.abs(np.diff(z)).max() <= 0.01 * 0.04 / 0.4 + 1e-12
    assert terrain == random_field(3, 0.02, 0.8)
    assert terrain != random_field(4, 0.02, 0.8)


@pytest.mark.parametrize("terrain", MIXED)
def test_patch_changes_friction_and_nothing_else(terrain: Terrain) -> None:
    patched = with_patch(terrain, 2.5, 4.1, 0.3)
    x = np.linspace(-3.0, 10.0, 500)
    np.testing.assert_allclose(patched.height(x, x), terrain.height(x, x), atol=1e-12)
    slippery = [s.start for s in patched.stretches if s.friction == 0.3]
    assert min(slippery) == 2.5
    assert max(slippery) < 4.1
    assert next(s for s in patched.stretches if s.start == 4.1).friction is None


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: repeated_ledges((), 1.0), "at least one"),
        (lambda: repeated_ledges((np.nan,), 1.0), "finite rises"),
        (lambda: repeated_ledges((0.1,), 0.0), "spacing: expected a length"),
        (lambda: repeated_ledges((0.1,), 301.0), "spacing: expected a length"),
        (lambda: slope(31.0), "at most 30 degrees"),
        (lambda: slope(np.nan), "at most 30 degrees"),
        (lambda: random_field(0, 0.2, 0.1), "facets"),
        (lambda: random_field(0, 0.0, 1000.0), "wavelength: expected a length"),
        (lambda: random_field(0, -0.1, 1.0), "0 or more"),
        (lambda: with_patch(FLAT, 2.0, 1.0, 0.3), "start below end"),
        (lambda: with_patch(FLAT, 1.0, 2.0, -0.3), "friction of 0 or more"),
    ],
)
def test_impossible_grounds(make: Callable[[], Terrain], message: str) -> None:
    with pytest.raises(EngineError, match=message):
        make()


def test_sled_settles_at_the_same_height_in_both_engines_and_on_paper(
    make_engine: Callable[..., Simulator], sled: RobotModel, ticks_a_second: float
) -> None:
    terrain = repeated_ledges((-0.06, 0.03), 3.0)
    engine = make_engine(sled, terrain=terrain)
    for x in (0.5, 3.5, 6.5):
        z = float(heights(terrain, x)[0])
        state = engine.reset(State(np.array([x, 0.0, z + SLED_HEIGHT + 0.005, 0, 0, 0]), np.zeros(6))).state
        for _ in range(round(ticks_a_second)):
            state = engine.step(np.zeros(0)).state
        assert state.q[2] == pytest.approx(z + SLED_HEIGHT, abs=1e-4)


@pytest.mark.parametrize(("share", "slides"), [(0.9, False), (1.1, True)])
def test_sled_slides_on_a_patch_only_beyond_its_friction_and_lcp_refuses(
    engine_name: str, make_engine: Callable[..., Simulator], sled: RobotModel, share: float, slides: bool
) -> None:
    angle = share * atan(0.3)
    plane = Terrain("incline", (Stretch(-REACH, REACH * tan(angle), -tan(angle)),))
    terrain = with_patch(plane, -50.0, 50.0, 0.3)
    if engine_name == "lcp":
        with pytest.raises(EngineError, match=r"slippery patches: choose engine 'dart'"):
            make_engine(sled, terrain=terrain)
        return
    engine = make_engine(sled, terrain=terrain)
    q = np.zeros(ROOT_DOF)
    q[:3] = SLED_HEIGHT * np.array([np.sin(angle), 0.0, np.cos(angle)])
    q[4] = angle
    state = engine.reset(State(q, np.zeros(ROOT_DOF))).state
    for _ in range(120):
        state = engine.step(np.zeros(0)).state
    assert (np.abs(state.q - q).max() > 0.02) == slides
