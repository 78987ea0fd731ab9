"""The centre of mass over a start or a stop: a linear inverted pendulum on a line of support.

c - (h / g) c'' = p, with place and speed of c given at both ends. No line of support between the feet alone
meets all four; so p leaves it, smoothly and as little as possible: people, too, first press backward and onto
the foot that will swing.
"""

import numpy as np

from biped_control.errors import MotionError
from biped_control.motion.kinematic_cycle import FEET, Foot
from biped_control.motion.moves.start_stop_plan import StartStopPlan
from biped_control.robot.model import GRAVITY
from biped_control.robot.state import FloatArray

_SMOOTHNESS = 0.1  # [s] a change of the support within that time counts as much as a distance
_LARGEST_DISTANCE = 0.2  # [m]
_AT_THE_ENDS = 1e3  # place and speed there are as good as exact


def centre_of_mass_path(
    plan: StartStopPlan, ends: FloatArray, speeds: FloatArray, length: float, rate_hz: float
) -> FloatArray:
    """Horizontal path of the centre of mass.

    Args:
        plan: where and when the feet stand.
        ends: (2, 2) x, y at frames 0 and T [m].
        speeds: (2, 2) there [m/s].
        length: of a foot [m].
        rate_hz: frames per second.

    Returns:
        (T + 2, 2) path [m].

    Raises:
        MotionError: the support would have to be far away from the feet.
    """
    count = plan.frames + 2
    pendulum = (plan.gait.height / GRAVITY) * rate_hz**2
    inner = np.arange(1, count - 1)
    leaving = np.zeros((count - 2, count))  # c - (h / g) c'' at the inner frames
    leaving[inner - 1, inner] = 1.0 + 2.0 * pendulum
    leaving[inner - 1, inner - 1] = leaving[inner - 1, inner + 1] = -pendulum
    support = _line_of_support(plan, length)[1:-1]
    smooth = _SMOOTHNESS * rate_hz
    rows = [leaving, smooth * np.diff(leaving, axis=0)]
    rhs = [support, smooth * np.diff(support, axis=0)]
    for place, frame in enumerate((0, count - 2)):
        at = np.zeros((2, count))
        at[0, frame], at[1, frame : frame + 2] = 1.0, (-rate_hz, rate_hz)
        rows.append(_AT_THE_ENDS * at)
        rhs.append(_AT_THE_ENDS * np.array([ends[place], speeds[place]]))
    path = np.linalg.lstsq(np.vstack(rows), np.vstack(rhs), rcond=None)[0]
    away = np.abs(leaving @ path - support).max(axis=1)
    if away.max() > _LARGEST_DISTANCE:
        raise MotionError(
            f"a {plan.way} of {plan.frames} frames: at frame {np.argmax(away)} the body is in balance only "
            f"with the support {away.max():.2f} m away from the feet, {_LARGEST_DISTANCE} m are possible; "
            "take more time, or another length of the step"
        )
    return path


def _line_of_support(plan: StartStopPlan, length: float) -> FloatArray:
    """(T + 2, 2) from foot to foot, and along each foot while it carries."""
    line = np.zeros((plan.frames + 2, 2))
    for frame in range(len(line)):
        loads = np.array([_load(plan, foot, frame) for foot in FEET])
        line[frame] = loads @ [_under(plan, foot, frame, length) for foot in FEET] / loads.sum()
    return line


def _load(plan: StartStopPlan, foot: Foot, frame: int) -> float:
    """How much a foot carries beside the other: grows after its strike, fades before it leaves."""
    hold = plan.holds[foot][plan.hold(foot, frame)]
    if frame >= hold.toe_off:
        return 0.0
    overlap = plan.gait.beat / 5
    return float(np.clip(min(frame - hold.strike, hold.toe_off - frame) / overlap, 1e-3, 1.0))


def _under(plan: StartStopPlan, foot: Foot, frame: int, length: float) -> FloatArray:
    """(2,) where a foot carries: in the walk from a fifth of its length on to four fifths."""
    hold = plan.holds[foot][plan.hold(foot, frame)]
    done = (frame - hold.flat) / (hold.toe_off - hold.flat)
    share = 0.4 if hold.of_stand else float(np.clip(0.2 + 0.6 * done, 0.2, 0.8))
    along = np.array([np.cos(hold.heel[2]), np.sin(hold.heel[2])])
    under: FloatArray = hold.heel[:2] + share * length * along
    return under
