import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from biped_control.errors import CaptureError
from biped_control.motion.readers.bvh import Joint, joint_centres, read_bvh


def test_a_pose_worked_out_by_hand():
    # Channels Z, X, Y mean Rz Rx Ry: the arm (along x) turns about y to -z, about x to y, about z to -x.
    turning = ("zrotation", "xrotation", "yrotation")
    joints = [
        Joint("root", -1, np.zeros(3), ("xposition", "yposition", "zposition")),
        Joint("arm", 0, np.array([0.0, 1.0, 0.0]), turning),
        Joint("arm_end", 1, np.array([2.0, 0.0, 0.0])),
    ]
    positions = joint_centres(joints, np.array([[10.0, 20.0, 30.0, 90.0, 90.0, 90.0]]))
    np.testing.assert_allclose(
        positions[0], [[10.0, 20.0, 30.0], [10.0, 21.0, 30.0], [8.0, 21.0, 30.0]], atol=1e-12
    )


def test_positions_of_a_joint_replace_its_offset():
    placed = ("xposition", "yposition", "zposition")
    joints = [Joint("root", -1, np.ones(3), placed), Joint("arm", 0, np.ones(3), placed)]
    positions = joint_centres(joints, np.array([[1.0, 2.0, 3.0, 10.0, 0.0, 0.0]]))
    np.testing.assert_array_equal(positions[0], [[1.0, 2.0, 3.0], [11.0, 2.0, 3.0]])


def test_positions_around_zero_are_added_to_the_offset():
    placed = ("xposition", "yposition", "zposition")
    joints = [Joint("root", -1, np.array([0.0, 95.0, 0.0]), placed), Joint("arm", 0, np.ones(3), placed)]
    values = np.array([[1.0, 2.0, 3.0, 0.1, 0.0, 0.0], [90.0, 60.0, 3.0, 0.5, 0.5, 2.0]])
    positions = joint_centres(joints, values)
    np.testing.assert_array_equal(positions[0], [[1.0, 97.0, 3.0], [2.1, 98.0, 4.0]])
    np.testing.assert_array_equal(positions[1], [[90.0, 155.0, 3.0], [91.5, 156.5, 6.0]])


def test_unit_rate_and_axes(bvh):
    capture = read_bvh(bvh())
    assert capture.rate_hz == 120.0
    assert capture.frames == 3
    assert capture.joints[:3] == ("Hips", "LeftUpLeg", "LeftLeg")
    assert "LeftToeBase_end" in capture.joints
    np.testing.assert_allclose(capture.positions[1, 0], np.array([2.0, 1.0, 36.25]) * 0.0254)  # inches, z x y
    leg = np.linalg.norm(capture.positions[:, 1] - capture.positions[:, 2], axis=1)
    np.testing.assert_allclose(leg, 16 * 0.0254)


@pytest.mark.parametrize("scale", [0.0254, 2.54, 25.4, 0.45])
def test_the_unit_follows_from_the_legs(bvh, bvh_text, scale):
    def scaled(line: str) -> str:
        key, *numbers = line.split()
        return " ".join([key, *(repr(float(n) * scale) for n in numbers)]) if key == "OFFSET" else line

    text = "\n".join(scaled(line) for line in bvh_text.splitlines()) + "\n"
    hips = read_bvh(bvh(text)).positions[:, 1:3]
    np.testing.assert_allclose(
        hips[0, 1] - hips[0, 0], (read_bvh(bvh()).positions[0, 2] - read_bvh(bvh()).positions[0, 1])
    )


def test_legs_of_no_known_unit(bvh, bvh_text):
    with pytest.raises(CaptureError, match=r"take\.bvh: legs of 320 file units.*expected 0\.62 to 1\.08 m"):
        read_bvh(bvh(bvh_text.replace(" -16 ", " -160 ")))


