"""Reads the sensors, plugins, controllers and actuators that a robot file declares. Nothing is run or loaded."""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

from morse.robot_file.declaration import Declaration, RobotFileError, number_of
from morse.robot_file.mjcf import declarations_of

#: Files that declare components.
ENDINGS = (".urdf", ".sdf", ".world", ".xml", ".mjcf")

#: Largest file. [bytes]
_SIZE_MAX = 64 * 2**20


def parsed(path: str) -> ElementTree.Element:
    """The root element of a robot file.

    Raises RobotFileError for a file that is missing, too large or not XML, or that defines entities.
    """
    try:
        if os.path.getsize(path) > _SIZE_MAX:
            raise RobotFileError(f"{path} is larger than {_SIZE_MAX // 2**20} MiB")
        with open(path, encoding="utf-8-sig") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise RobotFileError(f"{path} cannot be read: {error}") from None
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise RobotFileError(f"{path} defines entities, which robot files do not need")
    # Some files use prefixes that nothing declares.
    text = re.sub(r"(</?)[A-Za-z_][\w.-]*:(?=[A-Za-z_])", r"\1", text)
    text = re.sub(r"(\s)[A-Za-z_][\w.-]*:([A-Za-z_][\w.-]*\s*=)", r"\1\2", text)
    try:
        return ElementTree.fromstring(text.encode())
    except ElementTree.ParseError as error:
        raise RobotFileError(f"{path} is not XML: {error}") from None


def declarations(path: str) -> list[Declaration]:
    """The declarations of a URDF, SDF or MJCF file, in the order of the file.

    Raises RobotFileError for a file that is missing, too large or not XML, or that defines entities.
    """
    root = parsed(path)
    if root.tag == "robot":
        return list(_of_urdf(root))
    if root.tag in ("sdf", "gazebo"):
        return list(_of_sdf(root))
    if root.tag == "mujoco":
        return declarations_of(root, os.path.dirname(path), parsed)
    raise RobotFileError(
        f"{path} begins with <{root.tag}>; "
        "URDF files begin with <robot>, SDF files with <sdf>, MJCF files with <mujoco>"
    )


def _of_urdf(robot: ElementTree.Element) -> Iterator[Declaration]:
    for element in robot:
        if element.tag == "gazebo":
            link = element.get("reference")
            for child in element:
                if child.tag in ("sensor", "plugin"):
                    one = _declaration(child, link)
                    if one.type == "force_torque":
                        # It names the joint that it measures.
                        one.joint, one.link = link or "", _child_of(robot, link)
                    yield one
                    yield from (_declaration(plugin, link) for plugin in child.findall("plugin"))
        elif element.tag in ("ros2_control", "transmission"):
            yield _declaration(element, None)


def _child_of(robot: ElementTree.Element, joint: str | None) -> str | None:
    """The link that a joint of a URDF file moves."""
    found = next((one for one in robot.iterfind("joint") if one.get("name") == joint), None)
    child = found.find("child") if found is not None else None
    return child.get("link") if child is not None else None


def _of_sdf(root: ElementTree.Element) -> Iterator[Declaration]:
    for model in root.iter("model"):
        for child in model:
            if child.tag == "plugin":
                yield _declaration(child, None)
            elif child.tag in ("link", "joint"):
                # Sensors of a joint are at its child.
                joint_child = child.findtext("child", default="").strip()
                link = child.get("name") if child.tag == "link" else joint_child or None
                for sensor in child.findall("sensor"):
                    one = _declaration(sensor, link)
                    one.joint = (child.get("name") or "") if child.tag == "joint" else ""
                    yield one


def _declaration(element: ElementTree.Element, link: str | None) -> Declaration:
    kind = element.get("type") or ""
    if element.tag == "plugin":
        library = (element.get("filename") or "").rsplit("/", 1)[-1]
        name = element.get("name") or library
        kind = name if "::" in name else library
    elif element.tag == "ros2_control":
        kind = element.findtext("hardware/plugin", default="").strip()
    elif element.tag == "transmission":
        kind = element.findtext("type", default="").strip()
    name = element.get("name") or kind or element.tag
    found = element.find("pose")
    text = (found.text or "") if found is not None else ""
    numbers = tuple(number_of(word, f"<pose> of {name}") for word in text.split())
    if numbers and len(numbers) != 6:
        raise RobotFileError(f"<pose> of {name} must be 6 numbers and is {text.strip()!r}")
    if found is not None and numbers and found.get("degrees") in ("true", "1"):
        numbers = numbers[:3] + tuple(angle * 3.141592653589793 / 180 for angle in numbers[3:])
    return Declaration(element.tag, kind, name, link, numbers or (0.0,) * 6, element)


__all__ = ["ENDINGS", "Declaration", "RobotFileError", "declarations", "parsed"]
