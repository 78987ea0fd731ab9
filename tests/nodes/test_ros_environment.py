"""Environment of the node processes."""

import socket
from pathlib import Path

import pytest

from biped_control.nodes import ros_environment
from biped_control.nodes.ros_environment import free_domain, node_environment


def test_defaults_keep_to_this_machine(tmp_path: Path) -> None:
    environment = node_environment({"HOME": "/somewhere"}, tmp_path)
    assert environment["ROS_AUTOMATIC_DISCOVERY_RANGE"] == "LOCALHOST"
    assert environment["ROS_LOG_DIR"].startswith(str(tmp_path))
    assert 1 <= int(environment["ROS_DOMAIN_ID"]) <= 101
    assert environment["HOME"] == "/somewhere"


def test_what_the_user_has_set_stays(tmp_path: Path) -> None:
    user = {
        "ROS_DOMAIN_ID": "0",
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET",
        "ROS_LOG_DIR": "/log",
    }
    assert user.items() <= node_environment(user, tmp_path).items()


def test_jazzy_calls_the_profile_by_its_older_name(tmp_path: Path) -> None:
    profile = node_environment({"ROS_DISTRO": "jazzy"}, tmp_path)["FASTRTPS_DEFAULT_PROFILES_FILE"]
    assert Path(profile).is_file()
    assert "FASTDDS_DEFAULT_PROFILES_FILE" not in node_environment({"ROS_DISTRO": "jazzy"}, tmp_path)
    assert node_environment({"ROS_DISTRO": "kilted"}, tmp_path)["FASTDDS_DEFAULT_PROFILES_FILE"] == profile


@pytest.mark.parametrize("number", [0, 1, 40])
def test_a_domain_in_use_is_passed_over(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Even if the participants that came before `number` have left."""
    first = free_domain()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as participant:
        participant.bind(("", 7410 + 250 * first + 2 * number))
        assert free_domain() != first
    monkeypatch.setattr(ros_environment, "_DOMAINS", range(first, first + 1))
    assert free_domain() == first
