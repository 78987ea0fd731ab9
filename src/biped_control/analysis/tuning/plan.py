"""What a search is asked for."""

import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.analysis.sweep.plan import NO_SCENARIO, SweepPlan, as_text
from biped_control.analysis.tuning.search_space import SearchSpace, names_of
from biped_control.analysis.tuning.strategy import SMALLEST_POPULATION
from biped_control.analysis.weight_set import WeightSet
from biped_control.errors import ConfigurationError


@dataclass(frozen=True)
class TuningPlan:
    """A search.

    Attributes:
        space: which weights, from where.
        rollouts: what every candidate has to endure; its gamma means nothing.
        generations: how many after the start; more can be asked for later.
        population: candidates a generation; as CMA-ES proposes when None.
        search_seed: of the candidates.
        check_seeds: of the rollouts that compare the best weights with the start, none of them of the search.
        start_file: where the weights to start from are from, unless they ship.
    """

    space: SearchSpace
    rollouts: SweepPlan
    generations: int
    population: int | None
    search_seed: int
    check_seeds: tuple[int, ...]
    start_file: Path | None = None

    def __post_init__(self) -> None:
        """
        Raises:
            ConfigurationError: a number is out of range, or seeds of the check belong to the search.
        """
        if self.generations < 1:
            raise ConfigurationError(f"--generations {self.generations}: expected 1 or more")
        if self.population is not None and self.population < SMALLEST_POPULATION:
            raise ConfigurationError(
                f"--population {self.population}: expected {SMALLEST_POPULATION} or more candidates"
            )
        if self.search_seed < 0:
            raise ConfigurationError(f"--search-seed {self.search_seed}: expected 0 or more")
        if known := sorted(set(self.check_seeds) & set(self.rollouts.seed)):
            raise ConfigurationError(f"--check-seed {known[0]}: is a seed of the search; expected others")

    def requests(self, weights: WeightSet) -> list[RolloutRequest]:
        """What is done with a candidate."""
        return self._with(weights, self.rollouts)

    def check_requests(self, weights: WeightSet) -> list[RolloutRequest]:
        """The same with the other seeds, and on flat ground."""
        scenarios = dict.fromkeys([*self.rollouts.scenario, NO_SCENARIO])
        return self._with(
            weights, self.rollouts.model_copy(update={"scenario": tuple(scenarios), "seed": self.check_seeds})
        )

    def identity(self) -> dict[str, Any]:
        """What the candidates and their scores depend on; not how many generations there are."""
        return {
            "weights": {group.name: list(group.weights) for group in self.space.groups},
            "start": self.space.start.changes(),
            "spread": self.space.spread,
            "bound": self.space.bound,
            "population": self.population,
            "search_seed": self.search_seed,
            **self.rollouts.model_dump(mode="json", exclude={"gamma"}),
        }

    @property
    def command(self) -> str:
        """The command line that asks for this plan."""
        words = ["biped", "tune", *names_of(self.space.groups)]
        for axis in ("clip", "policy", "engine", "scenario", "seed"):
            words += [f"--{axis}", as_text(getattr(self.rollouts, axis))]
        words += ["--seconds", f"{self.rollouts.seconds:g}"]
        words += self.rollouts.switch_words
        options = {
            "weights": self.start_file,
            "generations": self.generations,
            "population": self.population,
            "spread": self.space.spread,
            "bound": self.space.bound,
            "search-seed": self.search_seed,
            "check-seed": as_text(self.check_seeds),
        }
        words += [f"--{name}={value}" for name, value in options.items() if value is not None]
        return shlex.join(words)

    def _with(self, weights: WeightSet, rollouts: SweepPlan) -> list[RolloutRequest]:
        return [replace(request, gamma=weights.gamma, weights=weights) for request in rollouts.requests()]
