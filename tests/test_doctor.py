"""The doctor names what is missing and what to do, and survives whatever is broken."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from biped_control.doctor import installation
from biped_control.doctor.check import Check, as_json, healthy
from biped_control.doctor.examination import examine
from biped_control.doctor.installation import check_library, check_python, check_resource, check_system_parts
from biped_control.doctor.machine import check_memory_locking, check_scheduling, check_shared_memory
from biped_control.doctor.ros import RosProbe, check_ros, probe_ros


def answering(returncode: int, stdout: str, stderr: str = "") -> Callable[..., Any]:
    return lambda command, **options: subprocess.CompletedProcess(command, returncode, stdout, stderr)


def test_this_environment_is_healthy() -> None:
    checks = list(examine())
    assert healthy(checks), [check for check in checks if check.status == "missing"]
    names = [check.name for check in checks]
    assert len(set(names)) == len(names)
    assert {"Python", "numpy", "dartpy", "urdf/biped.urdf", "ROS 2", "biped.msg"} <= set(names)
    for check in checks:
        assert check.found
        assert bool(check.advice) == (check.status != "ok"), check


def test_json_has_one_object_a_check() -> None:
    document = as_json([Check("numpy", "ok", "2.4"), Check("viser", "warning", "no", "install it")])
    assert json.loads(json.dumps(document)) == {
        "checks": [
            {"name": "numpy", "status": "ok", "found": "2.4", "advice": ""},
            {"name": "viser", "status": "warning", "found": "no", "advice": "install it"},
        ]
    }


def test_a_library_that_everything_needs_is_missing_and_others_are_warnings() -> None:
    needed = check_library("no_such_library", "no-such-library", "")
    optional = check_library("no_such_library", "no-such-library", "the browser page")
    assert (needed.status, optional.status) == ("missing", "warning")
    assert "pip install no-such-library" in needed.advice
    assert "the browser page" in optional.advice
    assert not healthy([needed])
    assert healthy([optional])


def test_a_library_with_a_broken_binary_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_binary.py").write_text(
        "raise OSError('libGL.so.1: cannot open shared object file')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    check = check_library("broken_binary", "broken-binary", "")
    assert check.status == "missing"
    assert "OSError: libGL.so.1" in check.found


def test_the_version_is_the_installed_one() -> None:
    import numpy

    assert check_library("numpy", "numpy", "") == Check("numpy", "ok", numpy.__version__)


def test_every_configuration_file_is_looked_for() -> None:
    shipped = {f"config/{file.name}" for file in (Path(__file__).parents[1] / "config").glob("*.yaml")}
    assert shipped <= {check.name for check in examine()}


def test_a_missing_resource_is_reported() -> None:
    assert check_resource("urdf/no_such_robot.urdf").status == "missing"
    assert check_resource("urdf/biped.urdf").found.endswith("urdf/biped.urdf")


@pytest.mark.parametrize(
    ("version", "status"),
    [((3, 9, 20), "warning"), ((3, 10, 0), "ok"), ((3, 13, 9), "ok"), ((3, 14, 0), "warning")],
)
def test_python_versions(version: tuple[int, ...], status: str) -> None:
    assert check_python(version).status == status


def test_a_missing_system_part_names_its_debian_package(monkeypatch: pytest.MonkeyPatch) -> None:
    part = SimpleNamespace(name="CMake", debian_package="cmake", present=False)
    monkeypatch.setattr(installation, "system_parts", lambda: [part])
    (check,) = check_system_parts()
    assert (check.status, "apt install cmake" in check.advice) == ("warning", True)


def test_the_real_probe_finds_ros() -> None:
    probe = probe_ros()
    assert {"rclpy", "biped.msg", "biped.srv"} <= set(probe.places)
    assert probe.middleware == "rmw_fastrtps_cpp"


def test_a_crashing_middleware_is_a_finding() -> None:
    probe = probe_ros(answering(-11, "", "undefined symbol: rcl_init\n"))
    (check,) = check_ros(probe)
    assert check.status == "warning"
    assert "-11" in check.found
    assert "undefined symbol: rcl_init" in check.found


def test_a_hanging_middleware_is_a_finding() -> None:
    def hang(command: list[str], **options: Any) -> None:
        raise subprocess.TimeoutExpired(command, options["timeout"])

    (check,) = check_ros(probe_ros(hang))
    assert "no answer within 60 s" in check.found


def test_what_the_wheels_lack_is_said_with_its_consequence() -> None:
    places = {"rclpy": f"{sys.prefix}/lib/rclpy/__init__.py", "biped.msg": "/a/biped/msg/__init__.py"}
    missing = {"biped.srv": "ModuleNotFoundError", "tf2_msgs.msg": "gone", "launch_ros": "gone"}
    checks = {check.name: check for check in check_ros(RosProbe(places, missing, "rmw_fastrtps_cpp"))}
    assert "from wheels" in checks["ROS 2"].found
    assert checks["biped.msg"].status == "ok"
    assert "colcon build" in checks["biped.srv"].advice
    assert "`/tf` is not published" in checks["tf2_msgs.msg"].advice


def test_ros_from_an_installation_is_told_apart() -> None:
    places = dict.fromkeys(
        ("rclpy", "biped.msg", "biped.srv", "tf2_msgs.msg", "launch_ros"), "/opt/ros/x/y.py"
    )
    checks = list(check_ros(RosProbe(places, {}, "rmw_fastrtps_cpp")))
    assert "from a ROS installation" in checks[0].found
    assert {check.status for check in checks} == {"ok"}


@pytest.mark.parametrize("check", [check_scheduling, check_memory_locking])
def test_limits(check: Callable[[int, bool], Check]) -> None:
    assert check(0, False).status == "warning"
    assert check(0, True).status == "ok"
    assert check(-1, False).status == "ok"


def test_shared_memory_counts_leftovers(tmp_path: Path) -> None:
    (tmp_path / "fastdds_0123").write_text("")
    (tmp_path / "fastrtps_port7400").write_text("")
    (tmp_path / "other").write_text("")
    assert "2 files of Fast DDS" in check_shared_memory(tmp_path).found
    assert check_shared_memory(tmp_path / "absent").status == "warning"
