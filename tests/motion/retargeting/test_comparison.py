from dataclasses import replace

import numpy as np
import pytest

from biped_control.motion.retargeting import import_capture as module
from biped_control.motion.retargeting.comparison import comparison_of
from biped_control.motion.retargeting.import_capture import import_capture


@pytest.fixture(scope="module")
def imported(robot, stick_walker, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "read_capture", lambda *_: None)
        patch.setattr(module, "find_landmarks", lambda _: stick_walker().landmarks())
        return import_capture(tmp_path_factory.mktemp("capture") / "stick.amc", robot)


def test_both_walk_on_together(robot, imported):
    comparison = comparison_of(imported, cycles=3)
    assert comparison.frames == 3 * imported.clip.steps
    hips = 0.5 * (comparison.landmarks["right_hip"] + comparison.landmarks["left_hip"])
    away = np.linalg.norm(hips - comparison.positions[:, :3], axis=1)
    assert away.max() < 0.15
    travelled = comparison.positions[-1, 0] - comparison.positions[0, 0]
    assert travelled == pytest.approx(3 * imported.clip.advance.x, rel=0.02)
    steps = np.linalg.norm(np.diff(hips, axis=0), axis=1)
    assert steps.max() < 2.0 * np.median(steps)  # no jump between cycles


def test_what_is_played_once_is_shown_once(imported):
    clip = replace(imported.clip, cyclic=False)
    comparison = comparison_of(replace(imported, clips=(clip,)), cycles=3)
    assert comparison.frames == clip.steps
    assert {len(track) for track in comparison.landmarks.values()} == {clip.steps}


def test_captions_name_both(imported):
    comparison = comparison_of(imported, cycles=1)
    assert "stick_walker" in comparison.captured
    assert "'stick' (walk," in comparison.robot
