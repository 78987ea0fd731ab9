"""The one error family of the library.

Every message says what went wrong, where, what was expected and what to do about it. Callers that only want
to report (the command line, the nodes) catch `BipedError`; callers that want to react catch a subclass.
"""


class BipedError(Exception):
    """Base class of everything this library raises on purpose."""


class ConfigurationError(BipedError):
    """A configuration file or parameter is missing, unknown or out of range."""


class ResourceError(BipedError):
    """A file that ships with the library (URDF, YAML) cannot be found."""


class RobotError(BipedError):
    """A robot description cannot be used: no inertia, unknown joint, missing limb."""


class CaptureError(BipedError):
    """A motion-capture file cannot be read or does not hold what it should."""


class MotionError(BipedError):
    """A capture or recipe cannot be turned into a clip (retargeting, optimization)."""


class ClipError(BipedError):
    """A clip file is unreadable, of another version, or made for another robot."""


class PolicyError(BipedError):
    """A look-ahead policy cannot be built or does not fit the clip it is asked to follow."""


class EngineError(BipedError):
    """A simulation engine is unknown, not installed, or was used wrongly."""


class EstimationError(BipedError):
    """A state estimator was used before its start, or its sensors report what cannot be."""


class GraphError(BipedError):
    """The ROS graph cannot be started or has stopped working."""


class EnvironmentSetupError(BipedError):
    """The virtual environment cannot be built or does not work on this machine."""


class MessageError(BipedError):
    """A ROS message has arrays of the wrong size, or holds NaN or infinity."""


class DashboardError(BipedError):
    """The browser page cannot be served."""


class HardwareError(BipedError):
    """A device cannot be used: its driver is missing, or it is not what was expected."""


class SweepError(BipedError):
    """A sweep cannot begin or go on: its plan, its scheduler or workers, or the folder of its results."""
