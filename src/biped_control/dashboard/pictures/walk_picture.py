"""The picture of the README: the simulated walk as a row of poses, older ones paler.

`python -m biped_control.dashboard.pictures.walk_picture docs/images/walk.png` simulates some seconds
and draws them.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from biped_control.analysis.assembly import WalkParts, assemble
from biped_control.dashboard.foot_loads import FootLoads
from biped_control.dashboard.pictures.picture import Camera, save_picture
from biped_control.dashboard.pictures.picture_scene import Figure
from biped_control.errors import BipedError
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.settings import load_settings

_PALEST = 0.35
_SPACING_M = 0.74  # a bit more than a step, so that each pose shows another moment of the gait
_TICKS = 840
_LAST_TICKS = 140  # about one cycle


def simulate(parts: WalkParts, ticks: int, policy: str = "nqr", engine: str = "dart") -> list[Observation]:
    """What the sensors measure in each tick of a walk in the simulator, fewer ticks if the robot falls.

    Raises:
        BipedError: no such policy or engine.
    """
    seen: list[Observation] = []
    simulator = parts.engine(engine, report_contacts=True)
    try:
        parts.loop(policy, simulator).run(
            parts.itinerary, ticks, observe=lambda tick: seen.append(tick.after)
        )
    finally:
        simulator.close()
    return seen


def evenly_spaced(robot: RobotModel, walk: Sequence[Observation], count: int) -> list[Figure]:
    """Poses at equal distances along a walk, with their ground forces.

    The last one is the widest step towards the end of the walk, in full colour; those before it are the paler
    the older they are.
    """
    loads, figures = FootLoads(robot), []
    step_lengths = [_step_length(loads, seen) for seen in walk[: -_LAST_TICKS - 1 : -1]]
    last = len(walk) - 1 - int(np.argmax(step_lengths))
    positions = np.array([observation.state.q[:2] for observation in walk[: last + 1]])
    to_go = np.linalg.norm(positions - positions[-1], axis=1)
    none = np.zeros((0, 3))
    for index, presence in enumerate(np.linspace(_PALEST, 1.0, count)):
        seen = walk[int(np.abs(to_go - _SPACING_M * (count - 1 - index)).argmin())]
        feet = loads.measure(seen.state.q, seen.contact_points, seen.contact_forces)
        points = np.concatenate([none, *(foot.points for foot in feet)])
        forces = np.concatenate([none, *(foot.forces for foot in feet)])
        figures.append(Figure(seen.state.q, float(presence), points, forces))
    return figures


def _step_length(loads: FootLoads, seen: Observation) -> float:
    loads.measure(seen.state.q, seen.contact_points, seen.contact_forces)
    return float(np.linalg.norm(loads.sole_pose(0)[0] - loads.sole_pose(1)[0]))


def view_from_the_side(figures: Sequence[Figure]) -> Camera:
    """A camera that has all figures of a walk along x in view."""
    first, last = figures[0].q, figures[-1].q
    middle, length = 0.5 * (first[0] + last[0]), last[0] - first[0]
    away = 1.3 * length + 1.2
    return Camera((middle + 0.25 * away, first[1] - away, 1.7), (middle, first[1], 0.82), 0.365)


def main() -> int:
    """Simulates the default walk and draws it to the file that is named on the command line."""
    if len(sys.argv) != 2:
        print("usage: python -m biped_control.dashboard.pictures.walk_picture FILE.png", file=sys.stderr)
        return 2
    try:
        parts = assemble("walk", load_settings())
        figures = evenly_spaced(parts.robot, simulate(parts, _TICKS), count=6)
        save_picture(Path(sys.argv[1]), parts.robot, figures, view_from_the_side(figures))
    except (BipedError, OSError) as error:
        print(f"biped: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
