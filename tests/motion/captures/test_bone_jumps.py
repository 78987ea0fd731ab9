from dataclasses import replace

import numpy as np
import pytest

from biped_control.errors import CaptureError
from biped_control.motion.captures.bone_jumps import find_bone_jumps
from biped_control.motion.captures.landmarks import LANDMARKS, Landmarks


def _flipped(landmarks: Landmarks, bone: tuple[str, str], frames: list[int] | slice) -> Landmarks:
    """With a bone, and what hangs on it, turned by 100 degrees about the lateral axis in some frames."""
    points = landmarks.points.copy()
    limb = ["hip", "knee", "ankle", "ball"]
    side, upper = bone[0], limb.index(bone[1])
    pivot = points[frames, LANDMARKS.index(f"{side}_{limb[upper]}")]
    c, s = np.cos(np.radians(100.0)), np.sin(np.radians(100.0))
    for joint in limb[upper + 1 :]:
        index = LANDMARKS.index(f"{side}_{joint}")
        offset = points[frames, index] - pivot
        turned = offset.copy()
        turned[:, 0] = c * offset[:, 0] + s * offset[:, 2]
        turned[:, 2] = -s * offset[:, 0] + c * offset[:, 2]
        points[frames, index] = pivot + turned
    return replace(landmarks, points=points)


@pytest.mark.parametrize("rate_hz", [25.0, 30.0, 60.0, 120.0])
def test_a_walk_has_none(stick_walker, rate_hz):
    landmarks = stick_walker().landmarks(2.0, rate_hz)
    jumps = find_bone_jumps(landmarks)
    assert (jumps.first, jumps.last) == (0, len(landmarks.points) - 1)
    assert not jumps.faulty.any()


@pytest.mark.parametrize("rate_hz", [30.0, 120.0])
@pytest.mark.parametrize("bone", [("right", "ankle"), ("left", "hip")])
def test_a_flip_in_the_middle_is_faulty(stick_walker, rate_hz, bone):
    landmarks = stick_walker().landmarks(2.0, rate_hz)
    middle = len(landmarks.points) // 2
    jumps = find_bone_jumps(_flipped(landmarks, bone, [middle, middle + 1]))
    assert (jumps.first, jumps.last) == (0, len(landmarks.points) - 1)
    ball = jumps.faulty[:, LANDMARKS.index(f"{bone[0]}_ball")]
    assert set(np.flatnonzero(ball)) >= {middle, middle + 1}
    assert ball.sum() <= 5
    assert not jumps.faulty[:, [i for i, name in enumerate(LANDMARKS) if bone[0] not in name]].any()


def test_flips_at_the_ends_are_cut_off(stick_walker):
    landmarks = stick_walker().landmarks(2.0, 30.0)
    jumps = find_bone_jumps(_flipped(landmarks, ("right", "ankle"), slice(0, 6)))
    assert 6 <= jumps.first <= 8
    jumps = find_bone_jumps(_flipped(landmarks, ("left", "hip"), slice(-2, None)))
    assert len(landmarks.points) - 5 <= jumps.last <= len(landmarks.points) - 3


def test_a_long_fault_is_named(stick_walker):
    landmarks = stick_walker().landmarks(2.0)
    points = landmarks.points.copy()
    noise = np.random.default_rng(2).normal(0.0, 0.15, (60, 3))
    points[100:160, LANDMARKS.index("left_ball")] += noise
    with pytest.raises(
        CaptureError, match=r"the left ball jumps about in frames \d+ to \d+; .* cut the file"
    ):
        find_bone_jumps(replace(landmarks, points=points))


def test_a_wild_arm_refuses_no_walk(stick_walker):
    landmarks = stick_walker().landmarks(2.0)
    points = landmarks.points.copy()
    wrist = LANDMARKS.index("left_wrist")
    points[100:160, wrist] += np.random.default_rng(2).normal(0.0, 0.3, (60, 3))
    points[3, wrist] += [0.0, 0.5, 0.0]
    jumps = find_bone_jumps(replace(landmarks, points=points))
    assert (jumps.first, jumps.last) == (0, len(points) - 1)
    assert not jumps.faulty[90:170].any()
    assert jumps.faulty[3, wrist]


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [("Female1_B02_WalkToStand", 8, 165), ("Female1_B15_WalkTurnAround180", 0, 316)],
)
def test_flips_of_real_captures(mocap, name, first, last):
    from biped_control.motion.captures.landmarks import find_landmarks
    from biped_control.motion.readers import read_capture

    jumps = find_bone_jumps(find_landmarks(read_capture(mocap / "accad_bvh" / f"{name}.bvh")))
    assert first <= jumps.first <= first + 2
    assert last - 2 <= jumps.last <= last
    assert not jumps.faulty[jumps.first : jumps.last + 1].any()


def test_real_landings_are_no_flips(mocap):
    from biped_control.motion.captures.landmarks import find_landmarks
    from biped_control.motion.readers import read_capture

    for name in ("accad_bvh/Female1_B18_WalkToLeapToWalk.bvh", "accad_bvh/Female1_C05_WalkToRun.bvh"):
        assert not find_bone_jumps(find_landmarks(read_capture(mocap / name))).faulty.any()
