"""What the feet do to the ground, in the scene of the page: force arrows and footprints."""

import numpy as np
import trimesh
from viser import SceneApi, SceneNodeHandle

from biped_control.dashboard.foot_loads import FootLoad, FootLoads, TouchdownWatch
from biped_control.dashboard.scene.force_arrows import (
    COLOUR,
    HEAD_LENGTH,
    HEAD_RADIUS,
    SHAFT_RADIUS,
    arrow_ends,
)
from biped_control.dashboard.scene.parked import ParkedNodes
from biped_control.dashboard.snapshot import Snapshot
from biped_control.robot.model import RobotModel

_FEET = 2
_MOST_ARROWS = 10
_SHAFT_M = 2.5
_PRINTS_A_FOOT = 24
_PRINT_COLOURS = ((0.93, 0.5, 0.15), (0.15, 0.5, 0.85))  # right, left
_PRINT_THICKNESS = 0.006


class GroundMarks:
    """Arrows for the ground forces, and the last footprints: right orange, left blue.

    The arrows are all equally long; what is too much of a shaft stays below the ground, where nobody sees it.
    """

    def __init__(self, scene: SceneApi, root: str, robot: RobotModel) -> None:
        self._loads = FootLoads(robot)
        self._watch = TouchdownWatch(self._loads.weight)
        self._arrows = ParkedNodes(_MOST_ARROWS, lambda index: _add_arrow(scene, f"{root}/force/{index}"))
        self._prints = [self._parked_prints(scene, f"{root}/print/{foot}", foot) for foot in range(_FEET)]
        self._counts = [0] * _FEET

    def show(self, snapshot: Snapshot, arrows: bool, prints: bool) -> list[FootLoad]:
        """Draws the forces of a snapshot and the print of a foot that was just set down, as wanted.

        Returns:
            What the feet carry.
        """
        loads = self._loads.measure(snapshot.q, snapshot.points, snapshot.forces)
        self._place_arrows(loads if arrows else [])
        if prints:
            for foot in self._watch.touchdowns(loads):
                self._print(foot)
        else:
            self.wipe()
        return loads

    def wipe(self) -> None:
        """Clears the footprints, e.g. after a reset."""
        self._watch.forget()
        for prints in self._prints:
            prints.park_from(0)

    def _parked_prints(self, scene: SceneApi, root: str, foot: int) -> ParkedNodes:
        sole = self._loads.soles[foot]
        size = (sole.toe_x - sole.heel_x, 2.0 * sole.half_width, _PRINT_THICKNESS)

        def add(index: int) -> SceneNodeHandle:
            name = f"{root}/{index}"
            return scene.add_box(
                name, color=_PRINT_COLOURS[foot], dimensions=size, opacity=0.5, cast_shadow=False
            )

        return ParkedNodes(_PRINTS_A_FOOT, add)

    def _place_arrows(self, loads: list[FootLoad]) -> None:
        none = np.zeros((0, 3))
        points = np.concatenate([none, *(load.points for load in loads)])
        forces = np.concatenate([none, *(load.forces for load in loads)])
        starts, tips = (ends[:_MOST_ARROWS] for ends in arrow_ends(points, forces))
        for index, (start, tip) in enumerate(zip(starts, tips, strict=True)):
            x, y, z = (tip - start) / np.linalg.norm(tip - start)
            turn = np.array([1.0 + z, -y, x, 0.0])  # half way from the z axis to the force
            self._arrows.place(index, tip, turn / np.linalg.norm(turn))
        self._arrows.park_from(len(starts))

    def _print(self, foot: int) -> None:
        middle, yaw = self._loads.sole_pose(foot)
        quaternion = np.array([np.cos(0.5 * yaw), 0.0, 0.0, np.sin(0.5 * yaw)])
        self._prints[foot].place(self._counts[foot] % _PRINTS_A_FOOT, middle * [1.0, 1.0, 0.0], quaternion)
        self._counts[foot] += 1


def _add_arrow(scene: SceneApi, name: str) -> SceneNodeHandle:
    """An arrow along z with its tip at the origin."""
    head = trimesh.creation.cone(HEAD_RADIUS, HEAD_LENGTH, sections=20)
    head.apply_translation([0.0, 0.0, -HEAD_LENGTH])
    shaft = trimesh.creation.cylinder(SHAFT_RADIUS, _SHAFT_M, sections=12)
    shaft.apply_translation([0.0, 0.0, -HEAD_LENGTH - 0.5 * _SHAFT_M])
    vertices = np.concatenate([head.vertices, shaft.vertices])
    faces = np.concatenate([head.faces, shaft.faces + len(head.vertices)])
    return scene.add_mesh_simple(name, vertices, faces, color=COLOUR, cast_shadow=False)
