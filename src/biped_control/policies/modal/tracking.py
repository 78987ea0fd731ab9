"""Where the fast modes shall be a tick later: a softer form of the one-step law (Jain & Liu 2011, eq. 22)."""

from biped_control.compiled import kernel
from biped_control.motion.reference import Reference
from biped_control.robot.state import FloatArray, State


def tracked_pose(state: State, reference: Reference, pole: float, dt: float) -> FloatArray:
    """(nv,) pose after the coming tick on the way back to the reference.

    As published, the fast modes are to be exactly on the reference after one tick. That asks for torques of
    an error over the square of a tick: milliradians of noise or a third of a tick's delay throw the robot.
    Here the error decays with a double pole instead, see `decayed`; a pole of 0 is the published law.

    Args:
        state: measured, in the frame of the clip.
        reference: of the coming tick.
        pole: z, from 0 to less than 1.
        dt: length of the tick [s].
    """
    error, rate = state.q - reference.state.q, state.v - reference.state.v
    return reference.next_state.q + decayed(error, rate, pole, dt)


@kernel
def decayed(error: FloatArray, rate: FloatArray, pole: float, dt: float) -> FloatArray:
    """What is left of errors after a tick: e_{k+1} = (2 z - z^2) e_k + z^2 dt e'_k, a double pole z.

    Args:
        error, rate: (n,) now, and how fast they change.
        pole: z, from 0 to less than 1.
        dt: length of the tick [s].
    """
    return pole * (2.0 - pole) * error + pole * pole * dt * rate
