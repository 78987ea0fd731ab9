"""A window of needed forces: right, and each tick's found once."""

import numpy as np
import pytest

from biped_control.motion.clip import Clip
from biped_control.motion.editing.force_window import ForceWindow
from biped_control.motion.editing.needed_forces import Needed, NeededForces
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

TICKS = 6


def test_each_tick_is_found_once(robot: RobotModel, walk: Clip, monkeypatch: pytest.MonkeyPatch) -> None:
    found, of = list[FloatArray](), NeededForces.of
    monkeypatch.setattr(NeededForces, "of", lambda self, q, *rest: (found.append(q), of(self, q, *rest))[1])
    window = ForceWindow(robot)

    def at(frame: int) -> list[Needed]:
        ticks = slice(frame, frame + TICKS)
        return window.of(
            frame,
            lambda ahead: walk.positions[frame + 1 + ahead],
            walk.contacts[ticks],
            walk.forces[ticks],
            walk.rate_hz,
        )

    first, second = at(10), at(11)
    assert len(found) == TICKS + 1
    for here, there in zip(first[1:], second[:-1], strict=True):
        assert here is there
    np.testing.assert_array_equal(found[-1], walk.positions[11 + TICKS])
    np.testing.assert_allclose(second[-1].forces, walk.forces[10 + TICKS], atol=2.0)
    window.forget()
    for again, before in zip(at(11), second, strict=True):
        np.testing.assert_allclose(again.forces, before.forces)
    assert len(found) == 2 * TICKS + 1
