"""Names taken from the script's variables, and full names along the tree."""

from itertools import compress, repeat
from types import FrameType
from typing import Any, Dict, Iterable, List, Mapping, Optional

from morse.builder import report
from morse.builder.numbered_names import NumberedNames
from morse.builder.scene import scene
from morse.builder.wired import Wired

#: Code objects of runners that execute the script; frames below them do not belong to it.
boundaries: set = set()

# Maximum number of robots in one message.
_LISTED_MAX = 5


def _variables(frame: FrameType) -> Mapping[str, Any]:
    """Variables of a frame; attributes of its ``self`` come first, its own locals replace them."""
    local = frame.f_locals
    attributes = getattr(local.get("self"), "__dict__", None)
    if not attributes:
        return local
    return {**attributes, **local}


def variable_of(component: Any, frame: Optional[FrameType]) -> Optional[str]:
    """The first variable of the frame that holds the component."""
    if frame is None:
        return None
    # A script has the names of the whole Builder among its variables, and may ask once for each of thousands of components.
    for name, value in _variables(frame).items():
        if value is component:
            return name
    return None


def name_orphans(frame: Optional[FrameType]) -> None:
    """Give components without parent and without name the first variable of the frame that holds them.

    Robots get their full names, and what hangs on them theirs, with the Environment; everything else gets its name here.
    """
    if frame is None:
        return
    # Looks at the variables, not at all components: a script calls this once for each robot of a loop.
    variables = _variables(frame)
    for name, value in compress(variables.items(), map(isinstance, variables.values(), repeat(Wired))):
        if _waits_for_name(value):
            value.basename = name
            if value.kind != "robot":
                value.scene_object.name = name


def _waits_for_name(component: Any) -> bool:
    if component.basename is not None or component.parent_component is not None:
        return False
    # Not the Environment, nor components of an earlier scene in this process.
    return component.is_listed and scene().objects.get(component.name) is component.scene_object


def frame_of_script(frame: Optional[FrameType]) -> Optional[FrameType]:
    """The caller of the outermost ``__init__`` on the stack, not looking past where the script was started.

    In a program that no runner started, other constructors may be on the stack, those of a test runner for example: there
    it is the caller of the constructors that called each other without a break.
    """
    is_script = any(above.f_code in boundaries for above in _stack(frame))
    found = frame
    for above in _stack(frame):
        if above.f_code in boundaries:
            break
        if above.f_code.co_name == "__init__" and above.f_back is not None:
            found = above.f_back
        elif not is_script:
            break
    return found


def _stack(frame: Optional[FrameType]) -> Iterable[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def rename_all(robots: Iterable[Any]) -> None:
    """Give every robot and its descendants their full names, depth first."""
    robots = list(robots)
    taken = NumberedNames("_")
    for component in scene().components:
        taken.add(component.name)
    namesakes: Dict[str, List[Any]] = {}
    for robot in robots:
        if robot.basename:
            namesakes.setdefault(robot.basename, []).append(robot)
        _rename(robot, "", taken)
    for name, same in namesakes.items():
        # Robots of a loop have one variable, and are numbered on purpose.
        if len(same) > 1 and any(robot.name_place for robot in same):
            _tell_of_namesakes(name, same)


def _tell_of_namesakes(name: str, robots: List[Any]) -> None:
    """Report robots that were given the same name, and their new names."""
    places = [robot.name_place or robot.place for robot in robots]

    def message() -> str:
        listed = [f"{place} is `{robot.name}`" for place, robot in zip(places[:_LISTED_MAX], robots)]
        rest = f" and {len(robots) - _LISTED_MAX} more" if len(robots) > _LISTED_MAX else ""
        return f"{len(robots)} robots are called `{name}`: the one of " + ", the one of ".join(listed) + rest

    # The second is the one that is in the way.
    report.finding("robot-renamed", message, robots[1], places[1], [places[0], *places[2:_LISTED_MAX]])


def _rename(component: Any, prefix: str, taken: NumberedNames) -> None:
    if not component.basename:
        return
    # Its own name of the moment is free for itself.
    taken.remove(component.name)
    full = taken.free(prefix + component.basename)
    component.basename = full[len(prefix) :]
    if component.name != full:
        component.scene_object.name = full
    taken.add(component.name)
    for child in component.child_components:
        _rename(child, full + ".", taken)
