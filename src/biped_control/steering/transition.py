"""One simulated transition: a clip that was played from a state that the robot was really in."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Transition:
    """What came of playing one clip.

    Attributes:
        clip: which.
        digest: of everything that the clip was made from.
        conditions: digest of settings, weights and disturbances.
        engine: that simulated it.
        seed: of the run that it is part of.
        before: the clip that was played before; empty at the beginning of a run.
        start_cost: what following had cost lately when it began, see `analysis.recent_cost`.
        end_cost: the same when it ended; of no use after a fall.
        cost: mean of eq. 18 over the clip.
        survived: the robot was on its feet at the end.
        turned: heading that was really gained, left positive [rad].
        seconds: from its beginning to its end, or to the fall.
    """

    clip: str
    digest: str
    conditions: str
    engine: str
    seed: int
    before: str
    start_cost: float
    end_cost: float
    cost: float
    survived: bool
    turned: float
    seconds: float
