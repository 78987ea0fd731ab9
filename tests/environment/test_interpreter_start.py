"""`.venv/bin/python` finds ROS and our messages from any shell, whatever was sourced there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.environment.interpreter_start import corrected

PREFIX = Path("/nowhere/checkout/.venv")
SITE_PACKAGES = PREFIX / "lib" / "python3.11" / "site-packages"


def installation(folder: Path) -> Path:
    """A folder that looks like a ROS installation and breaks whoever imports its rclpy."""
    (folder / "share" / "rcl").mkdir(parents=True)
    package = folder / "lib" / "python" / "rclpy"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise ImportError('from another installation')\n")
    return folder


def sourced(folder: Path, workspace: Path) -> dict[str, str]:
    """The variables of a shell that sourced an installation and a workspace on top of it."""
    return {
        "PATH": f"{workspace}/bin:{folder}/bin:/usr/bin:/bin",
        "AMENT_PREFIX_PATH": f"{workspace}:{folder}",
        "CMAKE_PREFIX_PATH": f"{workspace}:{folder}",
        "LD_LIBRARY_PATH": f"{workspace}/lib:{folder}/lib:/opt/vendor/lib",
        "PYTHONPATH": f"{folder}/lib/python",
        "RMW_IMPLEMENTATION": "rmw_cyclonedds_cpp",
        "ROS_DOMAIN_ID": "7",
    }


def test_a_bare_environment_gets_both_search_paths() -> None:
    result = corrected({"HOME": "/home/somebody"}, PREFIX, SITE_PACKAGES)
    assert result["AMENT_PREFIX_PATH"] == str(PREFIX)
    assert result["LD_LIBRARY_PATH"] == str(PREFIX / "lib")
    assert result["HOME"] == "/home/somebody"


def test_another_installation_leaves_no_trace(tmp_path: Path) -> None:
    folder, workspace = installation(tmp_path / "jazzy"), tmp_path / "workspace"
    result = corrected(sourced(folder, workspace), PREFIX, SITE_PACKAGES)
    assert str(tmp_path) not in "".join(result.values())
    assert result["LD_LIBRARY_PATH"] == f"{PREFIX}/lib:/opt/vendor/lib"
    assert result["PATH"] == "/usr/bin:/bin"
    assert "PYTHONPATH" not in result
    assert "RMW_IMPLEMENTATION" not in result
    assert result["ROS_DOMAIN_ID"] == "7"


def test_a_workspace_on_top_of_the_wheels_comes_first() -> None:
    environment = {
        "AMENT_PREFIX_PATH": "/ws/install/gait",
        "LD_LIBRARY_PATH": "/opt/vendor/lib:/ws/install/gait/lib",
    }
    result = corrected(environment, PREFIX, SITE_PACKAGES)
    assert result["AMENT_PREFIX_PATH"] == f"/ws/install/gait:{PREFIX}"
    assert result["LD_LIBRARY_PATH"] == f"/ws/install/gait/lib:{PREFIX}/lib:/opt/vendor/lib"


SEARCH_PATH = st.lists(st.sampled_from(["", "/a", "/a/lib", "/b/lib", str(PREFIX), f"{PREFIX}/lib"])).map(
    ":".join
)
NAMES = st.sampled_from(["AMENT_PREFIX_PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "RMW_IMPLEMENTATION", "PATH"])


@given(st.dictionaries(NAMES, SEARCH_PATH))
def test_the_second_start_changes_nothing(environment: dict[str, str]) -> None:
    once = corrected(environment, PREFIX, SITE_PACKAGES)
    assert corrected(once, PREFIX, SITE_PACKAGES) == once


@pytest.mark.parametrize("shell", ["bare", "sourced"])
def test_messages_are_imported_without_activation(tmp_path: Path, shell: str) -> None:
    environment = {"PATH": "/usr/bin:/bin"}
    if shell == "sourced":
        environment = sourced(installation(tmp_path / "jazzy"), tmp_path / "workspace")
    code = "import rclpy, os; from biped.msg import RobotState; print(RobotState().tick, os.getpid())"
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd="/", env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors.decode()
    # Still the same process: signals sent to what was started arrive.
    assert output.split() == [b"0", str(process.pid).encode()]


def test_arguments_and_standard_input_survive_the_second_start() -> None:
    code = "import sys; print(sys.argv[1:], sys.stdin.read(), sys.flags.optimize)"
    command = [sys.executable, "-O", "-c", code, "a b", ""]
    environment = {"PATH": os.defpath}
    result = subprocess.run(
        command, env=environment, input="typed", capture_output=True, text=True, timeout=60
    )
    assert result.stdout == "['a b', ''] typed 1\n"
