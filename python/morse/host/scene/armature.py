"""Armatures of the scene: ``bge_object.channels`` and ``bge_object.constraints``."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from morse.core.mathutils import Euler, Matrix, Quaternion, Vector
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.scene.live import Live
from morse.host.scene.named_list import NamedList
from morse.host.scene.without_effect import without_effect
from morse.host.values import pose_matrix, quaternion, vector

if TYPE_CHECKING:
    from morse.host.scene.node import SceneNode
    from morse.host.types import Message, Numbers, Value

_B = TypeVar("_B", bound="_Bone")

#: Types of constraints and of inverse kinematics, with the numbers of the game engine.
CONSTRAINT_TYPE_KINEMATIC = 3
CONSTRAINT_IK_COPYPOSE = 0
CONSTRAINT_IK_DISTANCE = 1
#: Rotation modes: quaternions, or XYZ Euler angles.
PROT_MODE_QUAT = 0
PROT_MODE_XYZ = 1


class _Bone:
    """Base class of a bone's channel and rest pose. Reading an attribute queries the simulator."""

    __slots__ = ("_armature", "name")

    def __init__(self, armature: Armature, name: str) -> None:
        self._armature = armature
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def _facts(self) -> Message:
        facts: Message = simulator().ask("bone", node=self._armature.node, bone=self.name)
        return facts

    @property
    def parent(self: _B) -> _B | None:
        """The parent bone; None for a root."""
        name = self._facts()["parent"]
        return None if name is None else type(self)(self._armature, name)


class ArmatureBone(_Bone):
    """``channel.bone``: a bone in its rest pose."""

    __slots__ = ()

    @property
    def length(self) -> float:
        """Distance from its head to its tail. [m]"""
        length: float = self._facts()["length"]
        return length

    @property
    def arm_mat(self) -> Matrix:
        """Rest pose in the frame of the armature: 4×4."""
        return pose_matrix(self._facts()["rest"])

    @property
    def arm_head(self) -> Vector:
        """Position of its head at rest, in the frame of the armature. [m]"""
        return self.arm_mat.translation

    @property
    def arm_tail(self) -> Vector:
        """Position of its tail at rest, in the frame of the armature. [m]"""
        facts = self._facts()
        return _tail(facts["rest"], facts["length"])

    @property
    def bone_mat(self) -> Matrix:
        """Rotation matrix at rest, in the frame of its parent: 3×3."""
        parent, own = self.parent, self.arm_mat
        return (own if parent is None else parent.arm_mat.inverted() @ own).to_3x3()

    @property
    def children(self) -> list[ArmatureBone]:
        """The child bones."""
        bones = (ArmatureBone(self._armature, name) for name in self._armature.bones)
        return [bone for bone in bones if bone._facts()["parent"] == self.name]


class ArmatureChannel(_Bone):
    """The pose of a bone. Setting an attribute takes effect immediately and ignores limits."""

    __slots__ = ()

    @property
    def bone(self) -> ArmatureBone:
        """The bone in its rest pose."""
        return ArmatureBone(self._armature, self.name)

    @property
    def joint_rotation(self) -> Vector:
        """Rotation from the rest pose: angles about the free axes, or a rotation vector. [rad]"""
        return Live(lambda: self._facts()["turn"], self, "joint_rotation")

    @joint_rotation.setter
    def joint_rotation(self, value: Numbers) -> None:
        self._set(turn=vector(value))

    @property
    def rotation_mode(self) -> int:
        """PROT_MODE_QUAT or PROT_MODE_XYZ. Quaternion and Euler angles can be read and set in both modes."""
        return scene_state.rotation_modes.get((self._armature.node, self.name), PROT_MODE_QUAT)

    @rotation_mode.setter
    def rotation_mode(self, mode: int) -> None:
        if mode not in (PROT_MODE_QUAT, PROT_MODE_XYZ):
            text = f"rotation_mode: there are 0, for quaternions, and 1, for angles in the order XYZ, not {mode!r}"
            raise ValueError(text)
        scene_state.rotation_modes[self._armature.node, self.name] = mode

    @property
    def rotation_quaternion(self) -> Quaternion:
        """Rotation from the rest pose. Setting it moves the bone to the nearest rotation that its axes allow."""
        return self.channel_matrix.to_quaternion()

    @rotation_quaternion.setter
    def rotation_quaternion(self, value: Numbers) -> None:
        self._set(orientation=quaternion(value if isinstance(value, Quaternion) else Quaternion(value)))

    @property
    def rotation_euler(self) -> Vector:
        """Rotation from the rest pose as XYZ Euler angles. [rad]"""
        return Live(lambda: self.channel_matrix.to_euler(), self, "rotation_euler")

    @rotation_euler.setter
    def rotation_euler(self, value: Numbers) -> None:
        self._set(orientation=quaternion(Euler(vector(value))))

    @property
    def location(self) -> Vector:
        """Displacement from the rest pose along its own axes; sliding bones move along y. [m]"""
        return Live(lambda: (0.0, self._facts()["slide"], 0.0), self, "location")

    @location.setter
    def location(self, value: Numbers) -> None:
        self._set(slide=vector(value)[1])

    @property
    def scale(self) -> Vector:
        """Always 1: bones are not scaled."""
        return Vector((1.0, 1.0, 1.0))

    @scale.setter
    def scale(self, value: Numbers) -> None:
        without_effect("the scale of a bone")

    @property
    def pose_matrix(self) -> Matrix:
        """Pose in the frame of the armature: 4×4."""
        return pose_matrix(self._facts()["pose"])

    @property
    def channel_matrix(self) -> Matrix:
        """Pose relative to the rest pose in the frame of its parent: 4×4."""
        return pose_matrix(self._facts()["channel"])

    @property
    def pose_head(self) -> Vector:
        """Position of its head, in the frame of the armature. [m]"""
        return self.pose_matrix.translation

    @property
    def pose_tail(self) -> Vector:
        """Position of its tail, in the frame of the armature. [m]"""
        facts = self._facts()
        return _tail(facts["pose"], facts["length"])

    @property
    def ik_stretch(self) -> float:
        """Largest displacement of a sliding bone. [m]"""
        stretch: float = self._facts()["stretch"]
        return stretch

    def _set(self, **change: object) -> None:
        given = {"turn": None, "orientation": None, "slide": None, **change}
        simulator().do("bone", node=self._armature.node, bone=self.name, **given)

    # Value: `ik_dof_x` and `ik_limit_x` are bool, `ik_min_x` and `ik_max_x` float [rad].
    def __getattr__(self, name: str) -> Value:
        kind, _, axis = name.rpartition("_")
        if axis in ("x", "y", "z") and kind in ("ik_dof", "ik_limit", "ik_min", "ik_max"):
            index, facts = "xyz".index(axis), self._facts()
            limits = facts["limits"][index]
            if kind == "ik_dof":
                return facts["rotates"][index]
            return limits is not None if kind == "ik_limit" else (limits or (0.0, 0.0))[kind == "ik_max"]
        raise AttributeError(f"the channel of a bone has no {name!r} here")


