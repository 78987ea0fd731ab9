"""What the feet do to the ground, in the scene of the page: force arrows and footprints."""

import numpy as np
import trimesh
from viser import SceneApi, SceneNodeHandle

from biped_control.dashboard.footprints import FootprintWatch
from biped_control.dashboard.force_arrows import COLOUR, HEAD_LENGTH, HEAD_RADIUS, SHAFT_RADIUS, arrow_ends
from biped_control.dashboard.parked import ParkedNodes
from biped_control.dashboard.snapshot import Snapshot
from biped_control.robot.model import RobotModel

_MOST_ARROWS = 10
_SHAFT_M = 2.5
_PRINTS_A_FOOT = 8
_PRINT_COLOURS = ((0.93, 0.5, 0.15), (0.15, 0.5, 0.85))  # right, left
_PRINT_THICKNESS = 0.006


class ForceView:
    """Arrows for the ground forces.

    All arrows are equally long; what is too much of their shaft stays below the ground, where nobody sees it.
    """

    def __init__(self, scene: SceneApi, root: str) -> None:
        head = trimesh.creation.cone(HEAD_RADIUS, HEAD_LENGTH, sections=20)
        head.apply_translation([0.0, 0.0, -HEAD_LENGTH])
        shaft = trimesh.creation.cylinder(SHAFT_RADIUS, _SHAFT_M, sections=12)
        shaft.apply_translation([0.0, 0.0, -HEAD_LENGTH - 0.5 * _SHAFT_M])
        mesh = trimesh.util.concatenate([head, shaft])

        def add(index: int) -> SceneNodeHandle:
            name = f"{root}/{index}"
            return scene.add_mesh_simple(name, mesh.vertices, mesh.faces, color=COLOUR, cast_shadow=False)

        self._arrows = ParkedNodes(_MOST_ARROWS, add)

    def show(self, snapshot: Snapshot, wanted: bool) -> None:
        """Draws the forces of a snapshot; none when they are not wanted."""
        shown = 0
        if wanted:
            for start, tip in list(zip(*arrow_ends(snapshot.points, snapshot.forces), strict=True))[:_MOST_ARROWS]:
                x, y, z = (tip - start) / np.linalg.norm(tip - start)
                turn = np.array([1.0 + z, -y, x, 0.0])  # half way from the z axis to the force
                self._arrows.place(shown, tip, turn / np.linalg.norm(turn))
                shown += 1
        self._arrows.park_from(shown)


class FootprintView:
    """The last prints of both feet, right orange and left blue."""

    def __init__(self, scene: SceneApi, root: str, robot: RobotModel) -> None:
        self._watch = FootprintWatch(robot)
        self._counts = [0, 0]
        self._prints = []
        for foot, sole in enumerate(self._watch.soles):
            size = (sole.toe_x - sole.heel_x, 2.0 * sole.half_width, _PRINT_THICKNESS)

            def add(index: int, foot: int = foot, size: tuple[float, float, float] = size) -> SceneNodeHandle:
                name = f"{root}/{foot}/{index}"
                return scene.add_box(name, color=_PRINT_COLOURS[foot], dimensions=size, opacity=0.5, cast_shadow=False)

            self._prints.append(ParkedNodes(_PRINTS_A_FOOT, add))

    def show(self, snapshot: Snapshot, wanted: bool) -> None:
        """Prints a foot that has just taken over the weight, in place of its oldest print; wipes unwanted prints."""
        if not wanted:
            self.wipe()
            return
        for foot, middle, yaw in self._watch.new_prints(snapshot.q, snapshot.points, snapshot.forces):
            quaternion = np.array([np.cos(0.5 * yaw), 0.0, 0.0, np.sin(0.5 * yaw)])
            self._prints[foot].place(self._counts[foot] % _PRINTS_A_FOOT, middle * [1.0, 1.0, 0.0], quaternion)
            self._counts[foot] += 1

    def wipe(self) -> None:
        """Clears the ground, e.g. after a reset."""
        self._watch.forget()
        for prints in self._prints:
            prints.park_from(0)
