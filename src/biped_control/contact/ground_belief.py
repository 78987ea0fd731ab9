"""What the feet say about the ground: a height and a grade under each, from the contacts that carry force.

No engine and no map tells the controller its terrain. A foot that carries force lies on the ground, and one
that rests on heel and toe lies along it; a foot in the air is expected to land on the ground of the other.

Only a grade that two witnesses tell is believed beyond the foot: the tilt of the sole and the rise from
foothold to foothold. On a slope they agree. A sole across an edge is tilted where the ground is level, and
two footholds on either side of an edge differ in height where both soles are level.
"""

from math import copysign, cos, sin

import numpy as np

from biped_control.contact.constraints import Ground
from biped_control.contact.sole_support import WHOLE_SOLE, moved_along, support_of_sole
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.ground_planes import upward_normals
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import sole_corners
from biped_control.robot.state import FloatArray, State

TOUCHING_LOAD = 40.0
"""A foot that carries less has only touched [N]."""

_CORNERS = 4  # of a sole: heel left, heel right, toe left, toe right
_FLAT_SHARE = 0.1  # of the load, at heel and at toe, of a foot that lies along the ground
_STEEPEST_GRADE = 0.3  # a foot that stands steeper is not lying on ground
_FARTHEST_CONTACT = 0.15  # [m] from a sole's corners; what is farther away is not of a foot
_SHORTEST_STEP = 0.15  # [m] ahead, between two footholds that tell a grade
# Shares of a change that a tick takes over. Contact forces chatter; a grade builds up over a step.
_HEIGHT_GAIN, _GRADE_GAIN, _RISE_GAIN = 0.1, 0.1, 0.1
_REMEMBERED = 0.9  # of the unevenness, from landing to landing
_SLOPE = 0.03  # a steeper grade explains why a foot found the ground where it was not expected


