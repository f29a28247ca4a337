"""Names of the links and joints of a URDF, SDF or MJCF file, for scripts that need them."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ElementTree
from typing import NamedTuple

from morse.robot_file.declarations import RobotFileError, parsed

#: Files whose structure is read.
ENDINGS = (".urdf", ".sdf", ".world", ".xml")

#: Maximum depth of files that include files.
_DEPTH_MAX = 16


class Structure(NamedTuple):
    """Names in the order of a file."""

    links: list[str]
    #: Joints that move and do not mimic other joints.
    joints: list[str]


def structure(path: str) -> Structure:
    """The links and joints of a robot file.

    Raises RobotFileError for a file that is missing, too large or not XML, or that defines entities.
    """
    root = parsed(path)
    if root.tag == "mujoco":
        return _of_mjcf(root, os.path.dirname(path), 0)
    links, joints = Structure([], [])
    for element in root.iter():
        name = element.get("name") or ""
        # Elements of ros2_control and transmissions have no type.
        if element.tag == "link" and name:
            links.append(name)
        elif element.tag == "joint" and name and _moves(element):
            joints.append(name)
    return Structure(links, joints)


def _moves(joint: ElementTree.Element) -> bool:
    """Whether a joint of a URDF or SDF file moves and mimics no other."""
    is_still = joint.get("type", "fixed") in ("fixed", "floating", "planar")
    return not is_still and joint.find("mimic") is None and joint.find("axis/mimic") is None


def _of_mjcf(root: ElementTree.Element, folder: str, depth: int) -> Structure:
    found = Structure([], [])
    for element in root:
        if element.tag in ("default", "tendon", "actuator", "sensor", "contact", "keyframe"):
            continue
        name = element.get("name") or ""
        if element.tag == "include" and depth < _DEPTH_MAX:
            path = os.path.join(folder, element.get("file") or "")
            below = _of_mjcf(parsed(path), folder, depth + 1)
        else:
            below = _of_mjcf(element, folder, depth)
        if root.tag != "equality":
            if element.tag == "body" and name:
                found.links.append(name)
            elif element.tag == "joint" and name and element.get("type") not in ("ball", "free"):
                found.joints.append(name)
        found.links.extend(below.links)
        found.joints.extend(below.joints)
    if depth == 0 and root.tag == "mujoco":
        following = {joint.get("joint1") for joint in root.iterfind("equality/joint") if joint.get("joint2")}
        return Structure(found.links, [name for name in found.joints if name not in following])
    return found


__all__ = ["ENDINGS", "RobotFileError", "Structure", "structure"]
