import json

import numpy as np
import pinocchio as pin
import pytest

from biped_control.errors import CaptureError
from biped_control.motion.clip import dynamics_residual
from biped_control.motion.readers import read_capture
from biped_control.motion.retargeting import import_capture as module
from biped_control.motion.retargeting.import_capture import import_capture


@pytest.fixture(scope="module")
def imported(robot, mocap):
    """02_01 as a clip, its report, and what the progress bar was told."""
    told = []
    path = mocap / "cmu_amc" / "02_01.amc"
    imported = import_capture(path, robot, progress=lambda *step: told.append(step))
    return imported.clip, imported.report, told


def test_the_clip_is_exactly_periodic_and_dynamic(robot, imported):
    clip = imported[0]
    assert clip.cyclic
    stride = np.zeros(robot.nv)
    stride[0] = clip.advance.x
    np.testing.assert_array_equal(clip.positions[-2:], clip.positions[:2] + stride)
    assert dynamics_residual(robot, clip) < 1e-6
    assert (np.abs(clip.torques) <= robot.effort_limits).all()
    clip.require_robot(robot)


def test_it_is_the_walk_that_was_captured(imported):
    clip, report, _ = imported
    assert report.kind == "walk"
    assert clip.speed_mps == pytest.approx(1.16, abs=0.01)
    assert report.angle_error_deg < 5.0
    assert report.retarget_error_m.p50 < 0.05
    assert report.retarget_error_m.p50 < report.retarget_error_m.max < 0.12
    assert report.half_width_m >= 0.05 - 1e-9
    assert report.ik_error_m < 1e-3
    assert report.floor_slope_deg == pytest.approx(1.05, abs=0.05)


def test_the_ground_changes_the_momentum(robot, imported):
    """Newton for the whole body: ground force and weight are the rate of its linear momentum, every step."""
    clip, model, data = imported[0], robot.pinocchio, robot.pinocchio.createData()
    weight = pin.computeTotalMass(model) * np.array([0.0, 0.0, 9.81])
    for k in range(clip.steps):
        acceleration = (clip.velocities[k + 1] - clip.velocities[k]) * clip.rate_hz
        pin.computeCentroidalMomentumTimeVariation(
            model, data, clip.positions[k + 1], clip.velocities[k], acceleration
        )
        ground = clip.forces[k][clip.contacts[k]].sum(axis=0)
        # The carriers of the chain root, half a gram together, move along fewer axes than the body.
        np.testing.assert_allclose(ground - weight, data.dhg.linear, atol=0.02)


def test_the_report_has_the_documented_keys(imported):
    clip, report, _ = imported
    plain = json.loads(json.dumps(report.as_json()))
    assert {"frames", "rate_hz", "speed_mps", "contacts", "retarget_error_m"} <= set(plain)
    assert set(plain["retarget_error_m"]) == {"p50", "max"}
    assert plain["frames"] == clip.steps == sum(phase["frames"] for phase in plain["contacts"])
    assert plain["residual"] < 1e-6


def test_progress_only_grows(imported):
    shares = [share for _, share in imported[2]]
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert shares[-1] == 1.0
    assert {"reading", "retargeting", "optimizing"} <= {doing for doing, _ in imported[2]}


def test_the_same_take_as_bvh_gives_the_same_legs(robot, imported, mocap):
    other = import_capture(mocap / "cmu_bvh" / "walk.bvh", robot, name="again").clip
    assert other.name == "again"
    legs = [6 + robot.joint_index[name] for name in robot.limbs.right.leg + robot.limbs.left.leg]
    # Only the legs: its trunk is a thorax shorter.
    assert np.abs(other.positions - imported[0].positions)[:, legs].max() < 0.01


