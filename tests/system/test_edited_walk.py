"""Policy modal in the graph: it walks, other policies take over and give back, edits come while it walks."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import Reference
from graph_processes import RunningGraph
from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from rcl_interfaces.srv import SetParameters

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.controller_switches import ControllerSwitches
from biped_control.errors import GraphError
from biped_control.motion.library.clip_library import ClipLibrary
from biped_control.nodes.graph import load_graph
from biped_control.nodes.graph_request import request
from biped_control.nodes.graph_runner import GraphRunner


@pytest.mark.usefixtures("traceless", "walk_parts")
def test_it_gives_the_bits_of_one_process() -> None:
    """Felt ground: the reference brings ground and window along."""
    asked = RolloutRequest(
        policy="modal", engine="lcp", switches=ControllerSwitches(feel_ground=True), seconds=1.5
    )
    expected = asked.walk(asked.prepare(lambda what, how_far: None)).summary()
    graph = load_graph()
    arguments = ["policy:=modal", "engine:=lcp", "feel_ground:=true", "seconds:=1.5", "headless:=true"]
    result = GraphRunner(graph, graph.parse(arguments)).run()
    assert (result["fault"], result["fell"], result["ticks"]) == ("", False, 180)
    assert result["state_digest"] == expected["state_digest"]


@pytest.mark.usefixtures("traceless")
def test_another_clip_takes_over_while_it_walks(domain: Any, walk_parts: WalkParts) -> None:
    ClipLibrary(walk_parts.robot, walk_parts.settings.rate_hz).load("turn_left_15")
    graph = RunningGraph(domain.number, "policy:=modal", "headless:=true", "composed:=true")
    clips: list[str] = []
    graph.node.create_subscription(Reference, "reference", lambda message: clips.append(message.clip), 8)
    with graph.running():
        graph.walk_on(60)
        assert "'turn_left_15' takes over" in asked(graph, domain.number, "clip=turn_left_15")
        graph.until(lambda: clips[-1] == "turn_left_15", "the other clip")
        graph.walk_on(400)  # past its end, where the itinerary has nothing to say any more
        assert clips[-1] == "walk"
        with pytest.raises(GraphError, match="no clip 'wlk'"):
            asked(graph, domain.number, "clip=wlk")
        assert graph.state.base_pose.position.z > 0.8


def asked(graph: RunningGraph, domain: int, text: str) -> str:
    """The planner's answer to an edit."""
    with ThreadPoolExecutor() as pool:
        answer = pool.submit(request, "edit", domain, edit=text)
        graph.until(answer.done, "the answer to the edit")
        return answer.result()["reference_planner"]


@pytest.mark.usefixtures("traceless", "walk_parts")
def test_policies_change_and_references_are_edited_while_it_walks(domain: Any) -> None:
    graph = RunningGraph(domain.number, "policy:=nqr", "headless:=true", "composed:=true")
    references: list[Any] = []
    graph.node.create_subscription(Reference, "reference", references.append, 8)
    with graph.running():
        graph.walk_on(60)

        def change_policy(name: str) -> Any:
            client: Any = graph.node.create_client(SetParameters, "look_ahead_policy/set_parameters")
            graph.until(client.service_is_ready, "the policy's parameters")
            value = ParameterValue(type=ParameterType.PARAMETER_STRING, string_value=name)
            future = client.call_async(
                SetParameters.Request(parameters=[Parameter(name="policy", value=value)])
            )
            graph.until(future.done, "the change of policy")
            return future.result().results[0]

        def edit(text: str) -> str:
            return asked(graph, domain.number, text)

        with pytest.raises(GraphError, match="choose policy 'modal'"):
            edit("stride=-0.1m")
        for name in ("lqr", "modal"):
            assert change_policy(name).successful
            graph.walk_on(60)
        assert "way -1" in edit("stride=-0.1m,over=1s")
        with pytest.raises(GraphError, match="too short"):
            edit("stride=0.4m")
        graph.walk_on(60)
        assert references[-1].edited
        assert "take the edits back" in change_policy("nqr").reason
        assert "poses as in the clip" in edit("stride=0,over=1s")
        graph.until(lambda: not references[-1].edited, "the end of the edit")
        graph.walk_on(60)  # the policy has seen it, too
        for name in ("nqr", "modal"):
            assert change_policy(name).successful
            graph.walk_on(60)
        assert graph.state.base_pose.position.z > 0.8
