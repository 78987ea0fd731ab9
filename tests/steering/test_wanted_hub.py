"""Speeds and the hubs that they mean."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.errors import ClipError
from biped_control.steering.operator.settings import load_operator_settings
from biped_control.steering.wanted_hub import wanted_hub

SETTINGS = load_operator_settings()
HUBS = {"run": 2.75, "stand": 0.0, "walk": 1.2, "walk_slow": 0.8, "walk_fast": 1.5}
WALKING = {name: speed for name, speed in HUBS.items() if name.startswith("walk")}
speeds = st.floats(0.0, 10.0)


@pytest.mark.parametrize(
    ("speed", "expected"),
    [
        (0.0, "stand"),
        (0.09, "stand"),
        (0.11, "walk_slow"),
        (0.99, "walk_slow"),
        (1.01, "walk"),
        (1.34, "walk"),
        (1.36, "walk_fast"),
        (1.99, "walk_fast"),
        (2.0, "run"),
        (1e300, "run"),
    ],
)
def test_the_nearest_gait_but_running_only_from_its_threshold(speed: float, expected: str) -> None:
    assert wanted_hub(speed, HUBS, SETTINGS) == expected


def test_what_the_library_lacks_is_replaced_by_the_nearest_walk() -> None:
    assert wanted_hub(0.0, WALKING, SETTINGS) == "walk_slow"
    assert wanted_hub(9.0, WALKING, SETTINGS) == "walk_fast"
    assert wanted_hub(1.2, {"stand": 0.0, "run": 2.75}, SETTINGS) == "run"
    assert wanted_hub(1.2, {"stand": 0.0}, SETTINGS) == "stand"
    assert {wanted_hub(speed, {"walk": 1.2}, SETTINGS) for speed in (0.0, 1.0, 5.0)} == {"walk"}
    with pytest.raises(ClipError, match="no hub"):
        wanted_hub(1.0, {}, SETTINGS)


@given(speed=speeds, present=st.sampled_from([None, *HUBS, "unknown"]))
def test_standing_and_running_are_never_chosen_for_a_walking_speed(speed: float, present: str | None) -> None:
    hub = wanted_hub(speed, HUBS, SETTINGS, present)
    margin = SETTINGS.speed_margin_mps
    if SETTINGS.still_mps + margin <= speed < SETTINGS.run_from_mps - margin:
        assert hub in WALKING
    if hub == "run":
        assert speed >= SETTINGS.run_from_mps - (margin if present == "run" else 0.0)
    if speed < SETTINGS.still_mps:
        assert hub == "stand"


BORDERS = (SETTINGS.still_mps, 1.0, 1.35, SETTINGS.run_from_mps)


@pytest.mark.parametrize("border", BORDERS)
@given(offset=st.floats(-0.03, 0.03), noise=st.lists(st.floats(-0.04, 0.04), min_size=1, max_size=20))
def test_a_trembling_hand_changes_the_gait_at_most_once(
    border: float, offset: float, noise: list[float]
) -> None:
    speed = border + offset
    present = wanted_hub(speed, HUBS, SETTINGS)
    seen = [present]
    for tremble in noise:
        present = wanted_hub(max(0.0, speed + tremble), HUBS, SETTINGS, present)
        seen.append(present)
    changes = sum(before != after for before, after in pairwise(seen))
    assert changes <= 1


@pytest.mark.parametrize("border", BORDERS)
def test_a_gait_is_left_later_than_it_is_entered(border: float) -> None:
    below, above = (wanted_hub(border + side, HUBS, SETTINGS) for side in (-0.001, 0.001))
    assert below != above
    steps = [border + millimetres / 1000.0 for millimetres in range(-150, 151)]
    up = next(speed for speed in steps if wanted_hub(speed, HUBS, SETTINGS, below) == above)
    down = next(speed for speed in reversed(steps) if wanted_hub(speed, HUBS, SETTINGS, above) == below)
    assert up - down == pytest.approx(SETTINGS.speed_margin_mps, abs=0.003)
    assert down <= border <= up


@given(speed=speeds, present=st.sampled_from(sorted(HUBS)))
def test_it_stays_with_its_own_choice(speed: float, present: str) -> None:
    chosen = wanted_hub(speed, HUBS, SETTINGS, present)
    assert wanted_hub(speed, HUBS, SETTINGS, chosen) == chosen


def test_of_equally_fast_hubs_the_first_by_name_is_meant_on_every_machine() -> None:
    for last_bits in (-1e-13, 0.0, 1e-13, 2e-4):
        for speed in (1.2, 1.2504, 1.2505):
            two_and_one = {"two": speed, "one": speed + last_bits}
            assert wanted_hub(1.2, two_and_one, SETTINGS) == "one"
            assert wanted_hub(0.0, two_and_one, SETTINGS) == "one", "the slowest stands in for standing"
            assert wanted_hub(9.0, two_and_one, SETTINGS) == "one", "the fastest stands in for running"
            assert wanted_hub(1.2, two_and_one, SETTINGS, present="two") == "two"
        assert wanted_hub(9.0, {"two": 2.5, "one": 2.5 + last_bits}, SETTINGS) == "one"
    assert wanted_hub(1.2, {"two": 1.21, "one": 1.212}, SETTINGS) == "two"
