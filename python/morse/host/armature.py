"""Armatures of the scene: ``bge_object.channels`` and ``bge_object.constraints``."""

from typing import Any, Dict, List, Optional, Type

from morse.core.mathutils import Euler, Matrix, Quaternion, Vector
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.named_list import NamedList
from morse.host.node_pose import Live
from morse.host.values import pose_matrix, quaternion, vector
from morse.host.without_effect import without_effect

#: Kinds of constraints, and of inverse kinematics, with the numbers of the game engine.
CONSTRAINT_TYPE_KINEMATIC = 3
CONSTRAINT_IK_COPYPOSE = 0
CONSTRAINT_IK_DISTANCE = 1
#: Modes of rotation: quaternions, or angles about x, then y, then z.
PROT_MODE_QUAT = 0
PROT_MODE_XYZ = 1


class _Bone:
    """What channels and their rest poses share: a bone of an armature, which is asked for when it is read."""

    __slots__ = ("_armature", "name")

    def __init__(self, armature: "Armature", name: str) -> None:
        self._armature = armature
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def _about(self) -> Dict[str, Any]:
        return simulator().ask("bone", node=self._armature.node, bone=self.name)

    @property
    def parent(self) -> Any:
        """The one that carries it; None for a root."""
        name = self._about()["parent"]
        return None if name is None else type(self)(self._armature, name)


class ArmatureBone(_Bone):
    """``channel.bone``: a bone in its rest pose."""

    __slots__ = ()

    @property
    def length(self) -> float:
        """Distance from its head to its tail. [m]"""
        return self._about()["length"]

    @property
    def arm_mat(self) -> Matrix:
        """Rest pose in the armature: 4×4."""
        return pose_matrix(self._about()["rest"])

    @property
    def arm_head(self) -> Vector:
        """Where it begins, at rest, in the armature. [m]"""
        return self.arm_mat.translation

    @property
    def arm_tail(self) -> Vector:
        """Where it ends, at rest, in the armature. [m]"""
        about = self._about()
        return _tail(about["rest"], about["length"])

    @property
    def bone_mat(self) -> Matrix:
        """Rest pose in its parent: the rotation matrix, 3×3."""
        parent, own = self.parent, self.arm_mat
        return (own if parent is None else parent.arm_mat.inverted() @ own).to_3x3()

    @property
    def children(self) -> "List[ArmatureBone]":
        """The bones that it carries."""
        bones = (ArmatureBone(self._armature, name) for name in self._armature.bones)
        return [bone for bone in bones if bone._about()["parent"] == self.name]


class ArmatureChannel(_Bone):
    """A bone of an armature, as it is posed. Setting an attribute takes effect at once, without regard to limits."""

    __slots__ = ()

    @property
    def bone(self) -> ArmatureBone:
        """The bone in its rest pose."""
        return ArmatureBone(self._armature, self.name)

    @property
    def joint_rotation(self) -> Vector:
        """Rotation from the rest pose: the angle about each free axis, or a rotation vector. [rad]"""
        return Live(self._about()["turn"], self, "joint_rotation")

    @joint_rotation.setter
    def joint_rotation(self, value: Any) -> None:
        self._set(turn=vector(value))

    @property
    def rotation_mode(self) -> int:
        """PROT_MODE_QUAT or PROT_MODE_XYZ. Both kinds of rotation can be read and set in both modes."""
        return scene_state.rotation_modes.get((self._armature.node, self.name), PROT_MODE_QUAT)

    @rotation_mode.setter
    def rotation_mode(self, mode: int) -> None:
        if mode not in (PROT_MODE_QUAT, PROT_MODE_XYZ):
            raise ValueError(f"rotation_mode: there are 0, for quaternions, and 1, for angles in the order XYZ, not {mode!r}")
        scene_state.rotation_modes[self._armature.node, self.name] = mode

    @property
    def rotation_quaternion(self) -> Quaternion:
        """Rotation from the rest pose. A bone takes what is nearest to it of the rotations that it can make."""
        return self.channel_matrix.to_quaternion()

    @rotation_quaternion.setter
    def rotation_quaternion(self, value: Any) -> None:
        self._set(orientation=quaternion(value if isinstance(value, Quaternion) else Quaternion(value)))

    @property
    def rotation_euler(self) -> Vector:
        """The same as angles about x, then y, then z. [rad]"""
        return Live(self.channel_matrix.to_euler(), self, "rotation_euler")

    @rotation_euler.setter
    def rotation_euler(self, value: Any) -> None:
        self._set(orientation=quaternion(Euler(vector(value))))

    @property
    def location(self) -> Vector:
        """Displacement from the rest pose, along its own axes: that of a sliding bone is along y. [m]"""
        return Live((0.0, self._about()["slide"], 0.0), self, "location")

    @location.setter
    def location(self, value: Any) -> None:
        self._set(slide=vector(value)[1])

    @property
    def scale(self) -> Vector:
        """Bones are not scaled."""
        return Vector((1.0, 1.0, 1.0))

    @scale.setter
    def scale(self, value: Any) -> None:
        without_effect("the scale of a bone")

    @property
    def pose_matrix(self) -> Matrix:
        """Pose in the armature: 4×4."""
        return pose_matrix(self._about()["pose"])

    @property
    def channel_matrix(self) -> Matrix:
        """Pose relative to the rest pose as its parent carries it: 4×4."""
        return pose_matrix(self._about()["channel"])

    @property
    def pose_head(self) -> Vector:
        """Where it begins, in the armature. [m]"""
        return self.pose_matrix.translation

    @property
    def pose_tail(self) -> Vector:
        """Where it ends, in the armature. [m]"""
        about = self._about()
        return _tail(about["pose"], about["length"])

    @property
    def ik_stretch(self) -> float:
        """How far it can slide. [m]"""
        return self._about()["stretch"]

    def _set(self, **change: Any) -> None:
        given = {"turn": None, "orientation": None, "slide": None, **change}
        simulator().do("bone", node=self._armature.node, bone=self.name, **given)

    def __getattr__(self, name: str) -> Any:
        kind, _, axis = name.rpartition("_")
        if axis in ("x", "y", "z") and kind in ("ik_dof", "ik_limit", "ik_min", "ik_max"):
            index, about = "xyz".index(axis), self._about()
            limits = about["limits"][index]
            if kind == "ik_dof":
                return about["rotates"][index]
            return limits is not None if kind == "ik_limit" else (limits or (0.0, 0.0))[kind == "ik_max"]
        raise AttributeError(f"the channel of a bone has no {name!r} here")


