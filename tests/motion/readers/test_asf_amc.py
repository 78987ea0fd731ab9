from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from biped_control.errors import CaptureError
from biped_control.motion.captures.landmarks import LANDMARKS, find_landmarks
from biped_control.motion.readers import read_capture
from biped_control.motion.readers.amc import read_amc
from biped_control.motion.readers.asf import ROOT, read_asf
from biped_control.motion.readers.asf_amc import doubt_of_names, find_asf, joint_centres, read_asf_amc

_UNIT = 0.0254 / 0.45
_fuzzing = settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def test_a_pose_worked_out_by_hand(acclaim, asf_text, amc_text):
    # A right thigh (7.5 units, straight down) turned by -90 degrees about x points forward.
    first_frame = amc_text.split("\n2\n")[0] + "\n"
    amc = first_frame.replace("2 -9.8 -3.5", "0 0 0").replace("rfemur 16 1.9 -19.9", "rfemur -90 0 0")
    capture = read_asf_amc(acclaim(asf_text.replace("axis 0 0 20", "axis 0 0 0"), amc))
    at = dict(zip(capture.joints, capture.positions[0], strict=True))
    hip = np.array([-3.0, -0.6 * 2.5, 16.5 - 0.8 * 2.5])  # forward, left, up: the file's z, x, y
    np.testing.assert_allclose(at["rfemur"], hip * _UNIT, atol=1e-12)
    np.testing.assert_allclose(at["rtibia"], (hip + np.array([7.5, 0.0, 0.0])) * _UNIT, atol=1e-12)
    assert capture.rate_hz == 120.0


def test_forward_kinematics_agree_with_pinocchio(acclaim):
    path = acclaim()
    skeleton = read_asf(path.with_name("7.asf"))
    channels = read_amc(path, skeleton)
    joints, positions = joint_centres(skeleton, channels)
    model, places, ends = _pinocchio_model(skeleton)
    data = model.createData()
    for frame in range(3):
        q = np.zeros(model.nq)
        q[:3] = channels[ROOT][frame, :3] * skeleton.metres
        # The chain turns about z first, the file lists x first.
        q[3:6] = np.radians(channels[ROOT][frame, 5:2:-1])
        for bone, first in places.items():
            q[first : first + len(channels[bone][frame])] = np.radians(channels[bone][frame, ::-1])
        pin.framesForwardKinematics(model, data, q)
        for bone, frame_id in ends.items():
            child = next(iter(skeleton.children.get(bone, ())), f"{bone}_end")
            expected = data.oMf[frame_id].translation
            np.testing.assert_allclose(positions[frame, joints.index(child)], expected, atol=1e-12)


def _pinocchio_model(skeleton):
    """The skeleton as a pinocchio chain; places of the bones' angles; frames at the far ends of the bones."""
    kinds = {"x": pin.JointModelRX, "y": pin.JointModelRY, "z": pin.JointModelRZ}
    model, places, ends = pin.Model(), {}, {}
    joint = model.addJoint(0, pin.JointModelTranslation(), pin.SE3.Identity(), "root_t")
    for axis in "zyx":
        joint = model.addJoint(joint, kinds[axis](), pin.SE3.Identity(), f"root_{axis}")
    at = {ROOT: (joint, pin.SE3.Identity())}  # joint and placement of the far end of each bone
    for parent, children in skeleton.children.items():
        for name in children:
            bone = skeleton.bones[name]
            joint, placement = at[parent]
            turn = pin.SE3(bone.axes, np.zeros(3))
            placement = placement * turn
            places[name] = model.nq
            for channel in reversed(bone.channels):
                joint = model.addJoint(joint, kinds[channel[1]](), placement, f"{name}_{channel}")
                placement = pin.SE3.Identity()
            if not bone.channels:
                del places[name]
            at[name] = (joint, placement * turn.inverse() * pin.SE3(np.eye(3), bone.offset))
            ends[name] = model.addFrame(pin.Frame(name, joint, at[name][1], pin.FrameType.OP_FRAME))
    return model, places, ends


def test_the_same_take_as_bvh_agrees_to_micrometres(mocap):
    amc = find_landmarks(read_capture(mocap / "cmu_amc" / "02_01.amc"))
    bvh = find_landmarks(read_capture(mocap / "cmu_bvh" / "walk.bvh"))
    assert len(amc.points) == len(bvh.points) == 343
    difference = amc.points - bvh.points
    legs = [i for i, name in enumerate(LANDMARKS) if not name.endswith(("shoulder", "elbow", "wrist"))]
    arms = [i for i in range(len(LANDMARKS)) if i not in legs]
    assert np.abs(difference[:, legs]).max() < 1e-5
    # Whoever converted the take left out the thorax bone: the BVH's arms hang exactly one thorax too low.
    take = read_asf_amc(mocap / "cmu_amc" / "02_01.amc")
    thorax = (
        take.positions[:, take.joints.index("lowerneck")] - take.positions[:, take.joints.index("thorax")]
    )
    assert np.linalg.norm(thorax, axis=1) == pytest.approx(2.06807 * _UNIT)
    assert np.abs(difference[:, arms] - thorax[:, None]).max() < 1e-5


