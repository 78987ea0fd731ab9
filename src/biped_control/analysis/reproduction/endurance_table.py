"""What all tables have in common whose tasks are endurance runs."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from biped_control.analysis.assembly import Announce
from biped_control.analysis.parallel.worker_pool import Tell, Work
from biped_control.analysis.preparation import compile_kernels, kernels_ready
from biped_control.analysis.reproduction.endurance import EnduranceRuns, EnduranceTask
from biped_control.analysis.reproduction.group import Group, Result
from biped_control.analysis.reproduction.table import Extent
from biped_control.analysis.rollout import Tick
from biped_control.analysis.steering.run_extent import require_extent
from biped_control.errors import ConfigurationError

_QUICK_S = 6.0


class EnduranceTable(ABC):
    """Tasks and processes of a `table.Table`; what is claimed of them is its own.

    Attributes:
        gammas: adaptation parameters that are tried.
        quick_gammas: those of a quick look.
        usual_seconds, usual_seeds: see `seconds` and `seeds`.
        quick: a look, nothing to quote.
        seconds: simulated time of each run [s]; as usual (the paper's 30) unless the extent says otherwise.
        seeds: of the runs; as usual (0 alone: the start exactly on the reference) unless it says otherwise.
    """

    gammas: Sequence[float] = ()
    quick_gammas: Sequence[float] = ()
    usual_seconds = 30.0
    usual_seeds: tuple[int, ...] = (0,)

    def __init__(self, extent: Extent) -> None:
        """
        Args:
            extent: how long and how often.

        Raises:
            ConfigurationError: it makes no sense, or two of the runs are the same.
        """
        usual = _QUICK_S if extent.quick else self.usual_seconds
        self.quick = extent.quick
        self.gammas = self.quick_gammas if extent.quick else self.gammas
        self.seconds = usual if extent.minutes is None else 60.0 * extent.minutes
        self.seeds = self.usual_seeds if extent.seeds is None else extent.seeds
        require_extent(self.seconds / 60.0, self.seeds)
        self._runs = self._named(self._planned())

    @staticmethod
    def _named(tasks: Iterable[EnduranceTask]) -> dict[str, EnduranceTask]:
        runs: dict[str, EnduranceTask] = {}
        for task in tasks:
            if runs.setdefault(run_name(task), task) is not task:
                raise ConfigurationError(
                    f"run '{run_name(task)}' is planned twice; expected runs that differ in what their names "
                    "say: give each seed once"
                )
        return runs

    @abstractmethod
    def _planned(self) -> Iterable[EnduranceTask]:
        """All runs."""

    def _measure(self, runs: EnduranceRuns, task: EnduranceTask, tell: Tell) -> Any:
        """Does one of them."""
        every = round(task.settings().rate_hz)

        def observe(tick: Tick) -> None:
            if tick.index % every == 0:
                tell(f"{tick.index // every} of {task.seconds:g} s")

        return runs.run(task, observe)

    @property
    def listed_gammas(self) -> str:
        """Those that are tried, in words."""
        return ", ".join(f"{gamma:g}" for gamma in self.gammas)

    @property
    def start(self) -> str:
        """Where runs begin, in words."""
        if self.seeds == (0,):
            return "exactly on the reference"
        seeds = ", ".join(map(str, self.seeds))
        return f"up to 10 mm and 0.01 rad beside the reference (seeds {seeds}; 0: exactly on it)"

    @property
    def tasks(self) -> Sequence[str]:
        """See `table.Table`."""
        return list(self._runs)

    def ready(self, announce: Announce) -> None:
        """See `table.Table`."""
        runs, parts = EnduranceRuns(announce), None
        for task in self._runs.values():
            parts = runs.parts(task)
        if parts is not None and not kernels_ready():
            announce("compiling the kernels (only once, about half a minute)", "")
            compile_kernels(parts)

    def prepare(self) -> Work:
        """See `table.Table`."""
        runs = EnduranceRuns()

        def work(name: str, tell: Tell) -> Any:
            return self._measure(runs, self._runs[name], tell)

        return work

    def group(self, results: Mapping[str, Result], **wanted: object) -> Group[Result]:
        """The runs whose tasks have attributes of these values."""
        names = [
            name
            for name, task in self._runs.items()
            if all(getattr(task, attribute) == value for attribute, value in wanted.items())
        ]
        found = [results[name] for name in names if name in results]
        return Group(found, len(names) - len(found))


def run_name(task: EnduranceTask) -> str:
    """What is particular about a run."""
    words = [" ".join(task.clips), task.scenario, task.policy, task.engine, f"gamma {task.gamma:g}"]
    if task.rate_hz is not None:
        words.append(f"{task.rate_hz:g} Hz")
    if task.horizon_cycles is not None:
        words.append(f"{task.horizon_cycles} cycles")
    return ", ".join([*filter(None, words), f"seed {task.seed}"])
