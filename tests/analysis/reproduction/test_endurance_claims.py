"""Claims about endurance over gamma, by hand."""

from biped_control.analysis.reproduction.endurance import EnduranceTask, Endured
from biped_control.analysis.reproduction.endurance_claims import endures, endures_nowhere, endures_range


def runs(**fell: bool) -> list[Endured]:
    """`g1=True`: it fell at gamma 1, after 11 s."""
    return [
        Endured(EnduranceTask(("walk",), 30.0, gamma), falls, 10.0 + gamma if falls else 30.0, 1.0)
        for name, falls in fell.items()
        for gamma in [float(name[1:])]
    ]


def test_a_range() -> None:
    neighbours, single = runs(g1=False, g2=False, g3=True), runs(g1=False, g2=True, g3=False)
    assert endures_range(neighbours) == ("endures at gamma 1 to 2", True, {"gammas": [1, 2], "longest_s": 30})
    assert endures_range(single)[:2] == ("endures at gamma 1, 3", False)


def test_somewhere_or_nowhere() -> None:
    once, never = runs(g1=True, g2=False), runs(g1=True, g2=True)
    assert (endures(once)[1], endures_nowhere(once)[1]) == (True, False)
    assert (endures(never)[1], endures_nowhere(never)[1]) == (False, True)
    assert endures(never)[0] == "endures nowhere, at most 12.0 s (gamma 2)"


def test_without_adaptation_it_does_not_count() -> None:
    assert endures(runs(g0=False, g1=True))[1] is False
