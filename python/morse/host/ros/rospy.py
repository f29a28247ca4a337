"""The names of rospy that components use. The node of ROS is the simulator's; code in Python must not wait."""

import logging
from typing import Any, Callable

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

#: What to use instead of names that cannot be here.
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
    """A time; ``now()`` is that of the simulation."""

    __slots__: list = []

    @classmethod
    def now(cls) -> "Time":
        """Simulated time."""
        return get_rostime()


class ROSException(Exception):
    """An error of ROS."""


class ROSInterruptException(ROSException):
    """The node ends."""


class ROSInitException(ROSException):
    """The node cannot begin."""


ROSSerializationException = SerializationError


def get_rostime() -> Time:
    """Simulated time."""
    return Time.from_sec(scene_state.time_s)


def get_time() -> float:
    """Simulated time. [s]"""
    return scene_state.time_s


def init_node(name: str, *args: Any, **options: Any) -> None:
    """Nothing: the simulator has the node, which is called `morse`."""


def get_name() -> str:
    """The name of the node."""
    return "/morse"


get_caller_id = get_name


def is_shutdown() -> bool:
    """Whether the node has ended: not while components run."""
    return False


def signal_shutdown(reason: str) -> None:
    """Nothing: the node ends with the simulation."""


def _log(level: int) -> Callable[..., None]:
    def log(message: Any, *args: Any, **options: Any) -> None:
        """Write a line to the log of the simulator, which goes to /rosout too."""
        _logger.log(level, message, *args)

    return log


logdebug, loginfo, logwarn = _log(logging.DEBUG), _log(logging.INFO), _log(logging.WARNING)
logerr, logfatal = _log(logging.ERROR), _log(logging.CRITICAL)
logout = loginfo


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    why = _INSTEAD.get(name, f"what there is: {', '.join(sorted(set(__all__)))}, and the functions for the log")
    raise AttributeError(f"there is no rospy.{name} in the simulator: {why}")
