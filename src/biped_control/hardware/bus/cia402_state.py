"""The power state machine of drives after CiA 402 (IEC 61800-7-201), and how to walk through it."""

from enum import IntEnum

# Controlword bits and commands.
SHUTDOWN, SWITCH_ON, ENABLE_OPERATION = 0x06, 0x07, 0x0F
DISABLE_VOLTAGE, FAULT_RESET = 0x00, 0x80
_STATE_BITS = 0x6F


class PowerState(IntEnum):
    """States, as the bits of the statusword that tell them; some leave bit 5 open (see `power_state`)."""

    SWITCH_ON_DISABLED = 0x40
    READY_TO_SWITCH_ON = 0x21
    SWITCHED_ON = 0x23
    OPERATION_ENABLED = 0x27
    QUICK_STOP_ACTIVE = 0x07
    FAULT_REACTION_ACTIVE = 0x0F
    FAULT = 0x08
    NOT_READY = 0x00


def power_state(statusword: int) -> PowerState:
    """The state that a statusword tells."""
    coarse = statusword & 0x4F
    for state in (PowerState.NOT_READY, PowerState.SWITCH_ON_DISABLED, PowerState.FAULT):
        if coarse == state:
            return state
    if coarse == PowerState.FAULT_REACTION_ACTIVE:
        return PowerState.FAULT_REACTION_ACTIVE
    fine = statusword & _STATE_BITS
    return PowerState(fine) if fine in PowerState._value2member_map_ else PowerState.NOT_READY


def controlword_toward(enabled: bool, state: PowerState) -> int:
    """The controlword that brings a drive one step nearer to OPERATION_ENABLED, or to SWITCH_ON_DISABLED."""
    if state is PowerState.FAULT:
        return FAULT_RESET
    if not enabled:
        return DISABLE_VOLTAGE
    return _UPWARD.get(state, DISABLE_VOLTAGE)


_UPWARD = {
    PowerState.SWITCH_ON_DISABLED: SHUTDOWN,
    PowerState.READY_TO_SWITCH_ON: SWITCH_ON,
    PowerState.SWITCHED_ON: ENABLE_OPERATION,
    PowerState.OPERATION_ENABLED: ENABLE_OPERATION,
}


class PowerStateMachine:
    """A drive's side: what each controlword does."""

    def __init__(self) -> None:
        self.state = PowerState.SWITCH_ON_DISABLED
        self._reset_bit = False

    def control(self, controlword: int) -> None:
        """Takes one controlword. A fault is left on a RISING reset bit only."""
        rising = bool(controlword & FAULT_RESET) and not self._reset_bit
        self._reset_bit = bool(controlword & FAULT_RESET)
        if self.state is PowerState.FAULT:
            if rising:
                self.state = PowerState.SWITCH_ON_DISABLED
            return
        if not controlword & 0x02 or not controlword & 0x04:  # voltage off
            self.state = PowerState.SWITCH_ON_DISABLED
        elif not controlword & 0x01:
            self.state = PowerState.READY_TO_SWITCH_ON
        elif self.state is PowerState.READY_TO_SWITCH_ON:
            self.state = PowerState.SWITCHED_ON
        elif self.state in (PowerState.SWITCHED_ON, PowerState.OPERATION_ENABLED):
            on = bool(controlword & 0x08)
            self.state = PowerState.OPERATION_ENABLED if on else PowerState.SWITCHED_ON

    def fail(self) -> None:
        """Goes into FAULT; the reaction (torque off) takes no time."""
        self.state = PowerState.FAULT
