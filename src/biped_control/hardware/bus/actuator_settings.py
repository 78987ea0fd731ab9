"""Which drive moves which joint, on which bus and how it counts (`config/actuators.yaml`)."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from biped_control.configuration_file import load_configuration
from biped_control.resources import share_path

DialectName = Literal["mit", "cia402"]


class Ranges(BaseModel):
    """What the numbers of one kind of drive reach to, on the output side of its gear.

    Attributes:
        position: +- [rad]. velocity: +- [rad/s].
        stiffness: 0 to this [N m/rad]. damping: 0 to this [N m s/rad].
        torque: +- [N m]; 1000 thousandths in CiA 402.
        counts: encoder counts of a turn, for CiA 402.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    position: float = Field(gt=0.0, le=1000.0)
    velocity: float = Field(gt=0.0, le=1000.0)
    stiffness: float = Field(gt=0.0, le=1e5)
    damping: float = Field(gt=0.0, le=1e4)
    torque: float = Field(gt=0.0, le=1e4)
    counts: int = Field(ge=100, le=1 << 24)


class BusSettings(BaseModel):
    """A CAN bus as python-can opens it.

    Attributes:
        interface: kind of adapter. channel: its name or device. bitrate: [bit/s].
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    interface: Literal["socketcan", "slcan", "virtual"]
    channel: str = Field(min_length=1)
    bitrate: int = Field(default=1_000_000, ge=10_000, le=1_000_000)


class JointActuator(BaseModel):
    """How one joint is driven: drive angle = direction * ratio * (joint angle - zero).

    Attributes:
        bus: which bus its drive sits on. node: the drive's number there.
        drive: which kind of drive.
        direction: -1 if the drive counts against the joint.
        ratio: turns of the drive's output for a turn of the joint.
        zero: joint angle where the drive reads zero [rad].
        position: the joint's lower and upper limit [rad]. velocity: its limit [rad/s]. torque: its [N m].
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    bus: str
    node: int = Field(ge=1, le=127)
    drive: str
    direction: Literal[-1, 1] = 1
    ratio: float = Field(default=1.0, gt=0.0, le=1000.0)
    zero: float = Field(default=0.0, ge=-10.0, le=10.0)
    position: tuple[float, float]
    velocity: float = Field(gt=0.0, le=100.0)
    torque: float = Field(gt=0.0, le=2000.0)


class ActuatorSettings(BaseModel):
    """All buses, kinds of drives and joints of a robot.

    Attributes:
        dialect: what all drives speak.
        buses: name -> bus. drives: name -> ranges of that kind. joints: joint name -> its actuator.
        imu_bus: which bus the IMU and the foot sensors sit on; null without.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    dialect: DialectName
    buses: dict[str, BusSettings] = Field(min_length=1)
    drives: dict[str, Ranges] = Field(min_length=1)
    joints: dict[str, JointActuator] = Field(min_length=1)
    imu_bus: str | None = None

    @model_validator(mode="after")
    def _names_and_ranges_agree(self) -> "ActuatorSettings":
        places: dict[tuple[str, int], str] = {}
        for name, joint in self.joints.items():
            if joint.bus not in self.buses:
                raise ValueError(f"joint {name}: bus '{joint.bus}' is none of {', '.join(self.buses)}")
            if joint.drive not in self.drives:
                raise ValueError(f"joint {name}: drive '{joint.drive}' is none of {', '.join(self.drives)}")
            if twin := places.get((joint.bus, joint.node)):
                raise ValueError(f"joints {twin} and {name}: both are node {joint.node} of bus '{joint.bus}'")
            places[joint.bus, joint.node] = name
            _check_reach(name, joint, self.drives[joint.drive])
        if self.imu_bus is not None and self.imu_bus not in self.buses:
            raise ValueError(f"imu_bus '{self.imu_bus}' is none of {', '.join(self.buses)}")
        channels = [(bus.interface, bus.channel) for bus in self.buses.values()]
        if len(set(channels)) < len(channels):
            raise ValueError("two buses have the same channel; expected one channel a bus")
        return self

    def ranges_on(self, bus: str) -> dict[int, Ranges]:
        """Node -> ranges of all drives on one bus."""
        return {joint.node: self.drives[joint.drive] for joint in self.joints.values() if joint.bus == bus}


def _check_reach(name: str, joint: JointActuator, drive: Ranges) -> None:
    lower, upper = joint.position
    if not lower < upper:
        raise ValueError(f"joint {name}: lower limit {lower:g} rad is not below the upper {upper:g} rad")
    farthest = joint.ratio * max(abs(lower - joint.zero), abs(upper - joint.zero))
    needs = {
        "position": (farthest, drive.position, "rad"),
        "velocity": (joint.ratio * joint.velocity, drive.velocity, "rad/s"),
        "torque": (joint.torque / joint.ratio, drive.torque, "N m"),
    }
    for what, (need, reach, unit) in needs.items():
        if need > reach:
            raise ValueError(
                f"joint {name}: its {what} limit is {need:g} {unit} at the drive, but drive '{joint.drive}' "
                f"reaches {reach:g} {unit}; lower the limit or give the drive its true range"
            )


def load_actuators(path: Path | None = None) -> ActuatorSettings:
    """Reads the actuators; without a path those of the robot that ships with the library.

    Raises:
        ConfigurationError: unreadable, a value is out of range, or names and ranges disagree.
    """
    return load_configuration(ActuatorSettings, path or share_path("config/actuators.yaml"))
