"""From the world through a leg to its foot, compiled: an edited reference asks for it many times a tick."""

from typing import NamedTuple

import numpy as np
import pinocchio as pin

from biped_control.compiled import kernel
from biped_control.errors import MotionError
from biped_control.robot.dynamics import IntArray
from biped_control.robot.model import RobotModel
from biped_control.robot.state import BoolArray, FloatArray


class LegChain(NamedTuple):
    """The joints on the way to a foot: those of the root, then the six of the leg.

    Attributes:
        rotations, translations: (n, 3, 3), (n, 3) of each joint in the frame of the one before.
        axes: (n, 3) of each joint in its own frame.
        slides: (n,) whether it slides instead of turning.
        columns: (n,) its coordinate.
        end_rotation, end_translation: (3, 3), (3,) of the foot link in the last joint's frame.
    """

    rotations: FloatArray
    translations: FloatArray
    axes: FloatArray
    slides: BoolArray
    columns: IntArray
    end_rotation: FloatArray
    end_translation: FloatArray


class FootPose(NamedTuple):
    """Where a foot is.

    Attributes:
        rotation, place: (3, 3), (3,) of the foot link.
        jacobian: (6, n) linear velocity of its origin over angular velocity, per rate of the chain's joints.
    """

    rotation: FloatArray
    place: FloatArray
    jacobian: FloatArray


def leg_chain(robot: RobotModel, foot: str) -> LegChain:
    """The chain to the link `foot`.

    Raises:
        MotionError: a joint on the way has more than one degree of freedom.
    """
    model, frame = robot.pinocchio, robot.pinocchio.frames[robot.frame_id(foot)]
    joints = list(model.supports[frame.parentJoint])[1:]
    if any(model.nvs[joint] != 1 for joint in joints):
        raise MotionError(f"{foot}: expected joints of one degree of freedom on the way to it")
    unit = [_unit_motion(model, joint) for joint in joints]
    slides = np.array([not motion.angular.any() for motion in unit])
    axes = [motion.linear if slide else motion.angular for motion, slide in zip(unit, slides, strict=True)]
    return LegChain(
        np.array([model.jointPlacements[joint].rotation for joint in joints]),
        np.array([model.jointPlacements[joint].translation for joint in joints]),
        np.array(axes),
        slides,
        np.array([model.idx_vs[joint] for joint in joints]),
        np.ascontiguousarray(frame.placement.rotation),
        frame.placement.translation.copy(),
    )


def _unit_motion(model: pin.Model, joint: int) -> pin.Motion:
    data = model.joints[joint].createData()
    model.joints[joint].calc(data, np.zeros(model.nq), np.zeros(model.nv))
    return pin.Motion(np.array(data.S).reshape(6))


@kernel
def foot_pose(chain: LegChain, q: FloatArray) -> FootPose:
    """Forward kinematics of the pose `q` (nv,)."""
    count = len(chain.columns)
    rotation, place = np.eye(3), np.zeros(3)
    jacobian, origins = np.zeros((6, count)), np.empty((count, 3))
    for k in range(count):
        place += rotated(rotation, chain.translations[k])
        rotation = product(rotation, chain.rotations[k])
        axis, value = rotated(rotation, chain.axes[k]), q[chain.columns[k]]
        if chain.slides[k]:
            place += value * axis
            jacobian[:3, k] = axis
        else:
            rotation = product(rotation, turn(value * chain.axes[k]))
            jacobian[3:, k] = axis
        origins[k] = place
    place += rotated(rotation, chain.end_translation)
    rotation = product(rotation, chain.end_rotation)
    for k in range(count):
        if not chain.slides[k]:
            x, y, z = place - origins[k]
            a, b, c = jacobian[3, k], jacobian[4, k], jacobian[5, k]
            jacobian[0, k], jacobian[1, k], jacobian[2, k] = b * z - c * y, c * x - a * z, a * y - b * x
    return FootPose(rotation, place, jacobian)


# For three rows and columns a call of BLAS takes longer than the numbers.


@kernel
def rotated(rotation: FloatArray, vector: FloatArray) -> FloatArray:
    """(3,) rotation (3, 3) times vector (3,)."""
    result = np.empty(3)
    for i in range(3):
        result[i] = rotation[i, 0] * vector[0] + rotation[i, 1] * vector[1] + rotation[i, 2] * vector[2]
    return result


@kernel
def product(left: FloatArray, right: FloatArray) -> FloatArray:
    """(3, 3) product of rotations."""
    result = np.empty((3, 3))
    for i in range(3):
        for j in range(3):
            result[i, j] = left[i, 0] * right[0, j] + left[i, 1] * right[1, j] + left[i, 2] * right[2, j]
    return result


@kernel
def turn(vector: FloatArray) -> FloatArray:
    """(3, 3) rotation by a rotation vector (3,) [rad] (Rodrigues)."""
    x, y, z = vector[0], vector[1], vector[2]
    angle = np.sqrt(x * x + y * y + z * z)
    first = np.sin(angle) / angle if angle > 1e-8 else 1.0
    second = 0.5
    if angle > 1e-8:
        half = np.sin(0.5 * angle) / angle
        second = 2.0 * half * half
    matrix = np.empty((3, 3))
    matrix[0] = 1.0 - second * (y * y + z * z), second * x * y - first * z, second * x * z + first * y
    matrix[1] = second * x * y + first * z, 1.0 - second * (x * x + z * z), second * y * z - first * x
    matrix[2] = second * x * z - first * y, second * y * z + first * x, 1.0 - second * (x * x + y * y)
    return matrix


@kernel
def rotation_vector(rotation: FloatArray) -> FloatArray:
    """(3,) rotation vector of a rotation (3, 3), exact below half a turn [rad]."""
    twice = np.empty(3)  # axis times twice the sine
    twice[0] = rotation[2, 1] - rotation[1, 2]
    twice[1] = rotation[0, 2] - rotation[2, 0]
    twice[2] = rotation[1, 0] - rotation[0, 1]
    sine = 0.5 * np.sqrt(twice @ twice)
    cosine = 0.5 * (rotation[0, 0] + rotation[1, 1] + rotation[2, 2] - 1.0)
    angle = np.arctan2(sine, cosine)
    vector: FloatArray = (0.5 * angle / sine if sine > 1e-12 else 0.5) * twice
    return vector
