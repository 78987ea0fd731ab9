"""Going over from one part to another."""

import pytest

from biped_control.policies.crossfade import Crossfade


def mixed(fade: "Crossfade[float]") -> float:
    """What the parts of this tick, which are numbers here, add up to."""
    weighted = fade.next_tick()
    assert sum(weight for weight, _ in weighted) == pytest.approx(1.0, abs=1e-15)
    return sum(weight * part for weight, part in weighted)


def test_without_a_change_the_part_itself_is_used() -> None:
    part = object()
    assert [Crossfade(part).next_tick() for _ in range(3)] == 3 * [[(1.0, part)]]


def test_a_change_takes_equal_steps_and_ends_exactly() -> None:
    fade = Crossfade(2.0, ticks=4)
    fade.change_to(6.0)
    assert [mixed(fade) for _ in range(6)] == [3.0, 4.0, 5.0, 6.0, 6.0, 6.0]
    assert fade.newest == 6.0


def test_changes_during_a_change_wait_and_only_the_last_one_counts() -> None:
    fade = Crossfade(0.0, ticks=2)
    for part in (2.0, 100.0, 4.0):
        fade.change_to(part)
    assert [mixed(fade) for _ in range(5)] == [1.0, 2.0, 3.0, 4.0, 4.0]


def test_a_change_to_the_part_in_use_is_none() -> None:
    part = object()
    fade = Crossfade(part, ticks=2)
    fade.change_to(part)
    assert fade.next_tick() == [(1.0, part)]


def test_finished_it_is_at_the_part_that_was_wanted_last() -> None:
    fade = Crossfade(0.0, ticks=10)
    fade.change_to(1.0)
    fade.next_tick()
    fade.change_to(5.0)
    fade.finish()
    assert [mixed(fade) for _ in range(2)] == [5.0, 5.0]
    fade.finish()
    assert mixed(fade) == 5.0
