"""Walking on estimates over encoded frames, some of which get lost."""

from dataclasses import replace

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.hardware.lock_step_walk import LockStepWalk, walk_in_lock_step
from biped_control.hardware.bus.actuator_settings import DialectName, load_actuators
from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings


def walk(
    parts: WalkParts,
    ticks: int,
    delay: int,
    dialect: DialectName = "mit",
    late: float = 0.0,
    **link: float,
) -> LockStepWalk:
    settings = parts.settings.replaced(torque_delay_ticks=delay)
    emulation = EmulationSettings.model_validate({"link": link})
    actuators = load_actuators().model_copy(update={"dialect": dialect})
    return walk_in_lock_step(replace(parts, settings=settings), "nqr", actuators, emulation, ticks, late=late)


def test_it_walks_on_lossy_and_slow_buses_and_knows_where_it_is(walk_parts: WalkParts) -> None:
    walked = walk(walk_parts, 240, delay=2, loss=0.01, latency_s=0.5 / 120.0)
    error = walked.error
    assert not walked.result.record.fell
    assert walked.result.record.mean_cost < 1.0
    assert walked.unmeasured_joints > 50
    assert walked.unmeasured_bodies > 5
    assert error.samples == 240 - walked.unmeasured_bodies
    # The estimator's goals, but for the drift in half.
    assert error.height_m < 0.005
    assert max(error.roll_deg, error.pitch_deg) < 0.5
    assert error.velocity_mps < 0.04
    assert error.drift_share < 0.02


def test_a_controller_that_is_late_now_and_then_knows_what_went_out(walk_parts: WalkParts) -> None:
    walked = walk(walk_parts, 120, delay=2, late=0.2, latency_s=0.5 / 120.0)
    assert 15 < walked.late_ticks < 35
    assert walked.summary()["late_ticks"] == walked.late_ticks
    assert not walked.result.record.fell
    assert walked.result.record.mean_cost < 1.0


def test_it_walks_on_drives_of_cia402(walk_parts: WalkParts) -> None:
    walked = walk(walk_parts, 240, delay=1, dialect="cia402", loss=0.01)
    assert not walked.result.record.fell
    assert walked.result.record.mean_cost < 0.3
    assert walked.unmeasured_joints > 50
    assert walked.error.height_m < 0.005
    assert walked.error.velocity_mps < 0.04


def test_the_same_run_has_the_same_bits_and_a_wrong_delay_other_ones(walk_parts: WalkParts) -> None:
    digests = [walk(walk_parts, 20, delay).result.record.summary()["state_digest"] for delay in (1, 1, 2)]
    assert digests[0] == digests[1]
    assert digests[0] != digests[2]
