"""What simulated transitions say of each clip: its risk, its cost, and how the robot comes out of it.

Falls are rare, so clips lend each other what is known of them. The rate of falls of clip a that begins in bin
c of the recent tracking cost is taken as (rate of bin c over all clips) x (factor of clip a over all bins);
the bins in which it may end as (what follows bin c over all clips) x (factor of each end bin for clip a).
What was seen of the very pair counts beside `prior_samples` samples of that. A clip with less than
`least_samples` is treated with caution: in the missing ones the robot falls `unknown_falls_per_s` times a
second.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from biped_control.errors import PolicyError
from biped_control.robot.state import FloatArray
from biped_control.steering.motion_graph import MotionGraph
from biped_control.steering.steering_settings import ValueFunctionSettings
from biped_control.steering.transition import Transition

_PRIOR_FALLS = 2.0  # how many falls a clip must have, or spare, to become half as much more or less risky
_PRIOR_SECONDS = 10.0  # so long the rate of all bins counts in each of them


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
        cost: mean of eq. 18 where it was survived.
        risk: (n,) probability of a fall.
        following: (n, n) probabilities of the bin in which it ends, once it is survived.
        seen: what was seen in each engine, by name.
    """

    name: str
    start_hub: str
    end_hub: str
    seconds: float
    turn: float
    cost: float
    risk: FloatArray
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
    counts = _Counts.of(graph, known, np.array(settings.cost_borders))
    risk, following = _risks(graph, counts, settings), _followings(counts, settings)
    clips = {}
    for index, (name, clip) in enumerate(graph.clips.items()):
        samples = [transition for transition in known if transition.clip == name]
        costs = [transition.cost for transition in samples if transition.survived]
        clips[name] = ClipModel(
            name=name,
            start_hub=clip.start_hub,
            end_hub=clip.end_hub,
            seconds=graph.seconds(name),
            turn=graph.turn(name),
            cost=float(np.mean(costs)) if costs else 0.0,
            risk=risk[index],
            following=following[index],
            seen={engine: _seen(samples, engine) for engine in sorted({row.engine for row in samples})},
        )
    return TransitionModel(dict(graph.hubs), clips, np.array(settings.cost_borders))


def least_survival(model: ClipModel) -> float:
    """Smallest share of survived samples of a clip over the engines; 0 without a sample."""
    return min((seen.survived / seen.samples for seen in model.seen.values()), default=0.0)


@dataclass(frozen=True)
class _Counts:
    """Numbers of transitions of each clip (row) from each cost bin (column), and of what came of them.

    Attributes:
        samples, falls, seconds: (clips, bins), the last with the time on the robot's feet [s].
        ends: (clips, bins, bins) survived ones by the bin that they ended in.
    """

    samples: FloatArray
    falls: FloatArray
    seconds: FloatArray
    ends: FloatArray

    @classmethod
    def of(cls, graph: MotionGraph, transitions: Sequence[Transition], borders: FloatArray) -> "_Counts":
        rows, bins = {name: row for row, name in enumerate(graph.clips)}, len(borders) + 1
        samples, falls, seconds = (np.zeros((len(rows), bins)) for _ in range(3))
        ends = np.zeros((len(rows), bins, bins))
        for transition in transitions:
            begin, end = np.searchsorted(borders, [transition.start_cost, transition.end_cost], side="right")
            place = rows[transition.clip], begin
            samples[place] += 1.0
            falls[place] += not transition.survived
            seconds[place] += transition.seconds
            ends[(*place, end)] += transition.survived
        return cls(samples, falls, seconds, ends)


def _risks(graph: MotionGraph, counts: _Counts, settings: ValueFunctionSettings) -> FloatArray:
    """(clips, bins) probability of a fall."""
    lengths = np.array([graph.seconds(name) for name in graph.clips])[:, None]
    usual = counts.falls.sum() / max(float(counts.seconds.sum()), 1e-9)
    rates = (counts.falls.sum(axis=0) + usual * _PRIOR_SECONDS) / (
        counts.seconds.sum(axis=0) + _PRIOR_SECONDS
    )
    expected = (counts.seconds * rates).sum(axis=1)
    factors = (counts.falls.sum(axis=1) + _PRIOR_FALLS) / (expected + _PRIOR_FALLS)
    believed = 1.0 - np.exp(-factors[:, None] * rates * lengths)
    weight = settings.prior_samples
    risk = (counts.falls + weight * believed) / (counts.samples + weight)
    missing = np.maximum(
        0.0, 1.0 - counts.samples.sum(axis=1, keepdims=True) / max(settings.least_samples, 1e-9)
    )
    unknown = 1.0 - np.exp(-settings.unknown_falls_per_s * lengths)
    return np.asarray((1.0 - missing) * risk + missing * np.maximum(risk, unknown))


def _followings(counts: _Counts, settings: ValueFunctionSettings) -> FloatArray:
    """(clips, bins, bins) probabilities of the end bin of what is survived; each row sums to one."""
    bins = counts.ends.shape[-1]
    everywhere = _shares(counts.ends.sum(axis=(0, 1)) + 1.0 / bins)
    after = _shares(counts.ends.sum(axis=0) + everywhere)
    own = _shares(counts.ends.sum(axis=1) + settings.prior_samples * everywhere)
    believed = _shares(after[None, :, :] * (own / everywhere)[:, None, :])
    return _shares(counts.ends + settings.prior_samples * believed)


def _shares(counts: FloatArray) -> FloatArray:
    """The same in shares of the sum over the last axis."""
    return np.asarray(counts / counts.sum(axis=-1, keepdims=True))


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
