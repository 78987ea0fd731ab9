"""When what happens in a soak test."""

import numpy as np
import pytest

from biped_control.analysis.soak.plan import SoakPlan
from biped_control.robot.model import RobotModel


def test_the_same_seed_makes_the_same_plan_however_often_it_is_asked(robot: RobotModel) -> None:
    def course(step: float) -> list[tuple[float, tuple[float, ...]]]:
        plan = SoakPlan(3)
        pushes = [plan.advance(step * k) for k in range(round(600.0 / step))]
        return [(plan.heading or 0.0, tuple(push.force)) for push in pushes if push is not None][-1:]

    assert course(0.1) == course(0.5) != []


def test_an_hour_has_pushes_and_headings_all_around(robot: RobotModel) -> None:
    plan, pushes, headings = SoakPlan(1), [], set()
    assert plan.heading is None
    for second in range(3600):
        if push := plan.advance(float(second)):
            pushes.append(push)
        headings.add(plan.heading)
    assert plan.pushes == len(pushes) == pytest.approx(3600 / 6, rel=0.1)
    assert plan.headings == pytest.approx(3600 / 6, rel=0.1)
    angles = np.array([heading for heading in headings if heading is not None])
    assert np.histogram(angles, bins=8, range=(-np.pi, np.pi))[0].min() > 40
    forces = np.array([push.force for push in pushes])
    strengths = np.linalg.norm(forces, axis=1)
    assert 10.0 <= strengths.min() < 15.0
    assert 55.0 < strengths.max() <= 60.0
    assert not forces[:, 2].any()
    bodies = {frame.name for frame in robot.pinocchio.frames}
    assert {push.body for push in pushes} < bodies
