"""Tracking, window sizes and mode counts (Jain & Liu 2011, sections 7.1 and 8)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from biped_control.analysis.reproduction.group import Finding
from biped_control.analysis.reproduction.jain_table import LINEARIZED, JainTable, all_fall, all_stay_up
from biped_control.analysis.reproduction.jain_task import JainResult, JainTask
from biped_control.analysis.reproduction.table import Row

_CLIPS = {"walk": 12, "squat": 16, "swing": 24}
"""With the paper's windows."""
_WINDOWS, _WINDOWS_THAT_WORK = (1, 4, 8, 10, 12, 15, 20, 24), (10, 12, 15)
_COUNTS, _COUNTS_THAT_WORK = (3, 6, 9, 11, 13, 15, 18, 21), (9, 11, 13)
_SHIFTED = ("from 1", "from 2", "from 3", "from 5", "from 8")
_RANDOM = ("random 1", "random 2", "random 3")
_METHOD = """
Policy `modal` for {seconds:g} s, exactly on the reference at the start, with the numbers of
`config/weights.yaml` but for the windows and mode counts that a row names. Engine `modal` is the paper's
linearized simulation. The robot has 23 joint modes, the paper's character 36. The squat and the swing of arms
and trunk come between cycles of standing. Ranges of modes leave out the slowest, which are then tracked like
the fast ones; random modes are drawn once for a run.
"""


class JainTrackingTable(JainTable):
    """See `table.Table`."""

    name = "jain-tracking"
    title = "Modal-space control: tracking, windows, modes (Jain & Liu 2011, sections 7.1 and 8)"

    @property
    def method(self) -> str:
        """See `table.Table`."""
        return _METHOD.format(seconds=self.seconds)

    def _planned(self) -> Iterable[JainTask]:
        for engine in self.engines:
            for clip, window in _CLIPS.items():
                yield JainTask(clip, engine, self.seconds, window=window)
        if not self.quick:
            for window in _WINDOWS:
                yield JainTask("walk", LINEARIZED, self.seconds, window=window)
            for count in _COUNTS:
                yield JainTask("walk", LINEARIZED, self.seconds, low_modes=count)
            for order in (*_SHIFTED, *_RANDOM):
                yield JainTask("walk", LINEARIZED, self.seconds, order=order)

    def rows(self, results: Mapping[str, JainResult]) -> Sequence[Row]:
        """See `table.Table`."""
        rows = [
            self.group(results, JainTask(clip, engine, self.seconds, window=window).__eq__).row(
                f"{clip}, window {window}, `{engine}`", "tracked", all_stay_up
            )
            for engine in self.engines
            for clip, window in _CLIPS.items()
        ]
        if self.quick:
            return rows
        windows = self.group(results, lambda task: task in self._of_walk("window"))
        rows.append(
            windows.row("windows of a walk", "10 to 15 work well", Works("window", _WINDOWS_THAT_WORK))
        )
        one = self.group(results, lambda task: task.clip == "walk" and task.window == 1)
        rows.append(one.row("window 1", "fails to track underactuated tasks", all_fall))
        large = self.group(results, lambda task: task.clip == "walk" and task.window in _WINDOWS[-2:])
        rows.append(large.row("windows of 20 and more", "degrade", all_fall))
        counts = self.group(results, lambda task: task in self._of_walk("low_modes"))
        rows.append(
            counts.row(
                "low modes of a walk", "works within 3 to 4 of 14", Works("low_modes", _COUNTS_THAT_WORK)
            )
        )
        few = self.group(results, lambda task: task.low_modes in _COUNTS[:2])
        rows.append(few.row("few low modes", "very kinematic, less responsive", all_fall))
        many = self.group(results, lambda task: task.low_modes in _COUNTS[-2:])
        rows.append(many.row("many low modes", "very jerky and unstable", all_fall))
        shifted = self.group(results, lambda task: task.order in _SHIFTED)
        rows.append(
            shifted.row("modes without the slowest 1, 2, ...", "the more, the less stable", less_stable)
        )
        drawn = self.group(results, lambda task: task.order in _RANDOM)
        rows.append(drawn.row("random modes", "unstable after a few frames", all_fall))
        return rows

    def _of_walk(self, setting: str) -> list[JainTask]:
        return [
            task
            for task in self._runs.values()
            if task.clip == "walk" and task.engine == LINEARIZED and getattr(task, setting) is not None
        ]


def less_stable(runs: Sequence[JainResult]) -> Finding:
    """Those that leave out more modes fall, and sooner."""

    def left_out(run: JainResult) -> int:
        return int(run.task.order.split()[1])

    ordered = sorted(runs, key=left_out)
    words = [
        f"without {left_out(run)} {'falls after' if run.fell else 'walks'} {run.seconds:.1f} s"
        for run in ordered
    ]
    seconds = [run.seconds for run in ordered]
    holds = ordered[-1].fell and all(later <= before for before, later in pairwise(seconds))
    return "; ".join(words), holds, {"seconds": seconds}


class Works:
    """The claim that a setting works at certain values."""

    def __init__(self, setting: str, wanted: tuple[int, ...]) -> None:
        self._setting, self._wanted = setting, wanted

    def __call__(self, runs: Sequence[JainResult]) -> Finding:
        """See `group.Finding`."""
        by_value = {getattr(run.task, self._setting): run for run in runs}
        works = sorted(value for value, run in by_value.items() if not run.fell)
        falls = [f"{value} after {run.seconds:.1f} s" for value, run in sorted(by_value.items()) if run.fell]
        words = f"works at {', '.join(map(str, works)) or 'none'}"
        words += f"; falls at {', '.join(falls)}" if falls else ""
        return words, set(self._wanted) <= set(works), {"works": works}
