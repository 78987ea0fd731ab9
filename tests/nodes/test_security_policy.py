"""The policy for SROS 2 fits the graph; that running nodes keep to it is tested where they run."""

from security_policy import policy

from biped_control.nodes.enclave import in_enclave
from biped_control.nodes.graph import load_graph

OUTSIDE = {"operator"}  # whoever steers from another machine


def test_each_node_has_an_enclave() -> None:
    assert set(policy()) == {*load_graph().nodes, *OUTSIDE}


def test_what_is_heard_is_said_by_somebody_and_what_is_asked_is_answered() -> None:
    allowed = policy()
    said = set.union(*(rights["publish"] for rights in allowed.values()))
    answered = set.union(*(rights["reply"] for rights in allowed.values()))
    for name, rights in allowed.items():
        assert rights["subscribe"] <= {*said, "*"}, name
        assert rights["request"] <= answered, name


def test_torques_come_from_one_node_and_reach_the_actuators_alone() -> None:
    allowed = policy()
    assert [name for name, rights in allowed.items() if "/joint_torques" in rights["publish"]] == [
        "contact_adaptation"
    ]
    states = {name for name, rights in allowed.items() if "/robot_state" in rights["publish"]}
    assert states == {"simulator", "hardware_bridge"}
    assert not any("*" in rights[right] for rights in allowed.values() for right in ("publish", "reply"))


def test_an_outsider_may_steer_and_stop_and_no_more() -> None:
    operator = policy()["operator"]
    spoken = {name for name in operator["publish"] if not name.startswith("/operator/")}
    assert spoken == {"/joy", "/cmd_vel", "/heading", "/stop", "/rosout", "/parameter_events", "/diagnostics"}
    assert operator["request"] == {"/simulator/estop", "/hardware_bridge/estop", "/reference_planner/edit"}


def test_processes_name_their_enclave_only_where_security_is_on() -> None:
    plain = ["program", "--ros-args", "-p", "rate:=120.0"]
    on = {"ROS_SECURITY_ENABLE": "true"}
    assert in_enclave(plain, "simulator", {}) == plain
    assert in_enclave(plain, "simulator", on) == [*plain, "--ros-args", "--enclave", "/biped/simulator"]
    own = [*plain, "--enclave", "/mine"]
    assert in_enclave(own, "simulator", on) == own
