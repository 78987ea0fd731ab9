"""What steering must reach, and whether results bear it out.

Each function takes the results that a claim is judged by and returns a `group.Finding`.
"""

from collections.abc import Callable, Mapping, Sequence
from math import inf, isfinite, nan

import numpy as np

from biped_control.analysis.reproduction.group import Finding
from biped_control.analysis.steering.steered_run import SteeredRunResult
from biped_control.analysis.steering.switch_steps import Step
from biped_control.analysis.steering.velocity_walk import VelocityWalkResult
from biped_control.steering.value_file import BuildRecord

# What is asked of steering; the rows of the table quote them.
ERROR_DEG = 10.0  # mean heading error once a turn is over
ANSWERED_S = 6.0  # from an about face to the heading
SPEED_ERROR = 0.1  # share of the speed commanded
TURN_ERROR_DEG = 15.0  # after a turn by `cmd_vel`
DRIFT_M = 0.05  # of a base that stands
STEP = 0.1  # of a torque where clips change, beyond that within either: share of the effort limit
DECISION_MS = 1.0
BUILD_S = 900.0  # of the value function, from nothing
LATER_S = 0.1  # by which a command may be answered later than by the nearest heading

Runs = Sequence[SteeredRunResult]


def falls(runs: Runs) -> Finding:
    """None at all."""
    count, by_engine = _falls(runs), {engine: _falls(mine) for engine, mine in _by(runs, "engine").items()}
    minutes = sum(run.seconds for run in runs) / 60.0
    listed = ", ".join(f"{number} in `{engine}`" for engine, number in by_engine.items())
    return (
        f"{count} in {minutes:g} minutes ({listed})",
        count == 0,
        {"minutes": minutes, "falls": by_engine},
    )


def settled_error(runs: Runs) -> Finding:
    """Mean absolute heading error after the turns have ended."""
    means = {engine: _settled(mine) for engine, mine in _by(runs, "engine").items()}
    worst = max((run.worst_error_deg for run in runs if run.worst_error_deg is not None), default=nan)
    listed = ", ".join(f"{mean:.1f} degrees in `{engine}`" for engine, mean in means.items())
    found = f"{listed}; after the worst command {worst:.1f}"
    return (
        found,
        all(mean < ERROR_DEG for mean in means.values()),
        {"mean_error_deg": means, "worst_deg": worst},
    )


def answered(runs: Runs) -> Finding:
    """The largest time until the yaw stays near the commanded one; never counts as late."""
    times = [time for run in runs for time in run.responses_s]
    late = sum(run.unanswered for run in runs) + sum(time > ANSWERED_S for time in times)
    numbers = {
        "commands": len(times) + sum(run.unanswered for run in runs),
        "late": late,
        "p50_s": float(np.median(times)) if times else None,
        "max_s": max(times, default=None),
        "falls": _falls(runs),
    }
    if not times:
        return f"no command of {numbers['commands']} was answered", False, numbers
    found = f"{np.median(times):.1f} s in the median, at most {max(times):.1f}"
    found += f"; {late} of {numbers['commands']} late"
    holds = late == 0 and _falls(runs) == 0 and all(run.responses_s for run in runs)
    return found, holds, numbers


def speeds(walks: Sequence[VelocityWalkResult]) -> Finding:
    """Worst speed error."""
    parts = []
    for walk in walks:
        pairs = zip(walk.task.speeds_mps, walk.speeds_mps, strict=True)
        said = ", ".join(f"{found:.2f} for {wanted:g}" for wanted, found in pairs)
        parts.append(f"{said} m/s in `{walk.task.engine}`" + (", then it fell" if walk.fell else ""))
    worst = max(error for walk in walks for error in walk.speed_errors())
    holds = worst < SPEED_ERROR and not any(walk.fell for walk in walks)
    return "; ".join(parts), holds, {"worst_error": worst, "falls": sum(walk.fell for walk in walks)}


def turns(walks: Sequence[VelocityWalkResult]) -> Finding:
    """How far it turned while a turn rate was commanded, and after."""
    parts = [
        f"{walk.turned_deg:.0f} of {walk.commanded_turn_deg:.0f} degrees in `{walk.task.engine}`"
        for walk in walks
    ]
    errors = [abs(walk.turned_deg - walk.commanded_turn_deg) for walk in walks]
    return "; ".join(parts), max(errors) < TURN_ERROR_DEG, {"worst_error_deg": max(errors)}


