"""The client of a running simulation."""

from __future__ import annotations

import logging
import re
from types import TracebackType
from typing import Any, Dict, Iterator, List, Optional, Sequence, Type

from .answer import FAILURE, PREEMPTED, SUCCESS
from .closing import close
from .component import Component, Robot, nearest
from .errors import (
    MorseConnectionError,
    MorseConnectionRefusedError,
    MorseServerError,
    MorseServiceError,
    MorseServiceFailed,
    MorseServicePreempted,
    MorseTimeoutError,
)
from .future import MorseFuture
from .lines import TIMEOUT, default_port
from .reconnection import connected, reconnect
from .recording import Recording
from .service import BUFFER_SIZE, ServiceConnection
from .stream import PollThread, Stream, StreamJSON

__all__ = [
    "BUFFER_SIZE",
    "Component",
    "FAILURE",
    "Morse",
    "MorseConnectionError",
    "MorseConnectionRefusedError",
    "MorseFuture",
    "MorseServerError",
    "MorseServiceError",
    "MorseServiceFailed",
    "MorseServicePreempted",
    "MorseTimeoutError",
    "PREEMPTED",
    "PollThread",
    "Recording",
    "Robot",
    "SUCCESS",
    "Stream",
    "StreamJSON",
    "TIMEOUT",
    "normalize_name",
]

logger = logging.getLogger("pymorse")

#: How long the simulator may take to describe its scene. [s]
_DETAILS_TIMEOUT = 15.0


