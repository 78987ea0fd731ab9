"""What can go wrong in the path of the torques, and what the joints are told then."""

from enum import Enum, IntEnum


class Fault(IntEnum):
    """The mildest first: of several at once, the last in this list wins."""

    NONE = 0
    NO_SOLUTION = 1  # the controller has no torques, or none that are numbers
    NO_TORQUE = 2  # none has come for this tick, and the newest is too old
    NO_STATE = 3  # nobody knows how the joints move
    OVERSPEED = 4
    DRIVE = 5  # a drive, or the bus, no longer obeys
    EMERGENCY_STOP = 6  # a person has said so

    @property
    def passes(self) -> bool:
        """Whether it is over as soon as its cause is, unless it has lasted for too long."""
        return self <= Fault.NO_STATE


class Action(Enum):
    """What the joints are told."""

    TORQUE = "torque"  # what the controller wants, within the effort limits
    BLEND = "blend"  # something between that and a brake, on the way back from a reset
    HOLD = "hold"  # a soft spring to the pose in which the torques ended
    BRAKE = "brake"  # -K v; no torque where v is not known
