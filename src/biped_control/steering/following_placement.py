"""The placement of a clip follows the robot: where the walk has got to is no error.

Position on level ground is a cyclic coordinate, nothing in the dynamics depends on it. A robot that a push
has moved aside, and that has caught itself with a step aside, walks as the clip wants, only elsewhere. Held
to the old path it would push its centre of mass back over feet that stand where they stand, and tilt over
their edges.
"""

from dataclasses import replace

from biped_control.motion.reference import Reference
from biped_control.robot.placement import Placement
from biped_control.robot.state import State


def following_placement(state: State, reference: Reference) -> Placement:
    """Moves a clip so that the base of its pose lies above or below the robot's; its heading stays.

    Args:
        state: what the robot measures, in the world.
        reference: what it should measure at the moment.
    """
    wanted = reference.placement.to_world(reference.state).q
    x, y = (state.q[:2] - wanted[:2]).tolist()
    return replace(reference.placement, x=reference.placement.x + x, y=reference.placement.y + y)
