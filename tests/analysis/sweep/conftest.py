"""Rows made by hand."""

from typing import Any

import pytest

RowMaker = Any


@pytest.fixture
def row() -> RowMaker:
    """Makes a row of a rollout that did not fall, with what is given replaced."""

    def make(**values: Any) -> dict[str, Any]:
        plain = {
            "clip": "walk",
            "policy": "nqr",
            "engine": "lcp",
            "scenario": "none",
            "gamma": 0.01,
            "seed": 1,
            "seconds": 10.0,
            "feel_ground": False,
            "adjust_steps": False,
            "find_delay": False,
            "push": "",
            "terrain": "flat",
            "fell": False,
            "survived_s": 10.0,
            "distance_m": 12.0,
            "mean_cost": 0.05,
            "max_torque_nm": 100.0,
            "clamped_torques": 0,
            "lcp_solves": 1200,
            "lcp_failures": 0,
            "lcp_max_residual": 1e-12,
            "state_digest": "0123",
            "took_s": 0.5,
        }
        assert plain.keys() >= values.keys()
        return plain | values

    return make
