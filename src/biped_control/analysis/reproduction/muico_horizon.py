"""How far the look-ahead policy must look (Muico 2009, section 5.2)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from biped_control.analysis.reproduction.endurance import EnduranceTask, Endured
from biped_control.analysis.reproduction.endurance_claims import Runs, adapted, endures, endures_nowhere
from biped_control.analysis.reproduction.endurance_table import EnduranceTable
from biped_control.analysis.reproduction.group import Finding
from biped_control.analysis.reproduction.motions import CLIPS, RUN, TURN_45, WALK
from biped_control.analysis.reproduction.table import Row

ENOUGH = 2
"""Cycles that are sufficient according to the paper."""

_CYCLES, _QUICK_CYCLES = (1, ENOUGH, 3, 4, 8), (1, ENOUGH, 4)
_AS_GOOD = 1.1  # share of the cost of a longer look
_METHOD = """
The Riccati sweep of the hub (straight walk or run) goes back over {cycles} cycles; that of the turn begins
where the hub's ends. NQR in `lcp` for {seconds:g} s at gamma {gammas}. Runs start {start}.
Costs are compared at the gammas at which both look-aheads endure.
"""


class MuicoHorizonTable(EnduranceTable):
    """See `table.Table`."""

    name = "muico-horizon"
    title = "Look-ahead of one cycle and more (Muico 2009, section 5.2)"
    gammas = (0.002, 0.005, 0.01, 0.02, 0.05)
    quick_gammas = (0.005, 0.02)

    @property
    def _motions(self) -> Sequence[str]:
        return (WALK,) if self.quick else (WALK, TURN_45, RUN)

    @property
    def _cycles(self) -> Sequence[int]:
        return _QUICK_CYCLES if self.quick else _CYCLES

    def _planned(self) -> Iterable[EnduranceTask]:
        for motion, cycles in product(self._motions, self._cycles):
            for gamma, seed in product(self.gammas, self.seeds):
                yield EnduranceTask(CLIPS[motion], self.seconds, gamma, seed=seed, horizon_cycles=cycles)

    @property
    def method(self) -> str:
        """See `table.Table`."""
        cycles = ", ".join(map(str, self._cycles))
        return _METHOD.format(
            cycles=cycles, gammas=self.listed_gammas, seconds=self.seconds, start=self.start
        )

    def rows(self, results: Mapping[str, Endured]) -> Sequence[Row]:
        """See `table.Table`."""
        rows = []
        for motion in self._motions:
            one, two = (
                self.group(results, clips=CLIPS[motion], horizon_cycles=cycles) for cycles in (1, ENOUGH)
            )
            rows.append(one.row(f"{motion}: one cycle", "inadequate", endures_nowhere))
            rows.append(two.row(f"{motion}: two cycles", "stabilize it", endures))
            every = self.group(results, clips=CLIPS[motion])
            rows.append(every.row(f"{motion}: cost with two cycles", "no longer look is needed", two_suffice))
        return rows


def two_suffice(runs: Runs) -> Finding:
    """Two cycles cost hardly more than a longer look; what one costs is said beside it."""
    curves = {
        cycles: {
            point.gamma: point.cost
            for point in adapted([run for run in runs if run.task.horizon_cycles == cycles])
            if point.endured
        }
        for cycles in sorted({run.task.horizon_cycles or 0 for run in runs})
    }
    two = curves.get(ENOUGH, {})
    ratios = {}
    for cycles, costs in curves.items():
        shared = [two[gamma] / costs[gamma] for gamma in costs if gamma in two]
        if cycles != ENOUGH and shared:
            ratios[cycles] = sum(shared) / len(shared)
    if not ratios:
        return "endures with two cycles and with others nowhere at the same gamma", False, {}
    found = ", ".join(f"{ratio:.2f} of that with {cycles}" for cycles, ratio in ratios.items())
    longer = [ratio for cycles, ratio in ratios.items() if cycles > ENOUGH]
    return found, bool(longer) and max(longer) < _AS_GOOD, {"ratios": {str(k): v for k, v in ratios.items()}}
