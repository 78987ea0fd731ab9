"""What a soak test does after a fall, against a stand-in for the simulator."""

import os
import time
from unittest.mock import patch

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import SimulationStatus
from std_srvs.srv import Trigger

from biped_control.errors import GraphError
from biped_control.nodes import soak_program
from biped_control.nodes.ros_environment import free_domain
from biped_control.nodes.soak_program import SoakProgram
from biped_control.nodes.visit import visit


@pytest.mark.parametrize(
    ("success", "falls", "word"),
    [
        (False, 1, "refused: the door is locked"),
        (True, 1, "expected a new run within"),
        (None, 0, "expected the service within"),
    ],
)
def test_a_reset_that_does_not_come_ends_it(
    monkeypatch: pytest.MonkeyPatch, success: bool | None, falls: int, word: str
) -> None:
    """Without an answer (None) there is no service."""
    monkeypatch.setattr(soak_program, "_WORD_S", 0.0)
    monkeypatch.setattr(soak_program, "_RESET_S", 20.0 if success is False else 0.5)
    domain = free_domain()

    def answer(_request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        response.success, response.message = bool(success), "the door is locked"
        return response

    program = SoakProgram(domain, 120.0, 1)
    with patch.dict(os.environ), visit("simulator", domain) as (node, executor):
        publisher = node.create_publisher(SimulationStatus, "simulation_status", 1)
        if success is not None:
            node.create_service(Trigger, "simulator/reset", answer)
        program.start()
        deadline = time.monotonic() + 30.0
        while program.is_alive() and time.monotonic() < deadline:
            publisher.publish(SimulationStatus(tick=240, fell=True))
            executor.spin_once(timeout_sec=0.02)
        program.end()
    assert isinstance(program.failure, GraphError)
    assert word in str(program.failure)
    assert len(program.account.falls) == falls
