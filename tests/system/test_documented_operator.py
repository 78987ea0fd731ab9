"""The script in `docs/ros.md` that steers: it says what it should, and ends without a word on Ctrl-C."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("std_msgs.msg", reason="ROS 2 is not there; `make env` installs it")

import rclpy
from std_msgs.msg import Float64

DOCUMENT = Path(__file__).parents[2] / "docs" / "ros.md"


@pytest.mark.usefixtures("traceless")
def test_it_steers_until_ctrl_c(domain: Any) -> None:
    (script,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    heard: list[float] = []
    rclpy.init()
    probe = rclpy.create_node("probe")
    probe.create_subscription(Float64, "heading", lambda message: heard.append(message.data), 1)
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:

        def steered() -> bool:
            rclpy.spin_once(probe, timeout_sec=0.1)
            return len(heard) > 1

        domain.wait_until(steered, "the heading")
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    finally:
        process.kill()
        probe.destroy_node()
        rclpy.shutdown()
    assert heard[0] == 1.57
    assert (process.returncode, output, errors) == (0, b"", b"")
