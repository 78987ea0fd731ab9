"""What the straight walk endures, told nothing: ground, pushes, sensors, drives and errors of the model."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from biped_control.analysis.reproduction.endurance import EnduranceTask, Endured
from biped_control.analysis.reproduction.endurance_table import EnduranceTable
from biped_control.analysis.reproduction.group import Finding
from biped_control.analysis.reproduction.motions import CLIPS, WALK
from biped_control.analysis.reproduction.table import Extent, Row
from biped_control.settings import load_settings

ENGINE = "dart"
SCENARIOS: Mapping[str, str] = {
    "ledges": "ledges of 6 cm down and 3 cm up in turn",
    "uphill": "5 degrees uphill",
    "downhill": "5 degrees downhill",
    "field": "field of hills and hollows of 2 cm",
    "slippery": "friction 0.4",
    "noise": "noise of a good IMU and encoders",
    "late": "torques a tick late",
    "heavy": "10 % more mass",
    "light": "10 % less mass",
    "lossy": "5 % of the ticks lost",
}
"""Scenarios of `config/scenarios.yaml`, in words."""

PUSHES = "pushes"
_ENOUGH = 0.9  # share of the runs with pushes
_PUSH_SEEDS = tuple(range(1, 11))
_METHOD = """
The straight walk in `{engine}` for {seconds:g} s, with NQR and gamma {gamma:g}. Its feet feel the ground, its
steps follow the capture point and it looks for a delay of its torques (`--feel-ground --adjust-steps
--find-delay`), the same in every row: nobody tells it what comes. Runs start {start}. Pushes come every four
seconds at the torso, 200 N for 0.1 s, from anywhere around it, with seeds {seeds}.
"""


class RobustnessTable(EnduranceTable):
    """See `table.Table`. What is claimed is what this project demands of itself."""

    name = "robustness"
    title = "Robustness: one controller, told nothing"

    usual_seconds, usual_seeds = 60.0, (1, 2, 3, 4, 5, 6)

    def __init__(self, extent: Extent) -> None:
        """See `EnduranceTable`; pushes come with ten seeds unless the extent says otherwise."""
        self._gamma = load_settings().gamma
        self._push_seeds = _PUSH_SEEDS if extent.seeds is None and not extent.quick else extent.seeds or (1,)
        super().__init__(extent)

    @property
    def _scenarios(self) -> Sequence[str]:
        return ("uphill",) if self.quick else tuple(SCENARIOS)

    def _planned(self) -> Iterable[EnduranceTask]:
        for scenario in self._scenarios:
            yield from (self._task(scenario, seed) for seed in self.seeds)
        yield from (self._task(PUSHES, seed) for seed in self._push_seeds)

    def _task(self, scenario: str, seed: int) -> EnduranceTask:
        return EnduranceTask(
            CLIPS[WALK], self.seconds, self._gamma, engine=ENGINE, scenario=scenario, seed=seed
        )

    @property
    def method(self) -> str:
        """See `table.Table`."""
        seeds = ", ".join(map(str, self._push_seeds))
        return _METHOD.format(
            engine=ENGINE, seconds=self.seconds, gamma=self._gamma, start=self.start, seeds=seeds
        )

    def rows(self, results: Mapping[str, Endured]) -> Sequence[Row]:
        """See `table.Table`."""
        rows = [
            self.group(results, scenario=name).row(SCENARIOS[name], "endures", endured_by(1.0))
            for name in self._scenarios
        ]
        pushes = self.group(results, scenario=PUSHES)
        rows.append(pushes.row("pushes of 200 N", f"endures {_ENOUGH:.0%} of the runs", endured_by(_ENOUGH)))
        return rows


def endured_by(share: float) -> Callable[[Sequence[Endured]], Finding]:
    """The claim that at least this share of the runs endures."""

    def found(runs: Sequence[Endured]) -> Finding:
        fallen = sorted(run.seconds for run in runs if run.fell)
        endured = len(runs) - len(fallen)
        words = f"{endured} of {len(runs)} runs" + (f"; fell at {_listed(fallen)} s" if fallen else "")
        return words, endured >= share * len(runs), {"endured": endured, "runs": len(runs), "fell_s": fallen}

    return found


def _listed(seconds: Sequence[float]) -> str:
    return ", ".join(f"{value:.1f}" for value in seconds)