def test_bones_keep_their_lengths(mocap):
    capture = read_asf_amc(mocap / "cmu_amc" / "35_01.amc")
    at = {name: capture.positions[:, i] for i, name in enumerate(capture.joints)}
    for a, b in (("lfemur", "ltibia"), ("rtibia", "rfoot")):
        lengths = np.linalg.norm(at[a] - at[b], axis=1)
        assert np.ptp(lengths) < 1e-12
        assert 0.35 < lengths[0] < 0.5


def test_the_order_of_the_hierarchy_does_not_matter(acclaim, asf_text):
    head, tail = asf_text.split(":hierarchy\r\n  begin\r\n")
    lines = tail.removesuffix("  end\r\n").splitlines(keepends=True)
    capture = read_asf_amc(
        acclaim(head + ":hierarchy\r\n  begin\r\n" + "".join(reversed(lines)) + "  end\r\n")
    )
    expected = read_asf_amc(acclaim())
    assert capture.joints == expected.joints
    np.testing.assert_array_equal(capture.positions, expected.positions)


def test_find_asf_by_name(tmp_path):
    for name in ("07_01.amc", "07.asf", "08.asf"):
        (tmp_path / name).write_text("x\n")
    assert find_asf(tmp_path / "07_01.amc").name == "07.asf"
    (tmp_path / "07_01.asf").write_text("x\n")
    assert find_asf(tmp_path / "07_01.amc").name == "07_01.asf"


def test_a_missing_skeleton_lists_those_that_are_there(tmp_path):
    (tmp_path / "07_01.amc").write_text("x\n")
    (tmp_path / "08.asf").write_text("x\n")
    with pytest.raises(
        CaptureError, match=r"07_01\.amc: no skeleton 07_01\.asf or 07\.asf.*there: 08\.asf.*--asf"
    ):
        find_asf(tmp_path / "07_01.amc")
    with pytest.raises(CaptureError, match="no such file"):
        find_asf(tmp_path / "nothing.amc")


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("amc", "rtibia 11.5\n", "rtibia nan\n", r"frame 1, bone 'rtibia': channel 1 is 'nan'"),
        ("amc", "rtibia 12.5\n", "rtibia inf\n", r"frame 2, bone 'rtibia': channel 1 is 'inf'"),
        ("amc", "rtibia 11.5\n", "rtibia 1e300\n", r"frame 1, bone 'rtibia': channel 1"),
        ("amc", "rtibia 11.5\n", "rtibia 1o\n", r"frame 1, bone 'rtibia': expected 1 numbers"),
        (
            "amc",
            "rtibia 11.5\n",
            "rtibia 11 5\n",
            r"bone 'rtibia': expected 1 numbers, found 2; does the skeleton",
        ),
        ("amc", "rtibia 11.5\n", "", r"frame 1 ends without bones \['rtibia'\]"),
        ("amc", "rtibia 11.5\n", "rtibia 11.5\nrtibia 3\n", r"'rtibia': appears twice"),
        (
            "amc",
            "rtibia 11.5\n",
            "rshin 11.5\n",
            r"frame 1, bone 'rshin': the skeleton .*7\.asf has no such bone",
        ),
        ("amc", "\n2\n", "\n3\n", r"frame 3, expected frame 2"),
        ("amc", ":DEGREES", ":RADIANS", r"line 3: :RADIANS, but the skeleton .* is in degrees"),
        ("amc", ":DEGREES", ":GRADES", r"line 3: keyword :GRADES"),
        ("amc", "\n1\n", "\n", r"expected frame number 1"),
        ("asf", "    name rtibia", "    name rfemur", r"bone 'rfemur' is defined twice"),
        ("asf", "    dof rx\r", "    dof rx rx\r", r"degrees of freedom 'rx rx'"),
        ("asf", "length 7.3", "length nan", r"length of bone 'ltibia': channel 1 is 'nan'"),
        ("asf", "direction -0.6 -0.8", "direction -6 -8", r"bone 'rhipjoint': direction of length 10"),
        ("asf", "ltibia lfoot", "ltibia lshoe", r"'lshoe' is no bone"),
        ("asf", "ltibia lfoot", "ltibia lfoot lfemur", r"'lfemur' is in two places"),
        ("asf", "lhumerus lradius", "lradius lradius", r"does not reach \['lradius', 'lwrist'\]"),
        ("asf", "length 0.45", "length 0", r"unit of length 0"),
        ("asf", "angle deg", "angle turn", r"unit of angle 'turn'"),
        ("asf", ":hierarchy", ":skin", r"no section :hierarchy"),
        ("asf", "axis XYZ", "axis XXZ", r"axis order 'XXZ'"),
        ("asf", "order TX TY", "order TX TX", r"root order"),
        ("asf", "  position 0 0 0\r\n", "", r"the root has no position"),
    ],
)
def test_what_is_wrong_and_where(acclaim, asf_text, amc_text, file, old, new, message):
    texts = {"asf": asf_text, "amc": amc_text}
    assert old in texts[file]
    path = acclaim(**(texts | {file: texts[file].replace(old, new, 1)}))
    name = path.name if file == "amc" else "7.asf"
    with pytest.raises(CaptureError, match=f"{name}: .*{message}"):
        read_asf_amc(path)


