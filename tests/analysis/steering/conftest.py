"""Planners for tests of what planners are told."""

from collections.abc import Callable

import pytest

from biped_control.steering.planner import Choice
from biped_control.steering.situation import Situation


class Listening:
    """A planner that leaves every hub the same way, and remembers what it was asked."""

    name = "listening"

    def __init__(self, way: Callable[[str], str]) -> None:
        self.heard: list[Situation] = []
        self._way = way

    def choose(self, situation: Situation) -> Choice:
        self.heard.append(situation)
        return Choice(self._way(situation.hub), "always")


@pytest.fixture
def straight_on() -> Listening:
    """Stays in its hub."""
    return Listening(lambda hub: hub)


@pytest.fixture
def there_and_back() -> Listening:
    """Is never in a hub for long."""
    return Listening(lambda hub: "walk_to_two" if hub == "walk" else "two_to_walk")
