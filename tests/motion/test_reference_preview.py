"""What lies ahead, against a player that goes there."""

from dataclasses import replace

import numpy as np
import pytest
from waving_clip import waving_clip

from biped_control.errors import PolicyError
from biped_control.motion.clip import Clip
from biped_control.motion.reference_preview import ReferencePreview
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import State
from biped_control.steering.clip_player import ClipPlayer


@pytest.fixture(scope="module")
def clip(robot: RobotModel) -> Clip:
    return waving_clip(robot)


def leading_to(hub: Clip) -> Clip:
    """Four steps that begin nowhere in particular and end where `hub` begins."""
    return replace(
        hub,
        name="into",
        positions=hub.positions[:6] + 0.01,
        torques=hub.torques[:4],
        forces=hub.forces[:4],
        contacts=~hub.contacts[:4],
        advance=Placement(-0.2, 0.5, 1.1),
        cyclic=False,
    )


@pytest.mark.parametrize("ticks", [3, 8, 15])
def test_as_far_as_a_player_would_go(clip: Clip, ticks: int) -> None:
    """The clips have 6 and 4 steps: the longest window goes round twice."""
    clips = {clip.name: clip, "into": leading_to(clip)}
    preview = ReferencePreview(clips, ticks)
    for name in clips:
        for frame in range(clips[name].steps):
            start = Placement(3.0, -1.0, 0.7)
            ahead = preview.of(clips[name].reference(frame, start))
            player = ClipPlayer(clips, name, start)
            contacts, forces = [], []
            for step in range(frame + ticks):
                if step >= frame:
                    reference = player.reference()
                    contacts.append(reference.contacts)
                    forces.append(player.placement.forces(reference.forces * reference.contacts[:, None]))
                player.advance()
            there = player.placement.to_world(player.reference().state)
            np.testing.assert_allclose(start.to_world(ahead.end).q, there.q, atol=1e-12)
            np.testing.assert_allclose(start.to_world(ahead.end).v, there.v, atol=1e-12)
            np.testing.assert_array_equal(ahead.contacts, contacts)
            assert ahead.forces is not None
            np.testing.assert_allclose(start.forces(ahead.forces), forces, atol=1e-9)


def test_the_end_goes_along_with_a_reference_that_was_moved(clip: Clip) -> None:
    preview, reference = ReferencePreview({clip.name: clip}, 5), clip.reference(2, Placement())
    shift = np.linspace(-0.1, 0.1, len(reference.state.q))
    moved = replace(reference, state=State(reference.state.q + shift, reference.state.v))
    np.testing.assert_allclose(preview.of(moved).end.q, preview.of(reference).end.q + shift, atol=1e-12)
    np.testing.assert_array_equal(preview.of(moved).end.v, preview.of(reference).end.v)


def test_what_is_not_known_is_refused(clip: Clip) -> None:
    with pytest.raises(PolicyError, match="clip 'into' ends in 'waving', which the policy does not know"):
        ReferencePreview({"into": leading_to(clip)}, 8)
    preview = ReferencePreview({clip.name: clip}, 8)
    with pytest.raises(PolicyError, match=r"clip 'into' is not known to the policy; it knows \['waving'\]"):
        preview.of(leading_to(clip).reference(0, Placement()))
    with pytest.raises(PolicyError, match="frame 6 of 6"):
        preview.of(replace(clip.reference(0, Placement()), frame=6))
