"""Norms against the printed table, and the comparison against clips with known answers."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml

from biped_control.analysis.assembly import WalkParts
from biped_control.errors import ConfigurationError, MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.gaits.gait_norms import (
    LEG_JOINTS,
    LegJoint,
    compare_with_norms,
    load_gait_norms,
    load_running_norms,
    norms_for,
    sagittal_leg,
)
from biped_control.motion.kinematic_cycle import FEET
from biped_control.resources import share_path
from biped_control.robot.model import GRAVITY, RobotModel

# Pinzone et al. 2014 as printed, every tenth of the cycle [degrees].
TABLE: dict[LegJoint, list[float]] = {
    "hip": [37, 33, 22, 11, 1, -6, 1, 20, 34, 37],
    "knee": [6, 19, 16, 10, 6, 12, 37, 61, 49, 16],
    "ankle": [-2, -2, 6, 9, 12, 10, -14, -9, 1, 1],
}


@pytest.mark.parametrize("joint", LEG_JOINTS)
def test_the_series_give_the_printed_table(joint: LegJoint) -> None:
    """The series were fitted to it with few harmonics; they leave a degree or two."""
    curve = load_gait_norms().angles[joint]
    np.testing.assert_allclose(curve.at(np.arange(10) / 10.0), TABLE[joint], atol=2.0)
    np.testing.assert_allclose(curve.at(np.array([0.3])), curve.at(np.array([1.3])))


def test_an_upright_pelvis_sees_less_hip_flexion() -> None:
    norms = load_gait_norms()
    phase = np.array([0.1, 0.7])
    np.testing.assert_allclose(
        np.rad2deg(norms.flexion("hip", phase)), norms.angles["hip"].at(phase) - norms.pelvic_tilt_deg
    )
    np.testing.assert_allclose(np.rad2deg(norms.flexion("knee", phase)), norms.angles["knee"].at(phase))


def test_flexion_has_the_sign_of_the_field(robot: RobotModel) -> None:
    """Hip: thigh forward. Knee: heel to the buttocks. Ankle: toes up."""
    leg = sagittal_leg(robot, "left")
    assert [leg[joint].sign for joint in LEG_JOINTS] == [-1.0, 1.0, -1.0]


@pytest.fixture
def normal(robot: RobotModel, walk_parts: WalkParts) -> Clip:
    """The walk with exactly normal leg angles, and forces drawn by hand."""
    walk, norms = walk_parts.clips["walk"], load_gait_norms()
    positions = walk.positions.copy()
    frames = np.arange(walk.steps + 2)
    for foot, strike in zip(FEET, (0, walk.steps // 2), strict=True):
        for joint, found in sagittal_leg(robot, foot).items():
            # The foot lands in the frame before frame `strike`'s step; step k acts at frame k + 1.
            positions[:, found.column] = found.sign * norms.flexion(joint, (frames - strike) / walk.steps)
    forces = np.zeros_like(walk.forces)
    weight = robot.mass * GRAVITY
    for heel in (0, 2):
        touching = walk.contacts[:, heel : heel + 2].any(axis=1)
        start = int(np.flatnonzero(touching & ~np.roll(touching, 1))[0])
        stance = (start + np.arange(int(touching.sum()))) % walk.steps
        shape = np.interp(np.linspace(0, 1, len(stance)), [0, 0.25, 0.5, 0.75, 1], [0.2, 1.2, 0.8, 1.1, 0.1])
        forces[stance, heel, 2] = forces[stance, heel + 1, 2] = 0.5 * weight * shape
    return replace(walk, positions=positions, forces=forces)


def test_a_normal_clip_has_no_error(robot: RobotModel, normal: Clip) -> None:
    found = compare_with_norms(robot, normal, load_gait_norms())
    assert max(found.angle_error_deg.values()) < 1e-9
    assert found.first_peak_bw == pytest.approx(1.2, abs=0.02)
    assert found.second_peak_bw == pytest.approx(1.1, abs=0.02)
    assert found.valley_bw == pytest.approx(0.8, abs=0.02)


def test_an_offset_shows_as_its_own_size(robot: RobotModel, normal: Clip) -> None:
    positions = normal.positions.copy()
    for foot in FEET:
        positions[:, sagittal_leg(robot, foot)["knee"].column] += np.deg2rad(5.0)
    found = compare_with_norms(robot, replace(normal, positions=positions), load_gait_norms())
    assert found.angle_error_deg["knee"] == pytest.approx(5.0)
    assert found.angle_error_deg["hip"] < 1e-9


def test_the_default_walk_is_normal(robot: RobotModel, walk_parts: WalkParts) -> None:
    """The numbers of the issue: 8 degrees, 1.1 to 1.4 m/s, peaks of 1.0 to 1.4 body weights."""
    found, norms = compare_with_norms(robot, walk_parts.clips["walk"], load_gait_norms()), load_gait_norms()
    assert max(found.angle_error_deg.values()) <= 8.0
    assert 1.1 <= found.speed_mps <= 1.4
    assert 1.0 <= found.first_peak_bw <= 1.4
    assert 1.0 <= found.second_peak_bw <= 1.4
    assert found.departures(norms) == []


def test_running_norms_agree_with_runners_of_another_laboratory() -> None:
    """Heiderscheit et al. 2011 (Med Sci Sports Exerc 43:296), preferred step rate, within two deviations."""
    norms, phase = load_running_norms(), np.linspace(0.0, 1.0, 401)
    hip, knee = (np.rad2deg(norms.flexion(joint, phase)) for joint in ("hip", "knee"))
    stance = phase < 0.4
    assert knee[0] == pytest.approx(17.8, abs=2 * 3.9)
    assert knee[stance].max() == pytest.approx(46.3, abs=2 * 4.5)
    assert hip[stance].max() == pytest.approx(26.7, abs=2 * 5.5)


def test_a_clip_that_flies_is_compared_with_runners(normal: Clip) -> None:
    assert norms_for(normal).source == load_gait_norms().source
    contacts = normal.contacts.copy()
    contacts[10] = False
    assert norms_for(replace(normal, contacts=contacts)).source == load_running_norms().source


def test_flight_and_stance_are_shares_of_the_cycle(robot: RobotModel, normal: Clip) -> None:
    found = compare_with_norms(robot, normal, load_gait_norms())
    assert found.flight_fraction == 0.0
    assert found.peak_bw == max(found.first_peak_bw, found.second_peak_bw)
    # Of a cycle with one foot at a time, what the feet do not share is flight.
    contacts = np.zeros_like(normal.contacts)
    quarter = normal.steps // 4
    contacts[:quarter, 0] = contacts[2 * quarter : 3 * quarter, 2] = True
    running = compare_with_norms(robot, replace(normal, contacts=contacts), load_running_norms())
    assert running.stance_fraction == pytest.approx(0.25, abs=1.0 / normal.steps)
    assert running.flight_fraction == pytest.approx(0.5, abs=2.0 / normal.steps)
    assert running.double_support_fraction == 0.0


def test_departures_are_named(robot: RobotModel, normal: Clip) -> None:
    found = compare_with_norms(robot, replace(normal, forces=2.0 * normal.forces), load_gait_norms())
    assert [line.split(":")[0] for line in found.departures(load_gait_norms())] == [
        "first_peak_bw",
        "second_peak_bw",
    ]


def test_a_clip_that_does_not_walk_is_refused(robot: RobotModel, normal: Clip) -> None:
    with pytest.raises(MotionError, match="right foot lands 0 times"):
        compare_with_norms(robot, replace(normal, contacts=np.ones_like(normal.contacts)), load_gait_norms())


def test_unequal_coefficients_are_refused(tmp_path: Path) -> None:
    content = yaml.safe_load(share_path("config/gait_norms.yaml").read_text(encoding="utf-8"))
    content["angles"]["knee"]["sines"].pop()
    path = tmp_path / "norms.yaml"
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"norms.yaml: at 'angles.knee': .*4 cosines and 3 sines"):
        load_gait_norms(path)
