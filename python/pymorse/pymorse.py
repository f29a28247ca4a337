"""The client of a running simulation."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING

from .answer import FAILURE, PREEMPTED, SUCCESS
from .closing import close
from .codec import Value
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
from .service import BUFFER_SIZE
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

if TYPE_CHECKING:
    import os
    from typing import TypedDict

    from typing_extensions import Unpack

    class RecordingOptions(TypedDict, total=False):
        """Options of `Recording`."""

        fields: Sequence[str] | None
        rows_max: int


logger = logging.getLogger("pymorse")

#: Time limit for the description of the scene. [s]
_DETAILS_TIMEOUT = 15.0


class Morse:
    """A connection to a simulator. Robots, and lists of numbered robots, are attributes.

    Use it in a `with` statement, or call `close` at the end.
    """

    def __init__(self, host: str = "localhost", port: int | None = None, wait: float = 0.0) -> None:
        """Connects and reads the description of the scene.

        The default port is the environment variable MORSE_PORT, or 4000. Connecting is retried for `wait` seconds,
        while the simulator starts.

        Raises MorseConnectionError when no program listens on the port, MorseTimeoutError when it does not answer.
        """
        self.host = host
        # Private names cannot clash with names of robots.
        self._address = (host, default_port() if port is None else int(port))
        self._streams: list[StreamJSON] = []
        self._robots: dict[str, Robot] = {}
        self.simulator_service = connected(*self._address, wait)
        try:
            self.initialize_api()
        except BaseException:
            close(self, cancel=True)
            raise

    def initialize_api(self) -> None:
        """Creates the robots and components that the simulator describes."""
        try:
            details = self.rpc_t(_DETAILS_TIMEOUT, "simulation", "details")
        except MorseTimeoutError as error:
            raise MorseTimeoutError(f"{error}. Is it a simulator of MORSE that listens there?") from None
        if not isinstance(details, dict) or "robots" not in details:
            raise MorseServerError(f"this is not a description of a scene: {details!r:.200}")
        ports = self._stream_ports(details["robots"])
        #: Names of the robots.
        self.robots: list[Value] = []
        for described in details["robots"]:
            robot = Robot(self, described["name"], described["name"], described.get("services", ()))
            components = described["components"]
            # Sorted, so that parents come before their children.
            for fqn in sorted(components):
                self._add_component(robot, fqn, components[fqn], ports.get(fqn))
            self._robots[normalize_name(described["name"])] = robot
        self.robots.extend(self._robots)
        for name, robot in self._robots.items():
            if hasattr(type(self), name):
                logger.warning("the robot %s hides the method %s of pymorse.Morse", name, name)
            setattr(self, name, robot)
        for name, numbered in _numbered(list(self._robots)):
            # Robots called `robot` do not hide the list of names.
            if not hasattr(self, name + "s"):
                setattr(self, name + "s", [self._robots[sibling] for sibling in numbered])

    def rpc(self, component: str, service: str, *args: object) -> Value:
        """Requests a service and waits for its result.

        Raises MorseServiceFailed, TypeError for a wrong number of parameters, MorseServicePreempted, and
        MorseConnectionError when the simulator ends.
        """
        return self.simulator_service.call(component, service, args)

    def rpc_t(self, timeout: float | None, component: str, service: str, *args: object) -> Value:
        """Like `rpc`, but raises MorseTimeoutError after `timeout` [s of wall time]."""
        return self.simulator_service.call(component, service, args, timeout)

    def request(self, component: str, service: str, args: Sequence[object] = ()) -> MorseFuture:
        """Requests a service without waiting for its result, as the methods of robots and components do."""
        return self.simulator_service.submit(component, service, args)

    def cancel(self, service_id: int) -> None:
        """Cancels the request of this number (`MorseFuture.rqst_id`). Ignored when the request has ended."""
        self.simulator_service.cancel(int(service_id))

    def is_up(self) -> bool:
        """Whether the connection is open."""
        return self.simulator_service.is_up()

    def spin(self) -> None:
        """Waits until the simulator ends, or another thread or a callback closes this client."""
        self.simulator_service.wait_for_end()

    def reconnect(self, wait: float | None = None) -> None:
        """Connects again to a restarted simulator, and retries for `wait` seconds; without it, forever.

        Robots and components stay the same objects, and callbacks stay subscribed. Raises MorseConnectionError.
        """
        reconnect(self, wait)

    def record(
        self,
        component: Component,
        path: str | os.PathLike[str] | None = None,
        **options: Unpack[RecordingOptions],
    ) -> Recording:
        """Records the messages of a component: `with morse.record(morse.robot.pose, "pose.csv"): ...`.

        See `Recording`.
        """
        return Recording(component, path, **options)

    def close(self, cancel_async_services: bool = False, wait_publishers: bool = True) -> None:
        """Closes the connection; the simulator keeps running.

        First waits for the services that this client requested, or cancels them with `cancel_async_services`.
        `wait_publishers` is accepted for clients of the original MORSE and ignored: `publish` returns after sending.
        """
        del wait_publishers
        close(self, cancel_async_services)

    def get_publisher_streams(self) -> Iterator[StreamJSON | None]:
        """Streams of the actuators that are direct children of robots."""
        for robot in self._robots.values():
            for component in robot.values():
                component.lazy_init()
                if "publish" in vars(component):
                    yield component.stream

    def open_stream(self, name: str, port: int) -> StreamJSON:
        """Connects the stream of a component, as the first access to the component does."""
        stream = StreamJSON(self.simulator_service.address, port, name=name)
        self._streams.append(stream)
        return stream

    def quit(self) -> None:
        """Ends the simulator, and closes this client."""
        try:
            self.simulator_service.call("simulation", "quit", ())
        except MorseConnectionError:
            # The simulator ended before its answer arrived, or before the request.
            logger.debug("the simulator had ended")
        close(self, cancel=False)

    def reset(self) -> Value:
        """Moves all objects back to their initial poses."""
        return self.simulator_service.call("simulation", "reset_objects", ())

    def streams(self) -> Value:
        """Full names of the components with streams."""
        return self.simulator_service.call("simulation", "list_streams", ())

    def get_stream_port(self, stream: str) -> Value:
        """TCP port of the stream of a component, given by its full name."""
        return self.simulator_service.call("simulation", "get_stream_port", (stream,))

    def activate(self, cmpnt: str) -> Value:
        """Activates a component, given by its full name, again."""
        return self.simulator_service.call("simulation", "activate", (cmpnt,))

    def deactivate(self, cmpnt: str) -> Value:
        """Deactivates a component, given by its full name, until `activate`."""
        return self.simulator_service.call("simulation", "deactivate", (cmpnt,))

    def sleep(self, time: float) -> Value:
        """Waits for a duration in simulated time. [s]"""
        return self.simulator_service.call("time", "sleep", (time,))

    def time(self) -> float:
        """The simulated time [s], since 1970 unless the scene uses relative time."""
        # The simulator omits the value zero.
        return float(self.simulator_service.call("time", "now", ()) or 0.0)

    def _stream_ports(self, robots: Sequence[dict[str, Value]]) -> dict[str, int]:
        """TCP ports of the streams, by full names of components."""
        components = [(fqn, facts) for robot in robots for fqn, facts in robot["components"].items()]
        streaming = [fqn for fqn, facts in components if facts.get("stream_interfaces")]
        if not streaming:
            return {}
        try:
            found = self.rpc("simulation", "get_all_stream_ports") or {}
        except MorseServiceFailed:
            # A simulator that does not know the request, or has no socket stream.
            found = dict(self._ports_one_by_one(streaming))
        without_port = [fqn for fqn in streaming if fqn not in found]
        if without_port:
            logger.warning(
                "these components have streams, but none for sockets, which pymorse could use: %s",
                ", ".join(without_port),
            )
        return {fqn: int(found[fqn]) for fqn in streaming if fqn in found}

    def _ports_one_by_one(self, streaming: Sequence[str]) -> Iterator[tuple[str, int]]:
        for fqn in streaming:
            try:
                yield fqn, self.rpc("simulation", "get_stream_port", fqn)
            except MorseServiceFailed as failed:
                logger.debug("%s: %s", fqn, failed)

    def _add_component(self, robot: Robot, fqn: str, facts: dict[str, Value], port: int | None) -> None:
        # A component without a name in the script is called `Empty.001`, and is a direct child of its robot.
        is_below = fqn.startswith(robot.fqn + ".")
        names = fqn[len(robot.fqn) + 1 :].split(".") if is_below else [normalize_name(fqn)]
        streams = facts.get("stream_interfaces") if port else None
        component = Component(self, names[-1], fqn, streams, port, facts.get("services", ()))
        if len(names) == 1:
            robot[names[0]] = component
            return
        parent = dict.__getitem__(robot, names[0])
        for name in names[1:-1]:
            parent = parent.child(name)
        parent.add_child(names[-1], component)

    def __getattr__(self, name: str) -> Value:
        robots = self.__dict__.get("_robots", {})
        has = ", ".join(robots) or "none"
        raise AttributeError(f"there is no robot {name!r} in the simulation{nearest(name, robots)}. Robots: {has}")

    def __enter__(self) -> Morse:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        # After an exception, does not delay its traceback by waiting for services.
        close(self, cancel=exc_type is not None)


def normalize_name(name: str) -> str:
    """Converts the name of a robot to that of an attribute: `.`, `-` and `~` become `_`."""
    return re.sub(r"[.~-]", "_", name)


def _numbered(names: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Names that have numbered siblings, each with the list of all: `robot`, `robot_001`, `robot_002` …"""
    for name in sorted(names):
        siblings = sorted(sibling for sibling in names if re.fullmatch(re.escape(name) + r"_[0-9]{3}", sibling))
        if siblings:
            yield name, [name, *siblings]
