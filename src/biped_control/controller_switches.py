"""What the controller may do beyond following clips as they are, each on or off.

A switch is declared here alone: settings, rollouts, sweeps, searches and command lines take them all from
this class. Only the two files that a user reads name it again: `config/control.yaml` says whether it is on
when nobody asks, and `config/graph.yaml` which nodes hear of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict


@dataclass(frozen=True)
class SwitchOption:
    """A switch on the command line.

    Attributes:
        on, off: what turns it on and off.
        meaning: what it decides, a sentence.
    """

    on: str
    off: str
    meaning: str


class ControllerSwitches(BaseModel):
    """All switches; those that nobody mentions are off.

    Attributes:
        feel_ground: whether the feet say where the ground is; else it is believed to be flat.
        adjust_steps: whether footholds follow the capture point, and clips the robot; else clips stay.
        find_delay: whether the delay of the torques is looked for, see `contact.state_prediction`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    feel_ground: Annotated[
        bool,
        SwitchOption(
            "--feel-ground",
            "--flat-belief",
            "Whether the feet say where the ground is, or it is believed to be flat.",
        ),
    ] = False
    adjust_steps: Annotated[
        bool,
        SwitchOption(
            "--adjust-steps",
            "--keep-path",
            "Whether footholds follow the capture point and clips the robot, or it is held to its path.",
        ),
    ] = False
    find_delay: Annotated[
        bool,
        SwitchOption(
            "--find-delay",
            "--no-find-delay",
            "Whether the delay of the torques (up to two ticks) is found from the velocities after them, or "
            "it is torque_delay_ticks.",
        ),
    ] = False

    @classmethod
    def all_on(cls) -> "ControllerSwitches":
        """The controller with everything that it can do."""
        return ControllerSwitches.model_validate(dict.fromkeys(SWITCHES, True))

    @property
    def switches(self) -> "ControllerSwitches":
        """The switches alone, of a class that has more."""
        return ControllerSwitches.model_validate({name: getattr(self, name) for name in SWITCHES})

    @property
    def switch_words(self) -> list[str]:
        """Those of a command line, each on or off."""
        return [option.on if getattr(self, name) else option.off for name, option in SWITCHES.items()]


def _option(metadata: list[object]) -> SwitchOption:
    (option,) = (entry for entry in metadata if isinstance(entry, SwitchOption))
    return option


SWITCHES: Mapping[str, SwitchOption] = {
    name: _option(field.metadata) for name, field in ControllerSwitches.model_fields.items()
}
"""By name."""
