"""A rollout as a user asks for it."""

from pathlib import Path

import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.controller_switches import SWITCHES, ControllerSwitches
from biped_control.errors import BipedError, ConfigurationError, EngineError
from biped_control.settings import load_settings


def test_defaults_come_from_the_configuration() -> None:
    configured = load_settings()
    assert RolloutRequest().settings() == configured
    assert RolloutRequest().options()["gamma"] == configured.gamma
    assert RolloutRequest(gamma=0.0).settings() == configured.replaced(gamma=0.0)
    assert RolloutRequest(gamma=0.0).options()["gamma"] == 0.0
    assert RolloutRequest(measured_share=0.5).settings() == configured.replaced(measured_share=0.5)
    assert RolloutRequest(measured_share=0.5).options()["measured_share"] == 0.5


def test_the_physics_rate_is_that_of_the_engine() -> None:
    configured = load_settings()
    for engine in ("dart", "gazebo", "lcp", "modal"):
        rate_hz = RolloutRequest(engine=engine).options()["physics_rate_hz"]
        assert rate_hz == configured.physics_rate_of(engine)
    asked = RolloutRequest(engine="gazebo", physics_rate_hz=960.0)
    assert asked.settings() == configured.with_physics_rate("gazebo", 960.0)
    assert asked.options()["physics_rate_hz"] == 960.0


def test_switches_are_options_like_all_others() -> None:
    chosen = ControllerSwitches(adjust_steps=True)
    asked = RolloutRequest(switches=chosen)
    assert asked.settings().switches == chosen
    options = asked.options()
    assert "switches" not in options
    assert {name: options[name] for name in SWITCHES} == chosen.model_dump()


@pytest.mark.parametrize(("seconds", "ticks"), [(10.0, 1200), (1.0 / 120.0, 1), (0.5, 60), (600.0, 72000)])
def test_ticks(seconds: float, ticks: int) -> None:
    assert RolloutRequest(seconds=seconds).ticks(load_settings()) == ticks


@pytest.mark.parametrize("seconds", [0.0, -1.0, 0.001, 1e7, 1e308, float("nan"), float("inf"), float("-inf")])
def test_no_ticks_and_too_many(seconds: float) -> None:
    with pytest.raises(ConfigurationError, match=r"seconds .*at least one tick .* at most 1e\+06"):
        RolloutRequest(seconds=seconds).ticks(load_settings())


@pytest.mark.parametrize(
    "request_",
    [
        RolloutRequest(policy="x"),
        RolloutRequest(engine="x"),
        RolloutRequest(terrain="x"),
        RolloutRequest(push="x"),
        RolloutRequest(gamma=-1.0),
        RolloutRequest(measured_share=0.0),
        RolloutRequest(measured_share=1.5),
        RolloutRequest(physics_rate_hz=1000.0),
        RolloutRequest(physics_rate_hz=0.0),
        RolloutRequest(engine="lcp", physics_rate_hz=1200.0),
        RolloutRequest(seed=-1),
        RolloutRequest(seed=2**31),
        RolloutRequest(seconds=0.0),
    ],
    ids=repr,
)
def test_mistakes_are_found_before_anything_is_prepared(
    request_: RolloutRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object) -> None:
        pytest.fail("preparation has begun")

    monkeypatch.setattr("biped_control.analysis.rollout_request.prepare", forbidden)
    with pytest.raises(BipedError):
        request_.prepare(lambda what, how_far: None)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (RolloutRequest(scenario="uphil"), r"'uphil' is unknown.*'uphill'"),
        (RolloutRequest(scenario="uphill", terrain="low_ledges"), r"brings ground and pushes along"),
        (RolloutRequest(scenario="uphill", push="torso,5,0.1,4"), r"brings ground and pushes along"),
        (RolloutRequest(scenario="patch", engine="lcp"), r"has slippery patches"),
    ],
)
def test_impossible_scenarios_are_refused_before_anything_slow(
    request_: RolloutRequest, message: str
) -> None:
    with pytest.raises(BipedError, match=message):
        request_.prepare(lambda *_: None)


@pytest.mark.parametrize("scenario", ["heavy", "slippery"])
def test_the_papers_engine_has_the_mass_and_friction_of_the_scenario(
    walk_parts: WalkParts, scenario: str
) -> None:
    """Taking over the adaptation's contacts would let the robot walk in the world that it believes in."""
    digests = [
        RolloutRequest(engine="lcp", seconds=0.5, scenario=name).walk(walk_parts).summary()["state_digest"]
        for name in ("", scenario)
    ]
    assert digests[0] != digests[1]


def test_ground_that_nobody_can_stand_on_is_refused(tmp_path: Path) -> None:
    icy = tmp_path / "icy.yaml"
    icy.write_text("terrain: {kind: slope, degrees: 10.0}\nfriction: 0.1\n", encoding="utf-8")
    with pytest.raises(EngineError, match="no foot can stand there"):
        RolloutRequest(scenario=str(icy)).prepare(lambda what, how_far: None)
