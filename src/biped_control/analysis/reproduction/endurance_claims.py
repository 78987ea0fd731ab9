"""What is claimed of endurance over gamma, and whether runs bear it out.

Each function takes the runs that a claim is judged by and returns a `group.Finding`. Gamma 0 is left out:
there is no adaptation.
"""

from collections.abc import Sequence

from biped_control.analysis.reproduction.endurance import Endured
from biped_control.analysis.reproduction.endurance_curve import Point, curve, where, widest
from biped_control.analysis.reproduction.group import Finding

Runs = Sequence[Endured]


def endures_range(runs: Runs) -> Finding:
    """At two neighbouring gammas or more."""
    points = adapted(runs)
    return _words(points), len(widest(points)) > 1, _numbers(points)


def endures(runs: Runs) -> Finding:
    """At one gamma or more."""
    points = adapted(runs)
    return _words(points), any(point.endured for point in points), _numbers(points)


def endures_nowhere(runs: Runs) -> Finding:
    """At no gamma."""
    points = adapted(runs)
    return _words(points), not any(point.endured for point in points), _numbers(points)


def adapted(runs: Runs) -> list[Point]:
    """The curve without gamma 0. Of runs of several motions it is endured where all of them are."""
    return [point for point in curve(runs) if point.gamma > 0.0]


def _words(points: Sequence[Point]) -> str:
    if any(point.endured for point in points):
        return f"endures {where(points)}"
    longest = max(points, key=lambda point: point.seconds)
    return f"endures nowhere, at most {longest.seconds:.1f} s (gamma {longest.gamma:g})"


def _numbers(points: Sequence[Point]) -> dict[str, object]:
    return {
        "gammas": [point.gamma for point in points if point.endured],
        "longest_s": max(point.seconds for point in points),
    }
