"""A recording by a program that is no node of the graph."""

import time
from collections.abc import Callable
from pathlib import Path

from biped_control.errors import GraphError
from biped_control.nodes.recorder import Recorder
from biped_control.nodes.visit import TURN_S, visit


def record(
    path: Path, domain: int, go_on: Callable[[float, int], bool], name: str = "recorder"
) -> dict[str, object]:
    """Records all topics of a domain.

    Args:
        path: of the file.
        domain: ROS domain.
        go_on: asked several times a second, with the seconds and the messages so far.
        name: of the node that listens.

    Returns:
        The documented JSON keys of `biped record`.

    Raises:
        GraphError: the file cannot be written, or nothing was said.
    """
    with visit(name, domain) as (node, executor):
        recorder = Recorder(node, path)
        began = time.monotonic()
        try:
            while go_on(time.monotonic() - began, recorder.messages):
                executor.spin_once(timeout_sec=TURN_S)
            if not recorder.messages:
                raise GraphError(f"nothing was said in domain {domain}: no file was made; is a walk running?")
            recorder.finish()
        finally:
            recorder.discard()
        return {
            "file": str(path),
            "domain": domain,
            "seconds": time.monotonic() - began,
            "messages": recorder.messages,
            "topics": sorted(recorder.topics),
            "not_recorded": recorder.problems,
        }
