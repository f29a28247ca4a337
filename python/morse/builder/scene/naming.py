"""Names of components: from the script's variables, and full names from the tree of components."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress, repeat
from types import CodeType, FrameType
from typing import TYPE_CHECKING, cast

from morse.builder.components.wired import Wired
from morse.builder.scene.current import scene
from morse.builder.scene.numbered_names import NumberedNames
from morse.builder.script import report

if TYPE_CHECKING:
    from morse.builder.abstractcomponent import AbstractComponent

#: Code objects of runners that execute the script; frames below them do not belong to it.
boundaries: set[CodeType] = set()

# Most names in one message.
_LISTED_MAX = 5


def _variables(frame: FrameType) -> Mapping[str, object]:
    """The local variables of a frame, and the attributes of its ``self``; a local variable hides an attribute."""
    local = frame.f_locals
    attributes = getattr(local.get("self"), "__dict__", None)
    if not attributes:
        return local
    return {**attributes, **local}


def variable_of(component: object, frame: FrameType | None) -> str | None:
    """The name of the first variable of the frame that holds the component."""
    if frame is None:
        return None
    # The variables include all names of the Builder, and this runs once for each of up to thousands of components.
    for name, value in _variables(frame).items():
        if value is component:
            return name
    return None


def name_orphans(frame: FrameType | None) -> None:
    """Name components without parent and without name after the first variable of the frame that holds them.

    Robots and their descendants get their full names with the Environment; all other components get theirs here.
    """
    if frame is None:
        return
    # Iterates over the variables, not over all components: a script calls this once for each robot of a loop.
    variables = _variables(frame)
    held = compress(variables.items(), map(isinstance, variables.values(), repeat(Wired)))
    for name, component in cast("Iterable[tuple[str, AbstractComponent]]", held):
        if _needs_name(component):
            component.basename = name
            if component.kind != "robot":
                component.scene_object.name = name


def _needs_name(component: AbstractComponent) -> bool:
    if component.basename is not None or component.parent_component is not None:
        return False
    # False for the Environment, and for components of an earlier scene in this process.
    return component.is_listed and scene().objects.get(component.name) is component.scene_object


def frame_of_script(frame: FrameType | None) -> FrameType | None:
    """The frame that called the outermost ``__init__`` of the script.

    In a program without a runner, the stack may have constructors that do not belong to the script, such as those of a
    test runner. The search then ends at the first frame that is not a constructor.
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


def _stack(frame: FrameType | None) -> Iterable[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def rename_all(robots: Iterable[AbstractComponent]) -> None:
    """Give every robot and its descendants their full names, depth first."""
    robots = list(robots)
    taken = NumberedNames("_")
    for component in scene().components:
        taken.add(component.name)
    namesakes: dict[str, list[AbstractComponent]] = {}
    for robot in robots:
        if robot.basename:
            namesakes.setdefault(robot.basename, []).append(robot)
        _rename(robot, "", taken)
    for name, same in namesakes.items():
        # Robots of a loop share a variable, and numbers are expected.
        if len(same) > 1 and any(robot.name_place for robot in same):
            _report_namesakes(name, same)


def report_unnamed() -> None:
    """Report robots and components without a name: they keep the names of their objects, as do those below them."""
    acting = [component for component in scene().components if component.is_morseable()]
    robots = [component for component in acting if component.kind == "robot" and not component.basename]
    below = {id(component) for robot in robots for component in robot.descendants()}
    inline = [
        component
        for component in acting
        if component.kind != "robot" and not component.basename and id(component) not in below
    ]
    if robots:
        _report_without_name("robot", robots, "no variable of the script holds {} when the Environment is made")
    if inline:
        _report_without_name("component", inline, "no variable of the script holds {} at the call of append")


def _report_without_name(kind: str, components: list[AbstractComponent], reason: str) -> None:
    count = len(components)

    def message() -> str:
        subject, them, called = f"{count} {kind}s have", "them", "they are called"
        if count == 1:
            subject, them, called = f"a {kind} has", "it", "it is called"
        parts = [part.name for component in components for part in component.descendants() if part.is_morseable()]
        also = f", and the components on {them} {_listed(parts)}" if parts else ""
        names = _listed([component.name for component in components])
        return f"{subject} no name, because {reason.format(them)}: {called} {names}{also}"

    places = [component.place for component in components]
    report.finding("unnamed", message, components[0], places[0], list(dict.fromkeys(places[1:_LISTED_MAX])))


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _LISTED_MAX} more" if len(names) > _LISTED_MAX else ""
    return ", ".join(f"`{name}`" for name in names[:_LISTED_MAX]) + more


def _report_namesakes(name: str, robots: list[AbstractComponent]) -> None:
    """Report robots of the same name, with their new names."""
    places = [robot.name_place or robot.place for robot in robots]

    def message() -> str:
        listed = [f"{place} is `{robot.name}`" for place, robot in zip(places[:_LISTED_MAX], robots)]
        rest = f" and {len(robots) - _LISTED_MAX} more" if len(robots) > _LISTED_MAX else ""
        return f"{len(robots)} robots are called `{name}`: the one of " + ", the one of ".join(listed) + rest

    # The finding is about the second robot, whose name was taken.
    report.finding("robot-renamed", message, robots[1], places[1], [places[0], *places[2:_LISTED_MAX]])


def _rename(component: AbstractComponent, prefix: str, taken: NumberedNames) -> None:
    if not component.basename:
        return
    # The component may keep its current name.
    taken.remove(component.name)
    full = taken.free(prefix + component.basename)
    component.basename = full[len(prefix) :]
    if component.name != full:
        component.scene_object.name = full
    taken.add(component.name)
    for child in component.child_components:
        _rename(child, full + ".", taken)
