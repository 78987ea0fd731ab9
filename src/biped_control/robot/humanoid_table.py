"""The humanoid of Muico et al. 2009 as one documented table.

Masses and inertias are Table 1 of the paper. Its axes are x lateral, y along the limb (up), z forward; ours
are x forward, y left, z up, so Ixx = Iz, Iyy = Ix, Izz = Iy of the paper. The paper prints no lengths:
these are of a 1.75 m person. Joint limits are human ranges of motion; effort limits are what a strong adult
reaches, rounded.
"""

from dataclasses import dataclass, field

# Lengths [m]
THIGH, SHANK, ANKLE_HEIGHT, HIP_HALF_WIDTH = 0.41, 0.41, 0.075, 0.09
TRUNK_JOINT_HEIGHT, SHOULDER_HEIGHT, SHOULDER_HALF_WIDTH = 0.11, 0.36, 0.19
UPPER_ARM, FOREARM = 0.29, 0.25
HEEL_X, TOE_X, FOOT_HALF_WIDTH, FOOT_HEIGHT = -0.07, 0.17, 0.045, 0.05

Vector = tuple[float, float, float]


@dataclass(frozen=True)
class Body:
    """A row of Table 1: mass [kg], principal inertia [kg m^2] in the paper's axes (lateral, up, forward)."""

    mass: float
    inertia: Vector

    def inertia_forward_left_up(self) -> Vector:
        """Principal inertia in our axes."""
        lateral, up, forward = self.inertia
        return (forward, lateral, up)


TABLE_1 = {
    "pelvis": Body(12.8, (0.120, 0.148, 0.174)),
    "thigh": Body(9.01, (0.208, 0.0356, 0.204)),
    "shank": Body(3.91, (0.0600, 8.70e-3, 0.0585)),
    "foot": Body(0.757, (1.99e-3, 1.99e-3, 1.16e-4)),
    "torso": Body(17.0, (0.281, 0.167, 0.335)),
    "clavicle": Body(2.51, (6.91e-3, 0.0111, 0.0111)),
    "arm": Body(1.42, (0.0133, 1.40e-3, 0.0132)),
    "forearm": Body(0.570, (3.00e-3, 3.00e-4, 3.00e-3)),
    "hand": Body(0.451, (2.18e-4, 1.30e-5, 2.18e-4)),
    "neck": Body(0.230, (2.00e-4, 2.00e-4, 2.00e-4)),
    "head": Body(4.07, (0.0248, 0.0176, 0.0200)),
}
# The links inside a multi-axis joint carry next to nothing; engines drop links without any mass.
CARRIER = Body(1e-4, (1e-7, 1e-7, 1e-7))


@dataclass(frozen=True)
class Shape:
    """A box (sizes), cylinder (radius, length along its axis) or sphere (radius), placed in its link [m]."""

    kind: str
    size: tuple[float, ...]
    at: Vector = (0.0, 0.0, 0.0)
    colour: str = "shell"
    axis: str = "z"


@dataclass(frozen=True)
class Link:
    """A link: bodies with the offset of their centre [m], shapes to see, boxes to collide with."""

    name: str
    bodies: tuple[tuple[Body, Vector], ...] = ((CARRIER, (0.0, 0.0, 0.0)),)
    visual: tuple[Shape, ...] = ()
    collision: tuple[Shape, ...] = ()


@dataclass(frozen=True)
class Hinge:
    """What a joint can do: axis of the parent that it turns about, limits in rad, N m, rad/s."""

    axis: str
    lower: float
    upper: float
    effort: float
    velocity: float


@dataclass(frozen=True)
class Joint:
    """A joint at a place in its parent link [m]; without a hinge it is fixed."""

    name: str
    parent: str
    child: str
    at: Vector
    hinge: Hinge | None = None


@dataclass
class Table:
    """All links and joints of the robot, parents before children."""

    links: list[Link] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)


def humanoid_table() -> Table:
    """The 29-DOF humanoid (6 of them the base): trunk 3, hips 3, knees 1, ankles 2, shoulders 3, elbows 1."""
    table = Table()
    _add_trunk(table)
    for side, sign in (("l", 1.0), ("r", -1.0)):
        _add_leg(table, side, sign)
        _add_arm(table, side, sign)
    return table


