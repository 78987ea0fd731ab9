"""All weights of a control loop by their names, and files that change some of them.

What is changed are the gains and the contact adaptation. Costs (eq. 18) are always by Table 2 as it ships, so
that runs with different weights can be compared.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from biped_control.configuration_file import read_yaml, validated
from biped_control.contact.weights import AdaptationTable
from biped_control.contact.weights import load_table as load_adaptation_table
from biped_control.did_you_mean import did_you_mean
from biped_control.errors import ConfigurationError
from biped_control.policies.modal.settings import ABOUT_POSE
from biped_control.policies.weights import AdjustingRows, LookAheadTable, load_adjusting_rows
from biped_control.policies.weights import load_table as load_look_ahead_table
from biped_control.settings import load_settings


class WeightSet(BaseModel):
    """The sections of `config/weights.yaml`, and gamma.

    A weight is named by its place, with dots: `look_ahead.hip.position`, `adaptation.knee`, `gamma`.

    Attributes:
        gamma: adaptation parameter (eq. 17).
        look_ahead: Table 2, of the gains.
        adjusting: rows that the gains have instead where steps are adjusted.
        adaptation: Table 3.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)
    gamma: float = Field(ge=0.0, le=100.0)
    look_ahead: LookAheadTable
    adjusting: AdjustingRows
    adaptation: AdaptationTable

    def regulator(self, adjust_steps: bool) -> LookAheadTable:
        """The table that gains are made with."""
        return self.adjusting.in_place_of(self.look_ahead) if adjust_steps else self.look_ahead

    def by_name(self) -> dict[str, float]:
        """Every weight, in the order of the file."""
        return {name: value for name, value in _leaves(self.model_dump()) if isinstance(value, float)}

    def changes(self) -> dict[str, float]:
        """The weights that are not as they ship."""
        shipped = shipped_weights().by_name()
        return {name: value for name, value in self.by_name().items() if value != shipped[name]}

    def replaced(self, changes: Mapping[str, object], where: str = "weights") -> "WeightSet":
        """A checked copy with some weights replaced.

        Args:
            changes: new values by name.
            where: what the changes are from, for messages.

        Raises:
            ConfigurationError: a name is unknown, or a value out of range; the message names it.
        """
        known = self.by_name()
        for name in changes:
            if name not in known:
                raise ConfigurationError(f"{where}: {_unknown(name, list(known))}")
        return validated(WeightSet, nested(known | dict(changes)), where)


def shipped_weights() -> WeightSet:
    """What `config/weights.yaml` and `config/control.yaml` say.

    Raises:
        ConfigurationError: one of them is broken.
    """
    return WeightSet(
        gamma=load_settings().gamma,
        look_ahead=load_look_ahead_table(),
        adjusting=load_adjusting_rows(),
        adaptation=load_adaptation_table(),
    )


def load_weights(path: Path) -> WeightSet:
    """The weights that ship, with those replaced that a file names.

    Args:
        path: YAML of the form of `config/weights.yaml` with what is different, and gamma at its top.

    Raises:
        ConfigurationError: unreadable, a name is unknown, or a value is no number or out of range.
    """
    content = read_yaml(path)
    leaves = list(_leaves(content)) if isinstance(content, dict) else []
    if not leaves:
        raise ConfigurationError(
            f"{path}: holds no weights; expected what is different from config/weights.yaml, or gamma"
        )
    changes = dict(leaves)
    if len(changes) < len(leaves):
        twice = next(name for name, count in Counter(name for name, _ in leaves).items() if count > 1)
        raise ConfigurationError(f"{path}: weight '{twice}' stands there twice; expected once")
    return shipped_weights().replaced(changes, str(path))


def nested(values: Mapping[str, object]) -> dict[str, object]:
    """Values by name as the mappings within mappings that a file holds."""
    content: dict[str, object] = {}
    for name, value in values.items():
        inner = content
        *rows, key = name.split(".")
        for row in rows:
            deeper = inner.setdefault(row, {})
            assert isinstance(deeper, dict)
            inner = deeper
        inner[key] = value
    return content


def _unknown(name: str, known: Sequence[str]) -> str:
    section = name.partition(".")[0]
    if below := [other for other in known if other.startswith(f"{name}.")]:
        return f"'{name}' is no weight but has some; expected values below it, such as {below[0]}"
    if section in ("modal", ABOUT_POSE):
        return f"section '{section}' stays as it ships; expected look_ahead, adjusting, adaptation or gamma"
    return (
        f"unknown weight '{name}'{did_you_mean(name, known)}; expected gamma, or a section, row and key of "
        "config/weights.yaml such as look_ahead.hip.position"
    )


def _leaves(content: Mapping[str, object], inside: str = "") -> Iterator[tuple[str, object]]:
    for key, value in content.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{inside}{key}.")
        else:
            yield f"{inside}{key}", value