class GroundBelief:
    """Felt ground, in the world. Flat at height zero until the feet say otherwise.

    Rows of feet are in the order of `limbs.sides`: right, left.

    Attributes:
        loads: (2,) vertical force on each foot in the last tick [N].
        climbs: (2,) how much higher than under the other foot each found the ground when it landed [m].
        unevenness: how far feet found the ground from where it was expected, the largest of the last
            landings; each forgets a tenth of it. The next landing decides whether it was a slope [m].
        height: of the ground under the pelvis, smoothed [m].
        rises: (2,) how much higher than that the ground under each foot lies, smoothed [m].
        slopes: (2, 2) grade of the ground under each foot along x and y, smoothed.
        grade: (2,) of the ground at large along x and y, smoothed.
    """

    def __init__(self, robot: RobotModel) -> None:
        self._terms, self._corners = DynamicsTerms(robot), sole_corners(robot)
        self.reset()

    def reset(self) -> None:
        """Forgets the ground."""
        self.loads, self.climbs, self.unevenness = np.zeros(2), np.zeros(2), 0.0
        self._surprise = 0.0  # of the last landing [m]
        self.height, self.rises = 0.0, np.zeros(2)
        self.slopes, self.grade = np.zeros((2, 2)), np.zeros(2)
        self._ahead = np.zeros(2)
        self._climb: float | None = None  # metres up for a metre ahead, of the last step
        self._supports, self._known = np.tile(WHOLE_SOLE, (2, 1)), np.zeros(2, dtype=np.bool_)
        self._points, self._grades, self._steps = np.zeros((2, 3)), np.zeros((2, 2)), np.zeros(2)

    def update(self, state: State, points: FloatArray, forces: FloatArray) -> None:
        """Takes a tick in.

        Args:
            state: what was sensed at its end.
            points: (n, 3) contacts in the world [m].
            forces: (n, 3) on the robot [N]. Contacts that are no finite numbers tell nothing.
        """
        corners = self._terms.positions_at(state.q, self._corners).reshape(2, _CORNERS, 3)
        feet = corners.mean(axis=1)[:, :2]
        self._feel(corners, points, forces)
        stance = int(self.loads[1] > self.loads[0])
        if self.loads[stance] > TOUCHING_LOAD:
            self._look_ahead(stance, np.array([cos(state.q[3]), sin(state.q[3])]))
            if self.loads[1 - stance] <= TOUCHING_LOAD:
                self._expect(1 - stance, stance, feet[1 - stance])
            below = self._height_at(state.q[:2], stance, self._ahead)
            self.height += _HEIGHT_GAIN * (below - self.height)
        self.grade += _GRADE_GAIN * (self._ahead - self.grade)
        for foot in (0, 1):
            along = float(self.grade @ (feet[foot] - state.q[:2]))
            step = self._height_at(feet[foot], foot, self._grades[foot]) - self.height - along
            self._steps[foot] += _RISE_GAIN * (step - self._steps[foot])
            self.rises[foot] = self._steps[foot] + along
            self.slopes[foot] += _GRADE_GAIN * (self._grades[foot] - self.slopes[foot])

    def ground_at(self, points: FloatArray) -> Ground:
        """The ground under the (8, 3) sole corners, as `ConstraintFinder` asks for it."""
        feet = np.repeat([0, 1], _CORNERS)
        points = moved_along(points.reshape(2, _CORNERS, 3), self._supports).reshape(points.shape)
        away = points[:, :2] - self._points[feet, :2]
        heights = self._points[feet, 2] + np.einsum("ij,ij->i", self._grades[feet], away)
        return Ground(heights, upward_normals(self._grades[feet]), points)

    def _feel(self, corners: FloatArray, points: FloatArray, forces: FloatArray) -> None:
        """Loads of both feet, and the ground under those that carry force."""
        finite = np.isfinite(points).all(axis=1) & np.isfinite(forces).all(axis=1)
        points, pushes = points[finite], np.maximum(forces[finite, 2], 0.0)
        distances = np.linalg.norm(points[:, None] - corners.reshape(1, -1, 3), axis=2)
        nearest = distances.argmin(axis=1) if len(points) else np.zeros(0, dtype=np.int64)
        near = distances.min(axis=1, initial=np.inf) < _FARTHEST_CONTACT
        for foot in (0, 1):
            mine = near & (nearest // _CORNERS == foot)
            load, before = float(pushes[mine].sum()), float(self.loads[foot])
            self.loads[foot], self._supports[foot] = load, WHOLE_SOLE
            if load <= TOUCHING_LOAD:
                continue
            self._supports[foot] = support_of_sole(corners[foot], points[mine & (pushes > 0.0)])
            point = pushes[mine] @ points[mine] / load
            if before <= TOUCHING_LOAD:
                self._land(foot, point)
            self._points[foot] = point
            at_heel = float(pushes[mine & (nearest % _CORNERS < 2)].sum())
            if min(at_heel, load - at_heel) > _FLAT_SHARE * load:
                self._lie_along(foot, corners[foot])

    def _land(self, foot: int, point: FloatArray) -> None:
        """What a landing tells before it is taken in: a climb, and how wrong the expectation was."""
        self.climbs[foot] = point[2] - self._points[1 - foot, 2]
        step = self._surprise if np.hypot(*self.grade) < _SLOPE else 0.0
        self.unevenness = max(step, _REMEMBERED * self.unevenness)
        expected = self._height_at(point[:2], foot, self._grades[foot])
        self._surprise = abs(float(point[2]) - expected) if self._known[1 - foot] else 0.0
        self._known[foot] = True

    def _lie_along(self, foot: int, corners: FloatArray) -> None:
        """The grade along a sole that rests on heel and toe. Across it is level: feet are narrow and roll."""
        sole = corners[2:].mean(axis=0) - corners[:2].mean(axis=0)
        length = float(np.hypot(sole[0], sole[1]))
        along, grade = sole[:2] / length, float(sole[2]) / length
        if abs(grade) < _STEEPEST_GRADE:
            before = float(self._grades[foot] @ along)
            self._grades[foot] = (before + _GRADE_GAIN * (grade - before)) * along

    def _look_ahead(self, stance: int, heading: FloatArray) -> None:
        """The grade beyond a foot that stands: the smaller of both witnesses, none if they contradict."""
        if self.loads.min() > TOUCHING_LOAD:
            between = self._points[1] - self._points[0]
            ahead = float(between[:2] @ heading)
            if abs(ahead) > _SHORTEST_STEP:
                self._climb = float(np.clip(between[2] / ahead, -_STEEPEST_GRADE, _STEEPEST_GRADE))
        tilt = float(self._grades[stance] @ heading)
        climb = tilt if self._climb is None else self._climb
        agree = tilt * climb > 0.0
        self._ahead = (copysign(min(abs(tilt), abs(climb)), tilt) if agree else 0.0) * heading

    def _expect(self, foot: int, stance: int, where: FloatArray) -> None:
        """The ground at large is what a foot that is in the air will find."""
        self._grades[foot] = self._ahead
        self._points[foot] = [where[0], where[1], self._height_at(where, stance, self._ahead)]

    def _height_at(self, where: FloatArray, foot: int, grade: FloatArray) -> float:
        """Height [m] at (2,) `where` of the plane with a grade through what a foot feels."""
        point = self._points[foot]
        return float(point[2] + grade @ (where - point[:2]))
