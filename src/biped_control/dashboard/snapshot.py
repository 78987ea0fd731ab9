"""What the page shows of one instant."""

from dataclasses import dataclass, field

import numpy as np

from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

ON_ITS_FEET = "on its feet"


@dataclass(frozen=True)
class TorquePeak:
    """The joint that works hardest, measured against what it can do.

    Attributes:
        joint: its name.
        torque: signed torque [N m].
        limit: effort limit [N m].
    """

    joint: str
    torque: float
    limit: float

    @property
    def share(self) -> float:
        """How much of the limit is used, 0 to 1 (above: beyond the limit)."""
        return abs(self.torque) / self.limit if self.limit > 0.0 else 0.0


@dataclass(frozen=True)
class LiveNumbers:
    """Numbers beside the picture; None where nothing is known yet.

    Attributes:
        time_s: simulated time since the last reset [s].
        clip: name of the clip that is followed, and whether mirrored.
        activity: "on its feet", "paused" or "fallen"; what it does there is `clip`.
        speed_mps, distance_m: mean speed and length of the path walked since the reset.
        tick_cost, mean_cost: tracking cost (eq. 18) of this tick and on average.
        torque: hardest working joint.
        policy_ms, adaptation_ms: time to compute the newest controls.
        round_trip_ms, round_trip_p99_ms: robot state out to torque back, median and 99th percentile.
        lcp_contacts: contact points in the complementarity problem.
        lcp_solved: False when the newest problem had no solution and a fallback was sent.
        realtime_factor: simulated time over wall-clock time.
        missed_ticks: ticks without a torque.
        fault: what went wrong, for people; empty when all is well.
        heading_wanted: yaw in the world that the operators want [rad].
        operator: who steers, in words.
    """

    time_s: float | None = None
    clip: str | None = None
    activity: str = ON_ITS_FEET
    speed_mps: float | None = None
    distance_m: float | None = None
    tick_cost: float | None = None
    mean_cost: float | None = None
    torque: TorquePeak | None = None
    policy_ms: float | None = None
    adaptation_ms: float | None = None
    round_trip_ms: float | None = None
    round_trip_p99_ms: float | None = None
    lcp_contacts: int | None = None
    lcp_solved: bool | None = None
    realtime_factor: float | None = None
    missed_ticks: int | None = None
    fault: str = ""
    heading_wanted: float | None = None
    operator: str = ""


_NOTHING = np.zeros((0, 3))


@dataclass(frozen=True)
class Snapshot:
    """Everything that is drawn at once.

    Attributes:
        q: (nv,) chain-root positions of the robot in the world.
        ghost: (nv,) where the reference wants it at the same instant, in the world; None without a reference.
        points: (n, 3) where the ground touches the robot [m].
        forces: (n, 3) ground forces there, world axes [N].
        torques: (nu,) that led to this instant [N m]; None where they are not known.
        numbers: what is shown as text.
    """

    q: FloatArray
    ghost: FloatArray | None = None
    points: FloatArray = field(default_factory=lambda: _NOTHING)
    forces: FloatArray = field(default_factory=lambda: _NOTHING)
    torques: FloatArray | None = None
    numbers: LiveNumbers = field(default_factory=LiveNumbers)


def hardest_working(robot: RobotModel, torques: FloatArray) -> TorquePeak:
    """The joint whose torque (nu,) [N m] is nearest to its limit."""
    limits = robot.effort_limits
    share = np.abs(torques) / np.where(limits > 0.0, limits, np.inf)
    joint = int(np.argmax(share))
    return TorquePeak(robot.joint_names[joint], float(torques[joint]), float(limits[joint]))