def _add_trunk(table: Table) -> None:
    shoulder = SHOULDER_HEIGHT
    table.links += [
        Link(
            "base_link",
            ((TABLE_1["pelvis"], (0.0, 0.0, 0.04)),),
            visual=(
                Shape("box", (0.17, 0.25, 0.11), (-0.005, 0.0, 0.065)),
                Shape("cylinder", (0.065, 0.14), (0.0, 0.0, 0.0), "joint", "y"),
            ),
            collision=(Shape("box", (0.16, 0.28, 0.14), (0.0, 0.0, 0.04)),),
        ),
        Link("torso_yaw_link"),
        Link("torso_roll_link"),
        Link(
            "torso",
            (
                (TABLE_1["torso"], (0.0, 0.0, 0.17)),
                (TABLE_1["clavicle"], (0.0, 0.1, shoulder)),
                (TABLE_1["clavicle"], (0.0, -0.1, shoulder)),
            ),
            visual=(
                Shape("cylinder", (0.078, 0.14), (0.0, 0.0, 0.03), "joint"),
                Shape("box", (0.165, 0.23, 0.13), (0.0, 0.0, 0.125)),
                Shape("box", (0.205, 0.31, 0.21), (0.0, 0.0, 0.275)),
                Shape("box", (0.07, 0.21, 0.22), (-0.095, 0.0, 0.265), "joint"),
                Shape("cylinder", (0.03, 0.02), (0.1, 0.0, 0.30), "accent", "x"),
                Shape("box", (0.14, 0.2, 0.1), (-0.01, 0.0, shoulder), "shell"),
                Shape("cylinder", (0.05, 0.16), (0.0, 0.0, shoulder + 0.06), "joint"),
            ),
            collision=(Shape("box", (0.18, 0.32, 0.42), (0.0, 0.0, 0.2)),),
        ),
        Link(
            "head",
            ((TABLE_1["neck"], (0.0, 0.0, -0.04)), (TABLE_1["head"], (0.01, 0.0, 0.08))),
            visual=(
                Shape("box", (0.19, 0.155, 0.225), (0.01, 0.0, 0.08)),
                Shape("box", (0.06, 0.128, 0.07), (0.081, 0.0, 0.1), "face"),
                Shape("cylinder", (0.032, 0.165), (0.0, 0.0, 0.09), "accent", "y"),
            ),
            collision=(Shape("box", (0.2, 0.16, 0.22), (0.01, 0.0, 0.09)),),
        ),
        Link("gaze"),
    ]
    table.joints += [
        Joint(
            "torso_yaw",
            "base_link",
            "torso_yaw_link",
            (0.0, 0.0, TRUNK_JOINT_HEIGHT),
            Hinge("z", -0.8, 0.8, 150.0, 15.0),
        ),
        Joint(
            "torso_roll",
            "torso_yaw_link",
            "torso_roll_link",
            (0.0, 0.0, 0.0),
            Hinge("x", -0.6, 0.6, 250.0, 15.0),
        ),
        Joint("torso_pitch", "torso_roll_link", "torso", (0.0, 0.0, 0.0), Hinge("y", -0.5, 1.2, 300.0, 15.0)),
        Joint("head_fixed", "torso", "head", (0.0, 0.0, shoulder + 0.12)),
        Joint("gaze_fixed", "head", "gaze", (0.11, 0.0, 0.10)),
    ]


def _add_leg(table: Table, side: str, sign: float) -> None:
    # Abduction is +roll on the left and -roll on the right: ranges are given for the left and mirrored.
    hip_roll = (-0.45, 0.8) if sign > 0 else (-0.8, 0.45)
    foot_length, foot_middle = TOE_X - HEEL_X, 0.5 * (TOE_X + HEEL_X)
    foot_box = Shape(
        "box",
        (foot_length, 2 * FOOT_HALF_WIDTH, FOOT_HEIGHT),
        (foot_middle, 0.0, FOOT_HEIGHT / 2 - ANKLE_HEIGHT),
    )
    table.links += [
        Link(f"{side}_hip_yaw_link"),
        Link(f"{side}_hip_roll_link"),
        Link(
            f"{side}_thigh",
            ((TABLE_1["thigh"], (0.0, 0.0, -0.178)),),
            visual=(
                Shape("sphere", (0.076,), colour="joint"),
                Shape("cylinder", (0.078, 0.26), (0.0, 0.0, -0.165)),
                Shape("cylinder", (0.064, 0.29), (0.0, 0.0, -0.225)),
                Shape("cylinder", (0.056, 0.112), (0.0, 0.0, -THIGH), "joint", "y"),
                Shape("cylinder", (0.03, 0.122), (0.0, 0.0, -THIGH), "accent", "y"),
            ),
            collision=(Shape("box", (0.13, 0.13, 0.36), (0.0, 0.0, -0.2)),),
        ),
        Link(
            f"{side}_shank",
            ((TABLE_1["shank"], (0.0, 0.0, -0.178)),),
            visual=(
                Shape("cylinder", (0.056, 0.2), (-0.004, 0.0, -0.145)),
                Shape("cylinder", (0.044, 0.31), (0.0, 0.0, -0.215)),
                Shape("cylinder", (0.042, 0.084), (0.0, 0.0, -SHANK), "joint", "y"),
            ),
            collision=(Shape("box", (0.1, 0.1, 0.36), (0.0, 0.0, -0.2)),),
        ),
        Link(f"{side}_ankle"),
        Link(
            f"{side}_foot",
            ((TABLE_1["foot"], (foot_middle - 0.01, 0.0, -0.045)),),
            visual=(
                Shape(
                    "box",
                    (foot_length, 2 * FOOT_HALF_WIDTH, 0.024),
                    (foot_middle, 0.0, 0.012 - ANKLE_HEIGHT),
                    "joint",
                ),
                Shape("box", (0.14, 0.084, 0.06), (-0.005, 0.0, -0.036)),
                Shape("box", (0.13, 0.086, 0.036), (0.1, 0.0, -0.048)),
            ),
            collision=(foot_box,),
        ),
        Link(f"{side}_sole"),
    ]
    hip, knee, ankle, foot = f"{side}_hip", f"{side}_shank", f"{side}_ankle", f"{side}_foot"
    table.joints += [
        Joint(
            f"{hip}_yaw",
            "base_link",
            f"{hip}_yaw_link",
            (0.0, sign * HIP_HALF_WIDTH, 0.0),
            Hinge("z", -0.8, 0.8, 120.0, 15.0),
        ),
        Joint(
            f"{hip}_roll",
            f"{hip}_yaw_link",
            f"{hip}_roll_link",
            (0.0, 0.0, 0.0),
            Hinge("x", *hip_roll, 220.0, 15.0),
        ),
        Joint(
            f"{hip}_pitch",
            f"{hip}_roll_link",
            f"{side}_thigh",
            (0.0, 0.0, 0.0),
            Hinge("y", -2.1, 0.6, 300.0, 20.0),
        ),
        Joint(
            f"{side}_knee_pitch", f"{side}_thigh", knee, (0.0, 0.0, -THIGH), Hinge("y", 0.0, 2.5, 300.0, 20.0)
        ),
        Joint(f"{ankle}_pitch", knee, ankle, (0.0, 0.0, -SHANK), Hinge("y", -0.6, 0.9, 250.0, 20.0)),
        Joint(f"{ankle}_roll", ankle, foot, (0.0, 0.0, 0.0), Hinge("x", -0.5, 0.5, 80.0, 20.0)),
        Joint(f"{side}_sole_fixed", foot, f"{side}_sole", (0.0, 0.0, -ANKLE_HEIGHT)),
    ]


