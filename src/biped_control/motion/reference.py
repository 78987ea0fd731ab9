"""What a policy follows during one tick."""

from dataclasses import dataclass

from biped_control.robot.placement import Placement
from biped_control.robot.state import BoolArray, FloatArray, State


@dataclass(frozen=True)
class Preview:
    """The window of n ticks that begins with a reference, in the frame of its clip.

    Attributes:
        end: the state at its end, what should be measured after n ticks.
        contacts: (n, 4) which anticipated points are planned to touch in each tick.
        forces: (n, 4, 3) planned ground forces at these points [N]; None where a foreign planner sends none.
    """

    end: State
    contacts: BoolArray
    forces: FloatArray | None = None


@dataclass(frozen=True)
class Reference:
    """Reference state and controls of one tick, in the frame of the clip.

    Attributes:
        clip: name of the clip.
        frame: index k of the step inside the clip, 0 <= k < T.
        placement: where the clip frame lies in the world, and whether the clip is mirrored there.
        state: (q_{k+1}, v_k), what the robot should measure now.
        next_state: (q_{k+2}, v_{k+1}), what it should measure a tick later.
        torques: (nu,) joint torques of the step [N m].
        forces: (4, 3) ground forces at right heel, right toe, left heel, left toe [N].
        contacts: (4,) which of these points are planned to carry force.
        ground: (2, 3) the ground under right and left foot, if it is not level at height zero: planes
            z = g_0 + g_1 x + g_2 y.
        ahead: what lies ahead, if it is not what the clips say.
        edited: an edit moves it away from the clip, so that gains for the clip do not fit.
    """

    clip: str
    frame: int
    placement: Placement
    state: State
    next_state: State
    torques: FloatArray
    forces: FloatArray
    contacts: BoolArray
    ground: FloatArray | None = None
    ahead: Preview | None = None
    edited: bool = False
