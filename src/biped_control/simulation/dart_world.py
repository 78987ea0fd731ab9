"""DART's side of a simulation: the robot as a skeleton, the terrain as slabs, and the world around them."""

from collections.abc import Sequence
from dataclasses import dataclass

import dartpy
import numpy as np
from numpy.typing import NDArray

from biped_control.errors import EngineError
from biped_control.robot.chain_root import ROOT_JOINTS
from biped_control.robot.model import GRAVITY
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.slabs import slabs
from biped_control.simulation.terrain import Terrain

IntArray = NDArray[np.int64]
_MOST_SLABS = 2000  # time and memory of the first step grow with their square: some seconds, 0.5 GB
# DART brings a joint that is beyond its limit back at up to 10 rad/s, and the joint keeps that speed. The
# setting belongs to the whole process.
_LIMIT_RECOVERY_SPEED = 1.0  # [rad/s]
dartpy.constraint.JointConstraint.setMaxErrorReductionVelocity(_LIMIT_RECOVERY_SPEED)


@dataclass(frozen=True)
class DartWorld:
    """The robot on the terrain, stepping at the physics rate.

    Attributes:
        world: DART's world.
        robot: the robot in it.
        to_dart: (nv,) for each DART coordinate its place in `RobotModel`'s order.
        from_dart: (nv,) the reverse.
    """

    world: dartpy.simulation.World
    robot: dartpy.dynamics.Skeleton
    to_dart: IntArray
    from_dart: IntArray

    @classmethod
    def build(cls, chain_urdf: str, coordinates: Sequence[str], settings: EngineSettings) -> "DartWorld":
        """A new world.

        Args:
            chain_urdf: URDF text on the chain root.
            coordinates: (nv) joint names in `RobotModel`'s order, matched by name.
            settings: rates, friction, terrain.

        Raises:
            EngineError: DART cannot read the URDF, or reads other joints from it; the terrain has too many
                stretches.
        """
        if (slabs := len(settings.terrain.stretches)) > _MOST_SLABS:
            raise EngineError(
                f"engine 'dart' makes a slab of each stretch, and terrain '{settings.terrain.name}' "
                f"has {slabs}; expected at most {_MOST_SLABS}: longer stretches, or engine 'lcp'"
            )
        robot = _robot_skeleton(chain_urdf, settings.friction)
        if settings.hoisted:
            for joint in robot.getJoints():
                if joint.getName() in ROOT_JOINTS:
                    joint.setActuatorType(dartpy.dynamics.ActuatorType.LOCKED)
        names = [dof.getName() for dof in robot.getDofs()]
        if sorted(names) != sorted(coordinates):
            differing = sorted(set(names) ^ set(coordinates))
            raise EngineError(
                f"engine 'dart' reads other joints from the URDF than pinocchio does: {differing}"
            )
        world = dartpy.simulation.World()
        world.setTimeStep(1.0 / settings.physics_rate_hz)
        world.setGravity([0.0, 0.0, -GRAVITY])
        world.getConstraintSolver().setCollisionDetector(dartpy.collision.BulletCollisionDetector())
        world.addSkeleton(robot)  # before the ground: contact forces are then forces on the robot
        world.addSkeleton(_ground_skeleton(settings.terrain, settings.friction))
        to_dart = np.array([coordinates.index(name) for name in names])
        from_dart = np.array([names.index(name) for name in coordinates])
        return cls(world, robot, to_dart, from_dart)

    def state(self) -> State:
        """Positions and velocities of now."""
        return State(self.robot.getPositions()[self.from_dart], self.robot.getVelocities()[self.from_dart])

    def set_state(self, state: State) -> None:
        """Moves the robot."""
        self.robot.setPositions(state.q[self.to_dart])
        self.robot.setVelocities(state.v[self.to_dart])

    def contacts(self) -> list[tuple[FloatArray, FloatArray]]:
        """Point and force on the robot of each contact of the last physics step.

        DART's force acts on the first of the two objects, and Bullet keeps objects in the order in which they
        entered the world: the first is the robot. Asking each contact for its objects would cost more than
        the physics step itself.
        """
        return [
            (contact.point, contact.force) for contact in self.world.getLastCollisionResult().getContacts()
        ]


def _robot_skeleton(chain_urdf: str, friction: float) -> dartpy.dynamics.Skeleton:
    """Skeleton of a chain-root URDF text, driven by plain forces.

    Joint position and velocity limits hold: a real joint has stops, and a fallen robot without them spins its
    limbs until the integration diverges. Effort limits do not, because only the last node of the control
    path may clamp.

    Raises:
        EngineError: DART cannot read the URDF.
    """
    skeleton = dartpy.utils.DartLoader().parseSkeletonString(chain_urdf, dartpy.common.Uri(""))
    if skeleton is None:
        raise EngineError(
            "engine 'dart' cannot read the URDF, although pinocchio can; see DART's message above"
        )
    skeleton.disableSelfCollisionCheck()
    for joint in skeleton.getJoints():
        joint.setLimitEnforcement(joint.getName() not in ROOT_JOINTS)
    for body in skeleton.getBodyNodes():
        for shape in body.getShapeNodes():
            if (surface := shape.getDynamicsAspect()) is not None:
                surface.setFrictionCoeff(friction)
    return skeleton


def _ground_skeleton(terrain: Terrain, friction: float) -> dartpy.dynamics.Skeleton:
    ground = dartpy.dynamics.Skeleton("ground")
    _, body = ground.createWeldJointAndBodyNodePair()
    for slab in slabs(terrain, friction):
        node = body.createShapeNode(dartpy.dynamics.BoxShape(slab.size))
        node.createCollisionAspect()
        node.createDynamicsAspect().setFrictionCoeff(slab.friction)
        node.setRelativeTransform(_transform(slab.rotation, slab.centre))
    ground.setMobile(False)
    return ground


def _transform(rotation: FloatArray, translation: FloatArray) -> dartpy.math.Isometry3:
    transform = dartpy.math.Isometry3()
    transform.set_rotation(rotation)
    transform.set_translation(translation)
    return transform
