"""Reads configuration files (YAML) and says in one line what is wrong with one."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from pathlib import Path
from reprlib import Repr
from typing import Literal, TypeVar, get_args, get_origin

import yaml
from pydantic import BaseModel, ValidationError

from biped_control.did_you_mean import did_you_mean
from biped_control.errors import ConfigurationError

# Without YAML's own errors: what its constructors raise on 2020-99-99, `!!int x` or brackets without end.
_NO_VALUE = (ValueError, TypeError, AttributeError, LookupError, RecursionError)

_LARGEST = 1_000_000  # characters; what people write has some thousands
_SHOWN = 10  # places in a message

_IN_BRIEF = Repr()  # aliases let a short file hold what fills a disk when it is printed
_IN_BRIEF.maxstring = _IN_BRIEF.maxother = _IN_BRIEF.maxlong = 80

Model = TypeVar("Model", bound=BaseModel)


class _EachKeyOnce(yaml.SafeLoader):
    """Refuses keys that stand twice in one mapping: YAML's own loader drops the first without a word.

    Refuses what contains itself, too: nobody who walks through it would come to an end.
    """

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.deep_construct = True  # YAML's own check finds loops only so

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:
        lines: dict[tuple[str, str], int] = {}
        for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
            line, known = key.start_mark.line + 1, (key.tag, key.value)
            if known in lines:
                raise yaml.YAMLError(
                    f"line {line}: key '{key.value}' stands in line {lines[known]} already; expected once"
                )
            lines[known] = line
        return super().construct_mapping(node, deep)


def write_configuration(settings: BaseModel, path: Path) -> None:
    """Writes a YAML file that `load_configuration` reads."""
    path.write_text(yaml.safe_dump(settings.model_dump(mode="json"), sort_keys=False), encoding="utf-8")


def load_configuration(kind: type[Model], path: Path, section: str | None = None) -> Model:
    """Contents of a YAML file, checked.

    Args:
        kind: what the file should hold.
        path: the file.
        section: the top-level key to read; the whole file without.

    Raises:
        ConfigurationError: unreadable, or a value is missing, unknown or out of range; the message names file
            and place.
    """
    content = read_yaml(path)
    if section is not None:
        content = content.get(section) if isinstance(content, dict) else None
    return validated(kind, content, str(path) if section is None else f"{path} ({section})")


def validated(
    kind: type[Model],
    content: object,
    where: str,
    inside: str | None = None,
    context: Mapping[str, object] | None = None,
) -> Model:
    """Contents of a file, or changes of them, checked.

    Args:
        kind: what was expected.
        content: mappings, lists and values.
        where, inside: what they are from, see `explain`.
        context: for validators of the model.

    Raises:
        ConfigurationError: a value is missing, unknown, of the wrong kind or out of range; the message names
            the place.
    """
    try:
        model = kind.model_validate(content, context=context)
    except ValidationError as error:
        raise explain(error, kind, where, inside) from error
    for place, value in _read_as_numbers(content, model, ()):
        raise ConfigurationError(
            f"{where}: at '{_place(place, inside)}': expected a number, got {str(value).lower()} (YAML reads "
            "yes, no, on and off so, too)"
        )
    return model


def read_yaml(path: Path) -> object:
    """Contents of a YAML file.

    Raises:
        ConfigurationError: missing, not YAML, far too large, or a key stands twice in one mapping; the
            message names lines.
    """
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_LARGEST + 1)
        if len(text) > _LARGEST:
            raise ConfigurationError(
                f"{path}: has more than {_LARGEST:,} characters; expected a YAML file that people write"
            )
        # A subclass of SafeLoader: as safe as yaml.safe_load.
        return yaml.load(text, _EachKeyOnce)
    except FileNotFoundError as error:
        raise ConfigurationError(f"{path}: no such file; expected a YAML file") from error
    except (OSError, yaml.YAMLError, *_NO_VALUE) as error:
        raise ConfigurationError(f"{path}: cannot be read as YAML ({error})") from error


def explain(
    error: ValidationError, kind: type[BaseModel], where: str, inside: str | None = None
) -> ConfigurationError:
    """What is wrong with a file, as one line: the first fault, and where the others are.

    Keys that are unknown come first.

    Args:
        error: what pydantic found.
        kind: what was expected.
        where: name of the file.
        inside: the key below which it was expected.
    """
    # What is misspelt is missing, too.
    first, *others = sorted(error.errors(), key=lambda one: one["type"] != "extra_forbidden")
    problem = first["msg"].removeprefix("Value error, ")
    if first["type"] != "value_error" or not isinstance(first.get("input"), Mapping):
        problem += (
            f" (found {_IN_BRIEF.repr(first.get('input'))})"  # several keys that disagree name themselves
        )
    if first["type"] in ("model_type", "model_attributes_type"):
        keys = ", ".join(_known_keys(kind, first["loc"]))
        problem = f"expected keys with values, of {keys} (found {_IN_BRIEF.repr(first.get('input'))})"
    if first["type"] == "union_tag_invalid":
        key, found = str(first["ctx"]["discriminator"]).strip("'"), first["ctx"]["tag"]
        problem = f"{key} '{found}' is unknown; expected one of {first['ctx']['expected_tags']}"
    if first["type"] == "union_tag_not_found":
        key = str(first["ctx"]["discriminator"]).strip("'")
        problem = (
            f"key '{key}' is missing, which says what the other keys are "
            f"(found {_IN_BRIEF.repr(first.get('input'))})"
        )
    if first["type"] == "extra_forbidden":
        known = _known_keys(kind, first["loc"][:-1])
        problem = (
            f"unknown key{did_you_mean(str(first['loc'][-1]), known)}; expected one of {', '.join(known)}"
        )
        others = [one for one in others if one["type"] != "missing"]
    places = list(dict.fromkeys(f"'{_place(one['loc'], inside)}'" for one in others))
    also = ", ".join(places[:_SHOWN]) + ("" if len(places) <= _SHOWN else f" and {len(places) - _SHOWN} more")
    place = _place(first["loc"], inside)
    return ConfigurationError(f"{where}: at '{place}': {problem}" + (f"; wrong, too: {also}" if also else ""))


def _read_as_numbers(
    content: object, checked: object, way: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], bool]]:
    """Truth values that became numbers, with their places: pydantic takes true for 1."""
    if isinstance(content, bool):
        if isinstance(checked, (int, float)) and not isinstance(checked, bool):
            yield way, content
        elif isinstance(checked, (list, tuple)) and len(checked) == 1:  # a value that stands for a list of it
            yield from _read_as_numbers(content, checked[0], way)
    elif isinstance(content, Mapping):
        inside = dict(checked) if isinstance(checked, (BaseModel, Mapping)) else {}
        for key in content.keys() & inside.keys():
            yield from _read_as_numbers(content[key], inside[key], (*way, str(key)))
    elif isinstance(content, (list, tuple)) and isinstance(checked, (list, tuple)):
        for place, (one, value) in enumerate(zip(content, checked, strict=False)):
            yield from _read_as_numbers(one, value, (*way, place))


def _place(way: tuple[str | int, ...], inside: str | None) -> str:
    keys = way if inside is None else (inside, *way)
    return ".".join(str(part) for part in keys) or "top level"


def _known_keys(kind: type[BaseModel], way: Iterable[str | int]) -> list[str]:
    """Keys of what a way leads to; it consists of keys, indices and, where there are several kinds, tags."""
    kinds = [kind]
    for part in way:
        inner = [
            model for kind in kinds if part in kind.model_fields for model in _models_in(kind, str(part))
        ]
        kinds = inner or [kind for kind in kinds if _is_tag(kind, part)] or kinds
    return list(dict.fromkeys(key for kind in kinds for key in kind.model_fields))


def _models_in(kind: type[BaseModel], field: str) -> list[type[BaseModel]]:
    found, waiting = list[type[BaseModel]](), [kind.model_fields[field].annotation]
    while waiting:
        annotation = waiting.pop()
        waiting += get_args(annotation)
        if (
            get_origin(annotation) is None
            and isinstance(annotation, type)
            and issubclass(annotation, BaseModel)
        ):
            found.append(annotation)
    return found


def _is_tag(kind: type[BaseModel], part: str | int) -> bool:
    annotations = [field.annotation for field in kind.model_fields.values()]
    return any(
        get_origin(annotation) is Literal and part in get_args(annotation) for annotation in annotations
    )
