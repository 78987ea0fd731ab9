"""Changes of the optimization's settings by a recipe."""

import pytest
from pydantic import ValidationError

from biped_control.motion.optimization_changes import OptimizationChanges
from biped_control.motion.spacetime import load_spacetime_settings


def test_nothing_said_changes_nothing() -> None:
    assert OptimizationChanges().applied() == load_spacetime_settings()


def test_what_is_said_changes_and_nothing_else() -> None:
    usual = load_spacetime_settings()
    changed = OptimizationChanges(torque=1e-5).applied()
    assert changed.torque == 1e-5
    assert changed.model_copy(update={"torque": usual.torque}) == usual


@pytest.mark.parametrize("change", [{"torque": -1.0}, {"clearance_m": 1.0}, {"friction_forward": 0.9}])
def test_wrong_changes_are_refused(change: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        OptimizationChanges.model_validate(change)
