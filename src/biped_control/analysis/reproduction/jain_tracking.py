"""Tracking, window sizes and mode counts (Jain & Liu 2011, sections 7.1 and 8)."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from biped_control.analysis.reproduction.group import Finding
from biped_control.analysis.reproduction.jain_claim import JainClaim, all_fall, all_stay_up
from biped_control.analysis.reproduction.jain_mode_order import Drawn, ModeOrder, WithoutSlowest
from biped_control.analysis.reproduction.jain_table import FORMS, JainTable
from biped_control.analysis.reproduction.jain_task import LINEARIZED, PHYSICAL, JainResult, JainTask

_CLIPS = {"walk": 12, "squat": 16, "swing": 24}
"""With the paper's windows."""
_WINDOWS, _WINDOWS_THAT_WORK = (1, 4, 8, 10, 12, 15, 20, 24), (10, 12, 15)
_COUNTS, _COUNTS_THAT_WORK = (3, 6, 9, 11, 13, 15, 18, 21), (9, 11, 13)
_LEFT_OUT, _SEEDS = (1, 2, 3, 5, 8), (1, 2, 3)
_METHOD = """
Policy `modal` for {seconds:g} s, exactly on the reference at the start, with the numbers of
`config/weights.yaml` but for the windows and mode counts that a row names. The robot has 23 joint modes,
the paper's character 36. The squat and the swing of arms and trunk come between cycles of standing. Ranges
of modes leave out the slowest, which are then tracked like the fast ones; random modes are drawn once for a
run.
"""


class JainTrackingTable(JainTable):
    """See `table.Table`."""

    name = "jain-tracking"
    title = "Modal-space control: tracking, windows, modes (Jain & Liu 2011, sections 7.1 and 8)"

    @property
    def method(self) -> str:
        """See `table.Table`."""
        return _METHOD.format(seconds=self.seconds) + FORMS

    def _claims(self) -> Iterable[JainClaim]:
        for engine in self.engines:
            for clip, window in _CLIPS.items():
                task = JainTask(clip, engine, self.seconds, window=window)
                yield JainClaim(f"{clip}, window {window}, `{engine}`", "tracked", [task], all_stay_up)
        if not self.quick:
            yield from self._of_flights()
            yield from self._of_windows()
            yield from self._of_counts()
            yield from self._of_orders()

    def _of_flights(self) -> Iterable[JainClaim]:
        """Clips that the paper has no word of."""
        for clip in ("run", "jump"):
            for what, window in (("as published", 10), ("about the reference", None)):
                task = JainTask(clip, PHYSICAL, self.seconds, window=window)
                yield JainClaim(f"{clip}, {what}, `{PHYSICAL}`", "-", [task], all_stay_up)

    def _of_windows(self) -> Iterable[JainClaim]:
        tasks = {n: JainTask("walk", LINEARIZED, self.seconds, window=n) for n in _WINDOWS}
        works = Works("window", _WINDOWS_THAT_WORK)
        yield JainClaim("windows of a walk", "10 to 15 work well", list(tasks.values()), works)
        yield JainClaim("window 1", "fails to track underactuated tasks", [tasks[1]], all_fall)
        large = [tasks[n] for n in _WINDOWS[-2:]]
        yield JainClaim("windows of 20 and more", "degrade", large, all_fall)

    def _of_counts(self) -> Iterable[JainClaim]:
        tasks = [JainTask("walk", LINEARIZED, self.seconds, low_modes=count) for count in _COUNTS]
        works = Works("low_modes", _COUNTS_THAT_WORK)
        yield JainClaim("low modes of a walk", "works within 3 to 4 of 14", tasks, works)
        yield JainClaim("few low modes", "very kinematic, less responsive", tasks[:2], all_fall)
        yield JainClaim("many low modes", "very jerky and unstable", tasks[-2:], all_fall)

    def _of_orders(self) -> Iterable[JainClaim]:
        def walks(orders: Iterable[ModeOrder]) -> list[JainTask]:
            return [JainTask("walk", LINEARIZED, self.seconds, order=order) for order in orders]

        left_out, drawn = walks(map(WithoutSlowest, _LEFT_OUT)), walks(map(Drawn, _SEEDS))
        yield JainClaim(
            "modes without the slowest 1, 2, ...", "the more, the less stable", left_out, less_stable
        )
        yield JainClaim("random modes", "unstable after a few frames", drawn, all_fall)


def less_stable(runs: Sequence[JainResult]) -> Finding:
    """Those that leave out more modes fall, and sooner."""

    def left_out(run: JainResult) -> int:
        return run.task.order.count if isinstance(run.task.order, WithoutSlowest) else 0

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
