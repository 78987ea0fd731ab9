"""What a sweep varies."""

import shlex
from pathlib import Path

import pytest

from biped_control.analysis.sweep.plan import MOST_ROLLOUTS, SweepPlan, sweep_plan
from biped_control.controller_switches import SWITCHES, ControllerSwitches
from biped_control.errors import BipedError
from biped_control.settings import load_settings


def test_every_combination_once() -> None:
    plan = sweep_plan({"policy": "nqr,lqr", "gamma": "0.005,0.01", "seed": "1:3,7", "engine": "lcp"})
    requests = plan.requests()
    assert len(requests) == len(set(requests)) == plan.rollouts == 16
    assert {request.seed for request in requests} == {1, 2, 3, 7}
    assert {(request.policy, request.gamma) for request in requests} == {
        ("nqr", 0.005),
        ("nqr", 0.01),
        ("lqr", 0.005),
        ("lqr", 0.01),
    }
    assert {request.engine for request in requests} == {"lcp"}


def test_each_condition_comes_before_the_second_seed() -> None:
    plan = sweep_plan({"policy": "nqr,lqr", "seed": "1:3"})
    assert [request.seed for request in plan.requests()] == [1, 1, 2, 2, 3, 3]


def test_defaults_are_those_of_a_rollout() -> None:
    (request,) = sweep_plan({}).requests()
    assert (request.clip, request.policy, request.engine, request.seed) == ("walk", "nqr", "dart", 0)
    assert request.gamma == load_settings().gamma
    assert request.scenario == ""
    assert request.switches == ControllerSwitches()


def test_options_replace_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text("policy: [nqr, lqr]\ngamma: 0.02\nseed: 1:4\nscenario: none,noise\nseconds: 3\n")
    plan = sweep_plan({"seed": "5"}, path)
    assert plan.policy == ("nqr", "lqr")
    assert plan.gamma == (0.02,)
    assert plan.scenario == ("none", "noise")
    assert plan.seconds == 3.0
    assert plan.seed == (5,)


@pytest.mark.parametrize("seeds", ["1:20", "4", "3,5,9", "2:3"])
def test_command_asks_for_the_same(seeds: str) -> None:
    plan = sweep_plan({"seed": seeds, "gamma": "1e-05,0.1", "scenario": "none,noise", "seconds": 7.5})
    *words, belief, steps, delay = shlex.split(plan.command)[2:]
    assert (belief, steps, delay) == ("--flat-belief", "--keep-path", "--no-find-delay")
    options = {name.removeprefix("--"): value for name, value in zip(words[::2], words[1::2], strict=True)}
    assert sweep_plan(options) == plan


def test_switches_reach_every_rollout() -> None:
    for name, option in SWITCHES.items():
        plan = sweep_plan({name: True, "seed": "1:2"})
        assert {request.switches for request in plan.requests()} == {ControllerSwitches(**{name: True})}
        assert option.on in shlex.split(plan.command)
        assert plan != sweep_plan({"seed": "1:2"})


def test_seeds_in_a_row_are_told_as_a_range() -> None:
    assert "--seed 1:20 " in sweep_plan({"seed": "1:20"}).command


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"policy": ""}, ("'policy'", "no value", "at least one")),
        ({"gamma": "0.01,0.02,0.010"}, ("'gamma'", "0.01 stands there twice")),
        ({"seed": "1:3,2"}, ("'seed'", "2 stands there twice")),
        ({"seed": "5:1"}, ("5:1", "upward")),
        ({"seed": "1:1000000000"}, ("at most",)),
        ({"seed": "a:b"}, ("'a:b'", "FIRST:LAST")),
        ({"seed": "one"}, ("'seed.0'", "integer")),
        ({"gamma": "much"}, ("'gamma.0'", "number")),
        ({"gamma": "nan"}, ("'gamma.0'", "finite")),
        ({"gama": "1"}, ("'gama'", "unknown key", "mean 'gamma'")),
        (
            {"seed": "1:1000", "gamma": ",".join(map(str, range(200)))},
            ("200000 rollouts", "200 gamma", "1000 seed"),
        ),
    ],
)
def test_bad_values(options: dict[str, object], expected: tuple[str, ...]) -> None:
    with pytest.raises(BipedError) as caught:
        sweep_plan(options)
    for words in expected:
        assert words in str(caught.value)


def test_as_many_seeds_as_possible() -> None:
    assert sweep_plan({"seed": f"1:{MOST_ROLLOUTS}"}).rollouts == MOST_ROLLOUTS


def test_file_without_keys(tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text("- nqr\n")
    with pytest.raises(BipedError, match=r"plan\.yaml.*expected keys"):
        sweep_plan({}, path)


def test_same_options_same_plan() -> None:
    assert SweepPlan() == sweep_plan({})
