"""Topic `simulation_status`: how the run of whoever commands the actuators goes."""

from collections.abc import Mapping

from biped.msg import SimulationStatus
from builtin_interfaces.msg import Time

from biped_control.analysis.run_record import RunRecord


def simulation_status(
    stamp: Time,
    record: RunRecord,
    *,
    tick: int,
    missed_ticks: int,
    realtime_factor: float,
    round_trip_ms: Mapping[str, float],
    fault: str,
    paused: bool = False,
) -> SimulationStatus:
    """The message; units and meanings are there.

    Args:
        stamp: of now.
        record: account of the run so far.
        tick, missed_ticks, realtime_factor, fault, paused: fields of the message.
        round_trip_ms: keys `p50`, `p99` and `max` [ms].
    """
    status = SimulationStatus(
        tick=tick,
        fell=record.fell,
        paused=paused,
        distance_m=record.travel.distance,
        speed_mps=record.travel.speed,
        mean_cost=record.mean_cost,
        realtime_factor=realtime_factor,
        missed_ticks=missed_ticks,
        round_trip_ms_p50=round_trip_ms["p50"],
        round_trip_ms_p99=round_trip_ms["p99"],
        round_trip_ms_max=round_trip_ms["max"],
        fault=fault,
    )
    status.header.stamp = stamp
    return status
