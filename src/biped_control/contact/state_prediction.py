"""Delay compensation: the state in which the torques of now will find the robot.

Torques that act late act on another state than the one they were made for. What happens until then is known
but for disturbances: the torques that are still under way. They roll the measured state forward, a tick each,
by the model of contact adaptation (a Smith predictor in state space).

The same model says what should be measured. Where measurements are noisy, only a share of what they differ by
is believed (an observer with one gain); nothing of what nobody measured, because an answer got lost.
"""

from collections import deque
from math import pi, remainder

import numpy as np

from biped_control.contact.constraints import GroundAt
from biped_control.contact.delay_detection import DelayDetection
from biped_control.contact.expected_tick import ExpectedTick, ExpectedTicks
from biped_control.robot.chain_root import ROOT_DOF, YAW
from biped_control.robot.model import RobotModel
from biped_control.robot.state import BoolArray, FloatArray, State
from biped_control.settings import ControlSettings

LONGEST_FOUND = 2
"""The largest delay that is looked for [ticks]."""

_FIRST_ON_BUSES = 2
"""The first guess there [ticks]: one for the next request, with which torques go out, and one for the buses.

Too many do no harm for the ticks until the right number is found; with too few the robot falls seconds later.
"""

_BRIDGED = (
    7  # ticks; with a joint that is silent for longer all are braked, and by itself the model runs away
)
_REMEMBERED = 4  # ticks; older torques serve nowhere


def on_buses(settings: ControlSettings) -> ControlSettings:
    """The same for a robot on buses, where torques are late from the start."""
    return settings.replaced(torque_delay_ticks=max(_FIRST_ON_BUSES, settings.torque_delay_ticks))


class StatePrediction:
    """Remembers what was sent and looks ahead.

    Without a delay, and as long as measurements are believed, it gives the very state that it is given.

    In every tick: `ahead`, then `sent`.
    """

    def __init__(self, robot: RobotModel, settings: ControlSettings) -> None:
        """
        Args:
            robot: that the controller believes in.
            settings: rate, friction, share of measurements and the like, and the delay of the torques; where
                that is looked for, up to `LONGEST_FOUND`.
        """
        ticks, finds = settings.torque_delay_ticks, settings.find_delay
        longest = max(ticks, LONGEST_FOUND if finds else 0)
        self._expected, self._ticks = ExpectedTicks(robot, settings), ticks
        self._detection = DelayDetection(longest + 1, ticks) if finds else None
        # What is believed to have gone out, tick by tick; late and doubted torques are put right here.
        self._sent: deque[FloatArray] = deque(maxlen=longest + 1)
        # What the controller made; where that came too late, older ones of these went out once more.
        self._made: deque[FloatArray] = deque(maxlen=_REMEMBERED)
        self._share = settings.measured_share
        self._silent = np.zeros(robot.nu, dtype=np.int64)  # ticks since each joint was measured
        self._before: ExpectedTick | None = None

    @property
    def ticks(self) -> int:
        """The delay that is reckoned with."""
        return self._ticks if self._detection is None else self._detection.ticks

    def reset(self) -> None:
        """A new run begins."""
        self._sent.clear()
        self._made.clear()
        self._before = None
        self._silent[:] = 0
        if self._detection is not None:
            self._detection.reset()

    def ahead(
        self,
        state: State,
        ground_at: GroundAt | None = None,
        unmeasured: BoolArray | None = None,
        torques_late: int = 0,
    ) -> State:
        """The state at the beginning of the tick in which the torques act that are sent next.

        Args:
            state: measured now. To be asked once for every tick, in order.
            ground_at: the ground under (n, 3) points; flat at height 0 when left out.
            unmeasured: (nu,) joints that nobody measured; the model says for a while where they are.
            torques_late: those given to `sent` last did not go out in time, but others so many ticks older.
        """
        if not self._sent or (self._detection is None and self._ticks == 0 and self._share == 1.0):
            return state
        if torques_late > 0:
            self._sent[-1] = self._made[-1 - min(torques_late, len(self._made) - 1)]
        if unmeasured is not None and self.ticks > 0:
            self._doubt(unmeasured)
        measured = state
        state = self._observed(measured, self._bridged(unmeasured))
        if self._detection is not None and self._before is not None:
            acted = np.array(self._sent)[::-1]  # the newest, if there is no delay
            self._detection.update(self._before.misfits(acted, measured.v, unmeasured))
        tick = self._before = self._expected.beginning(state, ground_at)
        for left in range(self.ticks, 0, -1):
            state = tick.after(self._sent[-left])
            if left > 1:
                tick = self._expected.beginning(state, ground_at)
        return state if np.isfinite([state.q, state.v]).all() else measured

    def sent(self, torques: FloatArray) -> None:
        """Takes note of the (nu,) torques of this tick, within the effort limits [N m].

        The first are taken for those that are at work until they arrive: a robot does not begin limp.
        """
        self._sent.extend([torques] * (1 if self._sent else self._sent.maxlen or 1))
        self._made.append(torques)

    def missed(self, ticks: int) -> None:
        """Takes note of ticks without `sent`: those sent last went on. No belief is drawn from them."""
        if self._sent:
            self._sent.extend([self._made[-1]] * min(ticks, self._sent.maxlen or 1))
            self._made.extend([self._made[-1]] * min(ticks, _REMEMBERED))
        self._before = None

    def _doubt(self, unmeasured: BoolArray) -> None:
        """A drive that did not answer may not have been asked: then it holds the torque that it had before.

        As likely as not, so half of both is the best guess of what acts there in the coming tick.
        """
        asked, before = self._sent[-self.ticks], self._sent[-self.ticks - 1]
        self._sent[-self.ticks] = np.where(unmeasured, 0.5 * (asked + before), asked)

    def _bridged(self, unmeasured: BoolArray | None) -> BoolArray | None:
        """Those of the joints that nobody measured of which the model still knows something."""
        if unmeasured is None:
            self._silent[:] = 0
            return None
        self._silent = np.where(unmeasured, self._silent + 1, 0)
        return np.asarray(unmeasured & (self._silent <= _BRIDGED))

    def _observed(self, measured: State, unmeasured: BoolArray | None) -> State:
        """The state of now, as far as the measurement is believed."""
        if (self._share == 1.0 and unmeasured is None) or self._before is None:
            return measured
        acted = self._sent[len(self._sent) - 1 - self.ticks]
        expected = self._before.after(acted)
        if not np.isfinite([expected.q, expected.v]).all():
            return measured
        q, v = measured.q - expected.q, measured.v - expected.v
        q[YAW] = remainder(q[YAW], 2.0 * pi)
        share = np.full(len(q), self._share)
        if unmeasured is not None:
            share[ROOT_DOF:][unmeasured] = 0.0
        return State(expected.q + share * q, expected.v + share * v)
