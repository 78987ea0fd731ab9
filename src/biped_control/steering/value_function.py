"""The value function of steering (Muico 2009, section 5.5; Treuille 2007, McCann and Pollard 2007).

State: hub in which a clip has ended, wanted hub, heading error, bin of the recent tracking cost.
Action: the next clip a. From heading error e, over its T seconds, it costs

    T (heading m(e, turn(a)) + wrong_hub (half where it starts, half where it ends) + effort cost(a))
    + |turn(a)| turn + risk(a, bin) fall

with m the mean absolute heading error while it turns (`heading_error.mean_error`). Whoever survives it goes
on in its end hub, with what follows discounted by exp(-T / horizon). Who wants to stand has no wanted
heading. Heading errors between two bins take the values of both in proportion.
"""

from dataclasses import dataclass
from functools import cached_property
from math import exp

import numpy as np
from scipy import sparse

from biped_control.robot.state import FloatArray
from biped_control.steering.heading_error import between, heading_errors, mean_error
from biped_control.steering.markov_decisions import MarkovDecisions, value_iteration
from biped_control.steering.steering_settings import ValueFunctionSettings
from biped_control.steering.transition_model import ClipModel, TransitionModel

_STILL_MPS = 0.05  # slower hubs stand, and face wherever they do


@dataclass(frozen=True)
class ValueFunction:
    """Expected costs of steering as well as possible.

    Attributes:
        model: expectations of all clips.
        settings: what is weighed against what.
        values: (hubs, wanted hubs, heading bins, cost bins).
        sweeps: of the value iteration.
    """

    model: TransitionModel
    settings: ValueFunctionSettings
    values: FloatArray
    sweeps: int

    def costs(self, hub: str, wanted: str, error: float, cost: float) -> tuple[tuple[str, ...], FloatArray]:
        """Names of the clips that may come next, sorted, and what each is expected to cost.

        All later clips are the best ones.

        Args:
            hub: in which the running clip ends.
            wanted: hub.
            error: of the heading [rad].
            cost: what following has cost lately.
        """
        departures = self.departures[hub, wanted]
        return departures.names, departures.costs(error, self.model.cost_bin(cost))

    @cached_property
    def departures(self) -> dict[tuple[str, str], "Departures"]:
        """What there is to decide on in every hub, for every hub that may be wanted."""
        hubs = self.model.hubs
        return {(hub, wanted): self._departures(hub, wanted) for hub in hubs for wanted in hubs}

    def _departures(self, hub: str, wanted: str) -> "Departures":
        model, settings, number = self.model, self.settings, list(self.model.hubs).index
        clips = [model.clips[name] for name in sorted(model.clips) if model.clips[name].start_hub == hub]
        later = [
            _continuation(clip, settings) @ self.values[number(clip.end_hub), number(wanted)].T
            for clip in clips
        ]
        weight = heading_weight(model, settings, wanted)
        return Departures(
            names=tuple(clip.name for clip in clips),
            turns=np.array([clip.turn for clip in clips]),
            weights=np.array([clip.seconds * weight for clip in clips]),
            certain=np.array([other_costs(settings, clip, wanted) for clip in clips]).T,
            later=np.array(later).swapaxes(0, 1),
        )


@dataclass(frozen=True)
class Departures:
    """The n clips that leave a hub, as arrays: what they cost is a few operations then.

    Attributes:
        names: of the clips.
        turns: (n,) [rad].
        weights: (n,) cost of a radian of mean heading error.
        certain: (cost bins, n) cost of everything else.
        later: (cost bins, n, heading bins) what comes afterwards, by the heading error at the end.
    """

    names: tuple[str, ...]
    turns: FloatArray
    weights: FloatArray
    certain: FloatArray
    later: FloatArray

    def costs(self, error: float, cost_bin: int) -> FloatArray:
        """(n,) expected costs from a heading error [rad] in a bin of the recent tracking cost."""
        later = self.later[cost_bin]
        lower, upper, share = between(error - self.turns, later.shape[1])
        rows = np.arange(len(self.turns))
        expected = (1.0 - share) * later[rows, lower] + share * later[rows, upper]
        turning = self.weights * mean_error(error, self.turns)
        return np.asarray(turning + self.certain[cost_bin] + expected)