def _add_arm(table: Table, side: str, sign: float) -> None:
    shoulder_roll = (-0.3, 2.6) if sign > 0 else (-2.6, 0.3)
    table.links += [
        Link(f"{side}_shoulder_pitch_link"),
        Link(f"{side}_shoulder_roll_link"),
        Link(
            f"{side}_upper_arm",
            ((TABLE_1["arm"], (0.0, 0.0, -0.13)),),
            visual=(
                Shape("sphere", (0.062,), colour="joint"),
                Shape("cylinder", (0.045, 0.23), (0.0, 0.0, -0.145)),
                Shape("cylinder", (0.038, 0.084), (0.0, 0.0, -UPPER_ARM), "joint", "y"),
            ),
            collision=(Shape("box", (0.07, 0.07, 0.27), (0.0, 0.0, -0.145)),),
        ),
        Link(
            f"{side}_forearm",
            ((TABLE_1["forearm"], (0.0, 0.0, -0.11)), (TABLE_1["hand"], (0.0, 0.0, -FOREARM - 0.07))),
            visual=(
                Shape("cylinder", (0.037, 0.2), (0.0, 0.0, -0.125)),
                Shape("cylinder", (0.027, 0.06), (0.0, 0.0, -FOREARM + 0.015), "joint"),
                Shape("box", (0.07, 0.036, 0.1), (0.0, 0.0, -FOREARM - 0.055)),
                Shape("box", (0.026, 0.03, 0.065), (0.038, 0.0, -FOREARM - 0.035), "joint"),
            ),
            collision=(Shape("box", (0.06, 0.06, 0.3), (0.0, 0.0, -0.16)),),
        ),
        Link(f"{side}_gripper"),
    ]
    shoulder = f"{side}_shoulder"
    table.joints += [
        Joint(
            f"{shoulder}_pitch",
            "torso",
            f"{shoulder}_pitch_link",
            (0.0, sign * SHOULDER_HALF_WIDTH, SHOULDER_HEIGHT),
            Hinge("y", -3.0, 1.0, 100.0, 20.0),
        ),
        Joint(
            f"{shoulder}_roll",
            f"{shoulder}_pitch_link",
            f"{shoulder}_roll_link",
            (0.0, 0.0, 0.0),
            Hinge("x", *shoulder_roll, 100.0, 20.0),
        ),
        Joint(
            f"{shoulder}_yaw",
            f"{shoulder}_roll_link",
            f"{side}_upper_arm",
            (0.0, 0.0, 0.0),
            Hinge("z", -1.4, 1.4, 60.0, 20.0),
        ),
        Joint(
            f"{side}_elbow_pitch",
            f"{side}_upper_arm",
            f"{side}_forearm",
            (0.0, 0.0, -UPPER_ARM),
            Hinge("y", -2.5, 0.0, 60.0, 20.0),
        ),
        Joint(f"{side}_gripper_fixed", f"{side}_forearm", f"{side}_gripper", (0.0, 0.0, -FOREARM - 0.07)),
    ]
