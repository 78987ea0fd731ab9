"""A new gait begins with the steps of the old one: as long, and as many a minute."""

from dataclasses import replace

from biped_control.motion.clip import Clip
from biped_control.motion.editing.parameters import EditParameters


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
    if not (here.travels and there.travels) or here.flies or there.flies:
        return now
    tempo = now.tempo * there.steps / here.steps
    stretch = (1.0 + now.stretch) * here.way_m / there.way_m - 1.0
    return replace(now, tempo=tempo, stretch=stretch)
