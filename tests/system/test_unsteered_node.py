"""The steering node of a run that is not steered: it keeps to the itinerary of its clip."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import ClipDecision, Reference

from biped_control.nodes.qos import DECISION_QOS
from biped_control.nodes.value_function_steering import ValueFunctionSteering


def test_it_holds_the_walk_and_says_why(bench: Any) -> None:
    bench.start(ValueFunctionSteering)
    heard = bench.listen(ClipDecision, "clip_decision", DECISION_QOS)
    for tick, count in enumerate((1, 1, 2)):
        bench.tell("reference", Reference(tick=tick, clip="walk", frame=3, frames=9, clip_count=count))
    bench.until(lambda: len(heard) == 2, "two decisions")
    assert [(decision.clip_count, decision.clip) for decision in heard] == [(2, "walk"), (3, "walk")]
    assert all(decision.reason for decision in heard)


def test_it_keeps_to_the_itinerary_of_the_clip(
    bench: Any, cut_walk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BIPED_LIBRARY", str(cut_walk))
    bench.start(ValueFunctionSteering, clip="one_to_two")
    heard = bench.listen(ClipDecision, "clip_decision", DECISION_QOS)
    played = ["one", "one_to_two", "two", "two_to_one", "one"]
    for count, clip in enumerate(played, 1):
        bench.tell("reference", Reference(tick=count, clip=clip, frame=3, frames=9, clip_count=count))
    bench.until(lambda: len(heard) == 5, "five decisions")
    assert [decision.clip_count for decision in heard] == [2, 3, 4, 5, 6]
    expected = ["one_to_two", "two", "two_to_one", "one", "one_to_two"]
    assert [decision.clip for decision in heard] == expected
    assert "leads back to 'one'" in heard[2].reason


def test_after_an_edit_has_gone_over_to_another_clip_it_decides_nothing(bench: Any) -> None:
    bench.start(ValueFunctionSteering)
    heard = bench.listen(ClipDecision, "clip_decision", DECISION_QOS)
    for count, clip in enumerate(("walk", "squat", "stand", "walk"), 1):
        bench.tell("reference", Reference(tick=count, clip=clip, frame=3, frames=9, clip_count=count))
    bench.until(lambda: len(heard) == 2, "two decisions")
    assert [decision.clip_count for decision in heard] == [2, 5]
