"""Two streams joined by tick."""

from biped_control.nodes.tick_pair import TickPair


class Bench:
    """A pair whose answers are collected."""

    def __init__(self) -> None:
        self.computed: list[tuple[int, str, str, bool]] = []
        self.published: list[str] = []
        self.pair: TickPair[str, str, str] = TickPair(self._compute, self.published.append)

    def _compute(self, tick: int, first: str, second: str, begins: bool) -> str:
        self.computed.append((tick, first, second, begins))
        return f"{first}{second}"


def test_answers_once_in_either_order() -> None:
    bench = Bench()
    bench.pair.first(0, "a0")
    bench.pair.second(0, "b0")
    bench.pair.second(1, "b1")
    bench.pair.first(1, "a1")
    assert bench.computed == [(0, "a0", "b0", True), (1, "a1", "b1", False)]
    assert bench.published == ["a0b0", "a1b1"]


def test_inputs_of_different_ticks_do_not_meet() -> None:
    bench = Bench()
    bench.pair.first(3, "a3")
    bench.pair.second(2, "b2")
    bench.pair.second(4, "b4")
    assert bench.published == []


def test_a_repeated_input_gets_the_same_answer_without_a_new_computation() -> None:
    bench = Bench()
    bench.pair.first(5, "a5")
    bench.pair.second(5, "b5")
    bench.pair.first(5, "again")
    assert len(bench.computed) == 1
    assert bench.published == ["a5b5", "a5b5"]


def test_a_tick_that_goes_back_begins_a_new_run() -> None:
    bench = Bench()
    for tick in (0, 1, 2, 0, 1):
        bench.pair.first(tick, "a")
        bench.pair.second(tick, "b")
    assert [begins for *_, begins in bench.computed] == [True, False, False, True, False]


def test_nothing_is_remembered_after_forget() -> None:
    bench = Bench()
    bench.pair.first(0, "a")
    bench.pair.second(0, "b")
    bench.pair.forget()
    bench.pair.second(0, "b")
    assert len(bench.published) == 1
    bench.pair.first(0, "a")
    assert [begins for *_, begins in bench.computed] == [True, True]
