"""The simulated robot steps in lock-step with the controller."""

from biped_control.nodes.simulation_loop import SimulationLoop
from biped_control.robot.state import FloatArray, State

_BRAKED_AT_ONCE = 12  # ticks between two looks


class LockStepLoop(SimulationLoop):
    """Waits for the torque of every tick: the result depends on the torques, never on when they come."""

    def begin(self, reference_start: State) -> None:
        """Starts a run."""
        self._held: tuple[int, FloatArray] | None = None
        self._heard: FloatArray | None = None
        super().begin(reference_start)

    def take(self, tick: int, torques: FloatArray) -> None:
        """Steps, when it is the torque that is awaited."""
        if self.braking:
            self._heard = torques
        if tick != self.tick or self.braking or self.over:
            return
        if self.paused:
            self._held = (tick, torques)
            return
        self._note_round_trip()
        self._act(torques)

    def watch(self) -> None:
        """While the joints are braked nobody is waited for."""
        super().watch()
        if self.braking and not self.paused:
            heard, self._heard = self._heard, None
            for _ in range(_BRAKED_AT_ONCE):
                self._brake_on(heard, 0)

    def step_once(self) -> bool:
        """Uses the torque that came during the pause."""
        if not self.paused or self._held is None or self.braking or self.over:
            return False
        (_, torques), self._held = self._held, None
        self._act(torques)
        return True

    def pause(self, paused: bool) -> None:
        """A torque that came during the pause is used when it ends."""
        super().pause(paused)
        if not paused and self._held is not None:
            held, self._held = self._held, None
            self.take(*held)
