"""What belongs to one tick, from three streams."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped_control.nodes.tick_join import TickJoin
from biped_control.robot.state import State


def torques(tick: int) -> Any:
    return np.full(2, float(tick))


def state(tick: int) -> State:
    return State(np.full(3, float(tick)), np.zeros(3))


class Heard:
    def __init__(self) -> None:
        self.ticks: list[int] = []
        self.join = TickJoin(self.complete)

    def complete(self, tick: int, reference: Any, applied: Any, after: State) -> None:
        assert reference == f"reference {tick}"
        assert applied[0] == tick
        assert after.q[0] == tick + 1, "the state that the tick led to"
        self.ticks.append(tick)

    def say(self, what: str, tick: int) -> None:
        if what == "reference":
            self.join.reference(tick, f"reference {tick}")  # type: ignore[arg-type]
        elif what == "torques":
            self.join.torques(tick, torques(tick))
        else:
            self.join.state(tick, state(tick))


@pytest.mark.parametrize(
    "order",
    [
        ("reference", "torques", "state"),
        ("torques", "reference", "state"),
        ("reference", "state", "torques"),
        ("state", "torques", "reference"),
    ],
)
def test_a_tick_is_complete_when_all_three_are_there(order: tuple[str, ...]) -> None:
    heard = Heard()
    for tick in range(5):
        for what in order:
            heard.say(what, tick + (what == "state"))
    assert heard.ticks == [0, 1, 2, 3, 4]


def test_repeated_messages_change_nothing() -> None:
    heard = Heard()
    for tick in (0, 1):
        for what in 2 * ("reference", "torques", "state"):
            heard.say(what, tick + (what == "state"))
    assert heard.ticks == [0, 1]


def test_a_lost_message_costs_its_tick_alone() -> None:
    heard = Heard()
    for tick in range(40):
        for what in ("reference", "torques", "state"):
            if (what, tick) != ("torques", 3):
                heard.say(what, tick + (what == "state"))
    assert heard.ticks == [tick for tick in range(40) if tick != 3]
    assert all(len(part) < 20 for part in (heard.join._references, heard.join._torques, heard.join._states))


def test_a_new_run_begins_at_tick_0_again() -> None:
    heard = Heard()
    for _ in range(2):
        for what in ("reference", "torques", "state"):
            heard.say(what, 0 + (what == "state"))
        heard.join.forget()
    assert heard.ticks == [0, 0]
