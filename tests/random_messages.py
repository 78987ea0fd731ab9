"""Messages as nobody should send them: right and wrong sizes, numbers and what is none, any tick."""

from array import array
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

_SIZES = (0, 1, 3, 4, 12, 23, 24, 29, 200)
_RIGHT_SIZES = {
    "joint_positions": 23,
    "joint_velocities": 23,
    "torques": 23,
    "unmeasured": 23,
    "positions": 29,
    "velocities": 29,
    "next_positions": 29,
    "next_velocities": 29,
    "forces": 12,
    "ground": 6,
    "end_positions": 29,
    "end_velocities": 29,
    "window_contacts": 40,
    "window_forces": 120,
    "contacts": 4,
    "contact_points": 6,
    "contact_forces": 6,
    "axes": 8,
    "buttons": 11,
}
_ODD = (np.nan, np.inf, -np.inf, 1e308, -1e308, 1e30, 1e-310, 0.0)
_TEXTS = ("", "walk", "stand", "no such clip", "../..", "\u2603" * 50, "a" * 5000)


class RandomMessages:
    """Draws messages of any type; about half of them are sane enough to be looked at closely."""

    def __init__(self, seed: int, present: Callable[[], int]) -> None:
        """
        Args:
            seed: of everything.
            present: the tick that is of interest now.
        """
        self._rng = np.random.default_rng(seed)
        self._present = present

    def draw(self, kind: type[Any]) -> Any:
        """A message of a type."""
        self._sane = self._rng.uniform() < 0.5
        return self._message(kind)

    def _message(self, kind: type[Any]) -> Any:
        message = kind()
        for name, field in kind.get_fields_and_field_types().items():
            setattr(message, name, self._value(name, field))
        if field_names(kind) == {"x", "y", "z", "w"} and self._sane:
            quaternion = self._rng.normal(size=4)
            for name, part in zip("xyzw", quaternion / np.linalg.norm(quaternion), strict=True):
                setattr(message, name, float(part))
        return message

    def _value(self, name: str, field: str) -> Any:
        if field.startswith("sequence<"):
            return self._sequence(name, field[len("sequence<") : -1].split(",")[0])
        if "[" in field:  # fixed length
            kind, _, length = field.rstrip("]").partition("[")
            return [self._scalar(name, kind) for _ in range(int(length))]
        if "/" in field:
            package, type_name = field.split("/")
            return self._message(getattr(import_module(f"{package}.msg"), type_name))
        return self._scalar(name, field)

    def _sequence(self, name: str, kind: str) -> Any:
        right = _RIGHT_SIZES.get(name)
        length = right if right is not None and self._rng.uniform() < 0.9 else int(self._rng.choice(_SIZES))
        if kind in ("double", "float"):
            values = self._rng.normal(size=length) * self._rng.choice([0.01, 1.0, 100.0])
            if length and not self._sane:
                values[self._rng.integers(length)] = self._rng.choice(_ODD)
            return array("d" if kind == "double" else "f", self._fit(values, kind))
        if "/" in kind:
            package, type_name = kind.split("/")
            inner = getattr(import_module(f"{package}.msg"), type_name)
            return [self._message(inner) for _ in range(min(length, 3))]
        return [self._scalar("", kind) for _ in range(length)]

    def _fit(self, values: Any, kind: str) -> list[float]:
        limit = 3e38 if kind == "float" else np.inf
        return [float(value) if abs(value) < limit else float(np.sign(value) * np.inf) for value in values]

    def _scalar(self, name: str, kind: str) -> Any:
        rng = self._rng
        if kind == "boolean":
            return bool(rng.integers(2))
        if kind.startswith("string"):
            return str(rng.choice(_TEXTS))
        if kind in ("double", "float"):
            odd = not self._sane and rng.uniform() < 0.3
            value = float(rng.choice(_ODD) if odd else rng.normal())
            return self._fit([value], kind)[0]
        bits = int(kind.lstrip("uint") or 8) if kind not in ("octet", "byte", "char") else 8
        if name == "tick" and rng.uniform() < 0.8:
            return max(self._present() + int(rng.choice([0, 0, 0, 0, 1, 1, -1, 3])), 0)
        if bits == 8 and kind in ("octet", "byte"):
            return bytes([int(rng.integers(256))])
        top = 2 ** (bits - (not kind.startswith("u"))) - 1
        return (0, 1, 2, 100, top)[int(rng.integers(5))]


def field_names(kind: type[Any]) -> set[str]:
    """Names of the fields of a message type."""
    return set(kind.get_fields_and_field_types())
