"""The ROS graph on one side, an emulated robot on the other, and nothing between them but the buses."""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from biped_control.analysis.hardware.estimation_error import estimation_error
from biped_control.configuration_file import write_configuration
from biped_control.errors import BipedError
from biped_control.hardware.bus.actuator_settings import ActuatorSettings
from biped_control.hardware.emulated_robot.emulated_process import EmulatedProcess
from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings
from biped_control.motion.clip_file import save_clip
from biped_control.nodes.graph import Graph, Value
from biped_control.nodes.graph_runner import GraphRunner, Progress
from biped_control.robot.model import RobotModel
from biped_control.steering.programme import load_programme

DEFAULTS: Mapping[str, Value] = {"composed": True}
"""Arguments of the graph that begin otherwise here: the robot shares the cores, so messages go short ways."""


@dataclass(frozen=True)
class HardwareInTheLoop:
    """What to run.

    Attributes:
        graph: the description. values: of all its arguments, `hardware` among them.
        actuators: which drive moves which joint; buses are replaced by those of the emulated robot.
        emulation: what the robot is like.
    """

    graph: Graph
    values: Mapping[str, Value]
    actuators: ActuatorSettings
    emulation: EmulationSettings

    def run(self, progress: Progress | None = None) -> dict[str, object]:
        """Walks until the time is over, a fall, a signal or a fault.

        Args:
            progress: gets the result so far, about once a second.

        Returns:
            The keys of `GraphRunner.run`, `estimation` (of the base; null if there is nothing to compare) and
            `robot` (what the emulated robot said at its end).

        Raises:
            HardwareError: the emulated robot does not start.
            GraphError: a node could not be configured, or there was no result.
        """
        with tempfile.TemporaryDirectory(prefix="biped-hil-") as name:
            folder = Path(name)
            clip, truth, trace = (folder / file for file in ("start.clip.npz", "truth.npz", "trace.npz"))
            robot = RobotModel.load()
            start = load_programme(str(self.values["clip"]), robot, float(self.values["rate"])).first
            save_clip(start, clip)
            priority = int(self.values["priority"])
            with EmulatedProcess(folder, self.actuators, self.emulation, clip, truth, priority) as process:
                actuators = folder / "buses.yaml"
                write_configuration(process.actuators, actuators)
                values = {**self.values, "actuators": str(actuators)}
                values["trace_file"] = str(self.values["trace_file"] or trace)
                result = GraphRunner(self.graph, values, progress).run()
                process.end()
            result["robot"] = process.report
            result["estimation"] = _estimation(Path(str(values["trace_file"])), truth)
            return result


def _estimation(trace: Path, truth: Path) -> dict[str, float] | None:
    try:
        with np.load(trace, allow_pickle=False) as ours, np.load(truth, allow_pickle=False) as theirs:
            error = estimation_error(ours["times"], ours["estimates"], theirs["times"], theirs["roots"])
            return error.summary()
    except (OSError, BipedError):  # a run that ended before its first tick has left nothing to compare
        return None
