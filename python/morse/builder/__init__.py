"""The Builder: scenes are described by Python scripts that begin with ``from morse.builder import *``.

A script only describes the scene. ``morse run scene.py`` executes the script and simulates the scene document that it
describes.
"""

import logging
import math
import os
import pprint
import sys

from morse.builder import (
    abstractcomponent,
    actuators,
    blenderobjects,
    bpymorse,
    creator,
    data,
    environment,
    fiducials,
    morsebuilder,
    robots,
    sensors,
)
from morse.builder.abstractcomponent import MORSE_DATASTREAM_MODULE, AbstractComponent, logger
from morse.builder.actuators import *  # noqa: F403
from morse.builder.blenderobjects import *  # noqa: F403
from morse.builder.creator import ActuatorCreator, ComponentCreator, SensorCreator
from morse.builder.environment import Environment
from morse.builder.fiducials import *  # noqa: F403
from morse.builder.morsebuilder import *  # noqa: F403
from morse.builder.robots import *  # noqa: F403
from morse.builder.script.errors import install_hook, morse_excepthook
from morse.builder.script.parameters import parameter
from morse.builder.script.world_robots import world_robots
from morse.builder.sensors import *  # noqa: F403
from morse.builder.wiring.configuration import Configuration
from morse.core import blender_modules as _blender_modules
from morse.core import exceptions as _exceptions
from morse.core import mathutils
from morse.core.exceptions import *  # noqa: F403
from morse.core.morse_time import TimeStrategies

__all__ = [
    "AbstractComponent",
    "ActuatorCreator",
    "ComponentCreator",
    "Configuration",
    "Environment",
    "MORSE_DATASTREAM_MODULE",
    "SensorCreator",
    "TimeStrategies",
    "abstractcomponent",
    "actuators",
    "blenderobjects",
    "bpymorse",
    "creator",
    "data",
    "environment",
    "logger",
    "logging",
    "math",
    "mathutils",
    "morse_excepthook",
    "morsebuilder",
    "os",
    "parameter",
    "pprint",
    "robots",
    "sensors",
    "sys",
    "world_robots",
]
__all__ += actuators.__all__
__all__ += blenderobjects.__all__
__all__ += fiducials.__all__
__all__ += morsebuilder.__all__
__all__ += robots.__all__
__all__ += sensors.__all__
__all__ += _exceptions.__all__

install_hook()
_blender_modules.install()
