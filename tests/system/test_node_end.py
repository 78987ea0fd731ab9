"""A node that is destroyed leaves nothing of the middleware behind, in processes that live on."""

import gc
import os
import threading
from pathlib import Path

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

import rclpy

from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.node_process import fastest_executor


def sockets() -> int:
    """How many this process has open: every participant has several."""
    links = []
    for entry in Path("/proc/self/fd").iterdir():
        try:
            links.append(os.readlink(entry))
        except OSError:
            continue  # of the listing itself
    return sum(link.startswith("socket:") for link in links)


def live_and_die() -> None:
    rclpy.init()
    node, executor = ControlNode("short_lived"), fastest_executor()
    executor.add_node(node)
    node.start()
    executor.spin_once(timeout_sec=0.01)
    node.stop()
    executor.shutdown()
    node.destroy_node()
    rclpy.try_shutdown()


@pytest.mark.usefixtures("domain")
def test_a_destroyed_node_frees_its_participant_at_once() -> None:
    live_and_die()  # what the middleware opens once a process
    gc.disable()
    try:
        before = sockets()
        live_and_die()
        assert sockets() == before
    finally:
        gc.enable()


@pytest.mark.usefixtures("domain")
def test_a_node_that_is_destroyed_while_it_is_active_leaves_no_thread() -> None:
    def signs_of_life() -> int:
        return sum(thread.name == "sign of life" for thread in threading.enumerate())

    rclpy.init()
    node = ControlNode("destroyed")
    node.start()
    assert signs_of_life() == 1
    node.destroy_node()
    rclpy.try_shutdown()
    assert signs_of_life() == 0
