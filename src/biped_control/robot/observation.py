"""What engines and hardware tell of the robot after a control tick."""

from dataclasses import dataclass

from biped_control.robot.state import BoolArray, FloatArray, State


@dataclass(frozen=True)
class Observation:
    """What is known after a control tick.

    Attributes:
        state: positions and velocities, both of this instant.
        contact_points: (n, 3) where the ground touches the robot, in the world [m].
        contact_forces: (n, 3) mean ground force on the robot at these points during the tick, world axes [N].
        unmeasured: (nu,) joints whose answer got lost: their state is a guess; None: there are none.
        torques_late: the torques that went out last are so many ticks older than those that were due then.
    """

    state: State
    contact_points: FloatArray
    contact_forces: FloatArray
    unmeasured: BoolArray | None = None
    torques_late: int = 0
