"""Builds a look-ahead policy by name."""

from collections.abc import Mapping

from biped_control.did_you_mean import did_you_mean
from biped_control.errors import PolicyError
from biped_control.motion.clip import Clip
from biped_control.policies.gain_table import GainTable
from biped_control.policies.look_ahead import LookAheadPolicy
from biped_control.policies.lqr import LinearQuadraticRegulator
from biped_control.policies.modal.policy import ModalPolicy
from biped_control.policies.modal.settings import modal_settings_for
from biped_control.policies.nqr import NonlinearQuadraticRegulator
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.model import RobotModel
from biped_control.settings import ControlSettings

POLICIES = ("nqr", "lqr", "modal")


def create_policy(
    name: str,
    robot: RobotModel,
    clips: Mapping[str, Clip],
    tables: Mapping[str, GainTable],
    weights: LookAheadWeights,
    settings: ControlSettings,
) -> LookAheadPolicy:
    """The policy called `name` for `clips`, with the hubs that they end in among them.

    Args:
        name: one of `POLICIES`.
        robot: of the clips.
        clips: by name.
        tables: gains of the clips, for the regulators.
        weights: of the regulators.
        settings: of the control loop.

    Raises:
        PolicyError: unknown name.
        ConfigurationError: the modal policy's settings are broken.
    """
    require_known(name)
    if name == "nqr":
        return NonlinearQuadraticRegulator(robot, tables, weights, settings.dt)
    if name == "lqr":
        return LinearQuadraticRegulator(tables, settings.dt)
    return ModalPolicy(robot, clips, modal_settings_for(settings.adjust_steps), settings)


def window_of(name: str, settings: ControlSettings) -> int:
    """`LookAheadPolicy.window` of the policy called `name`, without making it.

    Raises:
        PolicyError: unknown name.
        ConfigurationError: the modal policy's settings are broken.
    """
    require_known(name)
    return modal_settings_for(settings.adjust_steps).window if name == "modal" else 0


def require_known(name: str) -> None:
    """
    Raises:
        PolicyError: there is no policy called `name`; the message says which there are.
    """
    if name not in POLICIES:
        meant = did_you_mean(name, POLICIES)
        raise PolicyError(f"unknown policy '{name}'{meant}; expected one of {', '.join(POLICIES)}")
