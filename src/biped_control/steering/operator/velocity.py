"""Velocities as other programs command them: `cmd_vel`."""

from dataclasses import dataclass
from math import isfinite

from biped_control.errors import MessageError
from biped_control.steering.operator.command import Command
from biped_control.steering.operator.settings import OperatorSettings

_SIDEWAYS_MPS = 0.01  # less is the rounding of whoever computes velocities


@dataclass(frozen=True)
class Velocity:
    """A wanted velocity in the robot's own axes.

    Attributes:
        forward_mps: to the front [m/s].
        left_mps: to the left [m/s].
        turn_rate: about the vertical, positive to the left [rad/s].
    """

    forward_mps: float
    left_mps: float = 0.0
    turn_rate: float = 0.0


def velocity_command(velocity: Velocity, settings: OperatorSettings) -> Command:
    """What of a velocity this robot can do: walk forward and turn meanwhile.

    Raises:
        MessageError: a number is not finite.
    """
    numbers = (velocity.forward_mps, velocity.left_mps, velocity.turn_rate)
    if not all(isfinite(number) for number in numbers):
        raise MessageError(f"velocity {numbers} is not finite")
    walks = velocity.forward_mps >= settings.still_mps
    turn_rate = min(max(velocity.turn_rate, -settings.fastest_turn), settings.fastest_turn)
    return Command(
        speed_mps=velocity.forward_mps if walks else 0.0,
        turn_rate=turn_rate if walks else None,
        note=_impossible(velocity, walks, settings),
    )


def _impossible(velocity: Velocity, walks: bool, settings: OperatorSettings) -> str:
    notes = []
    if velocity.forward_mps <= -settings.still_mps:
        notes.append("it cannot walk backward and stands")
    elif not walks and velocity.turn_rate != 0.0:
        notes.append("it cannot turn on the spot and stands")
    if abs(velocity.left_mps) > _SIDEWAYS_MPS:
        notes.append("it cannot step sideways")
    return "; ".join(notes)
