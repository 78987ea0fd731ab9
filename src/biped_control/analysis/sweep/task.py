"""What a worker does."""

from collections.abc import Mapping
from threading import Lock
from time import perf_counter
from typing import Any

from biped_control.analysis.differences import differences
from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.analysis.sweep.prepared_parts import prepared_parts
from biped_control.analysis.sweep.provenance import provenance
from biped_control.analysis.sweep.row import row_of
from biped_control.errors import SweepError

Basis = tuple[tuple[str, ...], tuple[str, ...], Mapping[str, str]]
"""Clips and scenarios of a sweep, and the provenance that its rows must have."""

_one_at_a_time = Lock()  # a worker may have more threads; robots and kernels of a process are for one


def run_task(request: RolloutRequest, basis: Basis) -> dict[str, Any]:
    """Does one rollout in this process.

    Raises:
        SweepError: this process would compute something else than the others.
    """
    clips, scenarios, expected = basis
    with _one_at_a_time:
        started = perf_counter()
        if different := differences(provenance(clips, scenarios), expected, "on a worker"):
            raise SweepError(f"a worker of another version has joined: {', '.join(different)}")
        result = request.walk(prepared_parts(request.clip, request.settings(), request.weights))
        return row_of(request, result, perf_counter() - started)