@pytest.mark.parametrize(
    ("name", "kind", "speed"),
    [
        ("cmu_amc/35_01.amc", "walk", 1.20),
        ("cmu_amc/02_02.amc", "walk", 1.62),
        ("cmu_amc/02_03.amc", "run", 2.5),
        ("cmu_bvh/cmu_12_01_walk.bvh", "walk", 0.96),
        ("c3d/FunctionalWalk.c3d", "walk", 1.19),
        ("deepmimic_json/humanoid3d_walk.txt", "walk", 0.96),
        ("deepmimic_json/walker/turn_left0.txt", "steady-turn", 0.97),
    ],
)
def test_other_people_and_ways_to_go(robot, mocap, name, kind, speed):
    imported = import_capture(mocap / name, robot)
    clip, report = imported.clip, imported.report
    assert report.kind == kind
    assert clip.speed_mps == pytest.approx(speed, abs=0.05)
    assert report.residual < 1e-6
    assert report.angle_error_deg < 6.0
    assert imported.clips == (clip,)
    assert clip.name == name.split("/")[-1].split(".")[0]


def test_what_was_not_seen_is_made_up_and_said(robot, mocap):
    imported = import_capture(mocap / "c3d" / "FunctionalWalk.c3d", robot)
    assert any("right shoulder" in repair for repair in imported.report.repairs)
    assert not [name for name in imported.landmarks if "shoulder" in name or "elbow" in name]
    elbow = imported.clip.positions[:, 6 + robot.joint_index["r_elbow_pitch"]]
    assert np.degrees(np.ptp(elbow)) > 5.0


def test_a_turn_brings_its_walk_along(robot, mocap):
    imported = import_capture(mocap / "accad_bvh" / "Female1_B10_WalkTurnLeft45.bvh", robot, name="left")
    walk, turn = imported.clips
    assert (walk.name, walk.cyclic) == ("left_walk", True)
    assert (turn.name, turn.start_hub, turn.end_hub) == ("left", "left_walk", "left_walk")
    report = imported.report
    assert (report.clip, report.kind) == ("left", "turn")
    assert report.turn_deg == pytest.approx(45.0, abs=5.0)
    assert report.residual < 1e-6
    assert report.snapped_m < 0.05
    np.testing.assert_allclose(turn.positions[:2], walk.positions[:2], atol=1e-9)
    np.testing.assert_allclose(turn.positions[-2:], turn.advance.move(walk.positions[:2]), atol=1e-9)
    assert {len(track) for track in imported.landmarks.values()} == {turn.steps + 2}
    # Torques at the seams, where heels strike, step about as they do at the heel strikes of the walk.
    usual = np.abs(np.diff(np.vstack([walk.torques[-1:], walk.torques]), axis=0)).max()
    joined = np.abs(np.diff(np.vstack([walk.torques[-1:], turn.torques, walk.torques[:1]]), axis=0))
    assert joined.max() < 1.25 * usual


def test_a_synthetic_walk_needs_no_data(robot, stick_walker, tmp_path, monkeypatch):
    """Everything after the reader, on a walker whose answers are known."""
    walker = stick_walker(half_width=0.07)
    monkeypatch.setattr(module, "read_capture", lambda *_: None)
    monkeypatch.setattr(module, "find_landmarks", lambda _: walker.landmarks(heading=1.0))
    imported = import_capture(tmp_path / "stick.amc", robot)
    clip, report = imported.clip, imported.report
    assert clip.speed_mps == pytest.approx(walker.speed * 0.82 / 0.9, rel=2e-3)
    assert report.residual < 1e-6
    assert clip.steps == 132


def test_errors_of_the_reader_come_through(robot, tmp_path):
    with pytest.raises(CaptureError, match=r"nothing\.amc: cannot be read"):
        import_capture(tmp_path / "nothing.amc", robot)


def test_another_capture_rate_is_another_speed(robot, mocap):
    path = mocap / "cmu_amc" / "02_01.amc"
    assert read_capture(path, rate_hz=100.0).rate_hz == 100.0
    clip = import_capture(path, robot, capture_rate_hz=110.0).clip
    assert clip.speed_mps == pytest.approx(1.164 * 110.0 / 120.0, abs=0.01)
