import numpy as np
import pytest

from biped_control.errors import CaptureError
from biped_control.motion.readers import read_capture


def test_formats_are_recognized_by_content(acclaim, bvh):
    amc, take = acclaim(), bvh()
    renamed = amc.rename(amc.with_name("7_2.txt"))
    assert read_capture(renamed).rate_hz == 120.0
    assert read_capture(take.rename(take.with_name("other.txt"))).joints[0] == "Hips"


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
        (b"\x02\x50\x00\x01", "unknown format"),
        (b'{"Loop": "wrap", "Frames": []}', "unknown format"),
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
        CaptureError, match=r"take\.bvh: a BVH file holds its own skeleton; leave out the skeleton .*7\.asf"
    ):
        read_capture(bvh(), asf)
    with pytest.raises(CaptureError, match=r"take\.bvh: a BVH file states its own rate"):
        read_capture(bvh(), rate_hz=60.0)


def test_a_motion_given_as_its_own_skeleton(acclaim):
    path = acclaim()
    with pytest.raises(CaptureError, match=r"7_1\.amc: no section :units, :root, :bonedata, :hierarchy"):
        read_capture(path, path)
