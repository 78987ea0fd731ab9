"""Files from elsewhere run no code: YAML makes plain values, archives hold no pickled objects."""

import ast
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import yaml

import biped_control
from biped_control.configuration_file import load_configuration
from biped_control.errors import BipedError
from biped_control.motion.clip_file import load_clip, save_clip
from biped_control.nodes.graph import Graph
from biped_control.robot.model import RobotModel

SOURCES = sorted(Path(biped_control.__file__).parent.rglob("*.py"))


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call in the library, with the name it is called by."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield ast.unparse(node.func), node


def test_nothing_in_the_library_unpickles_or_evaluates() -> None:
    names = {name for name, _ in calls()}
    forbidden = (
        "pickle.load",
        "pickle.loads",
        "yaml.unsafe_load",
        "yaml.full_load",
        "eval",
        "exec",
        "os.system",
    )
    assert not names.intersection(forbidden)
    for name, call in calls():
        given = {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
        if name in ("np.load", "numpy.load"):
            assert given.get("allow_pickle", "False") == "False"
        if name == "yaml.load":
            assert issubclass(loader(ast.unparse(call.args[1])), yaml.SafeLoader)
        assert given.get("shell", "False") == "False"


def loader(name: str) -> type:
    from biped_control import configuration_file

    found: type = getattr(configuration_file, name)
    return found


class Trap:
    """Says so when it is unpickled."""

    sprung = False

    def __reduce__(self) -> tuple[object, tuple[()]]:
        return (spring, ())


def spring() -> str:
    Trap.sprung = True
    return ""


def test_a_clip_with_a_pickled_object_is_refused_and_not_run(
    tmp_path: Path, walk_parts: object, robot: RobotModel
) -> None:
    clips = walk_parts.clips  # type: ignore[attr-defined]
    path = tmp_path / "trap.clip.npz"
    save_clip(clips["walk"], path)
    with np.load(path) as archive:
        content = dict(archive)
    content["torques"] = np.array([Trap()], dtype=object)
    np.savez(path, **content, allow_pickle=True)
    with pytest.raises(BipedError):
        load_clip(path, robot)
    assert not Trap.sprung


def test_yaml_that_asks_for_python_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "graph.yaml"
    path.write_text("arguments: !!python/object/apply:test_untrusted_files.spring []\nnodes: {}\n")
    with pytest.raises(BipedError):
        load_configuration(Graph, path)
    assert not Trap.sprung
