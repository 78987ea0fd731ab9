import numpy as np
import pytest

from biped_control.errors import CaptureError
from biped_control.motion.readers import read_capture


def test_formats_are_recognized_by_content(acclaim, bvh):
    amc, take = acclaim(), bvh()
    renamed = amc.rename(amc.with_name("7_2.txt"))
    assert read_capture(renamed).rate_hz == 120.0
    assert read_capture(take.rename(take.with_name("other.txt"))).joints[0] == "Hips"


def test_a_byte_order_mark_hides_no_format(tmp_path, bvh, deepmimic):
    for path, joint in ((bvh(), "Hips"), (deepmimic(), "root")):
        marked = tmp_path / "marked.txt"
        marked.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
        assert read_capture(marked).joints[0] == joint


def test_real_captures_of_every_format_have_their_frames_and_rate(mocap):
    expected = {
        "cmu_amc/02_01.amc": (343, 120.0),
        "cmu_bvh/cmu_12_01_walk.bvh": (523, 120.0),
        "accad_bvh/Female1_B10_WalkTurnLeft45.bvh": (231, 30.0),
        "c3d/FunctionalWalk.c3d": (438, 120.0),
        "deepmimic_json/humanoid3d_walk.txt": (39, 30.0),
        "deepmimic_json/humanoid3d_jump.txt": (107, 60.0),
    }
    for name, (frames, rate_hz) in expected.items():
        capture = read_capture(mocap / name)
        assert (capture.frames, capture.rate_hz) == (frames, rate_hz), name


def test_rate_of_a_format_without_one(acclaim):
    assert read_capture(acclaim(), rate_hz=60.0).rate_hz == 60.0
    with pytest.raises(CaptureError, match=r"0\.0 frames per second"):
        read_capture(acclaim(), rate_hz=0.0)


def test_skeleton_given(acclaim, tmp_path, asf_text):
    path = acclaim()
    expected = read_capture(path)
    elsewhere = tmp_path / "elsewhere.asf"
    path.with_name("7.asf").rename(elsewhere)
    np.testing.assert_array_equal(read_capture(path, elsewhere).positions, expected.positions)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "unknown format"),
        (b"# only a comment\n", "unknown format"),
        (b"\xff\xfe\x00hello\n", "unknown format"),
    ],
)
def test_unknown_formats_name_the_supported_ones(tmp_path, content, message):
    path = tmp_path / "take.xyz"
    path.write_bytes(content)
    with pytest.raises(CaptureError, match=rf"take\.xyz: {message}.*\.amc.*\.bvh"):
        read_capture(path)


def test_the_extension_helps_to_explain(tmp_path):
    path = tmp_path / "take.bvh"
    path.write_bytes(b"rubbish\n")
    with pytest.raises(CaptureError, match=r"take\.bvh: line 1: found 'rubbish', expected HIERARCHY"):
        read_capture(path)
    path.write_bytes(b"\0\0\0\n")
    with pytest.raises(CaptureError, match="binary content"):
        read_capture(path)


def test_unreadable(tmp_path):
    with pytest.raises(CaptureError, match=r"nothing\.amc: cannot be read \(No such file"):
        read_capture(tmp_path / "nothing.amc")
    with pytest.raises(CaptureError, match="cannot be read"):
        read_capture(tmp_path)


def test_a_skeleton_alone_and_a_skeleton_too_many(acclaim, bvh):
    asf = acclaim().with_name("7.asf")
    with pytest.raises(CaptureError, match=r"7\.asf: this is a skeleton without motion"):
        read_capture(asf, asf)
    with pytest.raises(
        CaptureError, match=r"take\.bvh: only Acclaim motion .* needs a skeleton; leave out .*7\.asf"
    ):
        read_capture(bvh(), asf)
    with pytest.raises(CaptureError, match=r"take\.bvh: the file states its own rate"):
        read_capture(bvh(), rate_hz=60.0)


def test_a_motion_given_as_its_own_skeleton(acclaim):
    path = acclaim()
    with pytest.raises(CaptureError, match=r"7_1\.amc: no section :units, :root, :bonedata, :hierarchy"):
        read_capture(path, path)


def test_faults_of_the_person_are_found_while_reading(bvh, bvh_text):
    swapped = bvh_text.replace("Left", "?").replace("Right", "Left").replace("?", "Right")
    with pytest.raises(CaptureError, match=r"take\.bvh: left and right are exchanged"):
        read_capture(bvh(swapped))
    upside_down = "\n".join(
        line.replace("OFFSET 0 -16 0", "OFFSET 0 16 0").replace("OFFSET 0 -2 5", "OFFSET 0 2 5")
        for line in bvh_text.split("\n")
    )
    with pytest.raises(CaptureError, match=r"take\.bvh: upside down"):
        read_capture(bvh(upside_down))


def test_repairs_are_told(tmp_path, mocap):
    lines = (mocap / "cmu_bvh" / "walk.bvh").read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("Frame Time"))
    expected = read_capture(mocap / "cmu_bvh" / "walk.bvh")
    assert expected.repairs == ("frame 1 left out: the body jumps there (an inserted T-pose?)",)
    # The root a hundred times too slow: metres beside bones in centimetres, say.
    slow = [
        " ".join(repr(float(word) / 100) if i < 3 else word for i, word in enumerate(line.split()))
        for line in lines[start + 1 :]
    ]
    path = tmp_path / "slow.bvh"
    path.write_text("\n".join([*lines[: start + 1], *slow, ""]))
    capture = read_capture(path)
    assert capture.repairs == (
        *expected.repairs,
        "travel of 'Hips' multiplied by 100: standing feet slid",
    )
    np.testing.assert_allclose(capture.positions, expected.positions, atol=1e-6)
