"""What a sweep varies, and the rollouts that this makes."""

import shlex
from collections import Counter
from collections.abc import Mapping
from itertools import product
from math import prod
from pathlib import Path
from typing import ClassVar

from pydantic import ConfigDict, Field, field_validator, model_validator

from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.configuration_file import read_yaml, validated
from biped_control.controller_switches import ControllerSwitches
from biped_control.errors import SweepError
from biped_control.settings import configured_switches, load_settings

NO_SCENARIO = "none"
"""Flat ground without disturbances, as a value among the names of scenarios."""
MOST_ROLLOUTS = 100_000


class SweepPlan(ControllerSwitches):
    """The values of each option; a rollout for every combination.

    Lists may also be written as text: `nqr,lqr`, and seeds as `1:20`, both ends included. Switches of the
    controller are those of all rollouts, and as in `config/control.yaml` when left out.

    Attributes:
        clip, policy, engine, scenario, gamma, seed, seconds: see `RolloutRequest`. Scenario `none` is flat
            ground.
    """

    model_config = ConfigDict(allow_inf_nan=False)
    clip: tuple[str, ...] = ("walk",)
    policy: tuple[str, ...] = ("nqr",)
    engine: tuple[str, ...] = ("dart",)
    scenario: tuple[str, ...] = (NO_SCENARIO,)
    gamma: tuple[float, ...] = Field(default_factory=lambda: (load_settings().gamma,))
    seed: tuple[int, ...] = (0,)
    seconds: float = 10.0

    axes: ClassVar[tuple[str, ...]] = ("clip", "policy", "engine", "scenario", "gamma", "seed")

    @model_validator(mode="before")
    @classmethod
    def _configured(cls, options: dict[str, object]) -> dict[str, object]:
        return configured_switches().model_dump() | options

    @field_validator("clip", "policy", "engine", "scenario", "gamma", mode="before")
    @classmethod
    def _listed(cls, value: object) -> list[object]:
        return _as_list(value)

    @field_validator("seed", mode="before")
    @classmethod
    def _listed_with_ranges(cls, value: object) -> list[object]:
        return [
            seed for part in _as_list(value) for seed in (_range(part) if isinstance(part, str) else [part])
        ]

    @field_validator("clip", "policy", "engine", "scenario", "gamma", "seed")
    @classmethod
    def _some_and_each_once(cls, values: tuple[object, ...]) -> tuple[object, ...]:
        if not values:
            raise ValueError("no value, so there would be no rollout; expected at least one")
        if len(set(values)) < len(values):
            twice = next(value for value, count in Counter(values).items() if count > 1)
            raise ValueError(f"{twice} stands there twice; expected different values")
        return values

    @property
    def rollouts(self) -> int:
        """How many combinations there are."""
        return prod(len(getattr(self, axis)) for axis in self.axes)

    def requests(self) -> list[RolloutRequest]:
        """All rollouts. The seed changes slowest: a sweep that is stopped early has seen everything once."""
        combinations = product(self.seed, self.clip, self.engine, self.scenario, self.policy, self.gamma)
        return [
            self.request(clip=clip, policy=policy, engine=engine, scenario=scenario, gamma=gamma, seed=seed)
            for seed, clip, engine, scenario, policy, gamma in combinations
        ]

    def request(self, **values: object) -> RolloutRequest:
        """The rollout with these values, and the first of each other axis."""
        chosen = {axis: getattr(self, axis)[0] for axis in self.axes} | values
        if chosen["scenario"] == NO_SCENARIO:
            chosen["scenario"] = ""
        return RolloutRequest(**chosen, seconds=self.seconds, switches=self.switches)

    @property
    def command(self) -> str:
        """The command line that asks for this plan."""
        words = ["biped", "sweep"]
        for axis in self.axes:
            words += [f"--{axis}", as_text(getattr(self, axis))]
        words += ["--seconds", f"{self.seconds:g}"]
        return shlex.join([*words, *self.switch_words])


def sweep_plan(options: Mapping[str, object], file: Path | None = None, command: str = "sweep") -> SweepPlan:
    """A plan from the options of the command line and a YAML file with the same keys.

    Args:
        options: those that were given; they replace the file's.
        file: the file, if any.
        command: whose options, for messages.

    Raises:
        ConfigurationError: a file that cannot be read, or a value is unknown, doubled or of the wrong kind.
        SweepError: too many rollouts.
    """
    content = {} if file is None else read_yaml(file)
    where = command if file is None else str(file)
    if not isinstance(content, dict):
        raise SweepError(f"{where}: expected keys such as policy and gamma with their values")
    plan = validated(SweepPlan, content | dict(options), where)
    if plan.rollouts > MOST_ROLLOUTS:
        counts = " x ".join(f"{len(getattr(plan, axis))} {axis}" for axis in SweepPlan.axes)
        raise SweepError(f"{where}: {plan.rollouts} rollouts ({counts}); expected at most {MOST_ROLLOUTS}")
    return plan


def as_text(values: tuple[object, ...]) -> str:
    """As the command line wants it, rising whole numbers as a range."""
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) > 1 and numbers == list(range(numbers[0], numbers[0] + len(values))):
        return f"{numbers[0]}:{numbers[-1]}"
    return ",".join(repr(value) if isinstance(value, float) else str(value) for value in values)


def _as_list(value: object) -> list[object]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _range(text: str) -> list[object]:
    first, colon, last = text.partition(":")
    if not colon:
        return [text]
    try:
        begin, end = int(first), int(last)
    except ValueError:
        raise ValueError(f"'{text}' is no range; expected FIRST:LAST such as 1:20") from None
    if not 0 <= end - begin < MOST_ROLLOUTS:
        raise ValueError(f"range {text}: expected an upward one of at most {MOST_ROLLOUTS} seeds")
    return list(range(begin, end + 1))