def test_a_skeleton_of_somebody_else(acclaim, asf_text):
    path = acclaim(asf_text.replace("dof rx rz", "dof rx"))
    with pytest.raises(
        CaptureError, match=r"bone 'lfoot': expected 1 numbers, found 2; does the skeleton .*7\.asf belong"
    ):
        read_asf_amc(path)


def test_cut_anywhere_the_skeleton_is_refused(acclaim, asf_text):
    for length in range(0, len(asf_text), 11):
        with pytest.raises(CaptureError, match=r"7\.asf: "):
            read_asf_amc(acclaim(asf_text[:length]))


def test_cut_anywhere_the_motion_is_refused_or_is_a_shorter_motion(acclaim, amc_text):
    whole = read_asf_amc(acclaim()).positions
    # Nothing tells that a frame is missing, nor that the last number of a frame was cut.
    ends = [amc_text.index("\n2\n"), amc_text.index("\n3\n"), len(amc_text) - 1]
    frames_at = {
        length: frames
        for frames, end in enumerate(ends, start=1)
        for length in range(amc_text.rindex(" ", 0, end) + 3, end + 2)
    }
    for length in {*range(0, len(amc_text), 3), *frames_at}:
        path = acclaim(amc=amc_text[:length])
        if length in frames_at:
            frames = frames_at[length]
            positions = read_asf_amc(path).positions
            assert len(positions) == frames
            np.testing.assert_array_equal(positions[:-1], whole[: frames - 1])
            if length > ends[frames - 1]:
                np.testing.assert_array_equal(positions, whole[:frames])
        else:
            with pytest.raises(CaptureError, match=r"7_1\.amc: "):
                read_asf_amc(path)


@_fuzzing
@given(data=st.data(), which=st.sampled_from(["asf", "amc"]))
def test_damaged_bytes_give_a_capture_or_a_clear_error(acclaim, asf_text, amc_text, data, which):
    texts = {"asf": asf_text.encode(), "amc": amc_text.encode()}
    damaged = bytearray(texts[which])
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        damaged[place : place + data.draw(st.integers(0, 12))] = data.draw(st.binary(max_size=6))
    path = acclaim(**(texts | {which: bytes(damaged)}))
    complaint = ""
    try:
        assert np.isfinite(read_asf_amc(path).positions).all()
    except CaptureError as error:
        complaint = str(error)
    assert not complaint or complaint.startswith(str(path.parent))
    assert "\n" not in complaint


@_fuzzing
@given(share=st.floats(0.0, 1.0, exclude_max=True))
def test_a_real_motion_cut_anywhere(tmp_path, mocap, share):
    source = mocap / "cmu_amc" / "02_03.amc"
    content = source.read_bytes()
    content = content[: content.rindex(b"\n", 0, -1)]  # of a cut within the last number nobody can tell
    cut = tmp_path / "cut.amc"
    cut.write_bytes(content[: int(share * len(content))])
    complaint, frames = "", 0
    try:
        frames = read_asf_amc(cut, mocap / "cmu_amc" / "02.asf").frames
    except CaptureError as error:
        complaint = str(error)
    assert complaint.startswith(str(cut)) != (0 < frames < 173)


@pytest.mark.parametrize(
    ("motion", "skeleton", "doubtful"),
    [
        ("02_01.amc", "35.asf", True),
        ("02_01.amc", "02.asf", False),
        ("2_01.amc", "02.asf", False),
        ("02_01.amc", "anna.asf", False),
        ("walk_1.amc", "35.asf", False),
        ("walk.amc", "35.asf", False),
    ],
)
def test_another_subject_is_told_by_its_name(motion, skeleton, doubtful):
    doubt = doubt_of_names(Path(motion), Path("there") / skeleton)
    assert bool(doubt) is doubtful
    if doubtful:
        assert "subject 02" in doubt
        assert "35.asf is the skeleton of subject 35" in doubt


def test_the_skeleton_of_another_subject_is_taken_with_a_warning(acclaim, caplog):
    path = acclaim()
    alone = read_asf_amc(path)
    assert caplog.text == ""
    motion = path.with_name("8_1.amc")
    motion.write_bytes(path.read_bytes())
    with_doubt = read_asf_amc(motion, path.with_name("7.asf"))
    assert "subject 8 by its name, but 7.asf is the skeleton of subject 7" in caplog.text
    np.testing.assert_array_equal(with_doubt.positions, alone.positions)
