"""Pushes (Jain & Liu 2011, section 7.2)."""

from collections.abc import Iterable, Mapping, Sequence

from biped_control.analysis.reproduction.jain_run import JainPush, JainResult, JainTask
from biped_control.analysis.reproduction.jain_table import LINEARIZED, JainTable, all_stay_up
from biped_control.analysis.reproduction.table import Row

DIRECTIONS = {"forward": (1.0, 0.0), "back": (-1.0, 0.0), "left": (0.0, 1.0), "right": (0.0, -1.0)}
_AT_S = 2.0
_PUSHES: Mapping[str, tuple[int, tuple[float, ...]]] = {
    "walk": (10, (100.0, 135.0, 175.0)),
    "squat": (20, (75.0, 150.0, 250.0)),
    "swing": (20, (75.0, 175.0)),
}
"""Ticks and forces [N] by clip."""

_LATE = {"reference": "as printed", "shadow": "by a robot that was not pushed"}
_LATE_N = (100.0, 175.0)

_METHOD = """
Policy `modal` for {seconds:g} s; {at:g} s after the start the torso is pushed once, from each of four sides
({sides}). The paper's character reacts 200 ms late: until then forces and slow modes are planned as if it was
on the reference. That is measured as printed, and with plans for a robot that was not pushed; all other rows
react at once.
"""


class JainPushesTable(JainTable):
    """See `table.Table`."""

    name = "jain-pushes"
    title = "Modal-space control: pushes (Jain & Liu 2011, section 7.2)"

    @property
    def method(self) -> str:
        """See `table.Table`."""
        return _METHOD.format(seconds=self.seconds, at=_AT_S, sides=", ".join(DIRECTIONS))

    @property
    def _cases(self) -> Sequence[tuple[str, str, float]]:
        clips = ("walk",) if self.quick else tuple(_PUSHES)
        return [
            (engine, clip, size) for engine in self.engines for clip in clips for size in _PUSHES[clip][1]
        ]

    @property
    def _late_cases(self) -> Sequence[tuple[str, float, str]]:
        return [] if self.quick else [("walk", newtons, late) for newtons in _LATE_N for late in _LATE]

    def _tasks_of(self, engine: str, clip: str, newtons: float, late: str = "") -> list[JainTask]:
        pushes = [
            JainPush(("torso",), (newtons * x, newtons * y, 0.0), _AT_S, _PUSHES[clip][0])
            for x, y in DIRECTIONS.values()
        ]
        return [JainTask(clip, engine, self.seconds, push=push, late=late) for push in pushes]

    def _planned(self) -> Iterable[JainTask]:
        for case in self._cases:
            yield from self._tasks_of(*case)
        for clip, newtons, late in self._late_cases:
            yield from self._tasks_of(LINEARIZED, clip, newtons, late)

    def rows(self, results: Mapping[str, JainResult]) -> Sequence[Row]:
        """See `table.Table`."""
        rows = []
        for engine, clip, newtons in self._cases:
            mine = self._tasks_of(engine, clip, newtons)
            what = f"{clip}, {newtons:g} N for {_PUSHES[clip][0]} ticks, `{engine}`"
            rows.append(self.group(results, mine.__contains__).row(what, "recovers", all_stay_up))
        for clip, newtons, late in self._late_cases:
            mine = self._tasks_of(LINEARIZED, clip, newtons, late)
            ticks, how = _PUSHES[clip][0], _LATE[late]
            what = f"{clip}, {newtons:g} N for {ticks} ticks, 200 ms late, {how}, `{LINEARIZED}`"
            rows.append(self.group(results, mine.__contains__).row(what, "recovers", all_stay_up))
        return rows
