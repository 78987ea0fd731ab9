"""What the pictures of the page show."""

import sys

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.dashboard.pictures.page_picture import main, snapshots


def test_a_second_of_the_walk_is_thirty_snapshots_of_it(walk_parts: WalkParts) -> None:
    walk = snapshots(walk_parts, 1.0)
    assert len(walk) == 30
    last = walk[-1]
    assert last.ghost is not None
    assert last.torques is not None
    np.testing.assert_allclose(last.q, last.ghost, atol=0.2)
    assert (last.torques != 0.0).any()
    assert last.forces[:, 2].sum() > 0.0
    numbers = last.numbers
    assert numbers.time_s == pytest.approx(117 / 120)
    assert numbers.distance_m == pytest.approx(1.2, abs=0.2)
    assert numbers.heading_wanted == pytest.approx(0.0, abs=1e-6)


def test_the_module_says_how_it_is_called(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["page_picture"])
    assert main() == 2
    assert "usage" in capsys.readouterr().err
