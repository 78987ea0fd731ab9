"""Whose fault a fall is, and when a soak test is passed."""

import pytest

from biped_control.analysis.soak.account import SoakAccount, cause_of_fall
from biped_control.analysis.soak.usage import Usage

WELL = {"ticks without a torque": 0}


@pytest.mark.parametrize(
    ("pushed", "faults", "cause"),
    [
        (95.0, WELL, "push"),
        (90.0, WELL, "unknown"),
        (None, WELL, "unknown"),
        (95.0, {"ticks without a torque": 3}, "fault"),
    ],
)
def test_a_fault_counts_more_than_a_push(pushed: float | None, faults: dict[str, int], cause: str) -> None:
    assert cause_of_fall(100.0, pushed, faults).cause == cause


def test_pushed_over_it_is_passed_and_by_anything_else_it_is_not() -> None:
    account = SoakAccount()
    account.falls.append(cause_of_fall(100.0, 98.0, WELL))
    account.add_run(100.0, 110.0, WELL)
    account.add_run(20.0, 20.0, WELL)
    summary = account.summary()
    assert (summary["passed"], summary["seconds"], summary["distance_m"]) == (True, 120.0, 130.0)
    account.falls.append(cause_of_fall(130.0, None, WELL))
    account.add_run(10.0, 10.0, {"missed ticks": 2})
    assert account.complaints == [
        "a fall after 130.0 s: nobody has pushed it lately, and no fault is known",
        "missed ticks: 2",
    ]
    assert not account.summary()["passed"]


def test_leaks_are_named_by_node() -> None:
    account = SoakAccount()
    for node, memory, descriptors in (("policy", 1.0, 0), ("page", 0.0, 1), ("well", 0.0, 0)):
        account.usage[node] = Usage()
        for k in range(100):
            account.usage[node].add(100.0 + memory * k, 10 + descriptors * k)
    growth, leak = account.complaints
    assert growth.startswith("policy: memory has grown by 2")
    assert leak == "page: 40 more descriptors are open"


def test_a_node_that_died_is_named_even_if_it_runs_again() -> None:
    account = SoakAccount()
    account.restarts.update({"dashboard": 2})
    summary = account.summary()
    assert (summary["passed"], summary["restarts"]) == (False, {"dashboard": 2})
    assert summary["complaints"] == ["dashboard: died, and was started again: 2"]
