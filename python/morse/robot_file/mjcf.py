"""Reads the actuators and sensors that an MJCF file (MuJoCo) declares, those of included files too."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from morse.robot_file.declaration import Declaration, RobotFileError, number_of

#: Maximum depth of files that include files, and of classes in classes.
_DEPTH_MAX = 16
_ACTUATORS = ("motor", "position", "velocity", "general", "intvelocity", "damper", "cylinder", "muscle", "adhesion")
#: Sections that are read.
_READ = ("default", "worldbody", "actuator", "sensor")


@dataclass
class _Contents:
    #: Default attributes of actuators by class.
    defaults: dict[str, dict[str, str]] = field(default_factory=dict)
    #: The body of each site, and the joint that moves it.
    sites: dict[str, tuple[str, str]] = field(default_factory=dict)
    actuators: list[ElementTree.Element] = field(default_factory=list)
    #: Names of the joints with one axis: hinges and slides.
    hinges: set[str] = field(default_factory=set)
    sensors: list[ElementTree.Element] = field(default_factory=list)
    #: Cameras with a name, each with its body.
    cameras: list[tuple[ElementTree.Element, str]] = field(default_factory=list)
    #: Default attributes of cameras by class.
    of_cameras: dict[str, dict[str, str]] = field(default_factory=dict)


def declarations_of(
    root: ElementTree.Element, folder: str, parse: Callable[[str], ElementTree.Element]
) -> list[Declaration]:
    """The declarations of a file: one for the actuators of each kind of command, one for each sensor and each camera.

    Raises RobotFileError for includes in circles, and for a file that ``parse`` cannot read.
    """
    contents = _Contents()
    _read(root, folder, parse, contents, 0)
    return [*_controls(contents), *_sensors(contents), *_cameras(contents)]


def _expanded(
    element: ElementTree.Element, folder: str, parse: Callable[[str], ElementTree.Element], depth: int
) -> Iterator[ElementTree.Element]:
    """The children of an element, with those of included files in place."""
    for child in element:
        if child.tag != "include":
            yield child
            continue
        if depth >= _DEPTH_MAX:
            raise RobotFileError(f"<include file={child.get('file')!r}> is more than {_DEPTH_MAX} files deep")
        yield from _expanded(parse(os.path.join(folder, child.get("file") or "")), folder, parse, depth + 1)


def _read(
    root: ElementTree.Element,
    folder: str,
    parse: Callable[[str], ElementTree.Element],
    contents: _Contents,
    depth: int,
) -> None:
    for section in _expanded(root, folder, parse, depth):
        if section.tag not in _READ:
            continue
        children = list(_expanded(section, folder, parse, depth))
        if section.tag == "default":
            _classes(section, contents, ({}, {}), 0)
        elif section.tag == "actuator":
            contents.actuators.extend(children)
        elif section.tag == "sensor":
            contents.sensors.extend(children)
        else:
            for child in children:
                _body(child, folder, parse, contents, ("world", ""))


def _classes(
    section: ElementTree.Element, contents: _Contents, inherited: tuple[dict[str, str], dict[str, str]], depth: int
) -> None:
    """Notes the defaults of actuators and of cameras in a class, which inherits those of the class around."""
    own, of_cameras = dict(inherited[0]), dict(inherited[1])
    for element in section:
        if element.tag in _ACTUATORS:
            own.update(element.attrib)
        elif element.tag == "camera":
            of_cameras.update(element.attrib)
    name = section.get("class") or "main"
    contents.defaults[name], contents.of_cameras[name] = own, of_cameras
    for inner in section.findall("default"):
        if depth < _DEPTH_MAX:
            _classes(inner, contents, (own, of_cameras), depth + 1)


def _body(
    element: ElementTree.Element,
    folder: str,
    parse: Callable[[str], ElementTree.Element],
    contents: _Contents,
    place: tuple[str, str],
) -> None:
    """Notes the sites of a body and of those in it. ``place`` is the body around, with its joint."""
    if element.tag == "site":
        contents.sites[element.get("name") or ""] = place
        return
    if element.tag == "camera" and element.get("name"):
        contents.cameras.append((element, place[0]))
    if element.tag not in ("body", "frame"):
        return
    children = list(_expanded(element, folder, parse, 0))
    moved = (child for child in children if child.tag == "joint" and child.get("type", "hinge") in ("hinge", "slide"))
    contents.hinges.update(child.get("name") or "" for child in moved)
    if element.tag == "body":
        name = element.get("name") or ""
        joints = [child for child in children if child.tag == "joint"]
        joint = f"{name}/fixed"
        if joints:
            unnamed = f"{name}/joint{len(joints) - 1 or ''}"
            joint = joints[-1].get("name") or unnamed
        place = (name, joint)
    for child in children:
        _body(child, folder, parse, contents, place)


def _controls(contents: _Contents) -> Iterator[Declaration]:
    """One declaration for the joints of each kind of command, in the form of a <ros2_control>."""
    kinds: dict[str, list[str]] = {}
    motors: list[str] = []
    for number, actuator in enumerate(contents.actuators):
        given = {**contents.defaults.get(actuator.get("class") or "main", {}), **actuator.attrib}
        joint = given.get("joint") or given.get("jointinparent")
        kind = _command_of(actuator.tag, given)
        if joint in contents.hinges and kind and not _is_filtered(given):
            kinds.setdefault(kind, []).append(joint)
        elif _is_motor(actuator.tag, given):
            motors.append(given.get("name") or f"actuator{number}")
        else:
            reason = "it drives a body" if kind else "its force is not linear"
            xml = ElementTree.Element("actuator", {"reason": reason})
            yield Declaration("actuator", actuator.tag, given.get("name") or actuator.tag, None, (0.0,) * 6, xml)
    for kind, joints in kinds.items():
        xml = ElementTree.Element("actuator")
        for name in dict.fromkeys(joints):
            joint_element = ElementTree.SubElement(xml, "joint", {"name": name})
            ElementTree.SubElement(joint_element, "command_interface", {"name": kind})
        yield Declaration("actuator", kind, f"{kind} actuators", None, (0.0,) * 6, xml)


    if motors:
        xml = ElementTree.Element("actuator")
        for name in motors:
            joint_element = ElementTree.SubElement(xml, "joint", {"name": name})
            ElementTree.SubElement(joint_element, "command_interface", {"name": "motors"})
        yield Declaration("actuator", "motors", "motors", None, (0.0,) * 6, xml)


def _is_filtered(given: dict[str, str]) -> bool:
    """Whether an actuator obeys its command after a filter."""
    words = given.get("timeconst", "0").split()
    return given.get("dyntype", "none") != "none" or bool(words and number_of(words[0], "timeconst of an actuator") > 0)


def _is_motor(tag: str, given: dict[str, str]) -> bool:
    """Whether a JointController at level motors commands an actuator.

    Such actuators pull tendons, push sites and slider-cranks, turn ball joints, make bodies stick, are muscles, or have
    a filter.
    """
    kinds = {given.get("gaintype", "fixed"), given.get("biastype", "none")}
    is_known = given.get("dyntype", "none") in ("none", "integrator", "filter", "filterexact", "muscle")
    has_target = any(given.get(target) for target in ("joint", "jointinparent", "tendon", "site", "cranksite", "body"))
    has_force = kinds <= {"fixed", "affine", "none"} or kinds == {"muscle"}
    return tag in _ACTUATORS and has_force and is_known and has_target


def _command_of(tag: str, given: dict[str, str]) -> str | None:
    """Whether an actuator commands a position, a velocity or an effort."""
    if tag in ("position", "velocity"):
        return tag
    if tag == "motor":
        return "effort"
    if tag != "general" or given.get("gaintype", "fixed") != "fixed":
        return None
    if given.get("biastype", "none") == "none":
        return "effort"
    words = given.get("biasprm", "").split()[:3]
    bias = [*(number_of(word, "biasprm of an actuator") for word in words), 0.0, 0.0, 0.0]
    if bias[1] < 0:
        return "position"
    return "velocity" if bias[2] < 0 else "effort"


def _sensors(contents: _Contents) -> Iterator[Declaration]:
    for sensor in contents.sensors:
        name = sensor.get("name") or sensor.tag
        kind, target = sensor.get("objtype"), sensor.get("objname")
        site = sensor.get("site") or (target if kind == "site" else None)
        body, joint = contents.sites.get(site or "", (None, ""))
        if kind in ("body", "xbody"):
            site, body = target, target
        elif kind == "camera" and target:
            site = f"{target}/camera"
        one = Declaration("sensor", f"mjcf {sensor.tag}", name, site, (0.0,) * 6, sensor)
        one.body, one.joint = body, joint
        yield one


def _cameras(contents: _Contents) -> Iterator[Declaration]:
    for camera, body in contents.cameras:
        given = {**contents.of_cameras.get(camera.get("class") or "main", {}), **camera.attrib}
        xml = ElementTree.Element("camera", given)
        name = given["name"]
        one = Declaration("sensor", "mjcf camera", name, f"{name}/camera", (0.0,) * 6, xml)
        one.body = body
        yield one


__all__ = ["declarations_of"]
