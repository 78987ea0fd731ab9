"""The drives of one bus as nodes that listen and answer."""

import numpy as np

from biped_control.hardware.bus.dialect import DriveDialect
from biped_control.hardware.bus.drive_signals import DriveReading, DriveStatus
from biped_control.hardware.bus.frame import Frame
from biped_control.hardware.drive_model import DriveModel
from biped_control.robot.state import BoolArray

_NODE = 0x7F  # part of an identifier that says whom it concerns, in all dialects
_ALL = 0  # everybody
_BEGINNING = 0.01  # share of its torque limit by which a drive has been given a torque


class DriveNodes:
    """Connects the dialects of some drives with their model.

    Attributes:
        silent: drives that neither listen nor answer.
        begun: drives that have been given a torque, or a place to go to.
    """

    def __init__(
        self, dialects: dict[int, DriveDialect], nodes: dict[int, int], model: DriveModel, too_hot: int
    ) -> None:
        """
        Args:
            dialects: place of a drive in the model -> its end of the dialect.
            nodes: its number on the bus -> the same place.
            model: all drives of the robot.
            too_hot: the dialect's error code of a drive that is too hot.
        """
        self._dialects = dialects
        self._of_node = {node: [drive] for node, drive in nodes.items()} | {_ALL: list(dialects)}
        self._model = model
        self._too_hot = too_hot
        self._reading = DriveReading()
        self.silent: set[int] = set()
        self.begun: set[int] = set()

    def hear(self, frame: Frame) -> list[Frame]:
        """What the drives answer to a frame on their bus."""
        answers: list[Frame] = []
        for drive in self._of_node.get(frame.identifier & _NODE, ()):
            if drive in self.silent:
                continue
            dialect = self._dialects[drive]
            was = dialect.status
            command, answer = dialect.hear(frame)
            status = dialect.status
            if was is DriveStatus.FAULT and status is not was:
                self._model.cool(drive)
            enabled = status is DriveStatus.ENABLED
            self._model.enabled[drive] = enabled
            if command is not None:
                self._model.command(drive, command)
                asked = (
                    abs(command.torque) > _BEGINNING * self._model.limits[drive] or command.stiffness > 0.0
                )
                if enabled and asked:
                    self.begun.add(drive)
            if answer:
                answers += dialect.say(self._tell(drive))
        return answers

    def notice_heat(self, overheated: BoolArray) -> None:
        """Puts drives into fault that are too hot; (n,) of all drives."""
        for drive in np.flatnonzero(overheated).tolist():
            dialect = self._dialects.get(drive)
            if dialect is not None and dialect.status is not DriveStatus.FAULT:
                dialect.fail(self._too_hot)
                self._model.enabled[drive] = False

    def _tell(self, drive: int) -> DriveReading:
        model, reading = self._model, self._reading
        reading.position = float(model.position[drive])
        reading.velocity = float(model.velocity[drive])
        reading.torque = float(model.torque[drive])
        reading.temperature = float(model.temperature[drive])
        return reading
