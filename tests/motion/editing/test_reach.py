"""What an edit makes of the parameters so far."""

from dataclasses import replace

import pytest

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.editing.edit import parse_edit
from biped_control.motion.editing.parameters import EditParameters
from biped_control.motion.editing.reach import parameters_of
from biped_control.robot.placement import Placement


def test_steps_on_the_spot_cannot_be_longer_but_may_stay_as_they_are(walk: Clip) -> None:
    on_the_spot = replace(walk, advance=Placement())
    before = EditParameters(stretch=0.2, hands=0.1)
    with pytest.raises(MotionError, match="goes nowhere"):
        parameters_of(parse_edit("stride=0.1").edit, on_the_spot, before)
    assert parameters_of(parse_edit("stride=0").edit, on_the_spot, before) == EditParameters(hands=0.1)
