"""Passive objects, which components may detect or grasp: objects with a true property ``Object``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.host.scene.node import SceneNode, SceneObjects

if TYPE_CHECKING:
    from morse.host.types import Data


def active_objects() -> list[SceneNode]:
    """All passive objects."""
    return [obj for obj in SceneObjects() if obj.get("Object")]


def graspable_objects() -> list[SceneNode]:
    """The passive objects that can be grasped."""
    return [obj for obj in active_objects() if obj.get("Graspable")]


def details(obj: SceneNode) -> Data | None:
    """Label, description, type and graspability of a passive object; None for other objects."""
    if not obj.get("Object"):
        return None
    return {
        "label": str(obj.get("Label", obj.name)),
        "description": obj.get("Description", ""),
        "type": obj.get("Type", "Object"),
        "graspable": bool(obj.get("Graspable", False)),
    }


def label(obj: SceneNode) -> str | None:
    """The label of a passive object; None for other objects."""
    known = details(obj)
    return known["label"] if known else None


def obj_from_label(wanted: str) -> SceneNode | None:
    """The passive object with a label; None if it does not exist."""
    return next((obj for obj in active_objects() if label(obj) == wanted), None)
