"""`biped bringup`: what it refuses; the procedure has tests of its own."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--yes",), "only a person beside a real robot can answer"),
        (("--actuators", "/nowhere.yaml"), "/nowhere.yaml"),
        (("l_wing",), "joints l_wing: expected some of l_hip_yaw"),
        ((), "/dev/ttyACM0"),
    ],
)
def test_what_cannot_be_is_one_line(
    biped: Callable[..., Any], options: tuple[str, ...], problem: str
) -> None:
    outcome = biped("bringup", *options)
    assert outcome.status == 1
    assert problem in outcome.stderr
    assert outcome.stderr.count("\n") == 1
