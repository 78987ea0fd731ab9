"""A policy that can be changed for another while the robot walks."""

import numpy as np

from biped_control.motion.reference import Reference
from biped_control.policies.crossfade import Crossfade
from biped_control.policies.look_ahead import LookAheadPolicy, PredictedControls
from biped_control.robot.state import State


class ChangeablePolicy:
    """A `LookAheadPolicy` that asks others, and mixes the answers of two during a change."""

    def __init__(self, policy: LookAheadPolicy) -> None:
        self._policies = Crossfade(policy)

    def change_to(self, policy: LookAheadPolicy) -> None:
        """Goes over to another policy, from the next tick on."""
        self._policies.change_to(policy)

    @property
    def window(self) -> int:
        """That of the newest policy."""
        return self._policies.newest.window

    def reset(self, state: State, reference: Reference) -> None:
        """A new run has no earlier torques to go over from."""
        self._policies.finish()
        self._policies.newest.reset(state, reference)

    def predict(self, state: State, reference: Reference) -> PredictedControls:
        """Controls for the coming tick."""
        answers = [
            (weight, policy.predict(state, reference)) for weight, policy in self._policies.next_tick()
        ]
        newest = answers[-1][1]
        if len(answers) == 1:
            return newest
        alike = len({len(controls.forces) for _, controls in answers}) == 1
        forces = [
            weight * (controls.forces if alike else controls.corner_forces) for weight, controls in answers
        ]
        return PredictedControls(
            torques=np.sum([weight * controls.torques for weight, controls in answers], axis=0),
            forces=np.sum(forces, axis=0),
            contacts=newest.contacts,
            contact_consistent=all(controls.contact_consistent for _, controls in answers),
            ground=newest.ground,
        )
