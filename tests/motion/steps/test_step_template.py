from dataclasses import replace

import numpy as np
import pytest

from biped_control.errors import MotionError
from biped_control.motion.library.recipes import load_recipes
from biped_control.motion.steps.step_template import gait_template
from biped_control.robot.placement import Placement


def test_places_and_times_of_the_feet_are_those_of_the_walks_recipe(templates, walk):
    recipe, template = load_recipes()["walk"], templates["walk"]
    half_width, toe_out = 0.5 * recipe.step_width_m, np.deg2rad(recipe.toe_out_deg)
    assert template.beat == round(60.0 * walk.rate_hz / recipe.steps_per_minute)
    assert template.step == pytest.approx(recipe.speed_mps * template.beat / walk.rate_hz)
    assert template.origin == pytest.approx(0.0, abs=1e-8)
    for foot, sign in (("right", -1.0), ("left", 1.0)):
        taught = template.feet[foot]
        np.testing.assert_allclose(taught.offset, [0.0, sign * half_width, sign * toe_out], atol=1e-7)
        assert taught.strike == 0.0
        shares = [recipe.toe_contact, recipe.heel_off, recipe.toe_off]
        np.testing.assert_allclose(taught.timing, 2.0 * np.array(shares), atol=0.5 / template.beat)


def test_a_foot_comes_back_a_stride_further_and_hardly_leaves_its_place_before(templates):
    template = templates["walk"]
    for taught in template.feet.values():
        first, flat, last = (taught.motion(taught.anchors[place]) for place in (0, 1, 4))
        np.testing.assert_allclose(last - first, [template.stride, 0, 0, 0, 0, 0], atol=1e-7)
        assert flat[4] == pytest.approx(0.0, abs=1e-7)  # pitch


def test_the_body_is_the_clips_seen_from_a_frame_of_steady_speed(templates, walk):
    template, frames = templates["walk"], np.arange(walk.steps)
    body = template.body_at(frames / template.beat)
    np.testing.assert_allclose(body[:, 1:], walk.positions[:-2, 1:], atol=1e-10)
    glide = template.step * (frames / template.beat - 0.5)
    np.testing.assert_allclose(body[:, 0] + glide, walk.positions[:-2, 0], atol=1e-8)
    np.testing.assert_allclose(template.body_at(frames / template.beat + 4.0), body, atol=1e-9)


def test_time_counts_in_beats(templates):
    walk, slow = templates["walk"], templates["slow"]
    assert slow.beat == 80
    for foot in ("right", "left"):
        np.testing.assert_allclose(slow.feet[foot].timing, walk.feet[foot].timing, atol=1.0 / slow.beat)
    np.testing.assert_allclose(slow.body_at(np.array([0.7])), walk.body_at(np.array([0.7])), atol=1e-4)
    assert slow.ahead("left") == pytest.approx(walk.ahead("left"), abs=0.02)


def test_cycles_that_turn_are_refused(robot, walk):
    turning = replace(walk, advance=Placement(1.2, 0.0, 0.1))
    with pytest.raises(MotionError, match="straight ahead"):
        gait_template(robot, turning)


def test_cycles_that_begin_with_the_other_foot_are_refused(robot, walk):
    half = walk.steps // 2
    laps = np.vstack([walk.positions[:-2], walk.advance.move(walk.positions)])
    late = replace(
        walk, positions=laps[half : half + walk.steps + 2], contacts=np.roll(walk.contacts, -half, axis=0)
    )
    with pytest.raises(MotionError, match=f"right heel strikes at frame {half}"):
        gait_template(robot, late)


def test_feet_that_land_on_the_toes_are_refused(robot, walk):
    contacts = walk.contacts.copy()
    contacts[:, [0, 1]] = contacts[:, [1, 0]]
    with pytest.raises(MotionError, match="right foot does not land on the heel"):
        gait_template(robot, replace(walk, contacts=contacts))
