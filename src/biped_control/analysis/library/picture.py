"""One picture of many clips: the robot from the side at a few moments, its footprints and path from above."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pinocchio as pin
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from biped_control.atomic_write import atomic_write
from biped_control.motion.clip import Clip
from biped_control.motion.kinematic_cycle import FEET, HEEL_COLUMN, Foot
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.soles import sole_corners
from biped_control.robot.state import FloatArray

_COLUMNS = 4
_MOMENTS = 10  # nine intervals, so that steps, of which there are an even number, do not all look alike
_SPACING = 0.6  # [m] between the figures of neighbouring moments
_COLOURS: dict[Foot, str] = {"right": "tab:blue", "left": "tab:orange"}
_PATH = "0.5"
_KEY_HEIGHT = 0.6  # [in] of what the lines mean
_OUTLINE = (0, 1, 3, 2)  # heel left, heel right, toe left, toe right in the order of a walk around


def write_library_picture(robot: RobotModel, clips: Sequence[Clip], folder: Path) -> Path:
    """Writes library.png; the folder is made if missing.

    Args:
        robot: the robot of the clips.
        clips: one or more.
        folder: where to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "library.png"
    with atomic_write(path) as unfinished:
        library_figure(robot, clips).savefig(unfinished, format="png", dpi=80)
    return path


def library_figure(robot: RobotModel, clips: Sequence[Clip]) -> Figure:
    """What the lines mean, and two panels a clip: moments from the side, below them the ground from above."""
    columns = min(_COLUMNS, len(clips))
    rows = -(-len(clips) // columns)
    height = 4.8 * rows
    figure = Figure(figsize=(4.2 * columns, height + _KEY_HEIGHT), layout="constrained")
    head, sheet = figure.subfigures(2, 1, height_ratios=(_KEY_HEIGHT, height), squeeze=False).ravel()
    head.legend(handles=_key(), loc="center", ncols=4 if columns > 1 else 2, frameon=False)
    cells = sheet.subfigures(rows, columns, squeeze=False).ravel()
    for cell, clip in zip(cells, clips, strict=False):
        side, above = cell.subplots(2, 1, height_ratios=(1.0, 1.4))
        turn = f", {np.rad2deg(clip.advance.yaw):.0f} degrees" if abs(clip.advance.yaw) > 1e-6 else ""
        seconds = clip.steps * clip.dt
        cell.suptitle(f"{clip.name}\n{seconds:.1f} s, {clip.speed_mps:.2f} m/s{turn}", fontsize="medium")
        draw_moments(side, robot, clip)
        draw_ground(above, robot, clip)
    return figure


def draw_moments(panel: Axes, robot: RobotModel, clip: Clip) -> None:
    """The robot from its right side at equal times, beside one another."""
    for place, frame in enumerate(np.linspace(0, clip.steps, _MOMENTS).astype(int)):
        q = clip.positions[frame + 1]
        here = Placement(q[0], q[1], q[3]).inverse()
        figure = stick_figure(robot, here.move(q))[:, :, (0, 2)] + np.array([place * _SPACING, 0.0])
        panel.add_collection(LineCollection(list(figure), colors="0.25", linewidths=1.2))
    panel.axhline(0.0, color="0.7", linewidth=0.8)
    panel.set_xlim(-_SPACING, _MOMENTS * _SPACING)
    panel.set_aspect("equal")
    panel.autoscale(axis="y")
    panel.set_axis_off()


def draw_ground(panel: Axes, robot: RobotModel, clip: Clip) -> None:
    """Footprints, the path of the base, and where the next clip begins."""
    for foot, outlines in footprints(robot, clip).items():
        panel.add_collection(
            PolyCollection(list(outlines), facecolors="none", edgecolors=_COLOURS[foot], linewidths=1.0)
        )
    panel.plot(*clip.positions[1:-1, :2].T, color=_PATH, linewidth=0.8)
    advance = clip.advance
    arrow = 0.2 * np.array([np.cos(advance.yaw), np.sin(advance.yaw)])
    panel.annotate(
        "",
        (advance.x + arrow[0], advance.y + arrow[1]),
        (advance.x, advance.y),
        arrowprops={"arrowstyle": "->"},
    )
    panel.set_aspect("equal", adjustable="datalim")
    panel.autoscale()
    panel.margins(0.05)
    panel.tick_params(labelsize="x-small")
    panel.set_xlabel("forward [m]", fontsize="x-small")
    panel.set_ylabel("to the left [m]", fontsize="x-small")


def _key() -> list[Line2D]:
    """What the lines of `draw_ground` mean."""
    return [
        *(Line2D([], [], color=_COLOURS[foot], label=f"{foot} sole") for foot in FEET),
        Line2D([], [], color=_PATH, linewidth=0.8, label="path of the pelvis"),
        Line2D([], [], color="black", marker=">", markevery=[1], label="the next clip begins"),
    ]


def footprints(robot: RobotModel, clip: Clip) -> dict[Foot, FloatArray]:
    """(n, 4, 2) outline of the sole in the middle of every stance, seen from above, for each foot [m]."""
    model, data, corners = robot.pinocchio, robot.pinocchio.createData(), sole_corners(robot)
    prints: dict[Foot, FloatArray] = {}
    for place, foot in enumerate(FEET):
        column = HEEL_COLUMN[foot]
        standing = clip.contacts[:, column : column + 2].sum(axis=1)
        outlines = []
        for start, end in _runs(standing > 0):
            flat = start + np.flatnonzero(standing[start:end] == standing[start:end].max())
            pin.forwardKinematics(model, data, clip.positions[flat[len(flat) // 2] + 1])
            chosen = [4 * place + index for index in _OUTLINE]
            outlines.append(
                [data.oMi[int(corners.joints[index])].act(corners.offsets[index])[:2] for index in chosen]
            )
        prints[foot] = np.array(outlines).reshape(-1, 4, 2)
    return prints


def stick_figure(robot: RobotModel, q: FloatArray) -> FloatArray:
    """(n, 2, 3) lines from joint to joint, out to the ends of the limbs, and along the soles [m]."""
    model, data = robot.pinocchio, robot.pinocchio.createData()
    pin.forwardKinematics(model, data, q)
    pin.updateFramePlacements(model, data)
    root = int(model.frames[robot.frame_id(robot.limbs.torso)].parentJoint)
    base = next(joint for joint in range(1, model.njoints) if len(model.children[joint]) > 1)
    lines = [
        (data.oMi[model.parents[joint]].translation, data.oMi[joint].translation)
        for joint in range(base + 1, model.njoints)
    ]
    for index, frame in enumerate(model.frames):
        if frame.type == pin.FrameType.BODY and frame.parentJoint >= min(base, root):
            lines.append((data.oMi[frame.parentJoint].translation, data.oMf[index].translation))
    corners = sole_corners(robot)
    points = [data.oMi[int(j)].act(offset) for j, offset in zip(corners.joints, corners.offsets, strict=True)]
    for foot in (points[:4], points[4:]):
        lines.append((0.5 * (foot[0] + foot[1]), 0.5 * (foot[2] + foot[3])))
    return np.array([(np.array(start), np.array(end)) for start, end in lines])


def _runs(flags: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[tuple[int, int]]:
    """(start, end) of every stretch of True."""
    edges = np.flatnonzero(np.diff(flags.astype(int), prepend=0, append=0))
    return [(int(start), int(end)) for start, end in zip(edges[::2], edges[1::2], strict=True)]
