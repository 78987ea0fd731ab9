"""Courses through clips: what they foresee, and how they take a player along."""

import numpy as np
import pytest

from biped_control.motion.clip import Clip
from biped_control.motion.editing.course import Course
from biped_control.motion.editing.gait_track import GaitTrack
from biped_control.motion.editing.parameters import EditParameters
from biped_control.steering.clip_player import ClipPlayer

WINDOW = 30


@pytest.fixture
def course(walk: Clip) -> Course:
    track = GaitTrack.of(walk, {"walk": walk})
    return Course(lambda clip: track)


@pytest.fixture
def player(walk: Clip) -> ClipPlayer:
    return ClipPlayer({"walk": walk}, "walk")


def test_what_it_foresees_is_what_comes(course: Course, player: ClipPlayer) -> None:
    course.transition.go_to(EditParameters(stretch=0.1, tempo=1.3), 0.5, 120.0)
    for foreseen in course.coming(player, WINDOW):
        here = course.point(player)
        assert (here.frame, here.ticks) == (pytest.approx(foreseen.frame), foreseen.ticks)
        assert here.parameters == foreseen.parameters
        np.testing.assert_allclose(here.drift.pelvis, foreseen.drift.pelvis, atol=1e-12)
        np.testing.assert_allclose(here.drift.feet, foreseen.drift.feet, atol=1e-12)
        course.walk(player, player.advance)


def test_the_frame_of_the_clip_drifts_with_the_pelvis(course: Course, player: ClipPlayer, walk: Clip) -> None:
    course.transition.begin(EditParameters(stretch=0.1), EditParameters(stretch=0.1), 0.1, 120.0)
    for _ in range(walk.steps):
        course.walk(player, player.advance)
    drifted = course.drifted(player.placement)
    assert drifted.x - player.placement.x == pytest.approx(0.1 * walk.advance.x, abs=1e-6)
    assert drifted.y - player.placement.y == pytest.approx(0.0, abs=1e-6)


def test_a_quick_course_stops_at_a_decision(course: Course, player: ClipPlayer, walk: Clip) -> None:
    """Whoever decides what follows is asked once a tick, so a tick passes no decision on its way."""
    quick = EditParameters(tempo=1.5)
    course.transition.begin(quick, quick, 0.1, 120.0)
    starts = []
    for _ in range(3 * walk.steps):
        decides, before = player.at_decision, player.clip_count
        course.walk(player, player.advance)
        starts.append(player.clip_count - before)
        assert decides or not starts[-1]
    assert sum(starts) == 4


def test_it_is_as_the_clip_until_parameters_change_and_feet_have_stepped_since(
    course: Course, player: ClipPlayer
) -> None:
    assert course.as_the_clip
    for stretch in (0.1, 0.0):
        course.transition.go_to(EditParameters(stretch=stretch), 0.05, 120.0)
        for _ in range(10):
            course.walk(player, player.advance)
        assert not course.as_the_clip
    assert course.parameters == EditParameters()
    for _ in range(140):
        course.walk(player, player.advance)
    assert course.as_the_clip
