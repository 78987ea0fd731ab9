"""Which clip follows which."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from biped_control.motion.clip import Clip
from biped_control.steering.itinerary import Itinerary, itinerary_with, repeating

MakeClip = Callable[..., Clip]


def played(itinerary: Itinerary, count: int) -> list[str]:
    return [itinerary.leg(number).clip for number in range(1, count + 1)]


def test_a_cyclic_clip_repeats_itself(make_clip: MakeClip) -> None:
    assert played(itinerary_with(make_clip("walk")), 4) == ["walk"] * 4
    assert played(repeating("walk"), 4) == ["walk"] * 4


def test_a_clip_comes_between_cycles_of_its_hub(make_clip: MakeClip) -> None:
    itinerary = itinerary_with(make_clip("turn", "walk", "walk"))
    assert itinerary.first == "walk"
    assert played(itinerary, 5) == ["walk", "turn", "walk", "turn", "walk"]


def test_there_and_back_again(make_clip: MakeClip) -> None:
    itinerary = itinerary_with(make_clip("speed_up", "walk", "run"), way_back="slow_down")
    once = ["walk", "speed_up", "run", "slow_down"]
    assert played(itinerary, 9) == [*once, *once, "walk"]


def test_without_a_way_back_the_end_hub_goes_on(make_clip: MakeClip) -> None:
    itinerary = itinerary_with(make_clip("speed_up", "walk", "run"))
    assert played(itinerary, 6) == ["walk", "speed_up", "run", "run", "run", "run"]


@pytest.mark.parametrize("way_back", ["slow_down", None])
def test_every_clip_starts_from_the_hub_that_the_last_one_ended_in(
    make_clip: MakeClip, way_back: str | None
) -> None:
    clips = {
        clip.name: clip
        for clip in (
            make_clip("walk"),
            make_clip("run"),
            make_clip("speed_up", "walk", "run"),
            make_clip("slow_down", "run", "walk"),
        )
    }
    for before, after in pairwise(played(itinerary_with(clips["speed_up"], way_back), 30)):
        assert clips[after].start_hub == clips[before].end_hub


@pytest.mark.parametrize("way_back", ["slow_down", None])
def test_reasons_name_the_clip_and_what_it_is_for(make_clip: MakeClip, way_back: str | None) -> None:
    itinerary = itinerary_with(make_clip("speed_up", "walk", "run"), way_back)
    reasons = [itinerary.leg(number).reason for number in range(1, 5)]
    assert "'walk'" in reasons[0]
    assert "'speed_up' was asked for" in reasons[1]
    assert "ends in 'run'" in reasons[2]
    assert ("leads back to 'walk'" if way_back else "no clip leads back") in reasons[3]
