"""Endurance over the adaptation parameter (Muico 2009, figure 3 and section 5.4)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from biped_control.analysis.reproduction import fig3_claims as claims
from biped_control.analysis.reproduction.endurance import EnduranceTask, Endured
from biped_control.analysis.reproduction.endurance_claims import endures_nowhere, endures_range
from biped_control.analysis.reproduction.endurance_curve import curve, gammas
from biped_control.analysis.reproduction.endurance_table import EnduranceTable
from biped_control.analysis.reproduction.group import Group
from biped_control.analysis.reproduction.motions import BOTH_45, CLIPS, RUN, TURN_45, TURN_180, WALK
from biped_control.analysis.reproduction.table import Row

ENGINES = ("lcp", "dart")
POLICIES = ("nqr", "lqr")
_METHOD = """
Each clip is played again and again for {seconds:g} s or until the robot falls; it starts {start}. A clip that
turns comes between two cycles of the straight walk. `lcp` is the paper's own time stepping at 120 Hz,
`dart` another kind of engine at 1200 Hz. Cost is the paper's (eq. 18), over the ticks before a fall.

A robot that always turns left walks in a circle of some ten metres and would soon have to climb what it has
come down. On the descents of (e) and (f), 3 m apart across the way, turns to the left and to the right
alternate instead. Nobody tells the controller where the ground is; on the descents, and only there, it feels
the ground with its feet and resets its phase (section 5.4), and, which the paper's does not, it moves its
footholds with the capture point.

*Endures* means that no run fell. {count} values of gamma from {least:g} to {most:g} were tried, and none at
all (0); a range stands for all of them within it.
"""
_CAPTION = """
In the pictures lines are solid and marks full where the robot endures, broken and hollow where it falls.
Costs of 10 and more are drawn at 10; gamma 0 stands apart at the left.
""".lstrip()


@dataclass(frozen=True)
class Case:
    """A panel of the figure.

    Attributes:
        letter: of the panel.
        motion: name in `motions.CLIPS`.
        scenario: see `EnduranceTask`.
        ground: the scenario in words.
    """

    letter: str
    motion: str
    scenario: str = ""
    ground: str = ""

    @property
    def title(self) -> str:
        """Of the panel."""
        return f"({self.letter}) {', '.join(filter(None, (self.motion, self.ground)))}"


CASES = (
    Case("a", WALK),
    Case("b", RUN),
    Case("c", TURN_180),
    Case("d", TURN_45),
    Case("e", BOTH_45, "descents_2cm", "2 cm down"),
    Case("f", BOTH_45, "descents_4cm", "4 cm down"),
)


class MuicoFig3Table(EnduranceTable):
    """See `table.Table` and `table.Illustrated`."""

    name = "muico-fig3"
    title = "Endurance over gamma (Muico 2009, figure 3)"

    gammas = (  # none at all, and six a decade
        *(0.0, 0.0005, 0.0007, 0.001, 0.0015, 0.002, 0.003, 0.005, 0.007, 0.01),
        *(0.015, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5),
    )
    quick_gammas = (0.0, 0.002, 0.02)

    @property
    def _cases(self) -> Sequence[Case]:
        return [case for case in CASES if not self.quick or case.letter in "ad"]

    @property
    def _engines(self) -> Sequence[str]:
        return ENGINES[:1] if self.quick else ENGINES

    def _planned(self) -> Iterable[EnduranceTask]:
        for engine, case, policy in product(reversed(self._engines), self._cases, POLICIES):
            for gamma, seed in product(self.gammas, self.seeds):
                yield EnduranceTask(
                    CLIPS[case.motion], self.seconds, gamma, policy, engine, case.scenario, seed
                )

    @property
    def method(self) -> str:
        """See `table.Table`."""
        gammas = self.gammas[1:]
        return _METHOD.format(
            seconds=self.seconds, start=self.start, count=len(gammas), least=gammas[0], most=gammas[-1]
        )

    def rows(self, results: Mapping[str, Endured]) -> Sequence[Row]:
        """See `table.Table`."""
        return [row for engine in self._engines for row in self._rows(results, engine)]

    def _rows(self, results: Mapping[str, Endured], engine: str) -> Iterable[Row]:
        for case in self._cases:
            nqr = self._of(results, case, engine, policy="nqr")
            yield nqr.row(f"{case.title}, `{engine}`: NQR", "endures a range of gamma", endures_range)
            what = f"{case.title}, `{engine}`: cost of NQR in that range"
            yield nqr.row(what, "falls as gamma grows", claims.cost_falls)
        for case in self._cases:
            what, both = f"{case.title}, `{engine}`: LQR", self._of(results, case, engine)
            if case.letter in "ce":
                yield both.row(what, "endures less than NQR", claims.endures_less)
            if case.letter == "f":
                lqr = self._of(results, case, engine, policy="lqr")
                yield lqr.row(what, "endures nowhere", endures_nowhere)
        runs = self.group(results, engine=engine)
        yield runs.row(f"gamma 0 (no adaptation), `{engine}`", "endures nowhere", claims.none_without)
        yield runs.row(f"all cases at the same gamma, `{engine}`: NQR", "endures", claims.common_gamma)
        yield runs.row(f"all cases at the same gamma, `{engine}`: LQR", "harder", claims.harder_for_lqr)
        yield runs.row(f"cost where both endure, `{engine}`: LQR", "higher than NQR", claims.costs_more)

    def illustrate(self, results: Mapping[str, Endured], folder: Path) -> str:
        """See `table.Illustrated`."""
        from biped_control.analysis.reproduction.fig3_picture import write_fig3  # needs matplotlib

        parts = [_CAPTION]
        for engine in self._engines:
            panels = {case.title: self._of(results, case, engine).results for case in self._cases}
            picture = folder / f"{self.name}-{engine}.png"
            write_fig3(panels, picture)
            parts += [
                f"![Cost over gamma in {engine}]({folder.name}/{picture.name})",
                "",
                *_compared(panels, engine),
                "",
            ]
        return "\n".join(parts)

    def _of(
        self, results: Mapping[str, Endured], case: Case, engine: str, **wanted: object
    ) -> Group[Endured]:
        return self.group(results, clips=CLIPS[case.motion], scenario=case.scenario, engine=engine, **wanted)


def _compared(panels: Mapping[str, Sequence[Endured]], engine: str) -> Iterable[str]:
    """Which gammas only one of the policies endures, as rows of a Markdown table."""
    yield f"| gamma in `{engine}` | both endure | only NQR endures | only LQR endures |"
    yield "|---|---|---|---|"
    for title, runs in panels.items():
        nqr, lqr = (
            {point.gamma: point for point in curve(claims.of_policy(runs, policy))} for policy in POLICIES
        )
        pairs = [(nqr[gamma], lqr[gamma].endured) for gamma in nqr if gamma in lqr]
        cells = (
            gammas([replace(one, endured=(one.endured, other) == wanted) for one, other in pairs]) or "-"
            for wanted in ((True, True), (True, False), (False, True))
        )
        yield f"| {title} | {' | '.join(cells)} |"
