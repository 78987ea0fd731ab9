"""The modal policy as a whole."""

from dataclasses import replace
from pathlib import Path

import modal_problems
import numpy as np
import pytest
from modal_problems import FRAME

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.preparation import prepare
from biped_control.motion.clip import Clip
from biped_control.motion.reference_preview import ReferencePreview
from biped_control.policies.modal.policy import ModalPolicy, above_ground
from biped_control.policies.modal.settings import load_modal_settings
from biped_control.robot.mirror import Mirror
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray, State
from biped_control.settings import load_settings
from biped_control.simulation.disturbances import Disturbances
from biped_control.steering.step_adjustment import leg_rolls


@pytest.fixture(scope="module")
def policy(walk_parts: WalkParts) -> ModalPolicy:
    policy = walk_parts.policy("modal")
    assert isinstance(policy, ModalPolicy)
    return policy


@pytest.fixture(scope="module")
def disturbed(walk: Clip) -> State:
    return modal_problems.disturbed(walk, speed=0.05)


@pytest.mark.parametrize("mirrored", [False, True])
def test_it_does_not_care_where_the_clip_lies(
    walk_parts: WalkParts, policy: ModalPolicy, walk: Clip, disturbed: State, mirrored: bool
) -> None:
    """Nor does a load that is known."""
    mirror = Mirror.of(walk_parts.robot)
    load = np.random.default_rng(2).normal(size=29) * 20.0
    here = policy.predict(disturbed, walk.reference(FRAME, Placement()), load=load)
    placement = Placement(12.0, -3.0, 2.5, mirror if mirrored else None)
    carried = placement.to_world(State(disturbed.q, load)).v
    there = policy.predict(placement.to_world(disturbed), walk.reference(FRAME, placement), load=carried)
    torques, forces = placement.torques(here.torques), placement.corner_forces(here.forces)
    np.testing.assert_allclose(there.torques, torques, rtol=1e-6, atol=1e-5)
    np.testing.assert_allclose(there.forces, forces, rtol=1e-6, atol=1e-4)
    np.testing.assert_array_equal(there.contacts, placement.contacts(here.contacts))


def test_a_storey_higher_nothing_is_different(policy: ModalPolicy, walk: Clip, disturbed: State) -> None:
    """Only with the ground of the reference: without it the feet would be in the air."""
    reference, up = walk.reference(FRAME, Placement()), np.zeros(29)
    up[2] = 3.0
    end = ReferencePreview({"walk": walk}, policy.window).of(reference)
    lifted = replace(
        reference,
        state=State(reference.state.q + up, reference.state.v),
        next_state=State(reference.next_state.q + up, reference.next_state.v),
        ground=np.array([[3.0, 0.0, 0.0], [3.0, 0.0, 0.0]]),
        ahead=replace(end, end=State(end.end.q + up, end.end.v)),
    )
    here, there = policy.predict(disturbed, reference), policy.predict(lifted_state(disturbed, up), lifted)
    np.testing.assert_allclose(there.torques, here.torques, rtol=1e-6, atol=1e-5)
    np.testing.assert_allclose(there.forces, here.forces, rtol=1e-6, atol=1e-4)


def test_who_knows_of_a_load_carries_it() -> None:
    """On a reference that stands, ground forces rise by the load."""
    parts = prepare("stand", load_settings(), lambda what, how_far: None)
    policy = ModalPolicy(parts.robot, parts.clips, load_modal_settings(), parts.settings)
    reference = parts.clips["stand"].reference(5, Placement())
    load = np.zeros(29)
    load[2] = -200.0
    without, carried = (policy.predict(reference.state, reference, load=known) for known in (None, load))
    added = (carried.forces - without.forces).sum(axis=0)
    np.testing.assert_allclose(added, [0.0, 0.0, 200.0], atol=10.0)


def lifted_state(state: State, up: FloatArray) -> State:
    return State(state.q + up, state.v)


def test_heights_over_a_slope_are_distances_from_its_plane() -> None:
    random = np.random.default_rng(5)
    corners, planes = random.normal(size=(8, 3)), 0.2 * random.normal(size=(2, 3))
    gaps, normals = above_ground(corners, planes)
    for corner, gap, normal, plane in zip(corners, gaps, normals, planes.repeat(4, axis=0), strict=True):
        foot = corner - gap * normal  # lies in the plane
        assert foot[2] == pytest.approx(plane[0] + plane[1:] @ foot[:2])
        assert np.cross([1.0, 0.0, plane[1]], [0.0, 1.0, plane[2]]) == pytest.approx(normal / normal[2])
    flat, up = above_ground(corners, None)
    np.testing.assert_array_equal(flat, corners[:, 2])
    np.testing.assert_array_equal(up, np.tile([0.0, 0.0, 1.0], (8, 1)))


@pytest.mark.parametrize("engine", ["dart", "lcp"])
def test_it_walks(walk_parts: WalkParts, engine: str) -> None:
    if engine == "dart":
        pytest.importorskip("dartpy")
    simulator = walk_parts.engine(engine)
    result = walk_parts.loop("modal", simulator).run(walk_parts.itinerary, 360)
    assert not result.record.fell
    assert result.failures == 0
    assert result.record.summary()["speed_mps"] == pytest.approx(walk_parts.clips["walk"].speed_mps, rel=0.05)


def test_it_runs(library_folder: Path) -> None:
    """Flights and all, from a start beside the reference."""
    pytest.importorskip("dartpy")
    parts = prepare("run", load_settings(), lambda what, how_far: None)
    loop = parts.loop("modal", parts.engine("dart"))
    result = loop.run(parts.itinerary, 600, disturbances=Disturbances(1))
    assert not result.record.fell
    assert result.record.summary()["speed_mps"] == pytest.approx(parts.clips["run"].speed_mps, rel=0.05)


@pytest.mark.parametrize(
    ("clip", "frame", "feet_too", "heeds"),
    [("stand", 5, False, True), ("stand", 5, True, False), ("walk", FRAME, False, False)],
)
def test_who_leans_over_planted_feet_is_drawn_back(
    clip: str, frame: int, feet_too: bool, heeds: bool
) -> None:
    """Not who stands elsewhere with both feet, and not while feet step."""
    parts = prepare(clip, load_settings(), lambda what, how_far: None)
    reference, settings = parts.clips[clip].reference(frame, Placement()), load_modal_settings()
    aside = 0.03 * np.eye(29)[1]
    if not feet_too:
        aside -= 0.03 * leg_rolls(parts.robot).sum(axis=0)
    beside = State(reference.state.q + aside, reference.state.v)
    forces = []
    for weight in (1e-3, 10.0):
        modal = settings.model_copy(update={"planted_position": weight})
        policy = ModalPolicy(parts.robot, parts.clips, modal, parts.settings)
        forces.append(policy.predict(beside, reference).forces[:, 1].sum())
    assert (forces[1] < forces[0] - 20.0) == heeds
    assert (forces[1] == pytest.approx(forces[0], abs=1e-3)) != heeds
