"""IMU and foot sensors on a bus: four frames a sample, of big-endian 16-bit integers.

    0x700  integrated angular velocity x y z (unsigned, wraps around, 2^-13 rad) | counter
    0x701  integrated specific force x y z   (unsigned, wraps around, 2^-11 m/s) | counter
    0x702  orientation quaternion x y z w    (signed, 2^-15)
    0x703  vertical force at right heel, right toe, left heel, left toe (unsigned, 0.1 N)

Our own layout: there is none that IMUs agree on. Integrals instead of rates, so lost frames lose nothing.
"""

import struct

import numpy as np

from biped_control.hardware.bus.frame import Frame
from biped_control.hardware.bus.joint_signals import BodyReading
from biped_control.robot.state import FloatArray

BODY_FRAMES = 4  # a sample
TURNED, ACCELERATED, ORIENTATION, FEET = range(0x700, 0x700 + BODY_FRAMES)
_TURN_STEP, _SPEED_STEP, _QUATERNION_STEP, _FORCE_STEP = 2.0**-13, 2.0**-11, 2.0**-15, 0.1
_UNSIGNED, _SIGNED = struct.Struct(">4H"), struct.Struct(">4h")
_WRAP = 1 << 16


def body_frames(
    turned: FloatArray, accelerated: FloatArray, quaternion: FloatArray, foot_forces: FloatArray, count: int
) -> tuple[Frame, ...]:
    """One sample as frames. Units as in `BodyReading`; `count` counts samples."""
    forces = np.clip(np.round(foot_forces / _FORCE_STEP), 0, _WRAP - 1).astype(int)
    orientation = np.clip(np.round(quaternion / _QUATERNION_STEP), -_WRAP // 2, _WRAP // 2 - 1).astype(int)
    return (
        Frame(TURNED, _UNSIGNED.pack(*_wrapped(turned / _TURN_STEP), count % _WRAP)),
        Frame(ACCELERATED, _UNSIGNED.pack(*_wrapped(accelerated / _SPEED_STEP), count % _WRAP)),
        Frame(ORIENTATION, _SIGNED.pack(*orientation)),
        Frame(FEET, _UNSIGNED.pack(*forces)),
    )


def _wrapped(codes: FloatArray) -> list[int]:
    return [round(code) % _WRAP for code in codes.tolist()]


class BodyReceiver:
    """Unwraps what comes: an integral may change by half its wrap from frame to frame (4 rad, 16 m/s)."""

    def __init__(self) -> None:
        self._turned = _Unwrapped(_TURN_STEP)
        self._accelerated = _Unwrapped(_SPEED_STEP)
        self._quaternion: FloatArray = np.array([0.0, 0.0, 0.0, 1.0])
        self._foot_forces: FloatArray = np.zeros(4)
        self._received: FloatArray = np.full(4, -np.inf)

    def read(self, frame: Frame, now: float) -> bool:
        """Takes a frame that came at `now` [s]; False if it is none of the four or malformed."""
        kind = frame.identifier - TURNED
        if not 0 <= kind < BODY_FRAMES or len(frame.data) != 8:
            return False
        if frame.identifier == TURNED:
            self._turned.update(_UNSIGNED.unpack(frame.data))
        elif frame.identifier == ACCELERATED:
            self._accelerated.update(_UNSIGNED.unpack(frame.data))
        elif frame.identifier == ORIENTATION:
            quaternion = np.array(_SIGNED.unpack(frame.data), dtype=np.float64)
            length = np.linalg.norm(quaternion)
            if not 0.5 < length * _QUATERNION_STEP < 2.0:
                return False
            self._quaternion = quaternion / length
        else:
            self._foot_forces = _FORCE_STEP * np.array(_UNSIGNED.unpack(frame.data), dtype=np.float64)
        self._received[kind] = now
        return True

    def reading(self) -> BodyReading:
        """The newest of everything."""
        return BodyReading(
            turned=self._turned.value(),
            accelerated=self._accelerated.value(),
            quaternion=self._quaternion.copy(),
            foot_forces=self._foot_forces.copy(),
            received=self._received.copy(),
        )


class _Unwrapped:
    """Three numbers that are sent modulo 2^16."""

    def __init__(self, step: float) -> None:
        self._step = step
        self._codes = [0, 0, 0]

    def update(self, codes: tuple[int, ...]) -> None:
        half = _WRAP // 2
        self._codes = [
            old + (new - old + half) % _WRAP - half for old, new in zip(self._codes, codes[:3], strict=True)
        ]

    def value(self) -> FloatArray:
        return self._step * np.array(self._codes, dtype=np.float64)
