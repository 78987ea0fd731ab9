"""Starts an emulated robot as a process of its own, to which nothing leads but its buses."""

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

from biped_control.configuration_file import write_configuration
from biped_control.errors import HardwareError
from biped_control.hardware.bus.actuator_settings import ActuatorSettings
from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings

_MODULE = "biped_control.hardware.emulated_robot"
_ENDING = 10.0  # [s]


class EmulatedProcess:
    """A running one; leaving the context ends it.

    Attributes:
        actuators: with the buses on which it answers.
        report: what it said at its end; empty before.
    """

    def __init__(
        self,
        folder: Path,
        actuators: ActuatorSettings,
        emulation: EmulationSettings,
        clip: Path | None = None,
        trace: Path | None = None,
        priority: int = 0,
    ) -> None:
        """
        Args:
            folder: for its files, as long as it runs.
            actuators: which drive moves which joint.
            emulation: what the robot is like.
            clip: in whose first state it starts; it stands without.
            trace: npz file for where it really was.
            priority: SCHED_FIFO priority; 0 for ordinary scheduling.

        Raises:
            HardwareError: it does not start.
        """
        self.report: dict[str, Any] = {}
        files = {"--actuators": actuators, "--emulation": emulation}
        command = [sys.executable, "-m", _MODULE, "--priority", str(priority)]
        for option, settings in files.items():
            path = folder / f"{option.strip('-')}.yaml"
            write_configuration(settings, path)
            command += [option, str(path)]
        command += ["--clip", str(clip)] if clip else []
        command += ["--trace", str(trace)] if trace else []
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C reaches it through us alone: the drives are switched off first
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            _, errors = self._process.communicate()
            raise HardwareError(f"the emulated robot does not start: {errors.strip()}")
        buses = {
            name: bus.model_copy(update=json.loads(line)["buses"][name])
            for name, bus in actuators.buses.items()
        }
        self.actuators = actuators.model_copy(update={"buses": buses})

    def __enter__(self) -> "EmulatedProcess":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def end(self) -> None:
        """Ends it and takes its report. Calling it twice is fine."""
        if self._process.poll() is not None and self.report:
            return
        try:
            output, _ = self._process.communicate(timeout=_ENDING)  # closes its input: it notices
        except subprocess.TimeoutExpired:
            self._process.kill()
            output, _ = self._process.communicate()
        lines = output.strip().splitlines()
        self.report = json.loads(lines[-1]) if lines else {"failure": "it was killed"}
