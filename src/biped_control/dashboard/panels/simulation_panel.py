"""Buttons for the simulation itself: pause, single steps, reset, emergency stop, recording."""

from viser import GuiButtonHandle, GuiEvent, Icon, ViserServer

from biped_control.dashboard.controls import Controls, attempt

_RECORD, _STOP = "Record", "Stop recording"


class SimulationPanel:
    """Adds the buttons to the page.

    Attributes:
        run: pause, resume, step and reset.
        emergency_stop: brakes all joints.
        reset_fault: listens to the controller again.
        record: begins and ends a recording.
    """

    def __init__(self, server: ViserServer, controls: Controls) -> None:
        gui = server.gui
        self._controls = controls
        actions = {
            "Pause": lambda: controls.pause(True),
            "Step": controls.step,
            "Resume": lambda: controls.pause(False),
            "Reset": controls.reset,
        }
        self.run = gui.add_button_group("simulation", tuple(actions))
        self.run.on_click(lambda event: attempt(event, actions[event.target.value]))
        self.emergency_stop = gui.add_button(
            "E-stop",
            icon=Icon.HAND_STOP,
            color="red",
            hint="brakes all joints at once, and the robot goes down",
        )
        self.emergency_stop.on_click(lambda event: attempt(event, controls.emergency_stop))
        self.reset_fault = gui.add_button(
            "Reset fault",
            icon=Icon.RESTORE,
            color="gray",
            hint="goes on after a fault or an E-stop, if the robot is up and the cause is gone; "
            "else Reset starts again",
        )
        self.reset_fault.on_click(lambda event: attempt(event, controls.reset_fault))
        self.record = gui.add_button(
            _RECORD, icon=Icon.PLAYER_RECORD, color="gray", hint="all topics, as an MCAP file"
        )
        self.record.on_click(lambda event: attempt(event, lambda: self._record(event)))

    def _record(self, event: GuiEvent[GuiButtonHandle]) -> None:
        starting = self.record.label == _RECORD
        word = self._controls.start_recording() if starting else self._controls.stop_recording()
        self.record.label = _STOP if starting else _RECORD
        self.record.color = "red" if starting else "gray"
        if event.client is not None and word:
            title = "Recording" if starting else "Recorded"
            event.client.add_notification(title, word, auto_close_seconds=8.0)
