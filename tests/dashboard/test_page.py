"""The page: who may see it, what is in it, and that it costs nothing while nobody looks."""

import socket
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from biped_control.dashboard.body_poses import BodyPoses
from biped_control.dashboard.controls import Controls
from biped_control.dashboard.page import DashboardPage
from biped_control.dashboard.page_server import HOST
from biped_control.dashboard.snapshot import LiveNumbers, Snapshot
from biped_control.errors import DashboardError
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

Browse = Callable[[DashboardPage], AbstractContextManager[object]]
Watched = Callable[[Snapshot], None]
UNUSED = Controls()


def port_of(page: DashboardPage) -> int:
    return page.server.get_port()


def listening_addresses(port: int) -> set[str]:
    """Local addresses of this machine's listening TCP sockets with this port, from the kernel's own table."""
    addresses = set()
    for table, family in (("tcp", socket.AF_INET), ("tcp6", socket.AF_INET6)):
        for line in Path("/proc/net", table).read_text(encoding="ascii").splitlines()[1:]:
            fields = line.split()
            address, _, hexadecimal = fields[1].partition(":")
            if int(hexadecimal, 16) == port and fields[3] == "0A":
                words = [bytes.fromhex(address[i : i + 8])[::-1] for i in range(0, len(address), 8)]
                addresses.add(socket.inet_ntop(family, b"".join(words)))
    return addresses


def test_only_this_machine_can_reach_the_page(page: DashboardPage) -> None:
    assert listening_addresses(port_of(page)) == {"127.0.0.1"}
    assert page.address == f"http://127.0.0.1:{port_of(page)}"


def test_a_port_in_use_is_named(robot: RobotModel) -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(DashboardError, match=f"{port}.*in use.*another port.*page_port:=0"):
            DashboardPage(robot, UNUSED, port)


@pytest.mark.parametrize("port", [-1, 65536])
def test_a_number_that_is_no_port_is_refused(robot: RobotModel, port: int) -> None:
    with pytest.raises(DashboardError, match=f"{port}: expected 0 to 65535"):
        DashboardPage(robot, UNUSED, port)


def test_robot_and_ghost_have_a_node_for_every_body(page: DashboardPage, robot: RobotModel) -> None:
    for figure in ("robot", "ghost"):
        for body in BodyPoses(robot).bodies:
            assert page.server.scene.get_handle_by_name(f"/world/{figure}/{body.name}") is not None


def test_while_nobody_looks_nothing_is_computed(page: DashboardPage, standing: FloatArray) -> None:
    asked: list[int] = []

    def source() -> Snapshot:
        asked.append(1)
        return Snapshot(standing)

    page.draw(source)
    page.draw(source)
    assert asked == []


def test_who_comes_later_sees_the_newest_state(
    page: DashboardPage, browse: Browse, standing: FloatArray
) -> None:
    asked = threading.Event()

    def source() -> Snapshot:
        asked.set()
        return Snapshot(standing)

    page.draw(source)
    with browse(page):
        assert asked.wait(10.0)


@pytest.fixture
def watched(page: DashboardPage, browse: Browse) -> Watched:
    """Draws a snapshot while a browser looks."""

    def draw(snapshot: Snapshot) -> None:
        seen = threading.Event()

        def source() -> Snapshot:
            seen.set()
            return snapshot

        page.draw(source)
        with browse(page):
            assert seen.wait(10.0)
            page.draw(source)  # the first one may still be under way

    return draw


def test_bodies_are_moved_to_where_the_robot_is(
    page: DashboardPage, watched: Watched, robot: RobotModel, standing: FloatArray
) -> None:
    q, ghost = standing.copy(), standing.copy()
    q[robot.joint_index["l_knee_pitch"] + 6] = 1.0
    ghost[0] += 0.1
    watched(Snapshot(q, ghost=ghost))
    poses = BodyPoses(robot)
    for figure, pose in (("robot", q), ("ghost", ghost)):
        positions, quaternions = poses.compute(pose)
        for body, position, quaternion in zip(poses.bodies, positions, quaternions, strict=True):
            node = page.server.scene.get_handle_by_name(f"/world/{figure}/{body.name}")
            assert node is not None
            np.testing.assert_allclose(node.position, position, atol=1e-5)
            np.testing.assert_allclose(node.wxyz, quaternion, atol=1e-5)


def test_without_a_reference_there_is_no_ghost(
    page: DashboardPage, watched: Watched, standing: FloatArray
) -> None:
    ghost = page.server.scene.get_handle_by_name("/world/ghost")
    assert ghost is not None
    watched(Snapshot(standing, ghost=standing))
    assert ghost.visible
    watched(Snapshot(standing))
    assert not ghost.visible


def test_the_robot_stays_in_the_middle_of_the_view(
    page: DashboardPage, watched: Watched, standing: FloatArray
) -> None:
    far = standing.copy()
    far[:2] = 30.0, -4.0
    watched(Snapshot(far))
    world = page.server.scene.get_handle_by_name("/world")
    assert world is not None
    np.testing.assert_allclose(world.position, [-30.0, 4.0, 0.0])


def test_forces_and_footprints_appear_where_the_feet_press_and_go_with_a_reset(
    page: DashboardPage, watched: Watched, standing: FloatArray, weight: float
) -> None:
    points = np.array([[0.05, 0.09, 0.0], [0.05, -0.09, 0.0]])
    forces = np.array([[0.0, 0.0, 0.7 * weight], [0.0, 0.0, 0.3 * weight]])
    snapshot = Snapshot(standing, points=points, forces=forces, numbers=LiveNumbers(time_s=5.0))
    node = page.server.scene.get_handle_by_name
    watched(snapshot)
    arrow, small, unused = (node(f"/world/marks/force/{index}") for index in range(3))
    left, right = node("/world/marks/print/1/0"), node("/world/marks/print/0/0")
    assert arrow is not None
    assert small is not None
    assert unused is not None
    assert left is not None
    assert right is not None
    np.testing.assert_allclose(arrow.position[:2], points[0, :2])
    assert arrow.position[2] > small.position[2] > 0.0
    assert unused.position[2] < -10.0
    np.testing.assert_allclose(left.position, [0.05, 0.09, 0.0], atol=1e-9)
    assert right.position[2] < -10.0  # not yet half of the weight
    again = replace(snapshot, forces=np.zeros((2, 3)), numbers=LiveNumbers(time_s=0.0))
    watched(again)
    assert left.position[2] < -10.0
    assert arrow.position[2] < -10.0


def test_a_number_that_one_snapshot_lacks_does_not_flicker(
    page: DashboardPage, watched: Watched, standing: FloatArray
) -> None:
    watched(Snapshot(standing, numbers=LiveNumbers(time_s=1.0, tick_cost=0.125)))
    page._text_due = 0.0
    watched(Snapshot(standing, numbers=LiveNumbers(time_s=1.1)))
    assert "1.1 s" in page._text.content
    assert "0.125" in page._text.content