def stands(walks: Sequence[VelocityWalkResult]) -> Finding:
    """How far it drifts where it stands."""
    parts, drifts = [], []
    for walk in walks:
        drift = walk.drift_m if not walk.fell else None
        drifts.append(inf if drift is None else drift)
        parts.append(
            f"it did not stand in `{walk.task.engine}`"
            if drift is None
            else f"{1e3 * drift:.1f} mm in {walk.task.stand_s:g} s in `{walk.task.engine}`"
        )
    return "; ".join(parts), max(drifts) < DRIFT_M, {"drift_m": [walk.drift_m for walk in walks]}


def torque_steps(results: Sequence[Sequence[Step]]) -> Finding:
    """The largest step beyond those without the switch."""
    steps = [step for result in results for step in result]
    worst = max(steps, key=lambda step: step.beyond_either)
    old = max(step.beyond_old for step in steps)
    found = f"{100.0 * worst.beyond_either:.1f} % ({worst.switch}, `{worst.joint}`; {len(steps)} switches)"
    if old > worst.beyond_either:
        found += f"; {100.0 * old:.1f} % beyond the old setting alone"
    return found, worst.beyond_either < STEP, {"beyond_either": worst.beyond_either, "beyond_old": old}


def decision_time(times: Sequence[Mapping[str, float]]) -> Finding:
    """The largest 99th percentile [ms]."""
    p99, p50 = max(time["p99"] for time in times), max(time["p50"] for time in times)
    numbers = {"p50_ms": p50, "p99_ms": p99, "max_ms": max(time["max"] for time in times)}
    return f"{p99:.3f} ms of processor time (median {p50:.3f})", p99 < DECISION_MS, numbers


def build_time(builds: Sequence[BuildRecord]) -> Finding:
    """What the last build took; where it found old transitions, as long as all of them would have taken.

    A build that found all of them has simulated nothing, and says nothing.
    """
    build = builds[0]
    numbers = {
        "seconds": build.seconds,
        "samples": build.samples,
        "fresh": build.fresh,
        "processes": build.processes,
    }
    took = f"{build.seconds / 60.0:.1f} minutes in {build.processes} processes"
    took += f", {build.fresh} of {build.samples} transitions new"
    if not build.fresh:
        return f"{took}; says nothing", None, numbers
    whole = build.seconds * build.samples / build.fresh
    if build.fresh < build.samples:
        took += f"; {whole / 60.0:.1f} for all"
    return took, whole < BUILD_S, numbers | {"whole_s": whole}


def falls_less(runs: Runs) -> Finding:
    """Falls in an hour under the same disturbances."""
    return _compared(runs, lambda mine: 3600.0 * _falls(mine) / _seconds(mine), ".1f", "falls an hour", -1e-9)


def errs_less(runs: Runs) -> Finding:
    """Heading errors after the turns."""
    return _compared(runs, _settled, ".2f", "degrees", 0.0)


def errs_less_on_the_way(runs: Runs) -> Finding:
    """Heading errors at all times."""

    def overall(mine: Runs) -> float:
        return float(np.mean([run.overall_error_deg for run in mine]))

    return _compared(runs, overall, ".1f", "degrees", 0.0)


def answers_as_fast(runs: Runs) -> Finding:
    """Time until half of the large commands were answered."""

    def median(mine: Runs) -> float:
        times = [time for run in mine for time in (*run.responses_s, *[inf] * run.unanswered)]
        return float(np.median(times)) if times else nan

    return _compared(runs, median, ".2f", "s", LATER_S)


def _compared(runs: Runs, measure: Callable[[Runs], float], form: str, unit: str, allowed: float) -> Finding:
    """One number of the value function and of the greedy planner; the first may be larger by `allowed`."""
    numbers = {planner: measure(mine) for planner, mine in _by(runs, "planner").items()}
    mine, other = numbers.get("value_function", nan), numbers.get("greedy", nan)
    found = f"{mine:{form}} against {other:{form}} {unit}"
    known = {planner: number if isfinite(number) else None for planner, number in numbers.items()}
    return found, mine <= other + allowed, known


def _by(runs: Runs, key: str) -> dict[str, Runs]:
    values = dict.fromkeys(str(getattr(run.task, key)) for run in runs)
    return {value: [run for run in runs if getattr(run.task, key) == value] for value in values}


def _falls(runs: Runs) -> int:
    return sum(run.falls for run in runs)


def _seconds(runs: Runs) -> float:
    return max(sum(run.seconds for run in runs), 1e-9)


def _settled(runs: Runs) -> float:
    errors = [run.mean_error_deg for run in runs if run.mean_error_deg is not None]
    return float(np.mean(errors)) if errors else nan
