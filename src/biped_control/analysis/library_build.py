"""Builds many clips and their gains, several at a time in processes of their own."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from time import perf_counter

from biped_control.analysis.assembly import Announce, gain_tables, spacetime_progress
from biped_control.errors import BipedError, MotionError
from biped_control.motion.library import Built, ClipLibrary
from biped_control.policies.weights import load_table, look_ahead_weights
from biped_control.robot.model import RobotModel
from biped_control.settings import ControlSettings


@dataclass(frozen=True)
class BuiltPolicy:
    """A clip with its gains; regulators of both kinds share them.

    Attributes:
        built: the clip and what its making took.
        gains_seconds: what its gains took now; next to nothing when they were there [s].
    """

    built: Built
    gains_seconds: float

    def summary(self) -> dict[str, object]:
        """The documented JSON keys, and a few more."""
        return self.built.summary() | {"gains_seconds": round(self.gains_seconds, 3)}


def build_policy(
    name: str, settings: ControlSettings, again: bool = False, announce: Announce | None = None
) -> BuiltPolicy:
    """One clip of the library and its gains, each built unless it is there.

    Raises:
        ClipError: no clip of that name, or its file is broken or for another robot.
        MotionError: its recipe cannot be built.
        PolicyError: it has no finite gains, or the library's folder cannot be written to.
    """
    robot = RobotModel.load()
    progress = spacetime_progress(name, announce) if announce else None
    built = ClipLibrary(robot, settings.rate_hz).build(name, again, progress)
    started = perf_counter()
    gain_tables(robot, {**built.hubs, name: built.clip}, look_ahead_weights(robot, load_table()), settings)
    return BuiltPolicy(built, perf_counter() - started)


def build_policies(
    names: Sequence[str], settings: ControlSettings, again: bool, announce: Announce
) -> list[BuiltPolicy]:
    """The same for many, the slow ones in parallel.

    Args:
        names: clips of the library; all of it when empty.
        settings: of the control loop.
        again: build recipes anew that are there already.
        announce: hears of the progress.

    Returns:
        In the order of `names`.

    Raises:
        ClipError: there is no clip of one of the names; nothing is built then.
        BipedError: a clip failed; what could be built is kept.
    """
    library = ClipLibrary(RobotModel.load(), settings.rate_hz)
    wanted = list(names) or [entry.name for entry in library.entries()]
    entries = [library.entry(name) for name in wanted]
    slow = [entry.name for entry in entries if entry.origin == "recipe" and (again or not entry.ready)]
    if len(slow) < 2:
        return _finish(wanted, lambda name: build_policy(name, settings, again and name in slow, announce))
    with ProcessPoolExecutor(_workers(len(slow)), mp_context=get_context("spawn")) as pool:
        jobs = {name: pool.submit(build_policy, name, settings, again) for name in slow}
        try:
            _watch(jobs, announce)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise

        def result(name: str) -> BuiltPolicy:
            return jobs[name].result() if name in jobs else build_policy(name, settings)

        return _finish(wanted, result)


def _watch(jobs: dict[str, "Future[BuiltPolicy]"], announce: Announce) -> None:
    announce("building clips", f"0 of {len(jobs)}")
    for count, _ in enumerate(as_completed(jobs.values()), start=1):
        announce("building clips", f"{count} of {len(jobs)}")


def _finish(names: Sequence[str], result: Callable[[str], BuiltPolicy]) -> list[BuiltPolicy]:
    """All results; only then the first failure, so that one bad recipe does not stop the others."""
    results, failures = [], []
    for name in names:
        try:
            results.append(result(name))
        except BipedError as error:
            failures.append((name, error))
    if len(failures) == 1:
        raise failures[0][1]
    if failures:
        listed = "; ".join(f"{name}: {error}" for name, error in failures)
        raise MotionError(f"{len(failures)} of {len(names)} clips could not be built: {listed}")
    return results


def _workers(jobs: int) -> int:
    return min(jobs, len(os.sched_getaffinity(0)))
