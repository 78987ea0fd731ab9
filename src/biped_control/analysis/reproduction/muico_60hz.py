"""Half the control rate (Muico 2009, section 5.3)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from biped_control.analysis.reproduction.endurance import EnduranceTask, Endured
from biped_control.analysis.reproduction.endurance_claims import endures, endures_nowhere
from biped_control.analysis.reproduction.endurance_table import EnduranceTable
from biped_control.analysis.reproduction.motions import CLIPS, RUN, TURN_45, TURN_180, WALK
from biped_control.analysis.reproduction.table import Row

RATE_HZ = 60.0
_METHOD = """
The clips are optimized anew at {rate:g} Hz, linearized and swept at that rate, and played again and again for
{seconds:g} s in `lcp`, whose steps are then as long as the controller's, as in the paper. Runs start {start}.
Tried were gamma {gammas}. That something cannot be done does not hold where it can be done here.
"""


class Muico60HzTable(EnduranceTable):
    """See `table.Table`."""

    name = "muico-60hz"
    title = "Control at 60 Hz (Muico 2009, section 5.3)"
    gammas = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1)
    quick_gammas = (0.005, 0.02)

    @property
    def _motions(self) -> Sequence[str]:
        return (WALK, TURN_45) if self.quick else (WALK, TURN_45, TURN_180, RUN)

    def _planned(self) -> Iterable[EnduranceTask]:
        for motion, policy in product(self._motions, ("nqr", "lqr")):
            for gamma, seed in product(self.gammas, self.seeds):
                yield EnduranceTask(CLIPS[motion], self.seconds, gamma, policy, seed=seed, rate_hz=RATE_HZ)

    @property
    def method(self) -> str:
        """See `table.Table`."""
        return _METHOD.format(rate=RATE_HZ, seconds=self.seconds, start=self.start, gammas=self.listed_gammas)

    def rows(self, results: Mapping[str, Endured]) -> Sequence[Row]:
        """See `table.Table`."""
        rows = []
        for motion in self._motions:
            nqr, lqr = (self.group(results, clips=CLIPS[motion], policy=name) for name in ("nqr", "lqr"))
            if motion == WALK:
                rows.append(nqr.row(f"{motion}: NQR", "stabilizes it", endures))
            else:
                rows.append(nqr.row(f"{motion}: NQR", "cannot execute agile motions", endures_nowhere))
            rows.append(lqr.row(f"{motion}: LQR", "diverges quickly", endures_nowhere))
        return rows