def test_real_captures_are_of_adults(mocap):
    for path in sorted(mocap.glob("*/*.bvh")):
        capture = read_bvh(path)
        heights = capture.positions[:, capture.joints.index("Head"), 2]
        if not any(word in path.name for word in ("Crouch", "Swing")):
            assert 1.3 < np.median(heights) < 1.75, path.name


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("HIERARCHY", "HIERACHY", r"line 1: found 'HIERACHY', expected HIERARCHY"),
        ("ROOT Hips\n{", "ROOT Hips\n", r"line 4: found 'OFFSET' after 'Hips', expected {"),
        ("ROOT Hips", "JOINT Hips", r"line 2: expected exactly one ROOT"),
        ("JOINT LeftLeg", "ROOT LeftLeg", r"expected exactly one ROOT"),
        ("JOINT LeftLeg", "JOINT LeftUpLeg", r"joint 'LeftUpLeg' appears twice"),
        ("OFFSET 0 -16 0", "OFFSET 0 -16", r"offset of 'LeftLeg': expected 3 numbers, found 2"),
        ("OFFSET 0 -16 0\n", "", r"'LeftLeg' has no OFFSET"),
        ("CHANNELS 3 Zrotation", "CHANNELS 3 Wrotation", r"channels of 'LeftUpLeg': expected their number"),
        ("CHANNELS 6", "CHANNELS 5", r"channels of 'Hips': expected their number"),
        ("CHANNELS 6 Xposition", "CHANNELS 5", r"channels of 'Hips': expected all three positions"),
        (
            "JOINT RightFoot",
            "JOINT RightShoe",
            r"no joint for the right ankle; expected .*right or r with ankle or foot",
        ),
        ("}\nMOTION", "MOTION", r"MOTION before the hierarchy is complete"),
        ("MOTION", "MOTIONS", r"no MOTION section"),
        ("Frames: 3", "Frames: 4", r"3 frames, expected 4 as line \d+ says"),
        ("Frames: 3", "Frames: 2", r"3 frames, expected 2"),
        ("Frames: 3", "Frames: many", r"expected 'Frames: <number of frames>'"),
        (".0083333", "0", r"frame time 0\.0 s, expected a positive time"),
        ("Frame Time:", "Rate:", r"expected 'Frame Time: <seconds>'"),
        ("\n1 36.25 ", "\n1 nan ", r"frame 2: channel 2 is 'nan', expected a finite number"),
        ("\n1 36.25 ", "\n1 ", r"frame 2: expected 48 numbers, found 47"),
    ],
)
def test_what_is_wrong_and_where(bvh, bvh_text, old, new, message):
    assert old in bvh_text
    with pytest.raises(CaptureError, match=rf"take\.bvh: .*{message}"):
        read_bvh(bvh(bvh_text.replace(old, new, 1)))


def test_cut_anywhere_it_is_refused(bvh, bvh_text):
    # Of a cut within the last number nobody can tell.
    for length in range(0, bvh_text.rindex(" "), 3):
        with pytest.raises(CaptureError, match=r"take\.bvh: "):
            read_bvh(bvh(bvh_text[:length]))


@settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_damaged_bytes_give_a_capture_or_a_clear_error(bvh, bvh_text, data):
    damaged = bytearray(bvh_text.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        damaged[place : place + data.draw(st.integers(0, 12))] = data.draw(st.binary(max_size=6))
    path, complaint = bvh(bytes(damaged)), ""
    try:
        assert np.isfinite(read_bvh(path).positions).all()
    except CaptureError as error:
        complaint = str(error)
    assert not complaint or complaint.startswith(str(path))
    assert "\n" not in complaint


def test_programs_differ_in_capitals_and_in_the_last_line(bvh, bvh_text):
    expected = read_bvh(bvh()).positions
    text = bvh_text
    for word in ("HIERARCHY", "ROOT", "JOINT", "End", "OFFSET", "CHANNELS", "MOTION", "Frames", "Frame Time"):
        text = text.replace(f"{word} ", f"{word.title()} ").replace(f"{word}\n", f"{word.title()}\n")
    np.testing.assert_array_equal(read_bvh(bvh(text)).positions, expected)
    np.testing.assert_array_equal(read_bvh(bvh(bvh_text.rstrip("\n"))).positions, expected)
    np.testing.assert_array_equal(read_bvh(bvh(bvh_text.replace("\n", "\r\n"))).positions, expected)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(share=st.floats(0.0, 1.0, exclude_max=True))
def test_a_real_file_cut_anywhere_is_refused(tmp_path, mocap, share):
    content = (mocap / "cmu_bvh" / "walk.bvh").read_bytes().rstrip()
    content = content[: content.rindex(b" ")]
    cut = tmp_path / "cut.bvh"
    cut.write_bytes(content[: int(share * len(content))])
    with pytest.raises(CaptureError, match=r"cut\.bvh"):
        read_bvh(cut)
