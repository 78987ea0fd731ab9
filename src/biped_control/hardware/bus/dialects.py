"""Dialects by their names, for both ends of a bus."""

from biped_control.hardware.bus.actuator_settings import DialectName, Ranges
from biped_control.hardware.bus.cia402 import Cia402Drive, Cia402Host
from biped_control.hardware.bus.dialect import DriveDialect, HostDialect
from biped_control.hardware.bus.mit import MitDrive, MitHost


def host_dialect(name: DialectName, ranges: dict[int, Ranges]) -> HostDialect:
    """The controller's end of a bus whose drives (node -> ranges) speak `name`."""
    return MitHost(ranges) if name == "mit" else Cia402Host(ranges)


def drive_dialect(name: DialectName, node: int, ranges: Ranges) -> DriveDialect:
    """A drive's end."""
    return MitDrive(node, ranges) if name == "mit" else Cia402Drive(node, ranges)
