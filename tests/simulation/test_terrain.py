"""The ground as data."""

import numpy as np
import pytest

from biped_control.errors import EngineError
from biped_control.simulation.terrain import (
    FLAT,
    LOW_LEDGES,
    SLOPE,
    TERRAINS,
    Stretch,
    Terrain,
    terrain_named,
)


@pytest.mark.parametrize("terrain", TERRAINS.values(), ids=TERRAINS)
def test_robot_starts_on_level_ground_at_height_zero(terrain: Terrain) -> None:
    x = np.linspace(-5.0, 1.5, 100)
    np.testing.assert_array_equal(terrain.height(x, x), np.zeros(100))
    np.testing.assert_array_equal(terrain.normal(x, x), np.tile([0.0, 0.0, 1.0], (100, 1)))


def test_heights() -> None:
    terrain = Terrain("three pieces", (Stretch(0.0, 1.0), Stretch(2.0, 0.5, -0.1), Stretch(4.0, 0.3)))
    x = np.array([-1.0, 0.0, 1.99, 2.0, 3.0, 4.0, 100.0])
    np.testing.assert_allclose(terrain.height(x, np.zeros(7)), [1.0, 1.0, 1.0, 0.5, 0.4, 0.3, 0.3])


@pytest.mark.parametrize("terrain", TERRAINS.values(), ids=TERRAINS)
def test_normals_stand_on_the_surface(terrain: Terrain) -> None:
    rng = np.random.default_rng(0)
    x, y = rng.uniform(-10.0, 40.0, 200), rng.uniform(-5.0, 5.0, 200)
    normals, step, zero = terrain.normal(x, y), 1e-6, np.zeros(200)
    rise_x = terrain.height(x + step, y) - terrain.height(x, y)
    rise_y = terrain.height(x, y + step) - terrain.height(x, y)
    along = np.stack([zero + step, zero, rise_x], axis=1)
    across = np.stack([zero, zero + step, rise_y], axis=1)
    np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1.0)
    np.testing.assert_allclose(np.einsum("ni,ni->n", normals, along), 0.0, atol=1e-12)
    np.testing.assert_allclose(np.einsum("ni,ni->n", normals, across), 0.0, atol=1e-12)
    assert (normals[:, 2] > 0.0).all()


def test_kinds() -> None:
    assert FLAT.is_flat
    assert not LOW_LEDGES.is_flat
    assert not SLOPE.is_flat
    assert not Terrain("raised", (Stretch(0.0, 0.1),)).is_flat


def test_ledges_reach_as_far_as_ten_minutes_of_walking() -> None:
    x = np.arange(0.0, 740.0, 0.5)
    heights = LOW_LEDGES.height(x, np.zeros_like(x))
    assert set(np.unique(heights)) == {-0.02, 0.0}
    assert (np.abs(np.diff(heights)) > 0.01).sum() > 200


def test_unknown_name_lists_the_known() -> None:
    assert terrain_named("slope") is SLOPE
    with pytest.raises(EngineError, match=r"'moon' is unknown.*flat, low_ledges, slope"):
        terrain_named("moon")


@pytest.mark.parametrize(
    "stretches",
    [
        (),
        (Stretch(0.0, 0.0), Stretch(0.0, 1.0)),
        (Stretch(1.0, 0.0), Stretch(0.0, 0.0)),
        (Stretch(np.nan, 0.0),),
    ],
)
def test_impossible_terrains(stretches: tuple[Stretch, ...]) -> None:
    with pytest.raises(EngineError, match=r"stretch"):
        Terrain("wrong", stretches)


def test_only_the_stretch_that_is_wrong_is_named() -> None:
    stretches = (*(Stretch(float(k), 0.0) for k in range(100)), Stretch(50.0, 1.0))
    with pytest.raises(EngineError, match=r"got Stretch\(start=50\.0, height=1\.0,[^(]*after x = 99 m$"):
        Terrain("wrong", stretches)