class Morse:
    """A connection to a simulator. Robots are attributes, by name; so are lists of robots that are numbered.

    Use it in a `with` statement, or call `close` in the end.
    """

    def __init__(self, host: str = "localhost", port: Optional[int] = None, wait: float = 0.0) -> None:
        """Connects and asks what is in the scene. `port` is that of the environment variable MORSE_PORT, or else 4000.
        The simulator may take `wait` [s] to start.

        Raises MorseConnectionError when no simulator listens there, MorseTimeoutError when what listens does not answer.
        """
        self.host = host
        # Not by names that robots may have.
        self._place = (host, default_port() if port is None else int(port))
        self._streams: List[StreamJSON] = []
        self._robots: Dict[str, Robot] = {}
        self.simulator_service = connected(*self._place, wait)
        try:
            self.initialize_api()
        except BaseException:
            close(self, cancel=True)
            raise

    def initialize_api(self) -> None:
        """Makes the robots and their components as the simulator describes them."""
        try:
            details = self.rpc_t(_DETAILS_TIMEOUT, "simulation", "details")
        except MorseTimeoutError as error:
            raise MorseTimeoutError(f"{error}. Is it a simulator of MORSE that listens there?") from None
        if not isinstance(details, dict) or "robots" not in details:
            raise MorseServerError(f"this is no description of a scene: {details!r:.200}")
        ports = self._stream_ports(details["robots"])
        #: The names of the robots. A robot called `robot` with numbered siblings makes this the list of them.
        self.robots: List[Any] = []
        for described in details["robots"]:
            robot = Robot(self, described["name"], described["name"], described.get("services", ()))
            components = described["components"]
            # Parents come before what is on them.
            for fqn in sorted(components):
                self._add_component(robot, fqn, components[fqn], ports.get(fqn))
            self._robots[normalize_name(described["name"])] = robot
        self.robots.extend(self._robots)
        for name, robot in self._robots.items():
            if hasattr(type(self), name):
                logger.warning("the robot %s hides the method %s of pymorse.Morse", name, name)
            setattr(self, name, robot)
        for name, numbered in _numbered(list(self._robots)):
            setattr(self, name + "s", [self._robots[sibling] for sibling in numbered])

    def rpc(self, component: str, service: str, *args: Any) -> Any:
        """Requests a service and waits for its result.

        Raises MorseServiceFailed, TypeError for a wrong number of parameters, MorseServicePreempted, and
        MorseConnectionError when the simulator ends.
        """
        return self.simulator_service.call(component, service, args)

    def rpc_t(self, timeout: Optional[float], component: str, service: str, *args: Any) -> Any:
        """As `rpc`, but raises MorseTimeoutError after `timeout` [s of wall time]."""
        return self.simulator_service.call(component, service, args, timeout)

    def request(self, component: str, service: str, args: Sequence[Any] = ()) -> MorseFuture:
        """Requests a service and goes on at once. The methods of robots and components do this."""
        return self.simulator_service.submit(component, service, args)

    def cancel(self, service_id: int) -> None:
        """Interrupts the request of this number (`MorseFuture.rqst_id`). Nothing happens when it does not run."""
        self.simulator_service.cancel(int(service_id))

    def is_up(self) -> bool:
        """Whether the simulator is connected."""
        return self.simulator_service.is_up()

    def spin(self) -> None:
        """Waits until the simulator ends, or another thread or a callback closes this client."""
        self.simulator_service.wait_for_end()

    def reconnect(self, wait: Optional[float] = None) -> None:
        """Connects to the simulator that runs there now, or will in `wait` [s]; without it, waits for ever.

        Robots and components stay the same objects, and what was subscribed is again. Raises MorseConnectionError.
        """
        reconnect(self, wait)

    def record(self, component: Component, path: Any = None, **options: Any) -> Recording:
        """Records what a component sends, as `Recording` says: `with morse.record(morse.robot.pose, "pose.csv"): ...`."""
        return Recording(component, path, **options)

    def close(self, cancel_async_services: bool = False, wait_publishers: bool = True) -> None:
        """Ends the connection; the simulator goes on.

        First waits until the services that this client requested have ended, or with `cancel_async_services`, cancels them.
        `wait_publishers` is for clients of the original: what was published has been sent when `publish` returns.
        """
        del wait_publishers
        close(self, cancel_async_services)

    def get_publisher_streams(self) -> Iterator[Optional[StreamJSON]]:
        """The streams to actuators that sit on robots themselves."""
        for robot in self._robots.values():
            for component in robot.values():
                component.lazy_init()
                if "publish" in vars(component):
                    yield component.stream

    def open_stream(self, name: str, port: int) -> StreamJSON:
        """Connects the stream of a component. Taking a component from its robot does this."""
        stream = StreamJSON(self.simulator_service.address, port, name=name)
        self._streams.append(stream)
        return stream

    def quit(self) -> None:
        """Ends the simulator, and closes this client."""
        try:
            self.simulator_service.call("simulation", "quit", ())
        except MorseConnectionError:
            # It has ended before it answered, or before it was asked to.
            logger.debug("the simulator had ended")
        close(self, cancel=False)

    def reset(self) -> Any:
        """Puts all objects back to where they were at the start."""
        return self.simulator_service.call("simulation", "reset_objects", ())

    def streams(self) -> Any:
        """The names of the components that have streams."""
        return self.simulator_service.call("simulation", "list_streams", ())

    def get_stream_port(self, stream: str) -> Any:
        """The TCP port of the stream of a component, by its full name."""
        return self.simulator_service.call("simulation", "get_stream_port", (stream,))

    def activate(self, cmpnt: str) -> Any:
        """Has a component, by its full name, act again."""
        return self.simulator_service.call("simulation", "activate", (cmpnt,))

    def deactivate(self, cmpnt: str) -> Any:
        """Stops a component, by its full name: it reads and does nothing until `activate`."""
        return self.simulator_service.call("simulation", "deactivate", (cmpnt,))

    def sleep(self, time: float) -> Any:
        """Waits for so many seconds of simulated time."""
        return self.simulator_service.call("time", "sleep", (time,))

    def time(self) -> float:
        """The simulated time [s], since 1970 unless the scene asks for relative time."""
        # The simulator writes no zero: nothing is the start of relative time.
        return float(self.simulator_service.call("time", "now", ()) or 0.0)

    def _stream_ports(self, robots: Sequence[Dict[str, Any]]) -> Dict[str, int]:
        """Where the streams are, by full names of components."""
        listed = [(fqn, about) for robot in robots for fqn, about in robot["components"].items()]
        streaming = [fqn for fqn, about in listed if about.get("stream_interfaces")]
        if not streaming:
            return {}
        try:
            found = self.rpc("simulation", "get_all_stream_ports") or {}
        except MorseServiceFailed:
            # A simulator that does not know the request, or has no socket stream.
            found = dict(self._asked_ports(streaming))
        elsewhere = [fqn for fqn in streaming if fqn not in found]
        if elsewhere:
            logger.warning(
                "these components have streams, but none for sockets, which pymorse could use: %s", ", ".join(elsewhere)
            )
        return {fqn: int(found[fqn]) for fqn in streaming if fqn in found}

    def _asked_ports(self, streaming: Sequence[str]) -> Iterator["tuple[str, int]"]:
        for fqn in streaming:
            try:
                yield fqn, self.rpc("simulation", "get_stream_port", fqn)
            except MorseServiceFailed as failed:
                logger.debug("%s: %s", fqn, failed)

    def _add_component(self, robot: Robot, fqn: str, about: Dict[str, Any], port: Optional[int]) -> None:
        names = fqn.split(".")[1:]
        if not names:
            logger.error("the component %s has no name below its robot %s", fqn, robot.name)
            return
        streams = about.get("stream_interfaces") if port else None
        component = Component(self, names[-1], fqn, streams, port, about.get("services", ()))
        if len(names) == 1:
            robot[names[0]] = component
            return
        parent = dict.__getitem__(robot, names[0])
        for name in names[1:-1]:
            parent = parent.child(name)
        parent.add_child(names[-1], component)

    def __getattr__(self, name: str) -> Any:
        robots = self.__dict__.get("_robots", {})
        has = ", ".join(robots) or "none"
        raise AttributeError(f"there is no robot {name!r} in the simulation{nearest(name, robots)}. Robots: {has}")

    def __enter__(self) -> Morse:
        return self

    def __exit__(
        self,
        exc_type: Optional[Type[BaseException]],
        exc_val: Optional[BaseException],
        exc_tb: Optional[TracebackType],
    ) -> None:
        # What went wrong in the block is told at once.
        close(self, cancel=exc_type is not None)


def normalize_name(name: str) -> str:
    """The name of a robot as an attribute: `.`, `-` and `~` become `_`."""
    return re.sub(r"[.~-]", "_", name)


def _numbered(names: Sequence[str]) -> Iterator["tuple[str, List[str]]"]:
    """Names with their siblings that are numbered: `robot`, then `robot_001`, `robot_002` …"""
    for name in sorted(names):
        siblings = sorted(other for other in names if re.fullmatch(re.escape(name) + r"_[0-9]{3}", other))
        if siblings:
            yield name, [name, *siblings]
