"""A window of needed forces: right, and each tick's found once."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from biped_control.motion.clip import Clip
from biped_control.motion.editing.force_window import ForceWindow
from biped_control.motion.editing.needed_forces import Needed, NeededForces
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray

TICKS = 6


@dataclass
class Walk:
    """A walk through a window, and the poses that forces were looked for at."""

    clip: Clip
    window: ForceWindow
    searched: list[FloatArray]
    placement: Placement = field(default_factory=Placement)

    def at(self, frame: int) -> list[Needed]:
        ticks = slice(frame, frame + TICKS)
        return self.window.of(
            self.clip,
            self.placement,
            lambda ahead: self.clip.positions[frame + 1 + ahead],
            self.clip.contacts[ticks],
            self.clip.forces[ticks],
        )


@pytest.fixture
def through(robot: RobotModel, walk: Clip, monkeypatch: pytest.MonkeyPatch) -> Walk:
    searched, of = list[FloatArray](), NeededForces.of
    monkeypatch.setattr(
        NeededForces, "of", lambda self, q, *rest: (searched.append(q), of(self, q, *rest))[1]
    )
    return Walk(walk, ForceWindow(robot), searched)


def test_each_tick_is_found_once(through: Walk) -> None:
    first = through.at(10)
    through.window.advance()
    second, walk = through.at(11), through.clip
    assert len(through.searched) == TICKS + 1
    for here, there in zip(first[1:], second[:-1], strict=True):
        assert here is there
    np.testing.assert_array_equal(through.searched[-1], walk.positions[11 + TICKS])
    np.testing.assert_allclose(second[-1].forces, walk.forces[10 + TICKS], atol=2.0)
    through.window.forget()
    for again, before in zip(through.at(11), second, strict=True):
        np.testing.assert_allclose(again.forces, before.forces)
    assert len(through.searched) == 2 * TICKS + 1


def test_whoever_asks_twice_in_a_tick_hears_the_same(through: Walk) -> None:
    for here, there in zip(through.at(10), through.at(10), strict=True):
        assert here is there


@pytest.mark.parametrize("other", ["clip", "placement"])
def test_in_another_frame_they_are_found_anew(through: Walk, other: str) -> None:
    through.at(10)
    if other == "clip":
        through.clip = replace(through.clip, source="elsewhere")
    else:
        through.placement = Placement(yaw=0.3)
    through.at(10)
    assert len(through.searched) == 2 * TICKS
