"""Nodes that do not fit together say what differs."""

import re
from dataclasses import replace

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped_control import __version__
from biped_control.nodes.terms import Terms

HERE = Terms(("hip", "knee"), "0123", 120.0, "abcd")


def test_whoever_has_the_same_terms_fits() -> None:
    assert HERE.difference(HERE.message()) == ""
    assert HERE.message().version == __version__


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"joints": ("hip", "tail")}, r"only there \['tail'\], only here \['knee'\]"),
        ({"joints": ("knee", "hip")}, "joint 0 is 'knee' there and 'hip' here"),
        ({"joints": ("hip",)}, r"only here \['knee'\]"),
        ({"robot": "4567"}, "robot 4567 there, 0123 here"),
        ({"rate_hz": 240.0}, "240 Hz there, 120 Hz here"),
        ({"version": "9.9"}, f"biped 9.9 there, {__version__} here"),
        ({"clip": "ef01"}, "the first clip is ef01 there and abcd here; use the same `clip` and library"),
    ],
)
def test_what_differs_is_named(changes: dict[str, object], named: str) -> None:
    there = replace(HERE, **changes)  # type: ignore[arg-type]
    assert re.search(named, HERE.difference(there.message()))


@pytest.mark.parametrize("silent", [replace(HERE, clip=""), replace(HERE, version="")])
def test_who_does_not_say_something_may_have_any(silent: Terms) -> None:
    assert HERE.difference(silent.message()) == ""


def test_who_needs_no_clip_goes_with_any() -> None:
    assert replace(HERE, clip="").difference(HERE.message()) == ""
