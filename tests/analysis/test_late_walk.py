"""Walks whose torques come late, found out by the controller itself."""

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.controller_switches import ControllerSwitches


def test_a_walk_survives_late_torques_only_when_it_looks_for_the_delay(walk_parts: WalkParts) -> None:
    for finds in (True, False):
        switches = ControllerSwitches(find_delay=finds)
        request = RolloutRequest(engine="lcp", scenario="late", seconds=4.0, switches=switches)
        result = request.walk(request.prepare(lambda what, how_far: None))
        assert result.record.fell is not finds


def test_looking_for_a_delay_that_is_not_there_changes_nothing(walk_parts: WalkParts) -> None:
    ends = []
    for finds in (True, False):
        switches = ControllerSwitches(find_delay=finds)
        request = RolloutRequest(engine="lcp", seconds=2.0, seed=1, switches=switches)
        ends.append(request.walk(request.prepare(lambda what, how_far: None)).record.travel.end)
    assert (ends[0].q == ends[1].q).all()
    assert (ends[0].v == ends[1].v).all()
