"""The ground as boxes: their upper faces are the ground, their friction is that of the stretch."""

import numpy as np
import pytest

from biped_control.simulation.slabs import slabs
from biped_control.simulation.terrain import FLAT, LOW_LEDGES, SLOPE, Terrain
from biped_control.simulation.terrain_shapes import random_field, with_patch

ROUGH = random_field(seed=4, height=0.05, wavelength=1.0)


@pytest.mark.parametrize("terrain", [FLAT, LOW_LEDGES, SLOPE, ROUGH], ids=lambda terrain: terrain.name)
def test_the_upper_faces_are_the_ground(terrain: Terrain) -> None:
    boxes = slabs(terrain, friction=1.0)
    assert len(boxes) == len(terrain.stretches)
    for slab in boxes:
        for share in (-0.499, 0.0, 0.499):
            face = slab.centre + slab.rotation @ (slab.size * (share, 0.3, 0.5))
            height = terrain.height(face[:1], face[1:2])[0]
            assert face[2] == pytest.approx(height, abs=1e-9)
            np.testing.assert_allclose(
                terrain.normal(face[:1], face[1:2])[0], slab.rotation[:, 2], atol=1e-12
            )


def test_only_a_patch_has_a_friction_of_its_own() -> None:
    terrain = with_patch(FLAT, start=3.0, end=4.0, friction=0.2)
    assert [slab.friction for slab in slabs(terrain, friction=0.7)] == [0.7, 0.2, 0.7]
