"""What the rollouts that differ only in their seeds have in common."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby

import numpy as np

from biped_control.analysis.sweep.row import Row

_SAME = ("clip", "engine", "scenario", "policy", "gamma")


@dataclass(frozen=True)
class Condition:
    """Rollouts of one clip, engine, scenario, policy and gamma.

    Attributes:
        clip, engine, scenario, policy, gamma: what they share.
        rollouts: how many there are.
        survived: how many did not fall.
        mean_survived_s: mean time on the feet [s].
        mean_cost: mean of eq. 18, of those that fall until then.
        max_torque_nm: the largest of all.
        lcp_failures: contact problems without a solution.
    """

    clip: str
    engine: str
    scenario: str
    policy: str
    gamma: float
    rollouts: int
    survived: int
    mean_survived_s: float
    mean_cost: float
    max_torque_nm: float
    lcp_failures: int

    @property
    def survival(self) -> float:
        """Share of the rollouts that did not fall."""
        return self.survived / self.rollouts

    @property
    def setting(self) -> str:
        """Clip, engine and scenario: what policies are compared in."""
        return f"{self.clip}, {self.engine}, {self.scenario}"

    def summary(self) -> dict[str, object]:
        """The documented JSON keys."""
        return asdict(self) | {"survival": self.survival}


def conditions_of(rows: Iterable[Row]) -> list[Condition]:
    """The conditions of all rows: clips, engines, scenarios and policies as they come, gammas rising."""
    rows = list(rows)
    places = {name: list(dict.fromkeys(row[name] for row in rows)) for name in _SAME if name != "gamma"}

    def place(row: Row) -> tuple[float, ...]:
        return (*(places[name].index(row[name]) for name in places), row["gamma"])

    return [_condition(list(same)) for _, same in groupby(sorted(rows, key=place), place)]


def best(conditions: Iterable[Condition]) -> Condition:
    """The one that most survive, and of several the one of least cost; there must be one."""
    return min(conditions, key=lambda condition: (-condition.survival, condition.mean_cost))


def _condition(rows: Sequence[Row]) -> Condition:
    return Condition(
        **{name: rows[0][name] for name in _SAME},
        rollouts=len(rows),
        survived=sum(not row["fell"] for row in rows),
        mean_survived_s=float(np.mean([row["survived_s"] for row in rows])),
        mean_cost=float(np.mean([row["mean_cost"] for row in rows])),
        max_torque_nm=max(row["max_torque_nm"] for row in rows),
        lcp_failures=sum(row["lcp_failures"] for row in rows),
    )
