"""Remembers faults: the severe ones from their first tick on, the others once they last."""

from biped_control.safety.fault import Fault


class FaultLatch:
    """State machine of the faults alone; knows no torques.

    Attributes:
        fault: the most severe one that is latched. Only `reset` leaves it, only a severer one replaces it.
        reason: why, in words; empty while nothing is latched.
        faults: all that have been latched since the last `reset`.
    """

    def __init__(self, patience: int) -> None:
        """
        Args:
            patience: how many ticks in a row may be faulty before what passes by itself is latched, too.
        """
        self._patience = patience
        self.reset()

    def reset(self) -> None:
        """Forgets everything."""
        self.fault, self.reason = Fault.NONE, ""
        self.faults: set[Fault] = set()
        self._faulty_ticks = 0

    def latch(self, fault: Fault, reason: str) -> None:
        """Remembers a fault from now on."""
        self.faults.add(fault)
        if fault > self.fault:
            self.fault, self.reason = fault, reason

    def update(self, fault: Fault, reason: str) -> tuple[Fault, str]:
        """Takes the fault of one tick, NONE if there is none, and gives what counts in it and why."""
        self._faulty_ticks = self._faulty_ticks + 1 if fault else 0
        if not fault.passes:
            self.latch(fault, reason)
        elif self._faulty_ticks > self._patience:
            self.latch(fault, f"{reason}, for {self._faulty_ticks} ticks")
        return (fault, reason) if fault > self.fault else (self.fault, self.reason)
