"""How trouble grows and fades: a Markov chain over short ticks, from what was seen at the ends of clips.

Nobody looks into a clip, and clips are of different length. So the chain is estimated by expectation
maximization: given a chain P, what was seen over k ticks from state i to j has gone from a to b in tick s
with the probability (P^s)_ia P_ab (P^(k-1-s))_bj / (P^k)_ij. The shares of these are the next chain; each
step makes what was seen more likely (Baum et al. 1970). One chain for clips of any length: a short clip and
then another are as risky as one that lasts as long as both.
"""

from collections.abc import Mapping

import numpy as np

from biped_control.robot.state import FloatArray

TICK_S = 1.0 / 15.0
"""Length of a tick [s]; a cycle of the usual walk has 16."""

_MOST_STEPS, _TOLERANCE = 500, 1e-5


def ticks(seconds: float) -> int:
    """So many ticks are nearest to a time [s], one at least."""
    return max(1, round(seconds / TICK_S))


def fit_chain(seen: Mapping[int, FloatArray], absorbing: int) -> FloatArray:
    """The chain that makes what was seen most likely.

    Args:
        seen: (n, n) how often state i (row) was followed by state j, by the number of ticks between.
        absorbing: state that is never left: a fall.

    Returns:
        (n, n) probabilities of the next state; rows sum to one.
    """
    n = len(next(iter(seen.values())))
    chain = 0.9 * np.eye(n) + 0.1 / n
    chain[absorbing] = np.eye(n)[absorbing]
    for _ in range(_MOST_STEPS):
        new = _step(chain, seen)
        change = float(np.abs(new - chain).max())
        chain = new
        if change < _TOLERANCE:
            break
    return chain


def _step(chain: FloatArray, seen: Mapping[int, FloatArray]) -> FloatArray:
    """The shares of the transitions that are to be expected under a chain."""
    expected = 1e-3 * chain  # a state that was never seen is left as it is
    for count, numbers in seen.items():
        powers = [np.eye(len(chain))]
        for _ in range(count):
            powers.append(powers[-1] @ chain)
        weights = numbers / np.maximum(powers[count], 1e-300)
        passed = sum(powers[s].T @ weights @ powers[count - 1 - s].T for s in range(count))
        expected = expected + chain * passed
    return np.asarray(expected / expected.sum(axis=1, keepdims=True))
