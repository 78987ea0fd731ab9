"""The humanoid whose motions DeepMimic's files hold: which joint hangs where on which.

Numbers of the character humanoid3d of Peng et al., "DeepMimic", ACM Transactions on Graphics 37 (2018), as
published with it (MIT licence). Axes: x forward, y up, z to the right; all joints are aligned with them at
zero pose. Knees and elbows turn about z, all other joints turn freely.
"""

from dataclasses import dataclass

# Hip to knee, knee to ankle, shoulder to elbow, elbow to wrist [m]
_THIGH, _SHANK, _UPPER_ARM, _FOREARM = 0.421546, 0.40987, 0.274788, 0.258947
# The foot is a box without toes, 0.177 m long, from 0.044 m behind the ankle, its sole 0.05 m below the
# ankle; a human foot has its ball at two thirds of its length.
_BALL = (0.0745, -0.05, 0.0)


@dataclass(frozen=True)
class HumanoidJoint:
    """A joint.

    Attributes:
        name: by the name of the landmark that it is, where it is one.
        parent: name of the joint it hangs on.
        offset: from there, in the parent's axes [m].
        numbers: how many a frame holds of it: 4 a quaternion wxyz, 1 an angle about z [rad], 0 none.
    """

    name: str
    parent: str
    offset: tuple[float, float, float]
    numbers: int


def _leg(side: str, z: float) -> tuple[HumanoidJoint, ...]:
    return (
        HumanoidJoint(f"{side}_hip", "root", (0.0, 0.0, z), 4),
        HumanoidJoint(f"{side}_knee", f"{side}_hip", (0.0, -_THIGH, 0.0), 1),
        HumanoidJoint(f"{side}_ankle", f"{side}_knee", (0.0, -_SHANK, 0.0), 4),
        HumanoidJoint(f"{side}_ball", f"{side}_ankle", _BALL, 0),
    )


def _arm(side: str, z: float) -> tuple[HumanoidJoint, ...]:
    return (
        HumanoidJoint(f"{side}_shoulder", "lower_back", (-0.02405, 0.2435, z), 4),
        HumanoidJoint(f"{side}_elbow", f"{side}_shoulder", (0.0, -_UPPER_ARM, 0.0), 1),
        HumanoidJoint(f"{side}_wrist", f"{side}_elbow", (0.0, -_FOREARM, 0.0), 0),
    )


# In the order in which a frame holds them; the chest's joint is our lower back.
JOINTS = (
    HumanoidJoint("lower_back", "root", (0.0, 0.236151, 0.0), 4),
    HumanoidJoint("neck", "lower_back", (0.0, 0.223894, 0.0), 4),
    *_leg("right", 0.084887),
    *_arm("right", 0.18311),
    *_leg("left", -0.084887),
    *_arm("left", -0.18311),
)
# Duration, position and quaternion of the root, then the joints.
FRAME_NUMBERS = 1 + 3 + 4 + sum(joint.numbers for joint in JOINTS)
