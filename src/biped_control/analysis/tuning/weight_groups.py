"""Which weights a search varies: groups with one factor each, by the names that users give."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from biped_control.analysis.weight_set import WeightSet
from biped_control.did_you_mean import did_you_mean
from biped_control.errors import ConfigurationError
from biped_control.policies.weights import AdjustingRows


@dataclass(frozen=True)
class WeightGroup:
    """Weights that keep their proportions.

    Attributes:
        name: as it was given.
        weights: names of the weights, see `WeightSet`.
    """

    name: str
    weights: tuple[str, ...]


def weight_groups(names: Sequence[str], start: WeightSet, adjust_steps: bool) -> tuple[WeightGroup, ...]:
    """The groups that are meant.

    Args:
        names: each the name of a weight, of a row or of a section, which stand for all in them, or a pattern
            such as `look_ahead.*.position`; several with `+` between them.
        start: the weights that are multiplied.
        adjust_steps: whether steps are adjusted, which decides what has an effect.

    Returns:
        Groups of what has an effect and is not zero.

    Raises:
        ConfigurationError: a name is unknown, nothing that it means can be varied, or two groups overlap.
    """
    groups = [WeightGroup(name, tuple(_varied(name, start, adjust_steps))) for name in names]
    taken: dict[str, str] = {}
    for group in groups:
        for weight in group.weights:
            if weight in taken:
                raise ConfigurationError(
                    f"{weight} belongs to '{taken[weight]}' and to '{group.name}'; expected each weight once"
                )
            taken[weight] = group.name
    return tuple(groups)


def _varied(name: str, start: WeightSet, adjust_steps: bool) -> list[str]:
    values = start.by_name()
    meant = dict.fromkeys(weight for part in name.split("+") for weight in _meant(part.strip(), list(values)))
    effective = [weight for weight in meant if not _without_effect(weight, adjust_steps)]
    if not effective:
        raise ConfigurationError(
            f"'{name}' has no effect {'with' if adjust_steps else 'without'} --adjust-steps: "
            "it replaces rows of look_ahead by those of adjusting"
        )
    if varied := [weight for weight in effective if values[weight] > 0.0]:
        return varied
    raise ConfigurationError(
        f"'{name}' is 0, and no factor changes that; give it another value to start from with --weights FILE"
    )


def _meant(part: str, known: Sequence[str]) -> list[str]:
    meant = [name for name in known if name == part or name.startswith(f"{part}.") or fnmatchcase(name, part)]
    if not meant:
        raise ConfigurationError(
            f"unknown weight '{part}'{did_you_mean(part, _with_rows(known))}; expected gamma, or a section, "
            "row or weight of config/weights.yaml such as look_ahead.hip or look_ahead.*.position"
        )
    return meant


def _with_rows(known: Sequence[str]) -> Iterator[str]:
    """Names of all weights, rows and sections."""
    for name in known:
        parts = name.split(".")
        yield from (".".join(parts[: length + 1]) for length in range(len(parts)))


def _without_effect(weight: str, adjust_steps: bool) -> bool:
    section, _, place = weight.partition(".")
    if adjust_steps:
        return section == "look_ahead" and place.partition(".")[0] in AdjustingRows.model_fields
    return section == "adjusting"