def _tail(pose: Numbers, length: float) -> Vector:
    matrix = pose_matrix(pose)
    return matrix.translation + length * matrix.to_3x3().col[1]


class ArmatureConstraint:
    """Inverse kinematics of a bone: while active, ``update()`` of its object moves the bone's tail to the target."""

    type = CONSTRAINT_TYPE_KINEMATIC
    ik_type = CONSTRAINT_IK_DISTANCE

    def __init__(self, armature: Armature, bone: str, target: SceneNode | None) -> None:
        self.name = f"{bone}:IK"
        #: Whether ``update()`` follows the target; initially false.
        self.active = False
        #: The object to reach.
        self.target = target
        #: Whether the tail of the bone also takes the orientation of the target.
        self.use_rotation = False
        self._armature = armature
        self._bone = bone
        self._enforce = 1.0

    def __repr__(self) -> str:
        return self.name

    @property
    def enforce(self) -> float:
        """Fraction of the way to the target that ``update()`` aims for: 0 to 1."""
        return self._enforce

    @enforce.setter
    def enforce(self, value: float) -> None:
        if not 0.0 <= value <= 1.0:
            raise ValueError(f"enforce is 0 to 1, not {value!r}")
        self._enforce = float(value)

    influence = ik_weight = enforce

    @property
    def lin_error(self) -> float:
        """Distance of the tail of the bone from the target; 0 without a target. [m]"""
        if self.target is None:
            return 0.0
        return (self.target.worldPosition - self._world_from_tail().translation).length

    def _world_from_tail(self) -> Matrix:
        channel = self._armature.channel(self._bone)
        world_from_armature = self._armature.make_node(self._armature.node).worldTransform
        return world_from_armature @ _at(channel.pose_matrix, channel.pose_tail)

    def goal(self) -> Message | None:
        """The goal for the simulator; None for an inactive constraint."""
        if not self.active or self.target is None or self._enforce == 0.0:
            return None
        target, tail = self.target.worldTransform, self._world_from_tail()
        point = tail.translation.lerp(target.translation, self._enforce)
        rotation = tail.to_quaternion().slerp(target.to_quaternion(), self._enforce)
        orientation = quaternion(rotation) if self.use_rotation else None
        return {"bone": self._bone, "position": vector(point), "orientation": orientation}


def _at(matrix: Matrix, point: Vector) -> Matrix:
    moved = matrix.copy()
    moved.translation = point
    return moved


class Armature:
    """The armature of an object, or the first armature among its descendants."""

    def __init__(self, make_node: type[SceneNode], facts: Message) -> None:
        #: The class of objects: `node` imports this module.
        self.make_node = make_node
        #: Name of the object with the armature.
        self.node: str = facts["node"]
        #: Names of its bones, parents first.
        self.bones: list[str] = facts["bones"]
        targets = ((bone, None if target is None else make_node(target)) for bone, target in facts["ik"].items())
        self.constraints = NamedList(ArmatureConstraint(self, bone, target) for bone, target in targets)

    def channel(self, bone: str) -> ArmatureChannel:
        """The channel of a bone."""
        return ArmatureChannel(self, bone)

    def channels(self) -> NamedList[ArmatureChannel]:
        """The channels of all bones."""
        return NamedList(map(self.channel, self.bones))

    def follow(self) -> None:
        """Move towards the targets of the active constraints."""
        goals = [goal for goal in (constraint.goal() for constraint in self.constraints) if goal is not None]
        if goals:
            simulator().do("reach", node=self.node, goals=goals)


def armature_of(obj: SceneNode) -> Armature | None:
    """The armature of an object; None without one.

    It is kept, with the settings of its constraints, for the whole run.
    """
    known = scene_state.armatures.get(obj.name)
    if known is None:
        facts = simulator().ask("armature", node=obj.name)
        if facts is None:
            return None
        known = next((armature for armature in scene_state.armatures.values() if armature.node == facts["node"]), None)
        known = scene_state.armatures[obj.name] = known or Armature(type(obj), facts)
    return known
