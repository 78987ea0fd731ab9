"""An imported walk is walked, not only planned."""

import pytest

from biped_control.analysis.rollout import ControlLoop
from biped_control.contact import weights as adaptation
from biped_control.motion.retargeting.import_capture import import_capture
from biped_control.policies import weights as look_ahead
from biped_control.policies.factory import create_policy
from biped_control.policies.gain_table import build_gain_table
from biped_control.settings import load_settings
from biped_control.simulation.engines import create_engine
from biped_control.steering.itinerary import repeating


def test_ten_seconds_in_dart(robot, mocap):
    pytest.importorskip("dartpy")
    clip = import_capture(mocap / "cmu_amc" / "02_01.amc", robot).clip
    settings = load_settings().replaced(gamma=0.005)
    weights = look_ahead.look_ahead_weights(robot, look_ahead.load_table())
    table = build_gain_table(robot, clip, weights, settings.horizon_cycles)
    policy = create_policy("nqr", robot, {clip.name: clip}, {clip.name: table}, weights, settings)
    contact = adaptation.adaptation_weights(robot, adaptation.load_table())
    engine = create_engine("dart", robot)
    loop = ControlLoop(robot, {clip.name: clip}, policy, engine, settings, weights, contact)
    result = loop.run(repeating(clip.name), 1200)
    assert not result.record.fell
    assert result.record.ticks == 1200
    assert result.failures == 0
    assert result.summary()["speed_mps"] == pytest.approx(clip.speed_mps, rel=0.02)
