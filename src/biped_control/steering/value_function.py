"""The value function of steering (Muico 2009, section 5.5; Treuille 2007, McCann and Pollard 2007).

State: hub in which a clip has ended, wanted hub, heading error, bin of the recent tracking cost.
Action: the next clip a. Over its T seconds, from heading error e to e' = e - turn(a), it costs

    T (heading (|e| + |e'|) / 2 + wrong_hub (half where it starts, half where it ends) + effort cost(a))
    + |turn(a)| turn + risk(a, bin) fall

and whoever survives it goes on in its end hub, with what follows discounted by exp(-T / horizon). Who wants
to stand has no wanted heading. Heading errors between two bins take the values of both in proportion.
"""

from dataclasses import dataclass
from math import degrees, exp, pi

import numpy as np
from scipy import sparse

from biped_control.robot.state import FloatArray
from biped_control.steering.markov_decisions import IntArray, MarkovDecisions, value_iteration
from biped_control.steering.motion_graph import MotionGraph
from biped_control.steering.planner import Choice
from biped_control.steering.situation import Situation
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

    def costs(self, hub: str, wanted: str, error: float, cost: float) -> dict[str, float]:
        """Expected cost of each clip that may come next, by name, when all later ones are the best."""
        number = {name: index for index, name in enumerate(self.model.hubs)}
        cost_bin, errors = self.model.cost_bin(cost), np.array([error])
        expected = {}
        for name, clip in self.model.clips.items():
            if clip.start_hub != hub:
                continue
            here = stage_costs(self.model, self.settings, clip, wanted, errors)[0, cost_bin]
            lower, upper, share = between(errors - clip.turn, self.settings.heading_bins)
            values = self.values[number[clip.end_hub], number[wanted]]
            later = (1.0 - share) * values[lower[0]] + share * values[upper[0]]
            goes_on = (1.0 - clip.risk[cost_bin]) * exp(-clip.seconds / self.settings.horizon_s)
            expected[name] = float(here + goes_on * clip.following[cost_bin] @ later)
        return expected


class ValueFunctionPlanner:
    """Takes the clip of the least expected cost.

    Attributes:
        function: the value function.
    """

    name = "value function"

    def __init__(self, function: ValueFunction, graph: MotionGraph) -> None:
        """
        Args:
            function: made for the clips of `graph`, see `value_file.load_value_function`.
            graph: says what may follow.
        """
        self.function, self._graph = function, graph

    def choose(self, situation: Situation) -> Choice:
        """See `Planner.choose`."""
        self._graph.leaving(situation.hub)
        error = situation.heading_error
        wanted = situation.wanted_hub if situation.wanted_hub in self._graph.hubs else situation.hub
        costs = self.function.costs(situation.hub, wanted, error, situation.cost)
        best, *others = sorted(costs, key=lambda name: (costs[name], name))
        reason = f"{degrees(error):+.0f} degrees off, '{wanted}' wanted: '{best}' costs {costs[best]:.2f}"
        if others:
            reason += f", '{others[0]}' {costs[others[0]]:.2f}"
        return Choice(best, reason)


def solve_value_function(model: TransitionModel, settings: ValueFunctionSettings) -> ValueFunction:
    """Value iteration to convergence.

    Raises:
        PolicyError: it does not converge.
    """
    solution = value_iteration(decisions(model, settings))
    hubs, bins = len(model.hubs), len(model.borders) + 1
    values = solution.values.reshape(hubs, hubs, settings.heading_bins, bins)
    return ValueFunction(model, settings, values, solution.sweeps)


def heading_errors(bins: int) -> FloatArray:
    """(bins,) heading errors of the bins [rad], from -pi on."""
    return np.asarray(-pi + 2.0 * pi / bins * np.arange(bins), dtype=np.float64)


def between(errors: FloatArray, bins: int) -> tuple[IntArray, IntArray, FloatArray]:
    """The two bins around each heading error [rad], on the circle, and the share of the upper one."""
    place = (np.asarray(errors) + pi) * bins / (2.0 * pi)
    # An error that hits a bin but for rounding belongs to it alone.
    place = np.where(np.abs(place - np.round(place)) < 1e-6, np.round(place), place)
    lower = np.floor(place).astype(np.int64)
    return lower % bins, (lower + 1) % bins, place - lower


def stage_costs(
    model: TransitionModel,
    settings: ValueFunctionSettings,
    clip: ClipModel,
    wanted: str,
    errors: FloatArray,
) -> FloatArray:
    """(errors, cost bins) what a clip itself is expected to cost, see the head of this module."""
    wrong = 0.5 * ((clip.start_hub != wanted) + (clip.end_hub != wanted))
    rate = np.full(len(errors), settings.effort * clip.cost + settings.wrong_hub * wrong)
    if model.hubs[wanted] >= _STILL_MPS:
        rate += 0.5 * settings.heading * (np.abs(errors) + np.abs(_wrapped(errors - clip.turn)))
    costs = clip.seconds * rate + settings.turn * abs(clip.turn)
    return np.asarray(costs[:, None] + settings.fall * clip.risk[None, :])


def decisions(model: TransitionModel, settings: ValueFunctionSettings) -> MarkovDecisions:
    """The problem as a whole; states are numbered in the order of `ValueFunction.values`."""
    hubs, n_errors, n_costs = list(model.hubs), settings.heading_bins, len(model.borders) + 1
    errors = heading_errors(n_errors)
    states = np.arange(len(hubs) ** 2 * n_errors * n_costs).reshape(len(hubs), len(hubs), n_errors, n_costs)
    origin, costs, rows, columns, shares = [], [], [], [], []
    choices = 0
    for clip in model.clips.values():
        lower, upper, share = between(errors - clip.turn, n_errors)
        survived = (1.0 - clip.risk) * exp(-clip.seconds / settings.horizon_s)
        into = survived[:, None] * clip.following
        for number, wanted in enumerate(hubs):
            origin.append(states[hubs.index(clip.start_hub), number].ravel())
            costs.append(stage_costs(model, settings, clip, wanted, errors).ravel())
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


def _wrapped(angles: FloatArray) -> FloatArray:
    return np.asarray(np.remainder(np.asarray(angles) + pi, 2.0 * pi) - pi)
