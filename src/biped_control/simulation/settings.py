"""What every engine is told when it is made."""

from dataclasses import dataclass

import numpy as np

from biped_control.errors import EngineError
from biped_control.simulation.terrain import FLAT, Terrain


@dataclass(frozen=True)
class EngineSettings:
    """Rates, ground and what to report.

    Attributes:
        control_rate_hz: control ticks a second; `Simulator.step` advances by one.
        physics_rate_hz: physics steps a second, a whole multiple of the control rate. The engines `lcp` and
            `modal` are the papers' own, one step a tick, and do not look at it.
        friction: Coulomb coefficient between robot and ground.
        terrain: the ground.
        report_contacts: fill in contact points and forces of every observation. A rollout that only looks
            at the state saves their collection.
        hoisted: the base hangs where it is (engine `dart`).
    """

    control_rate_hz: float = 120.0
    physics_rate_hz: float = 1200.0
    friction: float = 1.0
    terrain: Terrain = FLAT
    report_contacts: bool = True
    hoisted: bool = False

    def __post_init__(self) -> None:
        rates = (self.control_rate_hz, self.physics_rate_hz)
        if not (np.isfinite(rates).all() and min(rates) > 0.0):
            raise EngineError(
                f"engine rates: expected positive numbers [Hz], got control {rates[0]}, physics {rates[1]}"
            )
        if self.substeps < 1 or abs(self.physics_rate_hz / self.control_rate_hz - self.substeps) > 1e-9:
            raise EngineError(
                f"engine rates: physics {self.physics_rate_hz:g} Hz is no whole multiple of control "
                f"{self.control_rate_hz:g} Hz; choose for instance {10 * self.control_rate_hz:g} Hz"
            )
        if not (np.isfinite(self.friction) and self.friction >= 0.0):
            raise EngineError(f"engine friction: expected a number >= 0, got {self.friction}")

    @property
    def substeps(self) -> int:
        """Physics steps in a control tick."""
        return round(self.physics_rate_hz / self.control_rate_hz)
