"""Feet that swing higher, measured by forward kinematics."""

import numpy as np
import pinocchio as pin
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.motion.reference import Reference
from biped_control.robot.state import FloatArray
from biped_control.steering.clip_player import ClipPlayer
from biped_control.steering.swing_clearance import MOST_M, SwingClearance
from biped_control.steering.swings import swing_shares


def references(parts: WalkParts) -> list[Reference]:
    player, played = ClipPlayer(parts.clips, "walk"), []
    for _ in range(parts.clips["walk"].steps):
        played.append(player.reference())
        player.advance()
    return played


def soles(parts: WalkParts, q: FloatArray) -> list[pin.SE3]:
    """Poses of right and left sole."""
    model = parts.robot.pinocchio
    data = model.createData()
    pin.framesForwardKinematics(model, data, q)
    return [pin.SE3(data.oMf[parts.robot.frame_id(side.sole)]) for side in parts.robot.limbs.sides]


@pytest.fixture
def clearance(walk_parts: WalkParts) -> SwingClearance:
    return SwingClearance(walk_parts.robot, walk_parts.clips)


@pytest.mark.parametrize("unevenness", [0.03, 1.0])
def test_feet_in_the_air_rise_and_land_where_they_were_planned(
    walk_parts: WalkParts, clearance: SwingClearance, unevenness: float
) -> None:
    walk = walk_parts.clips["walk"]
    shares = swing_shares(walk.contacts, walk.cyclic)
    highest = np.zeros(2)
    for reference in references(walk_parts):
        lifted = clearance.lift(reference, unevenness)
        for foot, (sole, planned) in enumerate(
            zip(soles(walk_parts, lifted.state.q), soles(walk_parts, reference.state.q), strict=True)
        ):
            rise = sole.translation - planned.translation
            share = shares[reference.frame, foot]
            assert rise[2] == pytest.approx(min(unevenness, MOST_M) * np.sin(np.pi * share), abs=1e-3)
            assert np.hypot(rise[0], rise[1]) < 1e-3
            assert np.linalg.norm(pin.log3(sole.rotation @ planned.rotation.T)) < 1e-3
            highest[foot] = max(highest[foot], rise[2])
        assert np.array_equal(lifted.state.v, reference.state.v)
        assert lifted.next_state.q - reference.next_state.q == pytest.approx(
            lifted.state.q - reference.state.q
        )
    assert highest == pytest.approx([min(unevenness, MOST_M)] * 2, abs=2e-3)


def test_level_ground_changes_nothing(walk_parts: WalkParts, clearance: SwingClearance) -> None:
    assert all(clearance.lift(reference, 0.009) is reference for reference in references(walk_parts))
