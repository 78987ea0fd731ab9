"""Ledges down and up (Muico 2009, section 5.4)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from biped_control.analysis.reproduction.endurance import EnduranceTask, Endured
from biped_control.analysis.reproduction.endurance_claims import Runs, adapted, endures, endures_nowhere
from biped_control.analysis.reproduction.endurance_table import EnduranceTable
from biped_control.analysis.reproduction.group import Finding
from biped_control.analysis.reproduction.motions import BOTH_45, CLIPS, RUN, WALK
from biped_control.analysis.reproduction.table import Row

ENGINES = ("lcp", "dart")
DOWN = {2: "descents_2cm", 4: "descents_4cm", 6: "descents_6cm"}
UP = {2: "ascents_2cm", 4: "ascents_4cm", 6: "ascents_6cm"}
"""Scenarios by the height of their ledges [cm]."""

_METHOD = """
Ledges of the same height every 3 m for {seconds:g} s, with NQR, at gamma {gammas}. Runs start {start}.
The turns to both sides alternate, so that the way leads down all the time. `lcp` knows the ground by the
height under the corners of the soles: there a foot that hits the face of a ledge is lifted on it; in `dart`
it trips. Nobody tells the controller where the ground is; it feels the ground with its feet, resets its
phase and, which the paper's does not, moves its footholds with the capture point. That a runner tumbles does
not hold where it endures.
"""


class MuicoStairsTable(EnduranceTable):
    """See `table.Table`."""

    name = "muico-stairs"
    title = "Ledges down and up (Muico 2009, section 5.4)"
    gammas = (0.002, 0.005, 0.01, 0.02, 0.05)
    quick_gammas = (0.005, 0.02)

    @property
    def _engines(self) -> Sequence[str]:
        return ENGINES[:1] if self.quick else ENGINES

    def _planned(self) -> Iterable[EnduranceTask]:
        ledges = [(BOTH_45, DOWN[6]), *product((WALK, RUN), (*DOWN.values(), *UP.values()))]
        for engine, (motion, scenario) in product(reversed(self._engines), ledges):
            for gamma, seed in product(self.gammas, self.seeds):
                yield EnduranceTask(
                    CLIPS[motion], self.seconds, gamma, engine=engine, scenario=scenario, seed=seed
                )

    @property
    def method(self) -> str:
        """See `table.Table`."""
        return _METHOD.format(seconds=self.seconds, start=self.start, gammas=self.listed_gammas)

    def rows(self, results: Mapping[str, Endured]) -> Sequence[Row]:
        """See `table.Table`."""
        return [row for engine in self._engines for row in self._rows(results, engine)]

    def _rows(self, results: Mapping[str, Endured], engine: str) -> Iterable[Row]:
        turns, walk, run = ({"engine": engine, "clips": CLIPS[motion]} for motion in (BOTH_45, WALK, RUN))
        yield self.group(results, scenario=DOWN[6], **turns).row(
            f"{BOTH_45}, 6 cm down, `{engine}`", "endures", endures
        )
        yield self.group(results, **walk).row(
            f"{WALK}, `{engine}`: highest ledges", "higher down than up", higher_down
        )
        yield self.group(results, **run).row(
            f"{RUN}, `{engine}`: highest ledges", "higher up than down", higher_up
        )
        yield self.group(results, scenario=UP[4], **run).row(
            f"{RUN}, 4 cm up, `{engine}`", "endures", endures
        )
        yield self.group(results, scenario=DOWN[2], **run).row(
            f"{RUN}, 2 cm down, `{engine}`", "tumbles forward", endures_nowhere
        )


def higher_down(runs: Runs) -> Finding:
    """Higher ledges are endured down than up."""
    down, up = _highest(runs, DOWN), _highest(runs, UP)
    return _heights(down, up), down > up, {"down_cm": down, "up_cm": up}


def higher_up(runs: Runs) -> Finding:
    """The other way round."""
    down, up = _highest(runs, DOWN), _highest(runs, UP)
    return _heights(down, up), up > down, {"down_cm": down, "up_cm": up}


def _highest(runs: Runs, scenarios: Mapping[int, str]) -> int:
    """Height of the highest ledges that are endured at any gamma [cm]; 0 for none."""
    endured = (
        height
        for height, scenario in scenarios.items()
        if any(point.endured for point in adapted([run for run in runs if run.task.scenario == scenario]))
    )
    return max(endured, default=0)


def _heights(down: int, up: int) -> str:
    return ", ".join(
        f"{height} cm {way}" if height else f"none {way}" for height, way in ((down, "down"), (up, "up"))
    )
