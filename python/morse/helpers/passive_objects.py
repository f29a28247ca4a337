"""Objects that components may look for or grasp: those of the scene with a true property ``Object``."""

from typing import Any, Dict, List, Optional

from morse.host.node import SceneNode, SceneObjects


def active_objects() -> List[SceneNode]:
    """All of them."""
    return [obj for obj in SceneObjects() if obj.get("Object")]


def graspable_objects() -> List[SceneNode]:
    """Those that can be grasped."""
    return [obj for obj in active_objects() if obj.get("Graspable")]


def details(obj: SceneNode) -> Optional[Dict[str, Any]]:
    """What is known of one: label, description, type, graspable; None if it is no such object."""
    if not obj.get("Object"):
        return None
    return {
        "label": str(obj.get("Label", obj.name)),
        "description": obj.get("Description", ""),
        "type": obj.get("Type", "Object"),
        "graspable": bool(obj.get("Graspable", False)),
    }


def label(obj: SceneNode) -> Optional[str]:
    """Its label; None if it is no such object."""
    known = details(obj)
    return known["label"] if known else None


def obj_from_label(wanted: str) -> Optional[SceneNode]:
    """The one of that label; None if there is none."""
    return next((obj for obj in active_objects() if label(obj) == wanted), None)
