"""IMU and foot sensors on a bus: four frames a sample, of big-endian 16-bit integers.

    0x080  SYNC, to the sensors: sample now
    0x700  integrated angular velocity x y z (unsigned, wraps around, 2^-13 rad) | time
    0x701  integrated specific force x y z   (unsigned, wraps around, 2^-11 m/s) | time
    0x702  angular velocity x y z            (signed, 2^-10 rad/s)               | time
    0x703  vertical force at right heel, right toe, left heel, left toe (unsigned, 0.1 N)

Time is that of the sample on the IMU's clock (unsigned, wraps around, 2^-15 s). Our own layout: there is none
that IMUs agree on. Integrals besides rates, so lost frames lose nothing. Sampled when asked, as drives are:
a base that is 3 ms older than the joints makes the feet slide, and the robot fall.
"""

import struct

import numpy as np

from biped_control.hardware.bus.frame import SYNC, Frame
from biped_control.hardware.bus.joint_signals import BodyReading
from biped_control.robot.state import FloatArray

BODY_FRAMES = 4  # a sample
TURNED, ACCELERATED, RATE, FEET = range(0x700, 0x700 + BODY_FRAMES)
ASK = Frame(SYNC, b"")
_TURN_STEP, _SPEED_STEP, _RATE_STEP, _FORCE_STEP, _TIME_STEP = 2.0**-13, 2.0**-11, 2.0**-10, 0.1, 2.0**-15
_UNSIGNED, _RATES = struct.Struct(">4H"), struct.Struct(">3hH")
_WRAP = 1 << 16


def body_frames(
    turned: FloatArray, accelerated: FloatArray, rate: FloatArray, foot_forces: FloatArray, time: float
) -> tuple[Frame, ...]:
    """One sample as frames. Units as in `BodyReading`."""
    stamp = round(time / _TIME_STEP) % _WRAP
    forces = np.clip(np.round(foot_forces / _FORCE_STEP), 0, _WRAP - 1).astype(int)
    rates = np.clip(np.round(rate / _RATE_STEP), -_WRAP // 2, _WRAP // 2 - 1).astype(int)
    return (
        Frame(TURNED, _UNSIGNED.pack(*_wrapped(turned / _TURN_STEP), stamp)),
        Frame(ACCELERATED, _UNSIGNED.pack(*_wrapped(accelerated / _SPEED_STEP), stamp)),
        Frame(RATE, _RATES.pack(*rates, stamp)),
        Frame(FEET, _UNSIGNED.pack(*forces)),
    )


def _wrapped(codes: FloatArray) -> list[int]:
    return [round(code) % _WRAP for code in codes.tolist()]


class BodyReceiver:
    """Puts samples of the IMU together and unwraps them.

    A sample counts when its three frames have come. From one that counts to the next an integral may change
    by half its wrap (4 rad, 16 m/s), the time by all of it (2 s).

    Attributes:
        samples: how many have counted.
    """

    def __init__(self) -> None:
        self._codes: FloatArray = np.zeros((2, 3))
        self._rate: FloatArray = np.zeros(3)
        self._ticks = 0
        self._parts: dict[int, tuple[int, ...]] = {}
        self._foot_forces: FloatArray = np.zeros(4)
        self._received = -np.inf
        self.samples = 0

    def read(self, frame: Frame, now: float) -> bool:
        """Takes a frame that came at `now` [s]; False if it is none of the four or malformed."""
        if not TURNED <= frame.identifier <= FEET or len(frame.data) != 8:
            return False
        if frame.identifier == FEET:
            self._foot_forces = _FORCE_STEP * np.array(_UNSIGNED.unpack(frame.data), dtype=np.float64)
            return True
        layout = _RATES if frame.identifier == RATE else _UNSIGNED
        self._parts[frame.identifier] = layout.unpack(frame.data)
        if len({part[3] for part in self._parts.values()}) == 1 and len(self._parts) == 3:
            self._complete(now)
        return True

    def reading(self) -> BodyReading:
        """The newest of everything."""
        return BodyReading(
            turned=_TURN_STEP * self._codes[0],
            accelerated=_SPEED_STEP * self._codes[1],
            rate=self._rate.copy(),
            time=_TIME_STEP * self._ticks,
            foot_forces=self._foot_forces.copy(),
            received=self._received,
        )

    def _complete(self, now: float) -> None:
        parts, half = self._parts, _WRAP // 2
        codes = np.array([parts[TURNED][:3], parts[ACCELERATED][:3]], dtype=np.float64)
        if self.samples == 0:
            self._codes = codes - _WRAP * (codes >= half)
        else:
            self._codes = self._codes + (codes - self._codes + half) % _WRAP - half
        self._ticks += (parts[TURNED][3] - self._ticks) % _WRAP
        self._rate = _RATE_STEP * np.array(parts[RATE][:3], dtype=np.float64)
        self._received = now
        self.samples += 1
        self._parts = {}
