"""Builds a look-ahead policy by name."""

from collections.abc import Mapping

from biped_control.did_you_mean import did_you_mean
from biped_control.errors import PolicyError
from biped_control.policies.gain_table import GainTable
from biped_control.policies.look_ahead import LookAheadPolicy
from biped_control.policies.lqr import LinearQuadraticRegulator
from biped_control.policies.nqr import NonlinearQuadraticRegulator
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.model import RobotModel

POLICIES = ("nqr", "lqr")


def create_policy(
    name: str, robot: RobotModel, tables: Mapping[str, GainTable], weights: LookAheadWeights, dt: float
) -> LookAheadPolicy:
    """The policy called `name` for the clips in `tables`.

    Raises:
        PolicyError: unknown name.
    """
    if name == "nqr":
        return NonlinearQuadraticRegulator(robot, tables, weights, dt)
    if name == "lqr":
        return LinearQuadraticRegulator(tables, dt)
    meant = did_you_mean(name, POLICIES)
    raise PolicyError(f"unknown policy '{name}'{meant}; expected one of {', '.join(POLICIES)}")
