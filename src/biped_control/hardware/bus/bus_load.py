"""How full the buses of a robot are."""

from biped_control.hardware.bus.actuator_settings import ActuatorSettings
from biped_control.hardware.bus.body_frames import BODY_FRAMES
from biped_control.hardware.bus.dialects import drive_dialect, host_dialect
from biped_control.hardware.bus.drive_signals import DriveCommand, DriveReading
from biped_control.hardware.bus.frame import LONGEST, Frame, wire_bits
from biped_control.hardware.bus.joint_frames import end_of_tick


def bus_load(settings: ActuatorSettings, rate_hz: float) -> dict[str, float]:
    """Share of each bus that is used at worst (all bits stuffed); more than 1 does not fit.

    Args:
        settings: buses, drives and dialect.
        rate_hz: commands to every drive, and answers of all drives and sensors, a second.
    """
    silent = DriveReading(0.0, 0.0, 0.0, 0.0)
    loads: dict[str, float] = {}
    for bus, its in settings.buses.items():
        ranges = settings.ranges_on(bus)
        host = host_dialect(settings.dialect, ranges)
        tick = list(end_of_tick(host, bus == settings.imu_bus))
        for node, of_node in ranges.items():
            tick.append(host.command(node, DriveCommand(), enabled=True))
            tick += drive_dialect(settings.dialect, node, of_node).say(silent)
        if bus == settings.imu_bus:
            tick += [Frame(0, bytes(LONGEST))] * BODY_FRAMES
        loads[bus] = rate_hz * sum(wire_bits(frame) for frame in tick) / its.bitrate
    return loads
