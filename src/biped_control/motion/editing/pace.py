"""A new gait begins with the steps of the old one: as long, and as many a minute."""

from dataclasses import replace
from math import hypot

from biped_control.motion.clip import Clip
from biped_control.motion.editing.parameters import EditParameters

_GOES_NOWHERE = 0.2  # [m] a cycle


def pace_of(here: Clip, there: Clip, now: EditParameters) -> EditParameters:
    """With which parameters one hub is played like another.

    Blending poses alone leaves the robot too fast or too slow for the new steps, and nothing but its feet to
    brake with. Flights cannot be stretched or warped: then, and if one of them goes nowhere, the parameters
    stay as they are.

    Args:
        here: hub of the gait that is left.
        there: hub of the gait that begins.
        now: parameters with which the first is played.
    """
    ways = [hypot(hub.advance.x, hub.advance.y) for hub in (here, there)]
    if min(ways) < _GOES_NOWHERE or here.flies or there.flies:
        return now
    tempo = now.tempo * there.steps / here.steps
    stretch = (1.0 + now.stretch) * ways[0] / ways[1] - 1.0
    return replace(now, tempo=tempo, stretch=stretch)
