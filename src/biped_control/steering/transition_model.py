"""What simulated transitions say of each clip: its risk, its cost, and how the robot comes out of it.

Few samples are treated with caution. The risk of a clip as a whole has Jeffreys' wide prior, Beta(1/2, 1/2):
without a sample it is one half, after 100 samples without a fall 0.5 %. This in turn is the prior of each of
its cost bins, worth `prior_samples` samples; the same holds for the bin in which the robot comes out, with a
uniform prior of one sample for the clip as a whole.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from biped_control.errors import PolicyError
from biped_control.robot.state import FloatArray
from biped_control.steering.motion_graph import MotionGraph
from biped_control.steering.steering_settings import ValueFunctionSettings
from biped_control.steering.transition import Transition

_JEFFREYS = 0.5
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
    mean_cost = float(np.mean([transition.cost for transition in known]))
    clips = {
        name: _fit_clip(graph, name, samples, borders, settings.prior_samples, mean_cost)
        for name, samples in by_clip.items()
    }
    return TransitionModel(dict(graph.hubs), clips, borders)


def least_survival(model: ClipModel) -> float:
    """Smallest share of survived samples of a clip over the engines; 0 without a sample."""
    return min((seen.survived / seen.samples for seen in model.seen.values()), default=0.0)


def _borders(costs: FloatArray, bins: int) -> FloatArray:
    return np.asarray(np.quantile(costs, np.linspace(0.0, _HIGHEST_SHARE, bins)[1:]), dtype=np.float64)


def _fit_clip(
    graph: MotionGraph,
    name: str,
    samples: Sequence[Transition],
    borders: FloatArray,
    prior_samples: float,
    usual_cost: float,
) -> ClipModel:
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

    risk = (falls.sum() + _JEFFREYS) / (counts.sum() + 2.0 * _JEFFREYS)
    following = (pairs.sum(axis=0) + 1.0 / bins) / (pairs.sum() + 1.0)
    cost = (cost_sums.sum() + usual_cost) / (counts.sum() + 1.0)
    clip = graph.clips[name]
    return ClipModel(
        name=name,
        start_hub=clip.start_hub,
        end_hub=clip.end_hub,
        seconds=graph.seconds(name),
        turn=graph.turn(name),
        risk=(falls + prior_samples * risk) / (counts + prior_samples),
        cost=(cost_sums + prior_samples * cost) / (counts + prior_samples),
        following=(pairs + prior_samples * following) / (pairs.sum(axis=1, keepdims=True) + prior_samples),
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
