"""The modal policy as a whole."""

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.motion.clip import Clip
from biped_control.policies.look_ahead import LookAheadPolicy
from biped_control.robot.mirror import Mirror
from biped_control.robot.placement import Placement
from biped_control.robot.state import State
from biped_control.simulation.engines import create_engine

FRAME = 41


@pytest.fixture(scope="module")
def policy(walk_parts: WalkParts) -> LookAheadPolicy:
    return walk_parts.policy("modal")


@pytest.fixture(scope="module")
def disturbed(walk: Clip) -> State:
    random, state = np.random.default_rng(12), walk.state(FRAME)
    return State(
        state.q + random.normal(scale=0.004, size=state.q.shape),
        state.v + random.normal(scale=0.05, size=state.v.shape),
    )


@pytest.mark.parametrize("mirrored", [False, True])
def test_it_does_not_care_where_the_clip_lies(
    walk_parts: WalkParts, policy: LookAheadPolicy, walk: Clip, disturbed: State, mirrored: bool
) -> None:
    mirror = Mirror.of(walk_parts.robot)
    here = policy.predict(disturbed, walk.reference(FRAME, Placement()))
    placement = Placement(12.0, -3.0, 2.5, mirror if mirrored else None)
    there = policy.predict(placement.to_world(disturbed), walk.reference(FRAME, placement))
    torques, forces = placement.torques(here.torques), placement.corner_forces(here.forces)
    np.testing.assert_allclose(there.torques, torques, rtol=1e-6, atol=1e-5)
    np.testing.assert_allclose(there.forces, forces, rtol=1e-6, atol=1e-4)
    np.testing.assert_array_equal(there.contacts, placement.contacts(here.contacts))


@pytest.mark.parametrize("engine", ["dart", "lcp"])
def test_it_walks(walk_parts: WalkParts, engine: str) -> None:
    if engine == "dart":
        pytest.importorskip("dartpy")
    simulator = create_engine(engine, walk_parts.robot, walk_parts.engine_settings())
    result = walk_parts.loop("modal", simulator).run(walk_parts.itinerary, 360)
    assert not result.record.fell
    assert result.failures == 0
    assert result.record.summary()["speed_mps"] == pytest.approx(walk_parts.clips["walk"].speed_mps, rel=0.05)
