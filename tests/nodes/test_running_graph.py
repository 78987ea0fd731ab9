"""Which domain a command joins."""

from pathlib import Path

import pytest

from biped_control.errors import GraphError
from biped_control.nodes.executable import STARTED_BY
from biped_control.nodes.running_graph import domain_to_join, require_domain_without_walk


def process(folder: Path, number: int, **variables: str) -> None:
    (folder / str(number)).mkdir()
    content = b"\0".join(f"{name}={value}".encode() for name, value in variables.items()) + b"\0"
    (folder / str(number) / "environ").write_bytes(content)


def test_the_users_own_domain_comes_first(tmp_path: Path) -> None:
    process(tmp_path, 7, ROS_DOMAIN_ID="31", **{STARTED_BY: "6"})
    assert domain_to_join({"ROS_DOMAIN_ID": "42"}, tmp_path) == 42
    with pytest.raises(GraphError, match="ROS_DOMAIN_ID=many: expected a whole number"):
        domain_to_join({"ROS_DOMAIN_ID": "many"}, tmp_path)


def test_then_that_of_the_running_walk(tmp_path: Path) -> None:
    process(tmp_path, 7, ROS_DOMAIN_ID="31", **{STARTED_BY: "6"})
    process(tmp_path, 8, ROS_DOMAIN_ID="31", **{STARTED_BY: "6"})
    process(tmp_path, 9, ROS_DOMAIN_ID="50", PATH="/bin")
    process(tmp_path, 10, **{STARTED_BY: "6"})
    (tmp_path / "11").mkdir()
    assert domain_to_join({}, tmp_path) == 31


def test_without_a_walk_that_of_ros(tmp_path: Path) -> None:
    process(tmp_path, 9, ROS_DOMAIN_ID="50")
    assert domain_to_join({}, tmp_path) == 0


def test_several_walks_are_named(tmp_path: Path) -> None:
    process(tmp_path, 7, ROS_DOMAIN_ID="31", **{STARTED_BY: "6"})
    process(tmp_path, 8, ROS_DOMAIN_ID="5", **{STARTED_BY: "4"})
    with pytest.raises(GraphError, match="in domains 5, 31; set ROS_DOMAIN_ID"):
        domain_to_join({}, tmp_path)


def test_a_second_walk_in_the_users_domain_is_refused(tmp_path: Path) -> None:
    process(tmp_path, 7, ROS_DOMAIN_ID="31", **{STARTED_BY: "6"})
    process(tmp_path, 8, ROS_DOMAIN_ID="50", PATH="/bin")
    told = list[str]()
    with pytest.raises(
        GraphError, match=r"another walk is running in ROS domain 31 .*set another ROS_DOMAIN_ID"
    ):
        require_domain_without_walk({"ROS_DOMAIN_ID": "31"}, lambda *news: told.extend(news), tmp_path, 0.0)
    assert "waiting for it to end" in told[0]
    require_domain_without_walk({"ROS_DOMAIN_ID": "50"}, lambda *news: pytest.fail("waits"), tmp_path)
    require_domain_without_walk({}, lambda *news: pytest.fail("waits"), tmp_path)


def test_a_walk_that_is_just_ending_is_waited_for(tmp_path: Path) -> None:
    process(tmp_path, 7, ROS_DOMAIN_ID="31", **{STARTED_BY: "6"})

    def end(*news: str) -> None:
        (tmp_path / "7" / "environ").unlink(missing_ok=True)

    require_domain_without_walk({"ROS_DOMAIN_ID": "31"}, end, tmp_path)
