"""Pictures of a clip: angles (of a gait beside the norms), forces, torques and their limits, contacts."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from biped_control.atomic_write import atomic_write
from biped_control.motion.clip import Clip
from biped_control.motion.clip_checks import FRICTION
from biped_control.motion.gaits.gait_norms import LEG_JOINTS, GaitNorms, sagittal_leg
from biped_control.motion.kinematic_cycle import FEET, HEEL_COLUMN, Foot
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.soles import ANTICIPATED_POINTS
from biped_control.robot.state import BoolArray, FloatArray

_COLOURS: dict[Foot, str] = {"right": "tab:blue", "left": "tab:orange"}
_LINES: dict[Foot, str] = {"right": "-", "left": ":"}  # both legs of an even walk lie on one another


def write_clip_plots(robot: RobotModel, clip: Clip, norms: GaitNorms | None, folder: Path) -> list[Path]:
    """Writes four PNG files.

    Args:
        robot: the robot of the clip.
        clip: what to draw.
        norms: what the angles are compared with; None for a clip that is no cycle of two steps.
        folder: made if missing.

    Returns:
        The files: NAME-angles.png, NAME-forces.png, NAME-torques.png, NAME-contacts.png.
    """
    drawings: dict[str, Callable[[], Figure]] = {
        "angles": lambda: angles_figure(robot, clip, norms) if norms else motion_figure(robot, clip),
        "forces": lambda: forces_figure(robot, clip),
        "torques": lambda: torques_figure(robot, clip),
        "contacts": lambda: contacts_figure(clip),
    }
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for what, draw in drawings.items():
        path = folder / f"{clip.name}-{what}.png"
        with atomic_write(path) as unfinished:
            draw().savefig(unfinished, format="png", dpi=110)
        paths.append(path)
    return paths


def angles_figure(robot: RobotModel, clip: Clip, norms: GaitNorms) -> Figure:
    """Flexion of hip, knee and ankle over the gait cycle of each leg, beside the norm and its tolerance."""
    figure = Figure(figsize=(11, 3.6), layout="constrained")
    panels = figure.subplots(1, len(LEG_JOINTS))
    percent = np.linspace(0.0, 100.0, 201)
    for panel, joint in zip(panels, LEG_JOINTS, strict=True):
        norm = np.rad2deg(norms.flexion(joint, percent / 100.0))
        tolerance = norms.angle_tolerance_deg
        panel.fill_between(percent, norm - tolerance, norm + tolerance, color="0.9", label="norm, tolerance")
        panel.plot(percent, norm, color="0.4", linestyle="--")
        for foot in FEET:
            found = sagittal_leg(robot, foot)[joint]
            flexion = np.rad2deg(found.sign * clip.positions[1:-1, found.column])
            at, curve = _over_cycle(clip, foot, flexion)
            panel.plot(at, curve, color=_COLOURS[foot], linestyle=_LINES[foot], label=foot)
        _label(panel, f"{joint} flexion", "gait cycle from heel strike [%]", "degrees")
    panels[0].legend(fontsize="small")
    return figure


def motion_figure(robot: RobotModel, clip: Clip) -> Figure:
    """Flexion of hip, knee and ankle of both legs over the clip."""
    figure = Figure(figsize=(9, 6), layout="constrained")
    panels = figure.subplots(len(LEG_JOINTS), 1, sharex=True)
    for panel, joint in zip(panels, LEG_JOINTS, strict=True):
        for foot in FEET:
            found = sagittal_leg(robot, foot)[joint]
            flexion = np.rad2deg(found.sign * clip.positions[1:-1, found.column])
            panel.plot(_time(clip), flexion, color=_COLOURS[foot], linestyle=_LINES[foot], label=foot)
        _label(panel, f"{joint} flexion", "time [s]" if panel is panels[-1] else "", "degrees")
    panels[0].legend(fontsize="small")
    return figure


def forces_figure(robot: RobotModel, clip: Clip) -> Figure:
    """Vertical and horizontal ground force under each foot over the clip, and the friction that it needs."""
    figure = Figure(figsize=(9, 7), layout="constrained")
    vertical, horizontal, friction = figure.subplots(3, 1, sharex=True)
    time, weight = _time(clip), robot.mass * GRAVITY
    for foot in FEET:
        column = HEEL_COLUMN[foot]
        force = clip.forces[:, column : column + 2].sum(axis=1) / weight
        vertical.plot(time, force[:, 2], color=_COLOURS[foot], label=foot)
        horizontal.plot(time, np.hypot(force[:, 0], force[:, 1]), color=_COLOURS[foot])
        friction.plot(time, _friction(clip.forces[:, column : column + 2]), color=_COLOURS[foot])
    vertical.plot(time, clip.forces[:, :, 2].sum(axis=1) / weight, color="0.6", linestyle=":", label="both")
    vertical.legend(fontsize="small")
    _label(vertical, "vertical ground force", "", "body weights")
    _label(horizontal, "horizontal ground force", "", "body weights")
    friction.axhline(FRICTION, color="tab:red", linewidth=0.8, linestyle="--")
    _label(friction, "friction needed at heel or toe; dashed: what is allowed", "time [s]", "")
    return figure


def torques_figure(robot: RobotModel, clip: Clip) -> Figure:
    """Torque of every joint between its effort limits."""
    columns = 4
    rows = -(-robot.nu // columns)
    figure = Figure(figsize=(3.0 * columns, 1.7 * rows), layout="constrained")
    panels = figure.subplots(rows, columns, sharex=True, squeeze=False).ravel()
    time = _time(clip)
    for panel, name, torque, limit in zip(
        panels, robot.joint_names, clip.torques.T, robot.effort_limits, strict=False
    ):
        panel.plot(time, torque, color="tab:blue")
        for bound in (-limit, limit):
            panel.axhline(bound, color="tab:red", linewidth=0.8, linestyle="--")
        panel.set_title(name, fontsize="small")
        panel.tick_params(labelsize="x-small")
    for panel in panels[robot.nu :]:
        panel.set_visible(False)
    figure.supxlabel("time [s]", fontsize="small")
    figure.supylabel("torque [N m]; dashed: effort limits", fontsize="small")
    return figure


def contacts_figure(clip: Clip) -> Figure:
    """Planned contacts, and the height and speed of the base."""
    figure = Figure(figsize=(9, 4.5), layout="constrained")
    bars, base = figure.subplots(2, 1, sharex=True)
    names = [point.replace("_", " ") for point in ANTICIPATED_POINTS]
    for row in range(len(names)):
        spans = [(start * clip.dt, count * clip.dt) for start, count in _runs(clip.contacts[:, row])]
        bars.broken_barh(spans, (row - 0.35, 0.7), color=_COLOURS[FEET[row // 2]])
    bars.set_yticks(range(len(names)), names)
    bars.invert_yaxis()
    _label(bars, f"planned contacts of '{clip.name}'", "", "")
    base.plot(_time(clip), clip.positions[1:-1, 2], color="tab:green")
    _label(base, "height of the base", "time [s]", "m")
    return figure


def _friction(forces: FloatArray) -> FloatArray:
    """(T,) larger ratio of tangential to normal force of two points, (T, 2, 3); 0 where neither carries."""
    tangential, normal = np.hypot(forces[:, :, 0], forces[:, :, 1]), forces[:, :, 2]
    ratio = np.where(normal > 0.0, tangential / np.where(normal > 0.0, normal, 1.0), 0.0)
    largest: FloatArray = ratio.max(axis=1)
    return largest


def _over_cycle(clip: Clip, foot: Foot, values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Percent of the cycle from the foot's first landing, ascending, and the values there."""
    column = HEEL_COLUMN[foot]
    touching = clip.contacts[:, column : column + 2].any(axis=1)
    landings = np.flatnonzero(touching & ~np.roll(touching, 1))
    strike = int(landings[0]) if len(landings) else 0
    return np.arange(clip.steps) * 100.0 / clip.steps, np.roll(values, -strike)


def _runs(flags: BoolArray) -> list[tuple[int, int]]:
    """(start, length) of every stretch of True."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(int)))
    return [(int(start), int(end - start)) for start, end in zip(edges[::2], edges[1::2], strict=True)]


def _time(clip: Clip) -> FloatArray:
    return np.asarray(np.arange(clip.steps) * clip.dt, dtype=np.float64)


def _label(panel: Axes, title: str, x: str, y: str) -> None:
    panel.set_title(title, fontsize="medium")
    panel.set_xlabel(x)
    panel.set_ylabel(y)
    panel.grid(alpha=0.3)
