"""What simulated transitions say of each clip: its risk, its cost, and how the robot comes out of it.

Few samples are treated with caution: as long as a clip has less than `least_samples`, the missing ones count
as if the robot fell `unknown_falls_per_s` times a second in them. Whatever its number of samples, a clip is
also believed, as much as `prior_samples` are, to be as risky for its length as all clips together. The same
weight, and the missing samples, bind each of its cost bins to the clip as a whole. So it is with the bins in
which the robot comes out, where the clip as a whole has a uniform prior of one sample.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

import numpy as np

from biped_control.errors import PolicyError
from biped_control.robot.state import FloatArray
from biped_control.steering.motion_graph import MotionGraph
from biped_control.steering.steering_settings import ValueFunctionSettings
from biped_control.steering.transition import Transition

_HIGHEST_SHARE = 0.97  # of all start costs; the rest is the last bin


@dataclass(frozen=True)
class Seen:
    """What was seen of a clip in one engine.

    Attributes:
        samples: how often it was played.
        survived: how often without a fall.
        mean_cost: of eq. 18 where it was survived.
        mean_turn: heading really gained where it was survived [rad].
    """

    samples: int
    survived: int
    mean_cost: float
    mean_turn: float


@dataclass(frozen=True)
class ClipModel:
    """Expectations of one clip, for each of n cost bins in which the robot may be when it begins.

    Attributes:
        name: of the clip.
        start_hub, end_hub: where it leads from and to.
        seconds: how long it takes.
        turn: by how much it turns [rad], by the reference, as planners count headings.
        risk: (n,) probability of a fall.
        cost: (n,) mean of eq. 18.
        following: (n, n) probabilities of the bin in which it ends, once it is survived.
        seen: what was seen in each engine, by name.
    """

    name: str
    start_hub: str
    end_hub: str
    seconds: float
    turn: float
    risk: FloatArray
    cost: FloatArray
    following: FloatArray
    seen: Mapping[str, Seen]


@dataclass(frozen=True)
class TransitionModel:
    """Expectations of all clips.

    Attributes:
        hubs: forward speeds [m/s] by name, in the order of their numbers.
        clips: by name.
        borders: (n - 1,) of the n bins of the recent tracking cost, ascending.
    """

    hubs: Mapping[str, float]
    clips: Mapping[str, ClipModel]
    borders: FloatArray

    def cost_bin(self, cost: float) -> int:
        """The bin of a recent tracking cost; NaN is in the last one."""
        return int(np.searchsorted(self.borders, cost, side="right"))


@dataclass(frozen=True)
class _Usual:
    """Over all clips: falls in a second, and tracking cost."""

    falls_per_s: float
    cost: float


def fit_model(
    graph: MotionGraph, transitions: Sequence[Transition], settings: ValueFunctionSettings
) -> TransitionModel:
    """Estimates the model; transitions of clips that the graph does not have are left out.

    Raises:
        PolicyError: there is no transition at all.
    """
    known = [transition for transition in transitions if transition.clip in graph.clips]
    if not known:
        raise PolicyError("no transitions of any clip of the graph; `biped steering build` samples them")
    borders = _borders(np.array([transition.start_cost for transition in known]), settings.cost_bins)
    by_clip: dict[str, list[Transition]] = {name: [] for name in graph.clips}
    for transition in known:
        by_clip[transition.clip].append(transition)
    usual = _Usual(
        falls_per_s=sum(not row.survived for row in known) / max(sum(row.seconds for row in known), 1e-9),
        cost=float(np.mean([row.cost for row in known])),
    )
    clips = {
        name: _fit_clip(graph, name, samples, borders, settings, usual) for name, samples in by_clip.items()
    }
    return TransitionModel(dict(graph.hubs), clips, borders)


def least_survival(model: ClipModel) -> float:
    """Smallest share of survived samples of a clip over the engines; 0 without a sample."""
    return min((seen.survived / seen.samples for seen in model.seen.values()), default=0.0)


def _borders(costs: FloatArray, bins: int) -> FloatArray:
    return np.asarray(np.quantile(costs, np.linspace(0.0, _HIGHEST_SHARE, bins)[1:]), dtype=np.float64)


def _risk(falls_per_s: float, seconds: float) -> float:
    """Probability of a fall within a time."""
    return 1.0 - exp(-falls_per_s * seconds)


def _fit_clip(
    graph: MotionGraph,
    name: str,
    samples: Sequence[Transition],
    borders: FloatArray,
    settings: ValueFunctionSettings,
    usual: _Usual,
) -> ClipModel:
    seconds = graph.seconds(name)
    bins = len(borders) + 1
    begins = np.searchsorted(borders, [sample.start_cost for sample in samples], side="right")
    ends = np.searchsorted(borders, [sample.end_cost for sample in samples], side="right")
    survived = np.array([sample.survived for sample in samples], dtype=np.bool_)
    costs = np.array([sample.cost for sample in samples])

    counts = np.bincount(begins, minlength=bins).astype(np.float64)
    falls = np.bincount(begins[~survived], minlength=bins).astype(np.float64)
    pairs = np.zeros((bins, bins))
    np.add.at(pairs, (begins[survived], ends[survived]), 1.0)
    cost_sums = np.bincount(begins, weights=costs, minlength=bins)

    missing = max(0.0, settings.least_samples - len(samples))
    risk = falls.sum() + missing * _risk(settings.unknown_falls_per_s, seconds)
    risk += settings.prior_samples * _risk(usual.falls_per_s, seconds)
    risk /= len(samples) + missing + settings.prior_samples
    weight = missing + settings.prior_samples
    following = (pairs.sum(axis=0) + 1.0 / bins) / (pairs.sum() + 1.0)
    cost = (cost_sums.sum() + usual.cost) / (counts.sum() + 1.0)
    clip = graph.clips[name]
    return ClipModel(
        name=name,
        start_hub=clip.start_hub,
        end_hub=clip.end_hub,
        seconds=seconds,
        turn=graph.turn(name),
        risk=(falls + weight * risk) / (counts + weight),
        cost=(cost_sums + weight * cost) / (counts + weight),
        following=(pairs + weight * following) / (pairs.sum(axis=1, keepdims=True) + weight),
        seen={engine: _seen(samples, engine) for engine in sorted({sample.engine for sample in samples})},
    )


def _seen(samples: Sequence[Transition], engine: str) -> Seen:
    there = [sample for sample in samples if sample.engine == engine]
    good = [sample for sample in there if sample.survived]

    def mean(values: Sequence[float]) -> float:
        return float(np.mean(values)) if values else 0.0

    return Seen(
        samples=len(there),
        survived=len(good),
        mean_cost=mean([sample.cost for sample in good]),
        mean_turn=mean([sample.turned for sample in good]),
    )
