"""Reads configuration files (YAML) and says in one line what is wrong with one."""

from collections.abc import Hashable, Iterable
from pathlib import Path
from typing import Literal, TypeVar, get_args, get_origin

import yaml
from pydantic import BaseModel, ValidationError

from biped_control.did_you_mean import did_you_mean
from biped_control.errors import ConfigurationError

# Without YAML's own errors: what its constructors raise on 2020-99-99, `!!int x` or brackets without end.
_NO_VALUE = (ValueError, TypeError, AttributeError, LookupError, RecursionError)

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
    try:
        return kind.model_validate(content)
    except ValidationError as error:
        raise explain(error, kind, str(path) if section is None else f"{path} ({section})") from error


def read_yaml(path: Path) -> object:
    """Contents of a YAML file.

    Raises:
        ConfigurationError: missing, not YAML, or a key stands twice in one mapping; the message names lines.
    """
    try:
        # A subclass of SafeLoader: as safe as yaml.safe_load.
        return yaml.load(path.read_text(encoding="utf-8"), _EachKeyOnce)
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
    problem = f"{first['msg'].removeprefix('Value error, ')} (found {first.get('input')!r})"
    if first["type"] == "union_tag_invalid":
        key, found = str(first["ctx"]["discriminator"]).strip("'"), first["ctx"]["tag"]
        problem = f"{key} '{found}' is unknown; expected one of {first['ctx']['expected_tags']}"
    if first["type"] == "union_tag_not_found":
        key = str(first["ctx"]["discriminator"]).strip("'")
        problem = f"key '{key}' is missing, which says what the other keys are (found {first.get('input')!r})"
    if first["type"] == "extra_forbidden":
        known = _known_keys(kind, first["loc"][:-1])
        problem = (
            f"unknown key{did_you_mean(str(first['loc'][-1]), known)}; expected one of {', '.join(known)}"
        )
        others = [one for one in others if one["type"] != "missing"]
    also = ", ".join(dict.fromkeys(f"'{_place(one['loc'], inside)}'" for one in others))
    place = _place(first["loc"], inside)
    return ConfigurationError(f"{where}: at '{place}': {problem}" + (f"; wrong, too: {also}" if also else ""))


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
