"""What Muico 2009 reads off figure 3 (section 5.4), and whether runs bear it out.

Each function takes the runs that a claim is judged by and returns a `group.Finding`; see `endurance_claims`.
"""

from itertools import pairwise
from math import exp, log
from statistics import mean

from biped_control.analysis.reproduction.endurance_claims import Runs, adapted
from biped_control.analysis.reproduction.endurance_curve import where, widest
from biped_control.analysis.reproduction.group import Finding

DOWNWARD = 0.75
"""Share of the steps from one gamma to the next in which a cost falls that counts as falling."""


def endures_less(runs: Runs) -> Finding:
    """LQR at fewer gammas than NQR."""
    lqr, nqr = (adapted(of_policy(runs, policy)) for policy in ("lqr", "nqr"))
    fewer, more = (sum(point.endured for point in points) for points in (lqr, nqr))
    return f"endures {where(lqr)}; NQR {where(nqr)}", fewer < more, {"lqr": fewer, "nqr": more}


def cost_falls(runs: Runs) -> Finding:
    """From one gamma of the widest range to the next."""
    costs = [point.cost for point in widest(adapted(runs))]
    if len(costs) < 2:
        return "no range", False, {}
    downward = sum(after < before for before, after in pairwise(costs))
    found = f"from {costs[0]:.3f} to {costs[-1]:.3f}, lowest {min(costs):.3f}"
    found += f"; falls in {downward} of {len(costs) - 1} steps"
    return found, downward >= DOWNWARD * (len(costs) - 1), {"first": costs[0], "lowest": min(costs)}


def none_without(runs: Runs) -> Finding:
    """No case, with NQR or LQR, endures at gamma 0."""
    plain = [run for run in runs if run.task.gamma == 0.0]
    count = sum(not run.fell for run in plain)
    return f"{count} of {len(plain)} runs endure", count == 0, {"endured": count, "runs": len(plain)}


def costs_more(runs: Runs) -> Finding:
    """Geometric mean of the ratio over all cases and gammas at which both endure."""
    ratios = []
    for same in by_case(runs):
        lqr, nqr = (
            {point.gamma: point.cost for point in adapted(of_policy(same, policy)) if point.endured}
            for policy in ("lqr", "nqr")
        )
        ratios += [lqr[gamma] / nqr[gamma] for gamma in lqr if gamma in nqr]
    if not ratios:
        return "both endure nowhere", False, {}
    average = exp(mean(map(log, ratios)))
    higher = sum(ratio > 1.0 for ratio in ratios)
    found = f"{average:.2f} times as high in the mean, higher in {higher} of {len(ratios)} pairs"
    return found, average > 1.0, {"ratio": average, "higher": higher, "pairs": len(ratios)}


def common_gamma(runs: Runs) -> Finding:
    """At which NQR endures every case."""
    points = adapted(of_policy(runs, "nqr"))
    endured = [point.gamma for point in points if point.endured]
    return f"endures {where(points)}", bool(endured), {"gammas": endured}


def harder_for_lqr(runs: Runs) -> Finding:
    """LQR endures all cases at fewer gammas than NQR."""
    lqr, nqr = (adapted(of_policy(runs, policy)) for policy in ("lqr", "nqr"))
    fewer, more = (sum(point.endured for point in points) for points in (lqr, nqr))
    return f"endures {where(lqr)}", fewer < more, {"lqr": fewer, "nqr": more}


def of_policy(runs: Runs, policy: str) -> Runs:
    """Those of one policy."""
    return [run for run in runs if run.task.policy == policy]


def by_case(runs: Runs) -> list[Runs]:
    """Those of the same clips and scenario together."""
    cases = dict.fromkeys((run.task.clips, run.task.scenario) for run in runs)
    return [[run for run in runs if (run.task.clips, run.task.scenario) == case] for case in cases]
