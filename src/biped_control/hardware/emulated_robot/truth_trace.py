"""Where an emulated robot really was each time its IMU was asked, to judge estimators by."""

from pathlib import Path

import numpy as np

from biped_control.errors import HardwareError
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.state import FloatArray, State


class TruthTrace:
    """Root coordinates by the IMU's own clock: what the controller's side knows as `BodyReading.time`."""

    def __init__(self) -> None:
        self._times: list[float] = []
        self._roots: list[FloatArray] = []

    def add(self, time: float, state: State) -> None:
        """The IMU is asked at `time` [s]."""
        self._times.append(time)
        self._roots.append(np.concatenate([state.q[:ROOT_DOF], state.v[:ROOT_DOF]]))

    @property
    def times(self) -> FloatArray:
        """(n,) [s]."""
        return np.array(self._times)

    @property
    def roots(self) -> FloatArray:
        """(n, 12) root positions and velocities."""
        return np.array(self._roots).reshape(-1, 2 * ROOT_DOF)

    def save(self, path: Path) -> None:
        """Writes `times` and `roots` as npz.

        Raises:
            HardwareError: it cannot be written.
        """
        try:
            with path.open("wb") as file:
                np.savez(file, times=self.times, roots=self.roots)
        except OSError as error:
            raise HardwareError(f"{path}: the trace cannot be written ({error})") from error
