"""Makes an engine by its name. Each is imported only when asked for, so none is needed to use another."""

from collections.abc import Callable

from biped_control.did_you_mean import did_you_mean
from biped_control.errors import EngineError
from biped_control.robot.model import RobotModel
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Simulator


def create_engine(name: str, robot: RobotModel, settings: EngineSettings | None = None) -> Simulator:
    """An engine that simulates `robot`.

    Args:
        name: `dart` (rigid bodies at a high rate, the default), `lcp` (the papers' own time stepping),
            `gazebo` (rigid bodies in Gazebo Harmonic) or `modal` (linearized, Jain & Liu 2011).
        robot: what to simulate.
        settings: rates, friction, terrain; the defaults without.

    Raises:
        EngineError: no engine of that name, it is not installed, or it cannot do what the settings ask for.
    """
    if name not in _ENGINES:
        meant = did_you_mean(name, _ENGINES)
        raise EngineError(f"engine '{name}' is unknown{meant}; choose one of {', '.join(_ENGINES)}")
    settings = settings or EngineSettings()
    if settings.hoisted and name != "dart":
        raise EngineError(f"engine '{name}' has no hoist; expected engine 'dart'")
    return _ENGINES[name](robot, settings)


def engine_names() -> tuple[str, ...]:
    """Names that `create_engine` takes, installed or not."""
    return tuple(_ENGINES)


def _dart(robot: RobotModel, settings: EngineSettings) -> Simulator:
    try:
        from biped_control.simulation.dart import DartSimulator
    except ImportError as error:
        raise EngineError(
            f"engine 'dart' is not installed ({error}); run `pip install dartpy` or choose engine 'lcp'"
        ) from error
    return DartSimulator(robot, settings)


def _lcp(robot: RobotModel, settings: EngineSettings) -> Simulator:
    from biped_control.simulation.lcp import LcpSimulator

    return LcpSimulator(robot, settings)


def _gazebo(robot: RobotModel, settings: EngineSettings) -> Simulator:
    try:
        from biped_control.simulation.gazebo import GazeboSimulator
    except ImportError as error:
        raise EngineError(
            f"engine 'gazebo' is not installed ({error}); install the Python bindings of Gazebo Harmonic "
            "(`apt install ros-jazzy-gz-sim-vendor`, at least 0.0.13, or `python3-gz-sim8 python3-gz-math7`) "
            "and have them on PYTHONPATH, or choose engine 'dart'"
        ) from error
    return GazeboSimulator(robot, settings)


def _modal(robot: RobotModel, settings: EngineSettings) -> Simulator:
    from biped_control.simulation.modal import ModalSimulator

    return ModalSimulator(robot, settings)


_ENGINES: dict[str, Callable[[RobotModel, EngineSettings], Simulator]] = {
    "dart": _dart,
    "lcp": _lcp,
    "gazebo": _gazebo,
    "modal": _modal,
}
