"""Scenes of the MJCF files in the package gymnasium: their motors, rates and first positions."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import NamedTuple

import gymnasium
import numpy
from numpy.typing import NDArray

from morse.simulation import Scene, Simulation

#: Height of the origin of a file above the ground of the environment, which plays no part. [m]
HEIGHT_M = 20.0
#: Longest step of physics [s]: the implicit springs and dampers of longer steps take more energy than those of MuJoCo.
_STEP_MAX_S = 0.0025


class Motors(NamedTuple):
    """Motors of a file: joints, efforts for a command of 1 [N m or N], lowest and highest commands."""

    joints: list[str]
    gears: NDArray[numpy.float64]
    low: NDArray[numpy.float64]
    high: NDArray[numpy.float64]


class File(NamedTuple):
    """A file as a scene with the robot ``robot`` and its controller ``robot.motors``."""

    scene: Scene
    motors: Motors
    #: Names of the joints, in the order of their positions.
    joints: tuple[str, ...]
    #: Positions of the joints in the pose of the file, which may be beyond their limits. [rad or m]
    positions: NDArray[numpy.float64]
    #: Position of a root that moves freely in the pose of the file [m]; None for a robot that is fixed to the world.
    root_position: NDArray[numpy.float64] | None
    #: Length of a tick, which is a step of the file. [s]
    tick_s: float
    root: ElementTree.Element


def assets() -> Path:
    """Folder of the MJCF files of the installed package gymnasium."""
    return Path(str(gymnasium.__file__)).parent / "envs" / "mujoco" / "assets"


def _numbers(text: str) -> list[float]:
    return [float(word) for word in text.split()]


def _motors(root: ElementTree.Element) -> Motors:
    given = root.find("default/motor")
    otherwise = "-1 1" if given is None else given.get("ctrlrange", "-1 1")
    motors = root.findall("actuator/motor")
    ranges = numpy.array([_numbers(motor.get("ctrlrange", otherwise)) for motor in motors])
    gears = numpy.array([_numbers(motor.get("gear", "1"))[0] for motor in motors])
    return Motors([motor.get("joint", "") for motor in motors], gears, ranges[:, 0], ranges[:, 1])


def _references(root: ElementTree.Element, names: tuple[str, ...]) -> NDArray[numpy.float64]:
    """Positions of joints in the pose of the file. [rad or m]"""
    compiler = root.find("compiler")
    is_degree = compiler is None or compiler.get("angle", "degree") == "degree"
    found = {joint.get("name", ""): joint for joint in root.iter("joint")}

    def reference(name: str) -> float:
        value = float(found[name].get("ref", 0.0))
        return math.radians(value) if is_degree and found[name].get("type", "hinge") == "hinge" else value

    return numpy.array([reference(name) for name in names])


def read(name: str) -> File:
    """The scene of a file, by its name."""
    path = assets() / name
    root = ElementTree.parse(path).getroot()
    option = root.find("option")
    settings = {} if option is None else option.attrib
    tick_s = float(settings.get("timestep", 0.002))
    sub_steps = max(1, math.ceil(tick_s / _STEP_MAX_S))
    motors = _motors(root)
    rate_hz = 1.0 / tick_s
    gravity = -_numbers(settings.get("gravity", "0 0 -9.81"))[2]
    bodies = root.findall("worldbody/body")
    is_free = len(bodies) == 1 and bodies[0].find("joint[@type='free']") is not None
    ground = {
        "name": "ground",
        "kind": "object",
        "model": {"file": str(path), "objects": ["_ground"]},
        "location": [0.0, 0.0, HEIGHT_M],
    }
    scene = Scene(
        {
            "morse_scene": 1,
            "environment": {
                "file": "empty",
                "gravity": gravity,
                "time": {"frequency_hz": rate_hz, "physics_sub_steps": sub_steps},
            },
            "objects": [
                *([ground] if is_free else []),
                {
                    "name": "robot",
                    "kind": "robot",
                    "class": "morse.robots.fakerobot.FakeRobot",
                    "model": {"file": str(path)},
                    "location": [0.0, 0.0, HEIGHT_M],
                },
                {
                    "name": "robot.motors",
                    "kind": "actuator",
                    "class": "morse.actuators.joint_controller.JointController",
                    "parent": "robot",
                    "level": "effort",
                    "rate_hz": rate_hz,
                    "properties": {"Joints": ", ".join(motors.joints)},
                },
            ],
        }
    )
    with Simulation(scene) as simulation:
        names = simulation.robots["robot"].joints.names
    root_position = numpy.array(_numbers(bodies[0].get("pos", "0 0 0"))) if is_free else None
    return File(scene, motors, names, _references(root, names), root_position, tick_s, root)
