"""The walk on estimates alone."""

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.estimation.estimator import StateEstimator
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.sensed_conditions import SensedConditions

SECONDS = 8


class Watched(SensedConditions):
    """Keeps what was true and what was estimated."""

    def __init__(self, parts: WalkParts, seed: int) -> None:
        dt = parts.settings.dt
        super().__init__(parts.robot, dt, StateEstimator(parts.robot, dt), seed=seed)
        self.true: list[State] = []
        self.estimated: list[State] = []

    def sensed(self, observation: Observation) -> State:
        self.true.append(observation.state)
        self.estimated.append(super().sensed(observation))
        return self.estimated[-1]


@pytest.fixture(scope="module")
def walked(walk_parts: WalkParts) -> Watched:
    """A walk in DART that has not fallen."""
    conditions = Watched(walk_parts, seed=1)
    engine = walk_parts.engine("dart", report_contacts=True)
    ticks = round(SECONDS * walk_parts.settings.rate_hz)
    result = walk_parts.loop("nqr", engine).run(walk_parts.itinerary, ticks, disturbances=conditions)
    engine.close()
    assert not result.record.fell
    assert result.record.ticks == ticks == len(conditions.true)
    return conditions


def rms(errors: FloatArray) -> FloatArray:
    """Root of the mean square of each column."""
    return np.asarray(np.sqrt((errors**2).mean(axis=0)))


def test_estimates_are_as_good_as_asked_for(walked: Watched) -> None:
    """Height within 1 cm, roll and pitch within 1 degree, velocity within 0.08 m/s (RMS)."""
    q = np.array([e.q - t.q for e, t in zip(walked.estimated, walked.true, strict=True)])
    v = np.array([e.v - t.v for e, t in zip(walked.estimated, walked.true, strict=True)])
    assert rms(q)[2] < 0.01
    assert rms(q)[4:6].max() < np.radians(1.0)
    assert rms(v)[:3].max() < 0.08
    assert np.abs(v).max() > 0.0


def test_place_drifts_less_than_two_percent_of_the_way(walked: Watched) -> None:
    way = np.linalg.norm(walked.true[-1].q[:2] - walked.true[0].q[:2])
    drift = np.linalg.norm(walked.estimated[-1].q[:2] - walked.true[-1].q[:2])
    assert way > SECONDS * 1.0
    assert drift < 0.02 * way
