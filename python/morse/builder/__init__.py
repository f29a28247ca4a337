"""The Builder: a scene is a few lines of Python that begin with ``from morse.builder import *``.

Running such a script starts nothing. ``morse run scene.py`` executes it, takes the scene document it describes and
simulates that.
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
    morsebuilder,
    robots,
    sensors,
)
from morse.builder.abstractcomponent import MORSE_DATASTREAM_MODULE, AbstractComponent, logger
from morse.builder.actuators import *  # noqa: F401,F403
from morse.builder.blenderobjects import *  # noqa: F401,F403
from morse.builder.configuration import Configuration
from morse.builder.creator import ActuatorCreator, ComponentCreator, SensorCreator
from morse.builder.environment import Environment
from morse.builder.errors import install_hook, morse_excepthook
from morse.builder.morsebuilder import *  # noqa: F401,F403
from morse.builder.parameters import parameter
from morse.builder.robots import *  # noqa: F401,F403
from morse.builder.sensors import *  # noqa: F401,F403
from morse.core import exceptions as _exceptions
from morse.core import mathutils
from morse.core.exceptions import *  # noqa: F401,F403
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
]
__all__ += actuators.__all__ + blenderobjects.__all__ + morsebuilder.__all__ + robots.__all__ + sensors.__all__
__all__ += _exceptions.__all__

install_hook()
