"""Claims that are judged by several runs."""

from collections.abc import Sequence

from biped_control.analysis.reproduction.group import Finding, Group

NAMES = ("long 1", "long 2", "short 1")


def positive(numbers: Sequence[float]) -> Finding:
    return f"{min(numbers):g} at least", min(numbers) > 0.0, {"least": min(numbers)}


def test_those_that_a_claim_needs() -> None:
    group = Group.of(NAMES, {"long 2": 5.0, "short 1": -1.0}, "long")
    assert list(group.results) == [5.0]
    assert group.missing == 1


def test_all_are_there() -> None:
    row = Group([2.0, 3.0]).row("numbers", "positive", positive)
    assert row.as_json() == {
        "what": "numbers",
        "paper": "positive",
        "ours": "2 at least",
        "holds": True,
        "numbers": {"least": 2.0},
    }
    assert Group([2.0, -3.0]).row("numbers", "positive", positive).holds is False


def test_what_is_missing_can_only_refute() -> None:
    good, bad = (Group([number], 2).row("numbers", "positive", positive) for number in (2.0, -2.0))
    assert good.holds is None
    assert good.ours == "2 at least (2 of 3 runs could not be done)"
    assert bad.holds is False
    nothing = Group([], 3).row("numbers", "positive", positive)
    assert nothing.holds is None
    assert nothing.ours == "not measured"
