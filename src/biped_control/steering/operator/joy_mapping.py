"""Which axis and button of a joystick means what (`config/joystick.yaml`)."""

from math import radians
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from biped_control.configuration_file import load_configuration
from biped_control.resources import share_path

_MOST = 63  # index of an axis or button; no joystick has more


class Axis(BaseModel):
    """One axis.

    Attributes:
        index: its place in `Joy.axes`.
        sign: -1 where the joystick counts the other way.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    index: int = Field(ge=0, le=_MOST)
    sign: Literal[-1, 1] = 1


Button = int | None


class Buttons(BaseModel):
    """Places of the buttons in `Joy.buttons`; without a place there is no such button.

    Attributes:
        dead_man: the joystick counts only while it is held.
        stop: the robot stands.
        run: while it is held, full deflection means running speed.
        emergency_stop: the joints are braked at once, until the run starts again.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    dead_man: Button = Field(ge=0, le=_MOST)
    stop: Button = Field(ge=0, le=_MOST)
    run: Button = Field(ge=0, le=_MOST)
    emergency_stop: Button = Field(default=None, ge=0, le=_MOST)

    @model_validator(mode="after")
    def _each_button_means_one_thing(self) -> "Buttons":
        places = (self.dead_man, self.stop, self.run, self.emergency_stop)
        used = [index for index in places if index is not None]
        if len(set(used)) < len(used):
            raise ValueError(
                "expected a button of its own for each of dead_man, stop, run and emergency_stop"
            )
        return self


class JoyMapping(BaseModel):
    """Meaning of a joystick.

    Attributes:
        mode: `heading`: the robot goes where the stick points; `turn_rate`: sideways turns, forward walks.
        forward: axis that is positive when the stick is pushed away.
        left: axis that is positive when the stick is pushed to the left.
        dead_zone: deflections up to this mean the centre.
        ahead_deg: yaw in the world that `heading` mode goes to when the stick is pushed straight away.
        walk_mps: speed of full deflection.
        run_mps: the same while the run button is held.
        turn_deg_s: turn rate of full deflection.
        buttons: what the buttons mean.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    mode: Literal["heading", "turn_rate"]
    forward: Axis
    left: Axis
    dead_zone: float = Field(ge=0.0, le=0.9)
    ahead_deg: float = Field(ge=-180.0, le=180.0)
    walk_mps: float = Field(gt=0.0, le=10.0)
    run_mps: float = Field(gt=0.0, le=10.0)
    turn_deg_s: float = Field(gt=0.0, le=360.0)
    buttons: Buttons

    @model_validator(mode="after")
    def _it_makes_sense(self) -> "JoyMapping":
        if self.forward.index == self.left.index:
            raise ValueError("expected different axes for forward and left")
        if self.run_mps < self.walk_mps:
            raise ValueError("expected run_mps to be at least walk_mps")
        return self

    @property
    def ahead(self) -> float:
        """`ahead_deg` [rad]."""
        return radians(self.ahead_deg)

    @property
    def fastest_turn(self) -> float:
        """`turn_deg_s` [rad/s]."""
        return radians(self.turn_deg_s)


def load_joy_mapping(path: Path | None = None) -> JoyMapping:
    """Reads the mapping; without a path the one that ships with the library.

    Raises:
        ConfigurationError: unreadable, or a value is missing, unknown or out of range.
    """
    return load_configuration(JoyMapping, path or share_path("config/joystick.yaml"))
