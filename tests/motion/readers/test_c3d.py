from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from biped_control.errors import CaptureError
from biped_control.motion.captures.landmarks import REQUIRED, find_landmarks
from biped_control.motion.readers.c3d import read_c3d, read_markers

_UPPER = ("SHO", "ELB", "WRA", "WRB")


def _at(capture, joint: str) -> np.ndarray:
    return capture.positions[:, capture.joints.index(joint)]


def test_joint_centres_worked_out_by_hand(c3d, gait_markers):
    capture = read_c3d(c3d(gait_markers))
    assert (capture.frames, capture.rate_hz, capture.repairs) == (50, 100.0, ())
    pelvis = 0.5e-3 * (gait_markers["RASI"] + gait_markers["LASI"])
    for side, sign in (("right", -1.0), ("left", 1.0)):
        # Harrington et al.: 0.24 PD + 9.9 behind, 0.33 PW + 7.3 beside, 0.30 PW + 10.9 below [mm].
        hip = [-0.0579, sign * 0.0865, -0.0829]
        np.testing.assert_allclose(_at(capture, f"{side}_hip") - pelvis, [hip] * 50, atol=1e-6)
        bones = [(f"{side}_hip", f"{side}_knee", 0.4), (f"{side}_knee", f"{side}_ankle", 0.38)]
        for above, below, length in bones:
            bone = _at(capture, below) - _at(capture, above)
            np.testing.assert_allclose(bone, [[0.0, 0.0, -length]] * 50, atol=1e-6)
        toe = 1e-3 * gait_markers[f"{side[0].upper()}TOE"]
        np.testing.assert_allclose(_at(capture, f"{side}_ball"), toe, atol=1e-6)
    wrist = 0.5e-3 * (gait_markers["LWRA"] + gait_markers["LWRB"])
    np.testing.assert_allclose(_at(capture, "left_wrist"), wrist, atol=1e-6)
    np.testing.assert_allclose((_at(capture, "lower_back") - pelvis)[0], [-0.1, 0.0, 0.0], atol=1e-6)
    assert find_landmarks(capture).leg_length == pytest.approx(0.78, abs=1e-6)


def test_a_medial_marker_gives_the_middle(c3d, gait_markers):
    inwards = np.array([30.0, 100.0, 0.0])
    gait_markers["RKNM"] = gait_markers["RKNE"] + inwards
    capture = read_c3d(c3d(gait_markers))
    expected = 1e-3 * (gait_markers["RKNE"] + 0.5 * inwards)
    np.testing.assert_allclose(_at(capture, "right_knee"), expected, atol=1e-6)


def test_the_models_own_joint_centres_come_first_where_they_are_whole(c3d, gait_markers):
    own = gait_markers["RKNE"] + [3.0, 50.0, 1.0]
    capture = read_c3d(c3d(gait_markers | {"RFEO": own}))
    np.testing.assert_allclose(_at(capture, "right_knee"), 1e-3 * own, atol=1e-6)
    own[5:45] = np.nan
    capture = read_c3d(c3d(gait_markers | {"RFEO": own}))
    expected = 1e-3 * (gait_markers["RKNE"] + [0.0, 57.0, 0.0])
    np.testing.assert_allclose(_at(capture, "right_knee"), expected, atol=1e-6)


def test_names_with_a_subject_and_units(c3d, gait_markers):
    expected = read_c3d(c3d(gait_markers)).positions
    named = {f"Anna:{name.lower()}": 1e-3 * track for name, track in gait_markers.items()}
    np.testing.assert_allclose(read_c3d(c3d(named, unit="m")).positions, expected, atol=1e-6)
    twice = named | {f"Bob:{name}": 1e-3 * track for name, track in gait_markers.items()}
    with pytest.raises(CaptureError, match=r"take\.c3d: marker RASI of 'Anna' and of 'Bob'"):
        read_c3d(c3d(twice, unit="m"))
    unseen = {f"Bob:{name}": np.full((50, 3), np.nan) for name in gait_markers}
    np.testing.assert_allclose(read_c3d(c3d(unseen | named, unit="m")).positions, expected, atol=1e-6)
    with pytest.raises(CaptureError, match=r"take\.c3d: unit of length 'ell', expected one of mm, cm"):
        read_c3d(c3d(gait_markers, unit="ell"))


@pytest.mark.parametrize(("stated", "factor"), [("m", 0.001), ("cm", 0.1), ("in", 0.03937)])
def test_millimetres_that_are_called_otherwise(c3d, gait_markers, stated, factor):
    expected = read_c3d(c3d(gait_markers)).positions
    capture = read_c3d(c3d(gait_markers, unit=stated))
    np.testing.assert_allclose(capture.positions, expected, atol=1e-6)
    assert capture.repairs[0].startswith(f"lengths multiplied by {factor:g}: shanks of ")


def test_metres_that_are_called_millimetres(c3d, gait_markers):
    expected = read_c3d(c3d(gait_markers)).positions
    metres = {name: 1e-3 * track for name, track in gait_markers.items()}
    np.testing.assert_allclose(read_c3d(c3d(metres)).positions, expected, atol=1e-6)


