"""The simulated robot steps by the clock."""

from biped_control.nodes.simulation_loop import SimulationLoop
from biped_control.robot.state import FloatArray, State


class RealTimeLoop(SimulationLoop):
    """Steps when `pace` says so, with the newest torque if it is not too old."""

    def begin(self, reference_start: State) -> None:
        """Starts a run. The clock counts from the first torque on: before, the nodes come up."""
        self._newest: tuple[int, FloatArray] | None = None
        self._paced_at = 0.0
        super().begin(reference_start)

    def take(self, tick: int, torques: FloatArray) -> None:
        """Keeps the torque for the next step."""
        if tick > self.tick or self.over:
            return
        if tick == self.tick and (self._newest is None or self._newest[0] < tick):
            self._note_round_trip()
        self._newest = (tick, torques)

    def step_once(self) -> bool:
        """Uses the torque for this very tick: during a pause there is time to wait for it."""
        if not self.paused or self._newest is None or self.braking or self.over:
            return False
        tick, torques = self._newest
        if tick != self.tick:
            return False
        self._act(torques)
        return True

    def watch(self) -> None:
        """Before the first torque, states are repeated; afterwards time is `pace`'s business."""
        if self._newest is None and not self.braking:
            super().watch()

    def pace(self) -> None:
        """One control period is over."""
        now, before = self._clock(), self._paced_at
        self._paced_at = now
        if self.paused or self.over:
            return
        if self.braking:
            self._brake_on(*self._newest_and_age())
        elif self._newest is not None:
            if self.tick:
                self.periods.append(now - before)
            self._go_on()

    def _go_on(self) -> None:
        torques, age = self._newest_and_age()
        serves = age <= self._supervisor.limits.max_age
        self.late_ticks += age > 0 and serves
        self.missed_ticks += not serves
        self._act(torques, age)

    def _newest_and_age(self) -> tuple[FloatArray | None, int]:
        if self._newest is None:
            return None, 0
        tick, torques = self._newest
        return torques, self.tick - tick
