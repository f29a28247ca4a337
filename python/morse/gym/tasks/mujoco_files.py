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
    #: Positions of the joints in the pose of the file. [rad or m]
    positions: NDArray[numpy.float64]
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
    scene = Scene(
        {
            "morse_scene": 1,
            "environment": {"file": "empty", "time": {"frequency_hz": rate_hz, "physics_sub_steps": sub_steps}},
            "objects": [
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
        positions = numpy.array(simulation.robots["robot"].joints.position)
    return File(scene, motors, positions, tick_s, root)
