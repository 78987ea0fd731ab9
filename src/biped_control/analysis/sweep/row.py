"""One finished rollout as a row of a table."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from biped_control.analysis.rollout import RolloutResult
from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.analysis.sweep.plan import NO_SCENARIO
from biped_control.controller_switches import SWITCHES

Row = Mapping[str, Any]
"""Options of a rollout, what came out, and the seconds it took; see `COLUMNS`."""

COLUMNS: Mapping[str, str] = {
    "clip": "string",
    "policy": "string",
    "engine": "string",
    "scenario": "string",
    "gamma": "float64",
    "seed": "int64",
    "seconds": "float64",
    **dict.fromkeys(SWITCHES, "bool"),
    "push": "string",
    "terrain": "string",
    "fell": "bool",
    "survived_s": "float64",
    "distance_m": "float64",
    "mean_cost": "float64",
    "max_torque_nm": "float64",
    "clamped_torques": "int64",
    "lcp_solves": "int64",
    "lcp_failures": "int64",
    "lcp_max_residual": "float64",
    "state_digest": "string",
    "took_s": "float64",
}
"""Types of all columns, as Arrow calls them."""

_RESULTS = (
    "fell",
    "survived_s",
    "distance_m",
    "mean_cost",
    "max_torque_nm",
    "clamped_torques",
    "state_digest",
)


def row_of(request: RolloutRequest, result: RolloutResult, took_s: float) -> dict[str, Any]:
    """The row of a rollout that took so many seconds on the clock, its preparation included."""
    summary = result.summary()
    lcp = {
        "lcp_solves": result.solves,
        "lcp_failures": result.failures,
        "lcp_max_residual": result.max_residual,
    }
    return options_of(request) | {key: summary[key] for key in _RESULTS} | lcp | {"took_s": took_s}


def options_of(request: RolloutRequest) -> dict[str, Any]:
    """The columns that say what was asked for; options without a column are as in the configuration."""
    options = {key: value for key, value in request.options().items() if key in COLUMNS}
    return options | {"scenario": options["scenario"] or NO_SCENARIO}


def key_of(request: RolloutRequest) -> str:
    """What tells a rollout from all others: a digest of its options, fit for a file name."""
    content = json.dumps(options_of(request), sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:20]


def title_of(request: RolloutRequest) -> str:
    """A rollout in a few words."""
    names = f"{request.clip} {request.policy} {request.engine} {request.scenario or NO_SCENARIO}"
    return f"{names} gamma {request.gamma:g} seed {request.seed}"
