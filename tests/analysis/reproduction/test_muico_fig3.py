"""Figure 3 of Muico et al.: its claims and its picture, on results with known answers."""

from collections.abc import Callable
from pathlib import Path

import pytest

from biped_control.analysis.reproduction.endurance import EnduranceTask, Endured
from biped_control.analysis.reproduction.muico_fig3 import MuicoFig3Table
from biped_control.analysis.reproduction.table import Extent

Answers = Callable[..., dict[str, Endured]]


def as_in_the_paper(task: EnduranceTask) -> bool:
    """Who falls in the paper: everybody without adaptation and with much, LQR earlier, and always in (f)."""
    if task.policy == "lqr" and task.scenario == "descents_4cm":
        return True
    return not 0.0 < task.gamma < (0.1 if task.policy == "nqr" else 0.01)


def cost(task: EnduranceTask) -> float:
    return (1.0 if task.policy == "nqr" else 1.5) / (1.0 + 10.0 * task.gamma)


@pytest.fixture
def table() -> MuicoFig3Table:
    return MuicoFig3Table(Extent())


def refuted(table: MuicoFig3Table, results: dict[str, Endured]) -> set[str]:
    """What does not hold in `lcp`."""
    return {row.what for row in table.rows(results) if row.holds is False and "`lcp`" in row.what}


def test_all_claims_hold(table: MuicoFig3Table, endured: Answers) -> None:
    rows = {row.what: row for row in table.rows(endured(table, as_in_the_paper, cost))}
    assert {row.holds for row in rows.values()} == {True}
    assert len(rows) == 2 * (2 * 6 + 3 + 4)
    assert "(e) 45-degree turns, 2 cm down, `dart`: LQR" in rows
    run = rows["(b) run, `dart`: NQR"]
    assert run.ours == "endures at gamma 0.0005 to 0.07"
    assert rows["(c) 180-degree turn, `lcp`: LQR"].ours == (
        "endures at gamma 0.0005 to 0.007; NQR at gamma 0.0005 to 0.07"
    )
    assert rows["gamma 0 (no adaptation), `lcp`"].ours == "0 of 12 runs endure"
    assert rows["cost where both endure, `lcp`: LQR"].numbers["ratio"] == pytest.approx(1.5)
    assert rows["all cases at the same gamma, `lcp`: LQR"].ours == "endures nowhere"


@pytest.mark.parametrize(
    ("falls", "what"),
    [
        (
            lambda t: as_in_the_paper(t) or (t.clips == ("run",) and t.policy == "nqr" and t.gamma != 0.02),
            {
                "(b) run, `lcp`: NQR",
                "(b) run, `lcp`: cost of NQR in that range",
            },
        ),
        (
            lambda t: as_in_the_paper(t) or (t.scenario == "descents_4cm" and t.gamma < 0.05),
            set(),
        ),
        (
            lambda t: as_in_the_paper(t) or t.scenario == "descents_4cm",
            {
                "(f) 45-degree turns, 4 cm down, `lcp`: NQR",
                "(f) 45-degree turns, 4 cm down, `lcp`: cost of NQR in that range",
                "all cases at the same gamma, `lcp`: NQR",
                "all cases at the same gamma, `lcp`: LQR",
            },
        ),
        (
            lambda t: as_in_the_paper(t) and not (t.clips == ("turn_left_180",) and t.policy == "lqr"),
            {"(c) 180-degree turn, `lcp`: LQR", "gamma 0 (no adaptation), `lcp`"},
        ),
        (
            lambda t: as_in_the_paper(t) and not (t.scenario == "descents_4cm" and t.gamma == 0.2),
            {"(f) 45-degree turns, 4 cm down, `lcp`: LQR"},
        ),
        (
            lambda t: as_in_the_paper(t) and t.gamma > 0.0,
            {"gamma 0 (no adaptation), `lcp`"},
        ),
    ],
)
def test_falls_refute(
    table: MuicoFig3Table, endured: Answers, falls: Callable[[EnduranceTask], bool], what: set[str]
) -> None:
    assert refuted(table, endured(table, falls, cost)) == what


def test_costs_refute(table: MuicoFig3Table, endured: Answers) -> None:
    rising = endured(table, as_in_the_paper, lambda task: cost(task) * (1.0 + 100.0 * task.gamma))
    assert len(refuted(table, rising)) == 6
    cheap = endured(
        table, as_in_the_paper, lambda task: 1.0 / cost(task) if task.policy == "lqr" else cost(task)
    )
    assert refuted(table, cheap) == {"cost where both endure, `lcp`: LQR"}


def test_every_fourth_step_may_go_up(table: MuicoFig3Table, endured: Answers) -> None:
    ups = {0.0007, 0.0015, 0.03}  # 3 of 13 steps up

    def bumpy(task: EnduranceTask) -> float:
        return cost(task) + (0.1 if task.gamma in ups else 0.0)

    assert not refuted(table, endured(table, as_in_the_paper, bumpy))
    ups |= {0.003}
    assert len(refuted(table, endured(table, as_in_the_paper, bumpy))) == 6


def test_illustrated(table: MuicoFig3Table, endured: Answers, tmp_path: Path) -> None:
    results = endured(table, as_in_the_paper, cost)
    missing = {("lqr", 0.01), ("nqr", 0.02)}  # what could not be done is left out
    some = {name: run for name, run in results.items() if (run.task.policy, run.task.gamma) not in missing}
    text = table.illustrate(some, tmp_path)
    for engine in ("lcp", "dart"):
        assert f"({tmp_path.name}/muico-fig3-{engine}.png)" in text
        assert (tmp_path / f"muico-fig3-{engine}.png").read_bytes().startswith(b"\x89PNG")
    assert "| (a) straight walk | 0.0005 to 0.007 | 0.015 to 0.07 | - |" in text
    assert "| (f) 45-degree turns, 4 cm down | - | 0.0005 to 0.07 | - |" in text