def _tail(pose: Any, length: float) -> Vector:
    matrix = pose_matrix(pose)
    return matrix.translation + length * matrix.to_3x3().col[1]


class ArmatureConstraint:
    """Inverse kinematics of a bone: while it is active, ``update()`` of its object moves the end of the bone to the target."""

    type = CONSTRAINT_TYPE_KINEMATIC
    ik_type = CONSTRAINT_IK_DISTANCE

    def __init__(self, armature: "Armature", bone: str, target: Any) -> None:
        self.name = f"{bone}:IK"
        #: Whether ``update()`` follows the target. False at first.
        self.active = False
        #: The object to reach.
        self.target = target
        #: Whether the end of the bone takes the orientation of the target too.
        self.use_rotation = False
        self._armature = armature
        self._bone = bone
        self._enforce = 1.0

    def __repr__(self) -> str:
        return self.name

    @property
    def enforce(self) -> float:
        """How much of the way to the target is the goal: 0 to 1."""
        return self._enforce

    @enforce.setter
    def enforce(self, value: float) -> None:
        if not 0.0 <= value <= 1.0:
            raise ValueError(f"enforce is 0 to 1, not {value!r}")
        self._enforce = float(value)

    influence = ik_weight = enforce

    @property
    def lin_error(self) -> float:
        """Distance of the end of the bone from the target; 0 without one. [m]"""
        return 0.0 if self.target is None else (self.target.worldPosition - self._world_from_tail().translation).length

    def _world_from_tail(self) -> Matrix:
        channel = self._armature.channel(self._bone)
        return self._armature.owner(self._armature.node).worldTransform @ _at(channel.pose_matrix, channel.pose_tail)

    def goal(self) -> Optional[Dict[str, Any]]:
        """The goal for the simulator; None while there is none."""
        if not self.active or self.target is None or self._enforce == 0.0:
            return None
        place, tail = self.target.worldTransform, self._world_from_tail()
        point = tail.translation.lerp(place.translation, self._enforce)
        turned = tail.to_quaternion().slerp(place.to_quaternion(), self._enforce)
        orientation = quaternion(turned) if self.use_rotation else None
        return {"bone": self._bone, "position": vector(point), "orientation": orientation}


def _at(matrix: Matrix, point: Vector) -> Matrix:
    moved = matrix.copy()
    moved.translation = point
    return moved


class Armature:
    """The armature of an object, or the first one of its parts."""

    def __init__(self, owner: Type[Any], about: Dict[str, Any]) -> None:
        self.owner = owner
        #: The name of the object that has it.
        self.node: str = about["node"]
        #: The names of its bones, parents first.
        self.bones: List[str] = about["bones"]
        targets = ((bone, None if target is None else owner(target)) for bone, target in about["ik"].items())
        self.constraints = NamedList(ArmatureConstraint(self, bone, target) for bone, target in targets)

    def channel(self, bone: str) -> ArmatureChannel:
        """The channel of a bone."""
        return ArmatureChannel(self, bone)

    def channels(self) -> NamedList:
        """The channels of all bones."""
        return NamedList(map(self.channel, self.bones))

    def follow(self) -> None:
        """Move towards the targets of the active constraints."""
        goals = [goal for goal in (constraint.goal() for constraint in self.constraints) if goal is not None]
        if goals:
            simulator().do("reach", node=self.node, goals=goals)


def armature_of(obj: Any) -> Optional[Armature]:
    """The armature of an object; None if it has none. What is set of its constraints stays as long as the scene runs."""
    known = scene_state.armatures.get(obj.name)
    if known is None:
        about = simulator().ask("armature", node=obj.name)
        if about is None:
            return None
        known = next((other for other in scene_state.armatures.values() if other.node == about["node"]), None)
        known = scene_state.armatures[obj.name] = known or Armature(type(obj), about)
    return known
