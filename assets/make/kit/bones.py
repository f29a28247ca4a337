"""Armatures: bone nodes from rest heads, tails and rolls, each with its joint record.

A bone's frame stands at its head with +Y along the bone. ``morse_joint`` says: ``kind`` (revolute, prismatic or free),
``axis`` (the bone's own x, y or z), ``limits`` ([low, high] in rad or m, absent when free), ``dof`` (the axes that may
turn), ``length`` in m, and ``ik`` (true where inverse kinematics of the bone waits for a target).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Optional

from kit import vec
from kit.scene import Node
from kit.vec import Vec


class Bone(NamedTuple):
    """A pose channel at rest, in the armature's frame (m, rad). ``stretch`` > 0 makes it prismatic, that far; with ``ik``
    it has a target of inverse kinematics from the start."""

    name: str
    parent: Optional[str]
    head: Vec
    tail: Vec
    roll: float
    dof: str = "xyz"
    limits: Optional[tuple[Sequence[float], Sequence[float]]] = None
    limited: str = ""
    stretch: float = 0.0
    ik: bool = False


def joint(bone: Bone) -> dict[str, Any]:
    """The record that a reader needs to move the bone."""
    length = round(vec.length(vec.sub(bone.tail, bone.head)), 4)
    axis = bone.dof[0] if bone.dof else "y"
    record: dict[str, Any] = {"length": length, "axis": axis, "dof": list(bone.dof)}
    if bone.ik:
        record["ik"] = True
    if bone.stretch > 0.0:
        record.update(kind="prismatic", limits=[0.0, bone.stretch])
        return record
    record["kind"] = "revolute" if len(bone.dof) == 1 else "free"
    if bone.limits is not None and axis in bone.limited:
        k = "xyz".index(axis)
        record["limits"] = [bone.limits[0][k], bone.limits[1][k]]
    return record


def grow(armature: Node, bones: Sequence[Bone]) -> dict[str, Node]:
    """Adds bone nodes to an armature node; parents must come before their children. Returns them by name."""
    nodes: dict[str, Node] = {}
    rest = {}
    for bone in bones:
        axes = vec.bone_axes(vec.sub(bone.tail, bone.head), bone.roll)
        rest[bone.name] = tuple((row[0], row[1], row[2], bone.head[i]) for i, row in enumerate(axes))
        node = Node(bone.name, joint=joint(bone))
        above = nodes[bone.parent] if bone.parent else armature
        back = vec.inverse_rigid(rest[bone.parent]) if bone.parent else vec.IDENTITY
        node.frame = vec.compose(back, rest[bone.name])
        above.add(node)
        nodes[bone.name] = node
    return nodes
