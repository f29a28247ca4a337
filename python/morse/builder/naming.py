"""Names taken from the script's variables, and full names along the tree."""

from types import FrameType
from typing import Any, Dict, Iterable, Optional

from morse.builder.scene import scene

#: Code objects below which no frame belongs to the script: where runners execute it.
boundaries: set = set()


def _variables(frame: FrameType) -> Dict[str, Any]:
    """Variables of a frame; attributes of its ``self`` come first, its own locals replace them."""
    local = frame.f_locals
    variables = dict(getattr(local.get("self"), "__dict__", {}))
    variables.update(local)
    return variables


def variable_of(component: Any, frame: Optional[FrameType]) -> Optional[str]:
    """The first variable of the frame that holds the component."""
    if frame is None:
        return None
    for name, value in _variables(frame).items():
        if value is component:
            return name
    return None


def name_orphans(frame: Optional[FrameType]) -> None:
    """Give components without parent and without name the first variable of the frame that holds them."""
    if frame is None:
        return
    waiting = {id(c): c for c in scene().components if c.basename is None and c.parent_component is None}
    for name, value in _variables(frame).items():
        component = waiting.pop(id(value), None)
        if component is not None:
            component.basename = name


def frame_of_script(frame: Optional[FrameType]) -> Optional[FrameType]:
    """The caller of the outermost ``__init__`` on the stack, not looking past where the script was started."""
    found = frame
    while frame is not None and frame.f_code not in boundaries:
        if frame.f_code.co_name == "__init__" and frame.f_back is not None:
            found = frame.f_back
        frame = frame.f_back
    return found


def rename_all(robots: Iterable[Any]) -> None:
    """Give every robot and what hangs below it its full name, depth first."""
    for robot in robots:
        _rename(robot, "")


def _rename(component: Any, prefix: str) -> None:
    if not component.basename:
        return
    taken = {other.name for other in scene().components if other is not component}
    stem = component.basename
    full = prefix + stem
    number = 1
    while full in taken:
        component.basename = f"{stem}_{number:03d}"
        full = prefix + component.basename
        number += 1
    if component.name != full:
        component.scene_object.name = full
    for child in component.child_components:
        _rename(child, full + ".")
