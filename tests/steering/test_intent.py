"""Intents are finite."""

import pytest

from biped_control.errors import MessageError
from biped_control.steering.intent import Intent


def test_numbers_are_kept() -> None:
    assert Intent(None, 0.0) == Intent(heading=None, speed_mps=0.0)
    assert Intent(-1.0, 2.0).heading == -1.0


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -float("inf")])
def test_what_is_no_number_is_refused(bad: float) -> None:
    with pytest.raises(MessageError, match="heading"):
        Intent(bad, 1.0)
    with pytest.raises(MessageError, match="speed"):
        Intent(0.0, bad)


def test_there_is_no_backward() -> None:
    with pytest.raises(MessageError, match=r"speed -0\.5"):
        Intent(0.0, -0.5)
