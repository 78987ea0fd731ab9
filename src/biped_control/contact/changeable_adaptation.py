"""Contact adaptation whose parameter gamma can be changed while the robot walks."""

from dataclasses import replace

import numpy as np

from biped_control.contact.adaptation import AdaptedControls, ContactAdaptation
from biped_control.contact.constraints import GroundAt
from biped_control.contact.weights import AdaptationWeights
from biped_control.policies.crossfade import Crossfade
from biped_control.policies.look_ahead import PredictedControls
from biped_control.robot.effort import clamp_effort
from biped_control.robot.model import RobotModel
from biped_control.robot.state import State
from biped_control.settings import ControlSettings


class ChangeableAdaptation:
    """A `ContactAdaptation` that mixes the torques of two while it goes over to another gamma."""

    def __init__(self, robot: RobotModel, weights: AdaptationWeights, settings: ControlSettings) -> None:
        self._robot, self._weights, self._settings = robot, weights, settings
        self._adaptations = Crossfade(ContactAdaptation(robot, weights, settings))

    def change_gamma(self, gamma: float) -> None:
        """Goes over to another gamma, from the next tick on.

        Raises:
            ConfigurationError: it is negative or no number.
        """
        settings = self._settings.replaced(gamma=gamma)
        self._adaptations.change_to(ContactAdaptation(self._robot, self._weights, settings))

    def reset(self) -> None:
        """A new run has no earlier torques to go over from."""
        self._adaptations.finish()

    def adapt(
        self, state: State, predicted: PredictedControls, ground_at: GroundAt | None = None
    ) -> AdaptedControls:
        """Torques for the coming tick, see `ContactAdaptation.adapt`.

        During a change the contact solution is that of the new gamma.
        """
        answers = [
            (weight, adaptation.adapt(state, predicted, ground_at))
            for weight, adaptation in self._adaptations.next_tick()
        ]
        newest = answers[-1][1]
        if len(answers) == 1:
            return newest
        # Within the limits before they are mixed: torques beyond them would be cut in any case, and what is
        # left of their difference bounds the step of every tick.
        limits = self._robot.effort_limits
        mixed = [weight * clamp_effort(adapted.torques, limits)[0] for weight, adapted in answers]
        return replace(newest, torques=np.sum(mixed, axis=0))
