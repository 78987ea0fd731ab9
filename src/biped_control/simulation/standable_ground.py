"""Can a foot stand on it at all?"""

from math import atan, degrees

import numpy as np

from biped_control.errors import EngineError
from biped_control.simulation.scenario import Scenario

_FOOT_M = 0.2  # a foot lies across shorter pieces


def require_standable(name: str, scenario: Scenario, friction: float) -> None:
    """Refuses ground that a resting foot slides down: grade above friction (Coulomb).

    Steps that are shorter than a foot are as steep as their edges are on the average.

    Args:
        name: of the scenario, for the message.
        scenario: whose ground it is.
        friction: coefficient where the scenario gives none.

    Raises:
        EngineError: somewhere it is too steep; the message says where.
    """
    everywhere = friction if scenario.friction is None else scenario.friction
    ground = scenario.ground()
    starts = np.array([stretch.start for stretch in ground.stretches])
    rise = ground.height(starts + _FOOT_M, np.zeros(())) - ground.height(starts, np.zeros(()))
    lengths = np.append(np.diff(starts), np.inf)
    for stretch, length, mean in zip(ground.stretches, lengths, rise / _FOOT_M, strict=True):
        here = everywhere if stretch.friction is None else stretch.friction
        grade = max(abs(stretch.grade), abs(float(mean)) if length < _FOOT_M else 0.0)
        if grade > here:
            steep, possible = degrees(atan(grade)), degrees(atan(here))
            raise EngineError(
                f"scenario '{name}': {steep:.1f} degrees at x = {stretch.start:g} m with friction {here:g}; "
                f"no foot can stand there, expected at most {possible:.1f} degrees"
            )
