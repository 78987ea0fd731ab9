"""Pushes (Jain & Liu 2011, section 7.2)."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from biped_control.analysis.reproduction.group import Finding
from biped_control.analysis.reproduction.jain_claim import JainClaim, all_stay_up
from biped_control.analysis.reproduction.jain_table import FORMS, JainTable
from biped_control.analysis.reproduction.jain_task import (
    LINEARIZED,
    PHYSICAL,
    JainPush,
    JainResult,
    JainTask,
    Reaction,
)

DIRECTIONS = {"forward": (1.0, 0.0), "back": (-1.0, 0.0), "left": (0.0, 1.0), "right": (0.0, -1.0)}
_AT_S = 2.0
_PUSHES: Mapping[str, tuple[int, tuple[float, ...]]] = {
    "walk": (10, (100.0, 135.0, 175.0)),
    "squat": (20, (75.0, 150.0, 250.0)),
    "swing": (20, (75.0, 175.0)),
}
"""Ticks and forces [N] by clip."""

_DELAYED: Mapping[Reaction, str] = {"reference": "as printed", "shadow": "by a robot that was not pushed"}
_DELAYED_N = (100.0, 175.0)

_ADJUSTED_N, _ADJUSTED_DEG = 175.0, tuple(range(0, 360, 45))
_SEEDS, _APART_S = range(1, 11), 0.107
"""Ten pushes from each side, spread over a stride of the walk."""

_METHOD = """
Policy `modal` for {seconds:g} s; {at:g} s after the start the torso is pushed once, from each of four sides
({sides}). The paper's character reacts 200 ms late: until then forces and slow modes are planned as if it was
on the reference. That is measured as printed, and with plans for a robot that was not pushed; all other rows
react at once.

These rows hold the robot to its path with contact adaptation alone: it leans on the foot that stands, and the
next foot lands where the clip has it. Where both soles stay on the ground there is a strongest push that they
can balance, as a pendulum with its pressure at their edge; of pushes that throw the robot the table says how
near they are to it. In the last row steps are adjusted, footholds follow the capture point.
There the walk is pushed from eight sides, ten times each: every run starts elsewhere beside the reference
and is pushed at another time of the stride.
"""


class JainPushesTable(JainTable):
    """See `table.Table`."""

    name = "jain-pushes"
    title = "Modal-space control: pushes (Jain & Liu 2011, section 7.2)"

    @property
    def method(self) -> str:
        """See `table.Table`."""
        return _METHOD.format(seconds=self.seconds, at=_AT_S, sides=", ".join(DIRECTIONS)) + FORMS

    @property
    def _cases(self) -> Sequence[tuple[str, str, float]]:
        clips = ("walk",) if self.quick else tuple(_PUSHES)
        return [
            (engine, clip, size) for engine in self.engines for clip in clips for size in _PUSHES[clip][1]
        ]

    @property
    def _delayed_cases(self) -> Sequence[tuple[str, float, Reaction]]:
        return [] if self.quick else [("walk", newtons, how) for newtons in _DELAYED_N for how in _DELAYED]

    def _tasks_of(
        self, engine: str, clip: str, newtons: float, reaction: Reaction | None = None
    ) -> list[JainTask]:
        pushes = [
            JainPush(("torso",), (newtons * x, newtons * y, 0.0), _AT_S, _PUSHES[clip][0])
            for x, y in DIRECTIONS.values()
        ]
        return [JainTask(clip, engine, self.seconds, push=push, reaction=reaction) for push in pushes]

    @property
    def _adjusted(self) -> Sequence[JainTask]:
        newtons, ticks = _ADJUSTED_N, _PUSHES["walk"][0]
        forces = [
            (round(newtons * float(np.cos(angle)), 3), round(newtons * float(np.sin(angle)), 3), 0.0)
            for angle in np.deg2rad(_ADJUSTED_DEG)
        ]
        return [
            JainTask(
                "walk",
                PHYSICAL,
                self.seconds,
                push=JainPush(("torso",), force, _AT_S + _APART_S * seed, ticks),
                adjust_steps=True,
                seed=seed,
            )
            for force in forces
            for seed in _SEEDS
        ]

    def _claims(self) -> Iterable[JainClaim]:
        for engine, clip, newtons in self._cases:
            what = f"{clip}, {newtons:g} N for {_PUSHES[clip][0]} ticks, `{engine}`"
            yield JainClaim(what, "recovers", self._tasks_of(engine, clip, newtons), all_stay_up)
        for clip, newtons, reaction in self._delayed_cases:
            ticks, how = _PUSHES[clip][0], _DELAYED[reaction]
            what = f"{clip}, {newtons:g} N for {ticks} ticks, 200 ms late, {how}, `{LINEARIZED}`"
            tasks = self._tasks_of(LINEARIZED, clip, newtons, reaction)
            yield JainClaim(what, "recovers", tasks, all_stay_up)
        if not self.quick:
            ticks = _PUSHES["walk"][0]
            what = f"walk, {_ADJUSTED_N:g} N for {ticks} ticks, 8 sides, steps adjusted, `{PHYSICAL}`"
            yield JainClaim(what, "9 of 10 recover, from each side", self._adjusted, nine_of_ten_stay_up)


def nine_of_ten_stay_up(runs: Sequence[JainResult]) -> Finding:
    """Of the pushes from each side."""
    sides: dict[tuple[float, float, float], list[bool]] = {}
    for run in runs:
        if run.task.push is not None:
            sides.setdefault(run.task.push.force, []).append(not run.fell)
    shares = {force: sum(up) / len(up) for force, up in sides.items()}
    worst = min(shares, key=lambda force: shares[force])
    up, degrees = sides[worst], round(float(np.rad2deg(np.arctan2(worst[1], worst[0])))) % 360
    words = f"{sum(not run.fell for run in runs)} of {len(runs)} runs"
    words += f"; at least {sum(up)} of {len(up)} from each side (fewest at {degrees} degrees)"
    return words, min(shares.values()) >= 0.9, {"stayed_up": {str(f): s for f, s in shares.items()}}
