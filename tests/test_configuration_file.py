"""What is said about a configuration file that is wrong."""

from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from biped_control.configuration_file import load_configuration, read_yaml, validated
from biped_control.errors import ConfigurationError


class Motor(BaseModel):
    model_config = ConfigDict(extra="forbid")
    torque: float = Field(gt=0.0)


class Motors(BaseModel):
    knee: Motor


class Robot(BaseModel):
    motors: Motors


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "robot.yaml"
    file.write_text("motors: {knee: {torque: 3.0}}\nhip: {torque: -1.0}\n", encoding="utf-8")
    return file


def test_a_whole_file_and_a_section(path: Path) -> None:
    assert load_configuration(Robot, path).motors.knee.torque == 3.0
    assert load_configuration(Motors, path, "motors").knee.torque == 3.0


def test_file_section_and_place_are_named(path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"robot\.yaml \(hip\): at 'torque': .*than 0.*-1\.0"):
        load_configuration(Motor, path, "hip")
    with pytest.raises(ConfigurationError, match=r"robot\.yaml: at 'motors': unknown key; expected one of"):
        load_configuration(Motor, path)


@pytest.mark.parametrize("content", ["", "[]", "text"])
def test_a_missing_section(path: Path, content: str) -> None:
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"robot\.yaml \(hip\): at 'top level'"):
        load_configuration(Motor, path, "hip")


@pytest.mark.parametrize(
    "content",
    [b"motors: {", b"\xff\xfe\xff", b"day: 2020-99-99", b"n: !!int x", b"n: !!int", b"m: !!map [1]",
     b"b: !!bool x", b"t: !!timestamp x", b"[" * 3000],
    ids=lambda content: repr(content[:20]),
)  # fmt: skip
def test_no_yaml(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(ConfigurationError, match=r"robot\.yaml: cannot be read as YAML"):
        load_configuration(Robot, path)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"nowhere\.yaml: no such file"):
        load_configuration(Robot, tmp_path / "nowhere.yaml")


@pytest.mark.parametrize(
    ("content", "line", "first"),
    [
        ("walk: 1\nrun: 2\nwalk: 3\n", 3, 1),
        ("motors:\n  walk: {torque: 1.0}\n  walk: {torque: 2.0}\n", 3, 2),
        ("{walk: 1, walk: 2}", 1, 1),
        ("- {run: 1}\n- walk: 1\n  walk: 1\n", 3, 2),
    ],
)
def test_a_key_that_stands_twice(path: Path, content: str, line: int, first: int) -> None:
    path.write_text(content, encoding="utf-8")
    expected = rf"robot\.yaml.*line {line}: key 'walk' stands in line {first} already"
    with pytest.raises(ConfigurationError, match=expected):
        read_yaml(path)


def test_what_only_looks_like_a_repeated_key(path: Path) -> None:
    content = "base: &base {torque: 1.0, speed: 2.0}\nknee: {<<: *base, torque: 3.0}\n1: a\n'1': b\n"
    path.write_text(content, encoding="utf-8")
    base = {"torque": 1.0, "speed": 2.0}
    assert read_yaml(path) == {"base": base, "knee": base | {"torque": 3.0}, 1: "a", "1": "b"}


class Wheel(BaseModel):
    model_config = ConfigDict(extra="forbid")
    kind: Literal["wheel"]
    radius_m: float = 0.1


class Leg(BaseModel):
    model_config = ConfigDict(extra="forbid")
    kind: Literal["leg"]
    length_m: float = 0.9
    motors: dict[str, Motor] = {}


class Machine(BaseModel):
    model_config = ConfigDict(extra="forbid")
    limbs: tuple[Annotated[Wheel | Leg, Field(discriminator="kind")], ...] = ()
    spare: Motor | None = None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("limb: []", r"at 'limb': unknown key \(did you mean 'limbs'\?\); expected one of limbs, spare$"),
        (
            "spare: {torqe: 1}",
            r"at 'spare\.torqe': unknown key \(did you mean 'torque'\?\); expected one of torque$",
        ),
        (
            "limbs: [{kind: leg, lenght_m: 1}]",
            r"'limbs\.0\.leg\.lenght_m'.*'length_m'.*kind, length_m, motors$",
        ),
        ("spare: {}", r"at 'spare\.torque': Field required"),
        ("limbs: [{kind: wheel, length_m: 1}]", r"unknown key; expected one of kind, radius_m$"),
        ("limbs: [{kind: leg, motors: {hip: {toque: 1}}}]", r"\.hip\.toque': unknown key .*'torque'"),
    ],
)
def test_an_unknown_key_has_a_known_neighbour(path: Path, content: str, message: str) -> None:
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=message):
        load_configuration(Machine, path)


def test_all_places_that_are_wrong_are_named(path: Path) -> None:
    path.write_text("limbs: [{kind: wheel, radius_m: big}]\nspare: {torque: strong}", encoding="utf-8")
    with pytest.raises(
        ConfigurationError, match=r"at 'limbs\.0\.wheel\.radius_m'.*; wrong, too: 'spare\.torque'$"
    ):
        load_configuration(Machine, path)


def test_an_unknown_kind_has_known_ones(path: Path) -> None:
    path.write_text("limbs: [{kind: fin}]", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"kind 'fin' is unknown; expected one of 'wheel', 'leg'$"):
        load_configuration(Machine, path)


@pytest.mark.parametrize(
    "content", ["knee: &knee {torque: *knee}", "&all {knee: *all}", "knee: &list [*list]"]
)
def test_what_contains_itself_is_refused(path: Path, content: str) -> None:
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ConfigurationError, match="recursive node"):
        read_yaml(path)


class Numbers(BaseModel):
    one: float = 0.0
    whole: int = 0
    several: tuple[float, ...] = ()
    motors: dict[str, Motor] = {}
    switch: bool = False
    either: bool | float = 0.0


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("one: true", "one"),
        ("whole: no", "whole"),
        ("several: [1, on]", r"several\.1"),
        ("motors: {hip: {torque: yes}}", r"motors\.hip\.torque"),
    ],
)
def test_truth_values_are_no_numbers(path: Path, content: str, place: str) -> None:
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=rf"at '{place}': expected a number, got (true|false)"):
        load_configuration(Numbers, path)


def test_truth_values_where_they_belong() -> None:
    content = {"switch": True, "either": True, "whole": 1, "one": "1e-3"}
    assert validated(Numbers, content, "x") == Numbers(switch=True, either=True, whole=1, one=1e-3)


def test_a_short_file_that_stands_for_a_huge_one(path: Path) -> None:
    rows = [f"{name}: &{name} [{', '.join(9 * [f'*{before}'])}]" for before, name in pairwise("abcdefghi")]
    path.write_text("\n".join(["a: &a [1]", *rows, "spare: *i", "limbs: *i"]), encoding="utf-8")
    with pytest.raises(ConfigurationError) as caught:
        load_configuration(Machine, path)
    assert len(str(caught.value)) < 1000
    content = {"several": 1000 * ["x"]}
    with pytest.raises(ConfigurationError, match=r"'several\.10' and 989 more$"):
        validated(Numbers, content, "x")


def test_a_file_without_end(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")
    with pytest.raises(ConfigurationError, match=r"robot\.yaml: has more than 1,000,000 characters"):
        read_yaml(path)


def test_a_list_where_keys_belong(path: Path) -> None:
    path.write_text("- spare", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"'top level': expected keys with values, of limbs, spare"):
        load_configuration(Machine, path)
