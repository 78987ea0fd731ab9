"""Torque steps at switches: they are seen where there are any, and there are none."""

import pytest

from biped_control.analysis.steering.graph_assembly import SteeringParts
from biped_control.analysis.steering.switch_steps import Step, SwitchTask, switch_steps
from biped_control.policies.crossfade import FADE_TICKS, Crossfade


def steps_of(parts: SteeringParts, what: str, **changes: object) -> list[Step]:
    told: list[int] = []
    task = SwitchTask("lcp", what, **changes)  # type: ignore[arg-type]
    steps = switch_steps(parts, task, told.append)
    assert told == list(range(1, len(steps) + 1))
    return steps


def test_policies_go_over(steering_parts: SteeringParts, monkeypatch: pytest.MonkeyPatch) -> None:
    soft = steps_of(steering_parts, "policy", phases=2)
    assert len(soft) == 4
    assert max(step.beyond_either for step in soft) < 0.1
    assert max(step.beyond_old for step in soft) < 0.15
    assert all(0.0 <= step.beyond_either <= step.beyond_old for step in soft)
    monkeypatch.setattr(Crossfade.__init__, "__defaults__", (1,))
    assert FADE_TICKS > 10
    hard = steps_of(steering_parts, "policy", phases=2)
    assert max(step.beyond_either for step in hard) > 2.0 * max(step.beyond_either for step in soft)
    assert max(step.beyond_either for step in hard) > 0.1


def test_gammas_go_over(steering_parts: SteeringParts, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = steering_parts.walk.settings.gamma
    same, other = (steps_of(steering_parts, "gamma", phases=1, gammas=(gamma,))[0] for gamma in (usual, 0.05))
    assert same.beyond_old == same.beyond_either == 0.0  # nothing is different
    assert 0.0 < other.beyond_either < 0.1
    assert other.switch == f"gamma {usual:g} to 0.05"
    monkeypatch.setattr(Crossfade.__init__, "__defaults__", (1,))
    hard = steps_of(steering_parts, "gamma", phases=1, gammas=(0.05,))[0]
    assert hard.beyond_either > other.beyond_either


def test_clips_that_are_the_same_motion(steering_parts: SteeringParts) -> None:
    """The clips of this library are pieces of one walk: whichever follows, its first tick is the same."""
    steps = steps_of(steering_parts, "clip")
    assert {step.switch for step in steps} == {"walk to walk_to_two", "two to two_to_walk"}
    assert max(step.beyond_old for step in steps) < 1e-2
