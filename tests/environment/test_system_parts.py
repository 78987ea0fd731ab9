"""A machine that lacks something is told everything it lacks, in one line."""

import shutil
import sys
import sysconfig
from pathlib import Path

import pytest

from biped_control.environment import system_parts as module
from biped_control.errors import EnvironmentSetupError


def test_one_line_names_every_missing_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    with pytest.raises(EnvironmentSetupError) as caught:
        module.require_system_parts()
    message = str(caught.value)
    assert "\n" not in message
    assert "apt install g++ cmake make python3-dev" in message
    assert "python3-venv" not in message
    assert "libgl1" not in message


def test_a_library_that_does_not_load_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> None:
        raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setattr(module.ctypes, "CDLL", refuse)
    with pytest.raises(EnvironmentSetupError, match="OpenGL library; install with `apt install libgl1`"):
        module.require_system_parts()


def test_venv_needs_ensurepip_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        module.importlib.util, "find_spec", lambda name: None if name == "ensurepip" else object()
    )
    with pytest.raises(EnvironmentSetupError, match="apt install python3-venv"):
        module.require_system_parts()


def test_other_machines_are_sent_to_a_ros_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.platform, "machine", lambda: "aarch64")
    with pytest.raises(EnvironmentSetupError, match="not for Linux on aarch64: use a ROS installation"):
        module.require_system_parts()


@pytest.mark.parametrize("version", [(3, 9, 18), (3, 14, 0)])
def test_unsupported_python_is_refused(
    monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int]
) -> None:
    monkeypatch.setattr(sys, "version_info", version)
    with pytest.raises(EnvironmentSetupError, match=rf"Python 3\.{version[1]} .*expected 3\.10 to 3\.13"):
        module.require_system_parts()
