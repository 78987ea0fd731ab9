"""Checks everything in a plan, and makes what its rollouts need, before any of them begins."""

from collections.abc import Iterator
from itertools import product

from biped_control.analysis.assembly import Announce
from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.analysis.sweep.plan import SweepPlan


def make_ready(plan: SweepPlan, announce: Announce) -> None:
    """Builds and compiles what is missing, so that workers on this machine find it on disk.

    Args:
        plan: what is to be done.
        announce: hears of what takes time.

    Raises:
        BipedError: a name is unknown, a value is out of range, an engine cannot do what a scenario asks, or
            no foot can stand on its ground.
    """
    for request in dict.fromkeys(_samples(plan)):
        request.prepare(announce)


def _samples(plan: SweepPlan) -> Iterator[RolloutRequest]:
    """Few rollouts with every value, and with every pair of engine and scenario."""
    for axis in ("clip", "policy", "gamma", "seed"):
        if axis == "seed":
            yield from (plan.request(seed=seed) for seed in (min(plan.seed), max(plan.seed)))
        else:
            yield from (plan.request(**{axis: value}) for value in getattr(plan, axis))
    for engine, scenario in product(plan.engine, plan.scenario):
        yield plan.request(engine=engine, scenario=scenario)