def solve_value_function(model: TransitionModel, settings: ValueFunctionSettings) -> ValueFunction:
    """Value iteration to convergence.

    Raises:
        PolicyError: it does not converge.
    """
    solution = value_iteration(decisions(model, settings))
    hubs, bins = len(model.hubs), len(model.borders) + 1
    values = solution.values.reshape(hubs, hubs, settings.heading_bins, bins)
    return ValueFunction(model, settings, values, solution.sweeps)


def heading_weight(model: TransitionModel, settings: ValueFunctionSettings, wanted: str) -> float:
    """Cost of a heading error [1/(rad s)]: none for who wants to stand."""
    return settings.heading if model.hubs[wanted] >= _STILL_MPS else 0.0


def other_costs(settings: ValueFunctionSettings, clip: ClipModel, wanted: str) -> FloatArray:
    """(cost bins,) what a clip itself is expected to cost besides its heading errors."""
    wrong = 0.5 * ((clip.start_hub != wanted) + (clip.end_hub != wanted))
    rate = settings.effort * clip.cost + settings.wrong_hub * wrong
    return np.asarray(clip.seconds * rate + settings.turn * abs(clip.turn) + settings.fall * clip.risk)


def decisions(model: TransitionModel, settings: ValueFunctionSettings) -> MarkovDecisions:
    """The problem as a whole; states are numbered in the order of `ValueFunction.values`."""
    hubs, n_errors, n_costs = list(model.hubs), settings.heading_bins, len(model.borders) + 1
    errors = heading_errors(n_errors)
    states = np.arange(len(hubs) ** 2 * n_errors * n_costs).reshape(len(hubs), len(hubs), n_errors, n_costs)
    origin, costs, rows, columns, shares = [], [], [], [], []
    choices = 0
    for clip in model.clips.values():
        lower, upper, share = between(errors - clip.turn, n_errors)
        turning = clip.seconds * mean_error(errors, clip.turn)
        into = _continuation(clip, settings)
        for number, wanted in enumerate(hubs):
            origin.append(states[hubs.index(clip.start_hub), number].ravel())
            off = heading_weight(model, settings, wanted) * turning
            costs.append((off[:, None] + other_costs(settings, clip, wanted)[None, :]).ravel())
            row = choices + np.arange(n_errors * n_costs).reshape(n_errors, n_costs)
            choices += row.size
            for bins, weights in ((lower, 1.0 - share), (upper, share)):
                ends = states[hubs.index(clip.end_hub), number][bins]
                shape = (n_errors, n_costs, n_costs)
                rows.append(np.broadcast_to(row[:, :, None], shape).ravel())
                columns.append(np.broadcast_to(ends[:, None, :], shape).ravel())
                shares.append((weights[:, None, None] * into[None, :, :]).ravel())
    order = np.argsort(np.concatenate(origin), kind="stable")
    first = np.concatenate([[0], np.cumsum(np.bincount(np.concatenate(origin), minlength=states.size))])
    entries = (np.concatenate(shares), (np.concatenate(rows), np.concatenate(columns)))
    leads_to = sparse.coo_matrix(entries, shape=(choices, states.size)).tocsr()[order]
    return MarkovDecisions(first.astype(np.int64), np.concatenate(costs)[order], leads_to)


def _continuation(clip: ClipModel, settings: ValueFunctionSettings) -> FloatArray:
    """(cost bins, cost bins) discounted probabilities of the bin in which it ends."""
    survived = (1.0 - clip.risk) * exp(-clip.seconds / settings.horizon_s)
    return np.asarray(survived[:, None] * clip.following)
