"""Can a foot stand on it at all?"""

from math import atan, degrees

from biped_control.errors import EngineError
from biped_control.simulation.scenario import Scenario


def require_standable(name: str, scenario: Scenario, friction: float) -> None:
    """Refuses ground that a resting foot slides down: grade above friction (Coulomb).

    Args:
        name: of the scenario, for the message.
        scenario: whose ground it is.
        friction: coefficient where the scenario gives none.

    Raises:
        EngineError: somewhere it is too steep; the message says where.
    """
    everywhere = friction if scenario.friction is None else scenario.friction
    for stretch in scenario.ground().stretches:
        here = everywhere if stretch.friction is None else stretch.friction
        if abs(stretch.grade) > here:
            steep, possible = degrees(atan(abs(stretch.grade))), degrees(atan(here))
            raise EngineError(
                f"scenario '{name}': {steep:.1f} degrees at x = {stretch.start:g} m with friction {here:g}; "
                f"no foot can stand there, expected at most {possible:.1f} degrees"
            )