@pytest.mark.parametrize("unseen", [np.nan, 0.0])
def test_an_upper_body_that_was_never_seen(c3d, gait_markers, unseen):
    whole = read_c3d(c3d(gait_markers))
    for name in gait_markers:
        if name[1:] in _UPPER:
            gait_markers[name][:] = unseen
    landmarks = find_landmarks(read_c3d(c3d(gait_markers)))
    assert not landmarks.has_trunk
    assert len(landmarks.absent) == 6
    for name in REQUIRED:
        np.testing.assert_array_equal(landmarks[name], find_landmarks(whole)[name])


def test_a_short_gap_is_interpolated_and_reported(c3d, gait_markers):
    expected = read_c3d(c3d(gait_markers)).positions
    gait_markers["RANK"][20:32] = np.nan
    capture = read_c3d(c3d(gait_markers))
    assert capture.repairs == ("12 hidden frames of marker RANK interpolated",)
    assert np.abs(capture.positions - expected).max() < 1e-4


def test_a_marker_of_the_pelvis_hidden_for_long_is_completed_from_the_others(c3d, gait_markers):
    expected = read_c3d(c3d(gait_markers)).positions
    gait_markers["RASI"][10:45] = np.nan
    gait_markers["LPSI"][:5] = np.nan
    capture = read_c3d(c3d(gait_markers))
    assert capture.repairs == ("40 frames of the pelvis with a hidden marker completed",)
    np.testing.assert_allclose(capture.positions, expected, atol=1e-6)


def test_a_long_gap_names_marker_and_frames(c3d, gait_markers):
    gait_markers["LKNE"][10:35] = np.nan
    with pytest.raises(
        CaptureError, match=r"take\.c3d: marker LKNE was not seen in frames 11 to 35; expected"
    ):
        read_c3d(c3d(gait_markers))


def test_a_long_gap_of_an_arm_leaves_the_legs_usable(c3d, gait_markers):
    gait_markers["LELB"][10:35] = np.nan
    landmarks = find_landmarks(read_c3d(c3d(gait_markers)))
    assert landmarks.absent == ("left_elbow",)
    assert len(landmarks.points) == 50


@pytest.mark.parametrize("how", ["absent", "never seen"])
def test_a_missing_marker_is_named(c3d, gait_markers, how):
    gait_markers["LANK"][:] = np.nan
    if how == "absent":
        del gait_markers["LANK"]
    message = r"take\.c3d: no marker of the left ankle; expected one called LANK or LANKLE.*seen were RASI"
    with pytest.raises(CaptureError, match=message):
        read_c3d(c3d(gait_markers))


def test_one_sacral_marker_replaces_two_behind(c3d, gait_markers):
    expected = read_c3d(c3d(gait_markers)).positions
    gait_markers["SACR"] = 0.5 * (gait_markers.pop("RPSI") + gait_markers.pop("LPSI"))
    np.testing.assert_allclose(read_c3d(c3d(gait_markers)).positions, expected, atol=1e-6)


def test_a_real_walk_without_an_upper_body(mocap):
    capture = read_c3d(mocap / "c3d" / "FunctionalWalk.c3d")
    landmarks = find_landmarks(capture)
    assert not landmarks.has_trunk
    assert set(landmarks.absent).isdisjoint(REQUIRED)
    # The file's own parameters: femora of 392 and 398 mm, tibiae of 399 mm.
    assert landmarks.leg_length == pytest.approx(0.794, abs=0.005)
    back = landmarks["lower_back"]
    seconds = (len(back) - 1) / 120.0
    assert np.linalg.norm(back[-1] - back[0]) / seconds == pytest.approx(1.21, abs=0.03)


def test_markers_alone_agree_with_the_model_of_a_real_walk(mocap, monkeypatch):
    path = mocap / "c3d" / "FunctionalWalk.c3d"
    model = read_c3d(path)
    monkeypatch.setattr("biped_control.motion.readers.plug_in_gait._MODEL", {})
    markers = read_c3d(path)
    for joint in ("hip", "knee", "ankle"):
        for side in ("right", "left"):
            apart = np.linalg.norm(_at(model, f"{side}_{joint}") - _at(markers, f"{side}_{joint}"), axis=1)
            assert apart.max() < 0.025, joint


def test_cut_anywhere_it_is_refused(c3d, gait_markers):
    content = c3d(gait_markers).read_bytes()
    whole = 4 * 4 * len(gait_markers) * 50  # the file is padded to whole blocks
    start = content.index(b"POINT") // 512 * 512
    assert len(content) - whole > start
    for length in range(0, len(content) - 512, 97):
        cut = Path(c3d(gait_markers))
        cut.write_bytes(content[:length])
        with pytest.raises(CaptureError, match=r"take\.c3d: "):
            read_c3d(cut)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damaged_bytes_give_markers_or_a_clear_error(c3d, gait_markers, data):
    path = c3d(gait_markers)
    damaged = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        damaged[place : place + data.draw(st.integers(0, 12))] = data.draw(st.binary(max_size=6))
    path.write_bytes(bytes(damaged))
    complaint = ""
    try:
        assert read_markers(path).tracks
    except CaptureError as error:
        complaint = str(error)
    assert not complaint or complaint.startswith(str(path))
    assert "\n" not in complaint


@pytest.mark.parametrize("content", [b"", b"\x02\x50", b"\x02\x50" + b"\0" * 5000, b"\xff\x50" * 3000])
def test_rubbish(tmp_path, content):
    path = tmp_path / "take.c3d"
    path.write_bytes(content)
    with pytest.raises(CaptureError, match=r"take\.c3d: "):
        read_c3d(path)
