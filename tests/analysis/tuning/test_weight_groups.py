"""Names of what is varied."""

import pytest

from biped_control.analysis.tuning.weight_groups import weight_groups
from biped_control.analysis.weight_set import shipped_weights
from biped_control.errors import ConfigurationError

START = shipped_weights()


def weights_of(name: str, adjust_steps: bool = False) -> set[str]:
    (group,) = weight_groups([name], START, adjust_steps)
    assert group.name == name
    return set(group.weights)


def test_a_weight_a_row_and_a_section() -> None:
    assert weights_of("gamma") == {"gamma"}
    assert weights_of("look_ahead.hip.position") == {"look_ahead.hip.position"}
    keys = ("position", "velocity", "torque_deviation", "torque")
    assert weights_of("look_ahead.hip") == {f"look_ahead.hip.{key}" for key in keys}
    assert len(weights_of("adaptation")) == 11


def test_patterns_and_sums() -> None:
    assert weights_of("look_ahead.*.torque") == {
        f"look_ahead.{joint}.torque" for joint in ("trunk", "ankle", "knee", "hip", "shoulder", "elbow")
    }
    assert weights_of("gamma + adaptation.knee+gamma") == {"gamma", "adaptation.knee"}
    assert weights_of("adaptation.ankle") == {"adaptation.ankle"}  # and not ankle_roll


def test_what_is_zero_or_without_effect_is_left_out() -> None:
    assert weights_of("look_ahead.heel") == {"look_ahead.heel.force"}  # force_deviation is 0
    both = "look_ahead.*.force+adjusting.*.force"
    assert weights_of(both) == {"look_ahead.heel.force", "look_ahead.toe.force"}
    assert weights_of(both, adjust_steps=True) == {"adjusting.heel.force", "adjusting.toe.force"}
    assert "look_ahead.location.velocity" not in weights_of("look_ahead.*.velocity", adjust_steps=True)


@pytest.mark.parametrize(
    ("names", "adjust_steps", "message"),
    [
        (["gama"], False, r"unknown weight 'gama' \(did you mean 'gamma'\?\)"),
        (["look_ahead.hipp"], False, r"did you mean 'look_ahead\.hip'"),
        (["gamma+look_ahead.*.wight"], False, r"unknown weight 'look_ahead\.\*\.wight'"),
        ([""], False, r"unknown weight ''"),
        (["look_ahead.heel.force"], True, r"'look_ahead\.heel\.force' has no effect with --adjust-steps"),
        (["adjusting"], False, r"'adjusting' has no effect without --adjust-steps"),
        (["adjusting.location.position"], True, r"is 0.*--weights"),
        (["look_ahead.hip", "look_ahead.*.torque"], False, r"hip\.torque belongs to 'look_ahead\.hip' and"),
    ],
)
def test_wrong_names(names: list[str], adjust_steps: bool, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        weight_groups(names, START, adjust_steps)
