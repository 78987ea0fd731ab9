"""What `biped teleop` says of those who listen; it drives a robot in tests/system/test_teleop.py."""

import pytest

from biped_control.commands.teleop import _heard


@pytest.mark.parametrize(
    ("listeners", "seconds", "said"),
    [
        (0, 0.0, "looking for a walk"),  # the middleware takes a moment to find it
        (0, 4.9, "looking for a walk"),
        (0, 5.0, "nobody listens"),
        (1, 0.0, ""),
        (1, 60.0, ""),
    ],
)
def test_nobody_is_missed_before_there_was_time_to_find_him(
    listeners: int, seconds: float, said: str
) -> None:
    assert _heard(listeners, seconds) == said
