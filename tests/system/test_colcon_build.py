"""The ordinary `colcon build` of the root package, with the wheels in the place of a ROS installation."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("config", "launch", "msg", "src", "srv", "urdf", "worlds")
SOURCES = ("CMakeLists.txt", "package.xml", "setup.cfg", *FOLDERS)
NODES = (
    "contact_adaptation",
    "dashboard",
    "joystick",
    "look_ahead_policy",
    "reference_planner",
    "simulator",
    "state_broadcaster",
    "value_function_steering",
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The installation folder of package `biped`, built from a copy of the sources."""
    workspace = tmp_path_factory.mktemp("workspace")
    package = workspace / "src" / "biped"
    package.mkdir(parents=True)
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, package / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, package)
    options = [f"-DPython3_EXECUTABLE={sys.executable}", "-DBUILD_TESTING=OFF"]
    command = [sys.executable, "-m", "colcon", "build", "--executor", "sequential", "--cmake-args", *options]
    result = subprocess.run(command, cwd=workspace, capture_output=True, text=True, timeout=600)
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    return workspace / "install" / "biped"


def test_data_files_are_in_the_share_folder(installed: Path) -> None:
    share = installed / "share" / "biped"
    for folder in ("config", "launch", "urdf", "worlds", "msg", "srv"):
        expected = {file.name for file in (ROOT / folder).iterdir() if file.is_file()}
        assert expected, f"{folder}/ of the checkout is empty"
        assert expected <= {file.name for file in (share / folder).iterdir()}


def test_every_node_is_an_executable_of_the_package(installed: Path) -> None:
    for node in NODES:
        assert os.access(installed / "lib" / "biped" / node, os.X_OK), (
            f"`ros2 run biped {node}` would not find it"
        )


def test_library_messages_and_files_come_from_the_installation(installed: Path) -> None:
    (library,) = installed.glob("lib/python*/site-packages")
    code = (
        "import biped.msg, biped_control, biped_control.resources as r;"
        "print(biped.msg.__file__, biped_control.__file__, r.share_path('urdf/biped.urdf'), sep='\\n');"
        "biped.msg.RobotState.__import_type_support__()"
    )
    environment = {"PATH": os.defpath, "AMENT_PREFIX_PATH": str(installed), "PYTHONPATH": str(library)}
    environment["LD_LIBRARY_PATH"] = str(installed / "lib")
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, cwd="/", env=environment, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    assert [Path(line).is_relative_to(installed) for line in result.stdout.splitlines()] == [True] * 3
