"""How regularly the ticks of a node come, and how long it works in each."""

from collections import deque
from time import perf_counter

from biped_control.analysis.timing import percentiles_ms

_KEPT = 600  # ticks: five seconds at the usual rate


class TickTiming:
    """Periods, working times and gaps of a node's ticks.

    Attributes:
        ticks: how many have begun since the run did.
        missed: how many never came.
        repeated: how often one came again.
    """

    def __init__(self) -> None:
        self._periods: deque[float] = deque(maxlen=_KEPT)
        self._works: deque[float] = deque(maxlen=_KEPT)
        self._forget()

    def _forget(self) -> None:
        self.ticks = self.missed = self.repeated = 0
        self._tick, self._began, self._work = -1, 0.0, 0.0

    def begin(self, tick: int, now: float | None = None) -> None:
        """A message of `tick` has come, at `now` on a clock like `perf_counter` [s]; one that is smaller
        than the last begins a new run."""
        now = perf_counter() if now is None else now
        if tick == self._tick:
            self.repeated += 1
            return
        if tick < self._tick:
            self._forget()
        if self.ticks:
            self.missed += tick - self._tick - 1
            self._periods.append(now - self._began)
            self._works.append(self._work)
        self.ticks += 1
        self._tick, self._began, self._work = tick, now, 0.0

    def worked(self, seconds: float) -> None:
        """The node has been busy with the tick for so long [s]."""
        self._work += seconds

    def values(self) -> dict[str, object]:
        """Counts, and percentiles over the last seconds [ms]; no times before the second tick."""
        values: dict[str, object] = {"ticks": self.ticks, "missed ticks": self.missed}
        values["repeated ticks"] = self.repeated
        for name, seconds in (("period", self._periods), ("execution", self._works)):
            if seconds:
                times = percentiles_ms(tuple(seconds))
                values |= {f"{name} {quantile} [ms]": times[quantile] for quantile in ("p50", "p99", "max")}
        return values
