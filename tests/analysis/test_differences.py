"""Differences in words."""

from biped_control.analysis.differences import differences


def test_differences_are_short() -> None:
    (difference,) = differences({"seed": list(range(1000))}, {"seed": [1]}, "there")
    assert difference.startswith("seed (0,1,2,")
    assert len(difference) < 80


def test_only_what_differs_is_named() -> None:
    there, here = {"robot": "a", "clip": "b", "code": "c"}, {"robot": "a", "clip": "d"}
    assert differences(there, here, "there") == ["clip (b there, d here)", "code (c there, nothing here)"]
