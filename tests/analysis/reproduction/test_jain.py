"""The claims of Jain & Liu, on results with known answers."""

from collections.abc import Callable

import pytest

from biped_control.analysis.reproduction.jain_edits import JainEditsTable
from biped_control.analysis.reproduction.jain_pushes import JainPushesTable
from biped_control.analysis.reproduction.jain_run import JainPush, JainResult, JainRuns, JainTask
from biped_control.analysis.reproduction.jain_table import LINEARIZED, JainTable, all_stay_up
from biped_control.analysis.reproduction.jain_tracking import JainTrackingTable, Works
from biped_control.analysis.reproduction.table import Extent
from biped_control.motion.editing.edit import parse_edit

TABLES = (JainTrackingTable, JainPushesTable, JainEditsTable)


def answers(table: JainTable, falls: Callable[[JainTask], bool]) -> dict[str, JainResult]:
    return {
        name: JainResult(task, falls(task), 3.0 if falls(task) else table.seconds, 0.01, 1.2)
        for name, task in table._runs.items()
    }


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("quick", [False, True])
def test_every_run_is_judged(kind: type[JainTable], quick: bool) -> None:
    """Without its result the claims that it belongs to are no longer borne out."""
    table = kind(Extent(quick=quick))
    assert len(table.tasks) == len(set(table.tasks))
    for name in table.tasks:
        results = answers(table, lambda task: False)
        before = [row.ours for row in table.rows(results)]
        del results[name]
        assert [row.ours for row in table.rows(results)] != before


def test_edits_can_be_read_and_falls_are_claimed_of_two() -> None:
    table = JainEditsTable(Extent())
    for task in table._runs.values():
        assert all(parse_edit(text).at_s > 0.0 for text in task.edits)
    up = [row for row in table.rows(answers(table, lambda task: False)) if not row.holds]
    assert [row.what for row in up] == [
        f"{what}, `{engine}`"
        for engine in table.engines
        for what in ("strong push backward (250 N)", "squat with 30 kg, window 12")
    ]


def test_pushes_of_all_sides_must_be_survived() -> None:
    table = JainPushesTable(Extent())

    def falls(task: JainTask) -> bool:
        return task.push is not None and task.push.force == (0.0, -175.0, 0.0) and task.clip == "walk"

    refuted = [row for row in table.rows(answers(table, falls)) if not row.holds]
    assert [row.what for row in refuted] == [f"walk, 175 N for 10 ticks, `{name}`" for name in table.engines]
    assert refuted[0].ours == "3 of 4 runs; falls after 3.0 s"


def test_where_a_setting_works() -> None:
    runs = [
        JainResult(JainTask("walk", LINEARIZED, 10.0, window=window), window > 12, 4.0, 0.01, 1.2)
        for window in (8, 12, 20)
    ]
    words, holds, numbers = Works("window", (8, 12))(runs)
    assert (words, holds) == ("works at 8, 12; falls at 20 after 4.0 s", True)
    assert numbers == {"works": [8, 12]}
    assert not Works("window", (12, 20))(runs)[1]
    assert all_stay_up(runs[:1])[0] == "stays up, turned 0.6 degrees from the reference on average"
    assert all_stay_up(runs[2:])[0] == "falls after 4.0 s"


def test_a_run_is_done_as_asked() -> None:
    """An absurd push throws the robot; a window out of range is tried, too."""
    runs = JainRuns()
    push = JainPush(("torso", "l_forearm"), (4000.0, 0.0, 0.0), 0.1, 30)
    thrown = runs.run(JainTask("walk", LINEARIZED, 2.0, push=push))
    assert thrown.fell
    assert 0.1 < thrown.seconds < 1.5
    edits = ("stride=-0.1m,over=0.1s@0.1s",)
    shorter = runs.run(JainTask("walk", LINEARIZED, 1.0, window=11, edits=edits))
    longer = runs.run(JainTask("walk", LINEARIZED, 1.0))
    assert not shorter.fell
    assert 0.0 < shorter.turned < 0.2
    assert shorter.speed < longer.speed - 0.05
