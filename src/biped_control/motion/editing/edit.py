"""What an edit asks for (Jain & Liu 2011, section 6), as options and services name it."""

import re
from dataclasses import dataclass
from math import radians, tan

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from biped_control.errors import MotionError
from biped_control.motion.clip_name import NAME

_CLIP = "clip"
_UNITS = {"slope": "deg", "stride": "m", "height": "m", "tempo": "", "hands": "m", "over": "s"}
"""Names in the text form, with the unit that may follow the number."""

_SHORT = {"slope": "slope_deg", "stride": "stride_m", "height": "step_height_m", "hands": "hands_m"}
_SHORT |= {"tempo": "tempo", "over": "over_s", _CLIP: "clip"}
_FORM = "expected such as stride=0.1m,tempo=1.1@8s or clip=walk_slow@5s, of " + ", ".join(sorted(_SHORT))


class ReferenceEdit(BaseModel):
    """How the reference shall be from now on; what is None stays as it is.

    Attributes:
        slope_deg: grade of the ground ahead, positive uphill; it begins half a metre ahead of the pelvis and
            has no end until the next such edit [degree].
        stride_m: by how much each step is longer than in the clip [m].
        step_height_m: by how much feet swing higher [m].
        hands_m: by how much both hands are higher [m].
        tempo: how much faster than the clip; 0.75 is a quarter slower.
        clip: what is played from now on, instead of what would have followed.
        over_s: how long it takes to go over to all but the slope [s].
    """

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)
    slope_deg: float | None = Field(default=None, ge=-15.0, le=15.0)
    stride_m: float | None = Field(default=None, ge=-0.4, le=0.4)
    step_height_m: float | None = Field(default=None, ge=0.0, le=0.2)
    hands_m: float | None = Field(default=None, ge=-0.3, le=0.3)
    tempo: float | None = Field(default=None, ge=0.5, le=1.5)
    clip: str | None = Field(default=None, pattern=f"^{NAME.pattern}$")
    over_s: float = Field(default=1.0, ge=0.1, le=5.0)

    @property
    def grade(self) -> float | None:
        """Metres up for a metre ahead."""
        return None if self.slope_deg is None else tan(radians(self.slope_deg))

    @property
    def takes_back(self) -> bool:
        """Whether all that it asks for is as in the clip."""
        as_in_clip = {"slope_deg": 0.0, "stride_m": 0.0, "step_height_m": 0.0, "hands_m": 0.0, "tempo": 1.0}
        return self.clip is None and all(
            getattr(self, name) in (None, value) for name, value in as_in_clip.items()
        )

    @classmethod
    def checked(cls, values: dict[str, object]) -> "ReferenceEdit":
        """From values by attribute.

        Raises:
            MotionError: a name is unknown, a value is out of range, or nothing is to be edited.
        """
        try:
            edit = cls.model_validate(values)
        except ValidationError as error:
            wrong = error.errors()[0]
            name = {field: short for short, field in _SHORT.items()}.get(
                str(wrong["loc"][0]), wrong["loc"][0]
            )
            why = "expected the name of a clip of the library" if name == _CLIP else wrong["msg"]
            raise MotionError(f"edit: {name}: {why}, got {wrong['input']!r}") from None
        if all(getattr(edit, name) is None for name in cls.model_fields if name != "over_s"):
            raise MotionError("edit: nothing is to be edited; " + _FORM)
        return edit


@dataclass(frozen=True)
class TimedEdit:
    """An edit and when it is asked for.

    Attributes:
        edit: what.
        at_s: when [s].
    """

    edit: ReferenceEdit
    at_s: float


def parse_edit(text: str) -> TimedEdit:
    """From text such as "stride=0.1m,tempo=1.1@8s"; without a time, at once.

    Raises:
        MotionError: the text is not of that form, or what it asks for is out of range.
    """
    asked, _, time = text.partition("@")
    at_s = _number(time or "0", "s", text)
    if at_s < 0.0:
        raise MotionError(f"edit '{text}': it would be before the start; {_FORM}")
    return TimedEdit(_parse_values(asked, text), at_s)


def parse_edit_of_now(text: str) -> ReferenceEdit:
    """From text such as "stride=0.1m,tempo=1.1", for a robot that walks already.

    Raises:
        MotionError: see `parse_edit`, or a time is given.
    """
    if "@" in text:
        raise MotionError(f"edit '{text}': it is done at once, expected no time")
    return _parse_values(text, text)


def _parse_values(asked: str, text: str) -> ReferenceEdit:
    values: dict[str, object] = {}
    for part in asked.split(","):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if name not in _SHORT or not equals:
            raise MotionError(f"edit '{text}': {part.strip()!r} is none of the values; {_FORM}")
        if _SHORT[name] in values:
            raise MotionError(f"edit '{text}': '{name}' comes twice; expected each value once")
        values[_SHORT[name]] = value if name == _CLIP else _number(value, _UNITS[name], text)
    return ReferenceEdit.checked(values)


def _number(text: str, unit: str, whole: str) -> float:
    match = re.fullmatch(rf"([-+]?(\d+\.?\d*|\.\d+))\s*({unit})?", text.strip())
    if match is None:
        raise MotionError(f"edit '{whole}': {text.strip()!r} is no number of {unit or 'no unit'}; {_FORM}")
    return float(match[1])
