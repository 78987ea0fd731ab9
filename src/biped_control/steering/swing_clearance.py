"""The swing foot goes higher where the ground has steps.

Clips lift their feet three centimetres, and a reference is laid on the ground that was felt: a foot that
swings over a ledge up, or follows the body down from one, would hit its edge with the toe.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pinocchio as pin

from biped_control.motion.clip import Clip
from biped_control.motion.inverse_kinematics import LegInverseKinematics
from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.reference import Reference
from biped_control.robot.model import RobotModel
from biped_control.robot.state import State
from biped_control.steering.swings import swing_shares

MOST_M = 0.06
"""No foot is lifted by more."""

_EVEN_M = 0.01  # what contacts and sensors do on even ground is less
_SMALLEST_KNEE = 0.02  # [rad], as in `contact.grounded_reference`


class SwingClearance:
    """Lifts the feet of references. Owns pinocchio's work space: one instance a thread."""

    def __init__(self, robot: RobotModel, clips: Mapping[str, Clip]) -> None:
        """
        Args:
            robot: of the clips.
            clips: all that may be played, by name.
        """
        self._model, self._data = robot.pinocchio, robot.pinocchio.createData()
        self._feet = [robot.frame_id(side.foot) for side in robot.limbs.sides]
        self._legs = [LegInverseKinematics(robot, foot, _SMALLEST_KNEE) for foot in FEET]
        self._shares = {name: swing_shares(clip.contacts, clip.cyclic) for name, clip in clips.items()}

    def lift(self, reference: Reference, unevenness: float) -> Reference:
        """The same reference; a foot in the air rises by the steps that were felt, at most by `MOST_M`.

        Args:
            reference: to change.
            unevenness: of `GroundBelief` [m].
        """
        swinging = self._shares[reference.clip][reference.frame]
        if unevenness < _EVEN_M or not swinging.any():
            return reference
        lifts = min(unevenness, MOST_M) * np.sin(np.pi * swinging)
        state, after = reference.state, reference.next_state
        shift = np.zeros(len(state.q))
        pin.forwardKinematics(self._model, self._data, state.q)
        for frame, leg, metres in zip(self._feet, self._legs, lifts, strict=True):
            planned = pin.updateFramePlacement(self._model, self._data, frame)
            target = pin.SE3(planned.rotation, planned.translation + np.array([0.0, 0.0, metres]))
            shift[leg.columns] = leg.solve(state.q, target).angles - state.q[leg.columns]
        return replace(
            reference, state=State(state.q + shift, state.v), next_state=State(after.q + shift, after.v)
        )
