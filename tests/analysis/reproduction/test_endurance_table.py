"""What all tables of endurance runs have in common."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.reproduction.endurance import EnduranceTask, Endured
from biped_control.analysis.reproduction.endurance_table import EnduranceTable, run_name
from biped_control.analysis.reproduction.table import Extent, Table
from biped_control.analysis.reproduction.tables import TABLES
from biped_control.errors import ConfigurationError
from biped_control.simulation.scenario import load_scenario


class WalkTable(EnduranceTable):
    """The walk with two policies at two gammas."""

    gammas, quick_gammas = (0.01, 0.02), (0.01,)

    def _planned(self) -> Iterable[EnduranceTask]:
        for policy in ("nqr", "lqr"):
            for gamma in self.gammas:
                yield EnduranceTask(("walk",), self.seconds, gamma, policy, seed=self.seeds[0])


def test_extents() -> None:
    full, quick = WalkTable(Extent()), WalkTable(Extent(quick=True))
    assert (full.seconds, len(full.tasks)) == (30.0, 4)
    assert (quick.seconds, len(quick.tasks)) == (6.0, 2)
    assert full.listed_gammas == "0.01, 0.02"
    assert full.start == "exactly on the reference"
    chosen = WalkTable(Extent(minutes=2.0, seeds=(3,)))
    assert chosen.seconds == 120.0
    assert "seeds 3" in chosen.start
    for wrong in (Extent(minutes=0.0), Extent(seeds=()), Extent(seeds=(-1,))):
        with pytest.raises(ConfigurationError):
            WalkTable(wrong)


def test_no_run_hides_behind_the_name_of_another() -> None:
    class Twice(WalkTable):
        def _planned(self) -> Iterable[EnduranceTask]:
            return [*super()._planned(), *super()._planned()]

    with pytest.raises(ConfigurationError, match=r"'walk, nqr, lcp, gamma 0\.01, seed 0' is planned twice"):
        Twice(Extent())


def test_groups(endured: Callable[..., dict[str, Endured]]) -> None:
    table = WalkTable(Extent())
    results = endured(table, lambda task: task.policy == "lqr")
    lqr = table.group(results, policy="lqr")
    assert [run.task.gamma for run in lqr.results] == [0.01, 0.02]
    assert all(run.fell for run in lqr.results)
    del results[run_name(lqr.results[0].task)]
    assert table.group(results, policy="lqr").missing == 1
    assert table.group(results, policy="lqr", gamma=0.02).missing == 0


def test_it_runs(walk_parts: WalkParts) -> None:
    table, told = WalkTable(Extent(quick=True, minutes=0.1)), list[str]()
    table.ready(lambda what, how_far: None)
    found = table.prepare()(table.tasks[0], told.append)
    assert (found.fell, found.seconds) == (False, 6.0)
    assert told == [f"{second} of 6 s" for second in range(6)]


ENDURANCE = [name for name in TABLES if name != "steering" and not name.startswith("jain")]


@pytest.mark.parametrize("name", ENDURANCE)
@pytest.mark.parametrize("quick", [False, True])
def test_all_of_them(name: str, quick: bool) -> None:
    table: Any = TABLES[name](Extent(quick=quick, seeds=(0, 1)))
    listed: Table = table
    assert len(set(listed.tasks)) == len(list(table._planned())) > 0  # no name stands for two runs
    assert "{" not in listed.method
    runs = table._runs.values()
    for changed in {(task.rate_hz, task.horizon_cycles): task for task in runs}.values():
        changed.settings()
    for scenario in {task.scenario for task in runs} - {""}:
        load_scenario(scenario)
    assert {row.holds for row in listed.rows({})} == {None}
    assert len({row.what for row in listed.rows({})}) == len(listed.rows({}))
