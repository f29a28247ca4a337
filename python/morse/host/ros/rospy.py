"""Names of rospy for components. The simulator has the ROS node; components must not block."""

from __future__ import annotations

import logging
from typing import Callable, NoReturn

from morse.host import scene_state
from morse.host.ros import times
from morse.host.ros.definitions import message_class
from morse.host.ros.field import SerializationError
from morse.host.ros.topics import Publisher, Subscriber

__all__ = ["Duration", "Header", "Publisher", "Subscriber", "Time", "get_rostime", "get_time", "init_node", "loginfo"]

_logger = logging.getLogger("morse.ros")

DEBUG, INFO, WARN, ERROR, FATAL = 1, 2, 4, 8, 16

Header = message_class("std_msgs/Header")
Duration = times.Duration

#: Alternatives to names of rospy that are not available.
_INSTEAD = {
    "Rate": "the simulator calls components at their frequency: put the work into default_action",
    "Service": "make it a method with @service, and call add_service in the scene",
    "ServiceProxy": "a tick cannot wait for an answer: call services from a node of your own",
    "Timer": "the simulator calls components at their frequency: put the work into default_action",
    "delete_param": "parameters belong to the scene: use properties of the component",
    "get_param": "parameters belong to the scene: use properties of the component",
    "has_param": "parameters belong to the scene: use properties of the component",
    "set_param": "parameters belong to the scene: use properties of the component",
    "sleep": "the tick waits for components, and must not sleep",
    "spin": "the simulator runs by itself",
    "wait_for_message": "a tick cannot wait for a message: use rospy.Subscriber",
    "wait_for_service": "a tick cannot wait for an answer: call services from a node of your own",
}


class Time(times.Time):
    """A time. ``now()`` is the simulated time."""

    __slots__: list[str] = []

    @classmethod
    def now(cls) -> Time:
        """Simulated time."""
        return get_rostime()


class ROSException(Exception):
    """An error of ROS."""


class ROSInterruptException(ROSException):
    """The node is shutting down."""


class ROSInitException(ROSException):
    """The node cannot start."""


ROSSerializationException = SerializationError


def get_rostime() -> Time:
    """Simulated time."""
    return Time.from_sec(scene_state.time_s)


def get_time() -> float:
    """Simulated time. [s]"""
    return scene_state.time_s


def init_node(name: str, *args: object, **options: object) -> None:
    """Has no effect: the simulator has the node, which is called `morse`."""


def get_name() -> str:
    """Name of the node."""
    return "/morse"


get_caller_id = get_name


def is_shutdown() -> bool:
    """Whether the node has shut down: always false, because components run only before."""
    return False


def signal_shutdown(reason: str) -> None:
    """Has no effect: the node shuts down with the simulation."""


def _log(level: int) -> Callable[..., None]:
    def log(message: object, *args: object, **options: object) -> None:
        """Write a line to the log of the simulator, and to /rosout."""
        _logger.log(level, message, *args)

    return log


logdebug, loginfo, logwarn = _log(logging.DEBUG), _log(logging.INFO), _log(logging.WARNING)
logerr, logfatal = _log(logging.ERROR), _log(logging.CRITICAL)
logout = loginfo


def __getattr__(name: str) -> NoReturn:
    if name.startswith("__"):
        raise AttributeError(name)
    hint = _INSTEAD.get(name, f"available are {', '.join(sorted(set(__all__)))}, and the functions for the log")
    raise AttributeError(f"there is no rospy.{name} in the simulator: {hint}")
