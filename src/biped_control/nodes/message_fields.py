"""Fields of the messages of the control path: arrays, checked once.

Outgoing arrays are handed over as `array.array`, which rclpy copies as a block. Incoming arrays have no fixed
length on the wire, so every one is checked here, once, for its length and for numbers that are none.
"""

from array import array
from collections.abc import Sequence

import numpy as np
from builtin_interfaces.msg import Time

from biped_control.errors import MessageError
from biped_control.robot.state import FloatArray

WORLD_FRAME = "odom"
POINTS = 4
"""Anticipated points of contact."""
_FEET = 2


def doubles(values: FloatArray) -> array:  # type: ignore[type-arg]
    """Any array as the flat block that a float64[] field takes."""
    return array("d", np.ascontiguousarray(values, dtype=np.float64).tobytes())


def time_of_tick(tick: int, rate_hz: float) -> Time:
    """Simulated time of a control tick."""
    seconds, nanoseconds = divmod(round(tick * 1e9 / rate_hz), 1_000_000_000)
    return Time(sec=seconds, nanosec=nanoseconds)


def assign(message: object, names: Sequence[str], values: Sequence[float] | FloatArray) -> None:
    """Sets fields of a message."""
    for name, value in zip(names, values, strict=True):
        setattr(message, name, float(value))


def vector(values: Sequence[float], length: int, name: str) -> FloatArray:
    """(length,) numbers of an array.

    Raises:
        MessageError: it has another length, or one is NaN or infinite; the message calls it `name`.
    """
    numbers = np.array(values, dtype=np.float64)
    if len(numbers) != length:
        raise MessageError(f"{name} has {len(numbers)} numbers, expected {length}")
    if not np.isfinite(numbers).all():
        raise MessageError(f"{name}[{int(np.argmin(np.isfinite(numbers)))}] is not a finite number")
    return numbers


def fields(message: object, names: Sequence[str], what: str) -> FloatArray:
    """(n,) numbers that are fields of their own; see `vector`."""
    return vector([getattr(message, name) for name in names], len(names), what)


def flags(values: Sequence[bool], length: int, name: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """(length,) flags; see `vector`."""
    if len(values) != length:
        raise MessageError(f"{name} has {len(values)} flags, expected {length}")
    return np.array(values, dtype=np.bool_)


def planes(values: Sequence[float]) -> FloatArray | None:
    """(2, 3) of the ground under both feet, None where it is not told; see `vector`."""
    return vector(values, 3 * _FEET, "ground").reshape(_FEET, 3) if len(values) else None
