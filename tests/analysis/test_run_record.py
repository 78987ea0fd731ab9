"""The account of a run whose ticks and references come separately."""

import hashlib

import numpy as np
import pytest

from biped_control.analysis.cost import TrackingCost
from biped_control.analysis.run_record import RunRecord
from biped_control.motion.reference import Reference
from biped_control.policies.weights import LookAheadWeights, load_table, look_ahead_weights
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray, State

DT = 0.01


@pytest.fixture(scope="module")
def weights(robot: RobotModel) -> LookAheadWeights:
    return look_ahead_weights(robot, load_table())


def upright(robot: RobotModel, x: float = 0.0) -> State:
    q, v = np.zeros(robot.nv), np.zeros(robot.nv)
    q[0], q[2], v[0] = x, 0.9, 1.0
    return State(q, v)


def make_reference(robot: RobotModel, tick: int, clip: str = "walk", frame: int | None = None) -> Reference:
    now, after = upright(robot, tick * DT), upright(robot, tick * DT + DT)
    nothing = np.zeros((4, 3))
    return Reference(
        clip,
        tick if frame is None else frame,
        Placement(),
        now,
        after,
        np.zeros(robot.nu),
        nothing,
        np.zeros(4, dtype=bool),
    )


def make_ticks(robot: RobotModel, count: int) -> list[tuple[FloatArray, State]]:
    random = np.random.default_rng(5)
    ticks = []
    for tick in range(count):
        state = upright(robot, (tick + 1) * DT)
        ticks.append(
            (random.normal(size=robot.nu), State(state.q + 0.01 * random.normal(size=robot.nv), state.v))
        )
    return ticks


def test_cost_does_not_depend_on_when_references_come(robot: RobotModel, weights: LookAheadWeights) -> None:
    ticks = make_ticks(robot, 6)
    expected = TrackingCost(weights, DT)
    for tick, (torques, after) in enumerate(ticks):
        expected.add(after, make_reference(robot, tick), torques)
    orders = {
        "before": [("reference", k) if i == 0 else ("tick", k) for k in range(6) for i in range(2)],
        "after": [("tick", k) if i == 0 else ("reference", k) for k in range(6) for i in range(2)],
        "all at the end": [("tick", k) for k in range(6)] + [("reference", k) for k in range(6)],
        "repeated": [
            pair for k in range(6) for pair in [("reference", k)] * 3 + [("tick", k), ("reference", k)]
        ],
    }
    for name, order in orders.items():
        record = RunRecord(robot, weights, DT, upright(robot))
        for what, tick in order:
            if what == "tick":
                record.add_tick(tick, *ticks[tick])
            else:
                record.add_reference(tick, make_reference(robot, tick))
        assert record.complete, name
        assert record.mean_cost == expected.mean, name


def test_a_missing_reference_leaves_its_tick_out(robot: RobotModel, weights: LookAheadWeights) -> None:
    ticks = make_ticks(robot, 3)
    record, expected = RunRecord(robot, weights, DT, upright(robot)), TrackingCost(weights, DT)
    for tick in range(3):
        record.add_tick(tick, *ticks[tick])
    assert not record.complete
    for tick in (0, 2):
        record.add_reference(tick, make_reference(robot, tick))
        expected.add(ticks[tick][1], make_reference(robot, tick), ticks[tick][0])
    assert record.complete
    assert record.mean_cost == expected.mean


def test_clips_are_counted_when_they_begin(robot: RobotModel, weights: LookAheadWeights) -> None:
    """A reference that comes twice, waits at a frame, or is for a tick that never was, counts nothing."""
    frames = [
        ("walk", 0),
        ("walk", 1),
        ("walk", 0),
        ("walk", 1),
        ("turn", 0),
        ("hop", 0),
        ("hop", 0),
        ("hop", 1),
        ("hop", 0),
        ("walk", 0),
    ]
    ticks = make_ticks(robot, len(frames))
    record = RunRecord(robot, weights, DT, upright(robot))
    for tick, (clip, frame) in enumerate(frames):
        for _ in range(2):
            record.add_reference(tick, make_reference(robot, tick, clip, frame))
        if tick < len(frames) - 1:
            record.add_tick(tick, *ticks[tick])
    assert record.summary()["clips"] == {"walk": 2, "turn": 1, "hop": 2}


def test_distance_and_speed(robot: RobotModel, weights: LookAheadWeights) -> None:
    record = RunRecord(robot, weights, DT, upright(robot, x=2.0))
    for tick in range(10):
        state = upright(robot, x=2.0)
        state.q[:2] += [0.3 * DT * (tick + 1), 0.4 * DT * (tick + 1)]
        record.add_tick(tick, np.zeros(robot.nu), state)
    summary = record.summary()
    assert summary["survived_s"] == pytest.approx(0.1)
    assert summary["distance_m"] == pytest.approx(0.05)
    assert summary["speed_mps"] == pytest.approx(0.5)
    assert summary["fell"] is False


def test_who_walks_in_a_circle_has_walked(robot: RobotModel, weights: LookAheadWeights) -> None:
    """Twice around with a radius of 3 m, and back where it began."""
    angles = np.linspace(0.0, 4.0 * np.pi, 1201)[1:]
    record = RunRecord(robot, weights, DT, upright(robot, x=3.0))
    for tick, angle in enumerate(angles):
        state = upright(robot)
        state.q[:2] = 3.0 * np.cos(angle), 3.0 * np.sin(angle)
        record.add_tick(tick, np.zeros(robot.nu), state)
    assert record.travel.distance == pytest.approx(12.0 * np.pi, rel=1e-4)
    assert record.travel.speed == pytest.approx(np.pi, rel=1e-4)


def test_a_fall_ends_the_account(robot: RobotModel, weights: LookAheadWeights) -> None:
    record = RunRecord(robot, weights, DT, upright(robot))
    record.add_tick(0, np.zeros(robot.nu), upright(robot, x=0.01))
    lying = upright(robot, x=5.0)
    lying.q[4] = 1.4
    record.add_tick(1, np.zeros(robot.nu), lying)
    assert record.fell
    assert record.ticks == 1
    assert record.travel.distance == pytest.approx(0.01)


def test_digest_is_over_the_bits_of_all_states(robot: RobotModel, weights: LookAheadWeights) -> None:
    states = [upright(robot)] + [after for _, after in make_ticks(robot, 3)]

    def digest(changed: float) -> object:
        record = RunRecord(robot, weights, DT, states[0])
        for tick, after in enumerate(states[1:]):
            q = after.q.copy()
            q[8] = np.nextafter(q[8], changed) if tick == 1 else q[8]
            record.add_tick(tick, np.zeros(robot.nu), State(q, after.v))
        return record.summary()["state_digest"]

    unchanged = digest(changed=states[2].q[8])
    blocks = b"".join(array.tobytes() for state in states for array in (state.q, state.v))
    assert unchanged == hashlib.sha256(blocks).hexdigest()
    assert digest(changed=np.inf) != unchanged
