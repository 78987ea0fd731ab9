"""Every step runs once, again when its inputs change, and not at all after a failure before it."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from biped_control.environment import build as module
from biped_control.environment.build import EnvironmentBuild
from biped_control.errors import EnvironmentSetupError


class Commands:
    """Stands in for `subprocess.run`: notes what would have been run and makes a venv's skeleton."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.seen: list[str] = []
        self.failing = ""

    def __call__(self, command: list[str], **options: Any) -> "subprocess.CompletedProcess[bytes]":
        words = " ".join(command)
        step = next(word for word in ("venv", "--requirement", "colcon", "--editable") if f" {word}" in words)
        self.seen.append(step)
        if step == "venv":
            build = EnvironmentBuild(self.root, lambda line: None)
            build.site_packages.mkdir(parents=True)
            build.python.parent.mkdir()
            build.python.write_text("")
        options["stdout"].write(f"output of {step}\n".encode())
        return subprocess.CompletedProcess(command, 1 if step == self.failing else 0)

    def take(self) -> list[str]:
        """The steps since the last call."""
        seen, self.seen = self.seen, []
        return seen


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    for name in ("pyproject.toml", "requirements.lock", "package.xml", "CMakeLists.txt", "colcon.meta"):
        (tmp_path / name).write_text(name)
    (tmp_path / "msg").mkdir()
    (tmp_path / "msg" / "RobotState.msg").write_text("uint64 tick\n")
    fake = Commands(tmp_path)
    monkeypatch.setattr(module.subprocess, "run", fake)
    return fake


def update(root: Path) -> None:
    EnvironmentBuild(root, lambda line: None).run()


def test_nothing_is_done_twice(commands: Commands) -> None:
    update(commands.root)
    assert commands.take() == ["venv", "--requirement", "colcon", "--editable"]
    update(commands.root)
    assert commands.take() == []


@pytest.mark.parametrize(
    ("file", "steps"),
    [
        ("msg/RobotState.msg", ["colcon"]),
        ("msg/Another.msg", ["colcon"]),
        ("CMakeLists.txt", ["colcon"]),
        ("pyproject.toml", ["--editable"]),
        ("requirements.lock", ["--requirement", "colcon", "--editable"]),
    ],
)
def test_a_change_repeats_what_depends_on_it(commands: Commands, file: str, steps: list[str]) -> None:
    update(commands.root)
    commands.take()
    (commands.root / file).write_text("changed")
    update(commands.root)
    assert commands.take() == steps


def test_a_failed_step_shows_its_output_and_is_tried_again(commands: Commands) -> None:
    commands.failing = "--requirement"
    with pytest.raises(
        EnvironmentSetupError, match=r"(?s)^step `packages` .*packages\.log.*output of --requirement"
    ):
        update(commands.root)
    assert commands.take() == ["venv", "--requirement"]
    commands.failing = ""
    update(commands.root)
    assert commands.take() == ["--requirement", "colcon", "--editable"]


def test_a_vanished_interpreter_is_made_again(commands: Commands) -> None:
    update(commands.root)
    commands.take()
    (commands.root / ".venv" / "bin" / "python").unlink()
    update(commands.root)
    assert commands.take() == ["venv", "--requirement", "colcon", "--editable"]


def test_a_foreign_environment_is_left_alone(commands: Commands) -> None:
    (commands.root / ".venv").mkdir()
    (commands.root / ".venv" / "precious").write_text("")
    with pytest.raises(EnvironmentSetupError, match="was not made by `make env`"):
        update(commands.root)
    assert (commands.root / ".venv" / "precious").exists()
    assert commands.take() == []


def test_the_builder_needs_no_installed_package() -> None:
    source = Path(module.__file__).parents[2]
    command = [module.sys.executable, "-S", "-c", "import biped_control.environment.__main__"]
    subprocess.run(command, env={"PYTHONPATH": str(source)}, check=True, timeout=60)
