"""What simulated transitions say of each clip: its risk, its cost, and how the robot comes out of it.

Falls are rare, and it takes a robot in trouble a second or two to fall or to recover, whatever it plays then.
So there is one Markov chain of the bins of the recent tracking cost and of the fall for all clips
(`trouble_chain`): it says in which bin a clip of any length ends, and how risky such a clip is. This risk r
is made that of clip a as 1 - (1 - r)^f with one factor f for all bins: falls of a over those that were to be
expected. What was seen of the clip in the very bin counts beside `prior_samples` samples of that. A clip with
less than `least_samples` is treated with caution: in the missing ones the robot falls `unknown_falls_per_s`
times a second.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from biped_control.errors import PolicyError
from biped_control.robot.state import FloatArray
from biped_control.steering.motion_graph import MotionGraph
from biped_control.steering.steering_settings import ValueFunctionSettings
from biped_control.steering.transition import Transition
from biped_control.steering.trouble_chain import fit_chain, ticks

_PRIOR_FALLS = 4.0  # how many falls a clip must have, or spare, to become half as much more or less risky


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
        seconds: how long it takes until the next decision.
        turn: by how much it turns [rad], by the reference, as planners count headings.
        cost: median of its means of eq. 18 where it was survived: pushes that hit it by chance do not count.
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
    graph: MotionGraph,
    transitions: Sequence[Transition],
    settings: ValueFunctionSettings,
    halves: Collection[str] = (),
) -> TransitionModel:
    """Estimates the model; transitions of clips that the graph does not have are left out.

    Args:
        graph: of the clips.
        transitions: what was seen of whole clips.
        settings: how much to believe of it.
        halves: hubs that may be left at half their cycle: who chooses them decides again then.

    Raises:
        PolicyError: there is no transition at all.
    """
    known = [transition for transition in transitions if transition.clip in graph.clips]
    if not known:
        raise PolicyError("no transitions of any clip of the graph; `biped steering build` samples them")
    counts = _Counts.of(graph, known, np.array(settings.cost_borders))
    whole = np.array([graph.seconds(name) for name in graph.clips])
    shares = np.array([0.5 if name in halves else 1.0 for name in graph.clips])
    chain = fit_chain(counts.ends, absorbing=counts.samples.shape[1])
    risk = _risks(whole, counts, _usual_ends(chain, whole)[..., -1], settings)
    risk = 1.0 - (1.0 - risk) ** shares[:, None]
    usual = _usual_ends(chain, shares * whole)
    following = usual[..., :-1] / usual[..., :-1].sum(axis=-1, keepdims=True)
    clips = {}
    for index, (name, clip) in enumerate(graph.clips.items()):
        samples = [transition for transition in known if transition.clip == name]
        costs = [transition.cost for transition in samples if transition.survived]
        clips[name] = ClipModel(
            name=name,
            start_hub=clip.start_hub,
            end_hub=clip.end_hub,
            seconds=float(shares[index] * whole[index]),
            turn=graph.turn(name),
            cost=float(np.median(costs)) if costs else 0.0,
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
    """Numbers of transitions from each cost bin, and of what came of them.

    Attributes:
        samples, falls: (clips, bins).
        ends: (bins + 1, bins + 1) by the bin that they ended in, the last one being the fall; for each length
            in ticks of the chain. Whoever falls has the length of the whole clip.
    """

    samples: FloatArray
    falls: FloatArray
    ends: Mapping[int, FloatArray]

    @classmethod
    def of(cls, graph: MotionGraph, transitions: Sequence[Transition], borders: FloatArray) -> "_Counts":
        rows, bins = {name: row for row, name in enumerate(graph.clips)}, len(borders) + 1
        samples, falls = (np.zeros((len(rows), bins)) for _ in range(2))
        ends: dict[int, FloatArray] = {}
        for transition in transitions:
            begin, end = np.searchsorted(borders, [transition.start_cost, transition.end_cost], side="right")
            survived = transition.survived
            samples[rows[transition.clip], begin] += 1.0
            falls[rows[transition.clip], begin] += not survived
            length = ticks(transition.seconds if survived else graph.seconds(transition.clip))
            ends.setdefault(length, np.zeros((bins + 1, bins + 1)))[begin, end if survived else bins] += 1.0
        return cls(samples, falls, ends)


def _usual_ends(chain: FloatArray, lengths: FloatArray) -> FloatArray:
    """(clips, bins, bins + 1) probabilities of where any clip of that length ends; the last is the fall."""
    return np.array([np.linalg.matrix_power(chain, ticks(length))[:-1] for length in lengths])


def _risks(
    lengths: FloatArray, counts: _Counts, usual: FloatArray, settings: ValueFunctionSettings
) -> FloatArray:
    """(clips, bins) probability of a fall, given the usual one."""
    expected = (counts.samples * usual).sum(axis=1)
    factors = (counts.falls.sum(axis=1) + _PRIOR_FALLS) / (expected + _PRIOR_FALLS)
    believed = 1.0 - (1.0 - usual) ** factors[:, None]
    weight = settings.prior_samples
    risk = (counts.falls + weight * believed) / (counts.samples + weight)
    missing = np.maximum(
        0.0, 1.0 - counts.samples.sum(axis=1, keepdims=True) / max(settings.least_samples, 1e-9)
    )
    unknown = 1.0 - np.exp(-settings.unknown_falls_per_s * lengths[:, None])
    return np.asarray((1.0 - missing) * risk + missing * np.maximum(risk, unknown))


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
