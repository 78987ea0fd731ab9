"""Turns poses and forces into the arrays that the renderer wants."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from biped_control.dashboard.body_poses import BodyPoses
from biped_control.dashboard.pictures.ray_marching import BOX, CONE, CYLINDER, Geometry
from biped_control.dashboard.scene.force_arrows import (
    COLOUR,
    HEAD_LENGTH,
    HEAD_RADIUS,
    SHAFT_RADIUS,
    arrow_ends,
    rotation_of_z_to,
)
from biped_control.dashboard.scene.stick_figure import STICK_COLOUR, STICK_RADIUS
from biped_control.robot.state import FloatArray

BACKGROUND = np.array([0.86, 0.89, 0.93])  # linear light


@dataclass(frozen=True)
class Figure:
    """One pose to draw.

    Attributes:
        q: (nv,) chain-root positions.
        presence: 1 draws in full colour, lower values fade towards the background.
        points: (n, 3) where the ground touches the robot [m].
        forces: (n, 3) ground forces there, drawn as arrows [N].
        sticks: (n, 2, 3) both ends of the sticks of a stick figure beside the robot [m].
    """

    q: FloatArray
    presence: float = 1.0
    points: FloatArray | None = None
    forces: FloatArray | None = None
    sticks: FloatArray | None = None


@dataclass(frozen=True)
class _Solid:
    section: int
    centre: FloatArray
    rotation: FloatArray
    core: FloatArray
    edge: float
    bound: float
    colour: FloatArray


def geometry_of(poses: BodyPoses, figures: Sequence[Figure]) -> Geometry:
    """All figures with their arrows, ready to render."""
    groups = [
        [*_body_solids(poses, figure), *_arrow_solids(figure), *_stick_solids(figure)] for figure in figures
    ]
    solids = [solid for group in groups for solid in group]
    centres = [np.mean([solid.centre for solid in group], axis=0) for group in groups]
    bounds = [
        max(np.linalg.norm(solid.centre - centre) + solid.bound for solid in group)
        for group, centre in zip(groups, centres, strict=True)
    ]
    return Geometry(
        section=np.array([solid.section for solid in solids]),
        centre=np.array([solid.centre for solid in solids]),
        rotation=np.array([solid.rotation for solid in solids]),
        core=np.array([solid.core for solid in solids]),
        edge=np.array([solid.edge for solid in solids]),
        bound=np.array([solid.bound for solid in solids]),
        colour=np.array([solid.colour for solid in solids]),
        first=np.cumsum([0, *(len(group) for group in groups)]),
        figure_centre=np.array(centres),
        figure_bound=np.array(bounds),
    )


def _faded(colour: FloatArray, presence: float) -> FloatArray:
    faded: FloatArray = BACKGROUND + presence * (np.asarray(colour) ** 2.2 - BACKGROUND)
    return faded


def _body_solids(poses: BodyPoses, figure: Figure) -> list[_Solid]:
    positions, _ = poses.compute(figure.q)
    solids = []
    for body, position, rotation in zip(poses.bodies, positions, poses.rotations(), strict=True):
        for shape in body.shapes:
            solids.append(
                _Solid(
                    section=CYLINDER if shape.kind == "cylinder" else BOX,
                    centre=rotation @ shape.position + position,
                    rotation=rotation @ shape.rotation,
                    core=np.maximum(shape.half_extent - shape.edge_radius, 0.0),
                    edge=shape.edge_radius,
                    bound=shape.bounding_radius,
                    colour=_faded(np.array(shape.colour[:3]), figure.presence),
                )
            )
    return solids


def _arrow_solids(figure: Figure) -> list[_Solid]:
    if figure.points is None or figure.forces is None:
        return []
    solids = []
    paint = _faded(np.array(COLOUR), figure.presence)
    for start, end in zip(*arrow_ends(figure.points, figure.forces), strict=True):
        length = float(np.linalg.norm(end - start))
        direction = (end - start) / length
        rotation = rotation_of_z_to(direction)
        neck = max(length - HEAD_LENGTH, 0.0)
        for section, along, half, radius in (
            (CYLINDER, 0.5 * neck, 0.5 * neck + 1e-3, SHAFT_RADIUS),
            (CONE, 0.5 * (neck + length), 0.5 * (length - neck), HEAD_RADIUS),
        ):
            solids.append(
                _Solid(
                    section=section,
                    centre=start + along * direction,
                    rotation=rotation,
                    core=np.array([radius, radius, half]),
                    edge=0.0,
                    bound=float(np.hypot(radius, half)),
                    colour=paint,
                )
            )
    return solids


def _stick_solids(figure: Figure) -> list[_Solid]:
    """Rods with round ends, so that they join at the joints."""
    if figure.sticks is None:
        return []
    paint = _faded(np.array(STICK_COLOUR), figure.presence)
    solids = []
    for start, end in figure.sticks:
        length = float(np.linalg.norm(end - start))
        solids.append(
            _Solid(
                section=CYLINDER,
                centre=0.5 * (start + end),
                rotation=rotation_of_z_to((end - start) / length),
                core=np.array([0.0, 0.0, 0.5 * length]),
                edge=STICK_RADIUS,
                bound=0.5 * length + STICK_RADIUS,
                colour=paint,
            )
        )
    return solids
