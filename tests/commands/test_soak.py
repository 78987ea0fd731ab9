"""`biped soak` up to where the graph starts."""

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--seconds", "0"), "--seconds 0: expected more than 0"),
        (("--seed", "-1"), "--seed -1: expected 0 or more"),
        (("headless:=true",), "expected no headless"),
        (("steer:=false", "terrain:=moon"), "moon"),
        (("steer:=false", "clip:=wlak"), "wlak"),
    ],
)
def test_what_is_wrong_is_said_before_the_first_node(
    biped: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], word: str
) -> None:
    monkeypatch.setattr(
        "biped_control.nodes.soak_run.soak", lambda *_: pytest.fail("the graph has been started")
    )
    assert word in biped("soak", *arguments).complaint
