"""Topics of components: messages and callbacks. The ROS nodes of the simulator have the connections."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.errors import error_text
from morse.host.ros.field import SerializationError
from morse.host.shared_memory import BYTES_MIN, shared
from morse.host.values import decoded, encoded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from morse.host.types import Data, Function, Json, Message, Value


class _RosMessage(Protocol):
    """A message of this package or of genpy."""

    _type: str
    _md5sum: str
    _full_text: str

    def serialize(self, buff: BytesIO) -> None: ...

    def deserialize(self, str: bytes) -> object: ...


_M = TypeVar("_M", bound=_RosMessage)

#: Name of the ROS node, for private names with a tilde.
_NODE = "/morse"
#: Stream managers with nodes for topics.
_ROS1 = "morse.middleware.ros_datastream.ROSDatastreamManager"
_ROS2 = "morse.middleware.ros2_datastream.ROS2DatastreamManager"
#: Attributes of all message classes.
_INTERFACE = ("_type", "_md5sum", "_full_text", "serialize", "deserialize")


class _Topics:
    """Changes of topics since the last reply, and the subscribers."""

    def __init__(self) -> None:
        self.count = 0
        self.stream: int | None = None
        self.manager = _ROS1
        self.opened: list[Message] = []
        self.closed: list[int] = []
        self.messages: list[tuple[int, bytes]] = []
        self.subscribers: dict[int, _Receiver] = {}

    def open(self, topic: _Topic[_M], **details: Json) -> int:
        number, self.count = self.count, self.count + 1
        cls = topic.data_class
        entry: Message = {"manager": self.manager, "topic": topic.resolved_name}
        entry.update(type=cls._type, md5sum=cls._md5sum, definition=cls._full_text)
        if self.stream is not None:
            entry["stream"] = self.stream
        self.opened.append({"number": number, **entry, **details})
        return number


class _Receiver(Protocol):
    def receive(self, content: bytes) -> None: ...


_topics = _Topics()


def start_over() -> None:
    """Discard all topics, for a new scene."""
    global _topics
    _topics = _Topics()


def of_stream(number: int | None, manager: str = "") -> None:
    """Set the stream that opens the following topics, or None, and its manager, which selects ROS 1 or ROS 2."""
    _topics.stream = number
    _topics.manager = _ROS2 if manager == _ROS2 else _ROS1


def are_of_ros2() -> bool:
    """Whether topics are currently opened in ROS 2."""
    return _topics.manager == _ROS2


def reply() -> Message:
    """The part of a reply about topics; empty without changes and messages."""
    part: Message = {}
    if _topics.opened:
        part["topics"], _topics.opened = _topics.opened, []
    if _topics.messages:
        messages, _topics.messages = _topics.messages, []
        part["messages"] = [{"topic": number, **_placed(content)} for number, content in messages]
    if _topics.closed:
        part["closed_topics"], _topics.closed = _topics.closed, []
    return part


def _placed(content: bytes) -> Message:
    """The content of a message; for a large one, its offset and length in the shared memory."""
    memory = shared()
    if memory is not None and len(content) >= BYTES_MIN:
        place = memory.place(content)
        if place is not None:
            return {"shared": place}
    return {"bytes": encoded(content)}


def deliver(messages: Sequence[tuple[int, Value]]) -> None:
    """Pass received messages to their subscribers, in order."""
    for number, content in messages:
        subscriber = _topics.subscribers.get(number)
        if subscriber is not None:
            subscriber.receive(decoded(content))


class _Topic(Generic[_M]):
    """Base class of publishers and subscribers: a topic, and the class of its messages."""

    def __init__(self, name: str, data_class: type[_M]) -> None:
        if not isinstance(name, str) or not name:
            raise ValueError(f"the name of a topic is a text, not {name!r}")
        missing = [attribute for attribute in _INTERFACE if not hasattr(data_class, attribute)]
        if missing:
            raise ValueError(
                f"data_class [{data_class!r}] is not a message data class: it has no {', '.join(missing)}. "
                "Take one of the simulator's, such as std_msgs.msg.String: packages of ROS 2 on PYTHONPATH hide them"
            )
        self.name = name
        self.resolved_name = f"{_NODE}/{name[1:].lstrip('/')}" if name[0] == "~" else "/" + name.lstrip("/")
        self.data_class = data_class
        self.type = data_class._type
        self.md5sum = data_class._md5sum
        self._number = -1
        self._is_open = True

    def unregister(self) -> None:
        """Close the topic."""
        if self._is_open:
            self._is_open = False
            _topics.closed.append(self._number)
            _topics.subscribers.pop(self._number, None)


class Publisher(_Topic[_M]):
    """Sends messages to a topic."""

    def __init__(
        self, name: str, data_class: type[_M], subscriber_listener: object = None, tcp_nodelay: bool = False,
        latch: bool = False, headers: object = None, queue_size: float | None = None,
    ) -> None:
        super().__init__(name, data_class)
        if subscriber_listener is not None:
            raise NotImplementedError(f"{name}: the simulator does not report subscribers; use get_num_connections()")
        self._sequence = 0
        queue = max(1, int(queue_size or 10))
        self._number = _topics.open(self, direction="out", latching=bool(latch), queue=queue)

    def publish(self, *args: Value, **kwds: Value) -> None:
        """Send a message, given by itself or by its fields. Raises SerializationError."""
        message: Value = self._message(args, kwds)
        if not self._is_open:
            raise SerializationError(f"the topic {self.resolved_name} was closed by unregister()")
        if getattr(message, "_has_header", False):
            # The topic numbers its messages, as in rospy.
            self._sequence += 1
            message.header.seq = self._sequence
        content = BytesIO()
        message.serialize(content)
        _topics.messages.append((self._number, content.getvalue()))

    def get_num_connections(self) -> int:
        """Number of connected nodes."""
        if not self._is_open:
            return 0
        count: int = simulator().ask("topic_connections", topic=self._number)
        return count

    def _message(self, args: Sequence[Value], kwds: Data) -> _RosMessage:
        given: Value = args[0] if len(args) == 1 and not kwds else None
        if hasattr(given, "_md5sum") and hasattr(given, "serialize"):
            message: _RosMessage = given
            if message._md5sum != self.md5sum:
                raise SerializationError(f"the topic {self.resolved_name} carries {self.type}, not {message._type}")
            return message
        return self.data_class(*args, **kwds)


class Subscriber(_Topic[_M]):
    """Calls a function with each message of a topic, before the next step of the components of this host."""

    def __init__(
        self, name: str, data_class: type[_M], callback: Function | None = None, callback_args: Value = None,
        queue_size: int | None = None, buff_size: int = 65536, tcp_nodelay: bool = False,
    ) -> None:
        super().__init__(name, data_class)
        self.callback, self.callback_args = callback, callback_args
        self._has_failed = False
        self._number = _topics.open(self, direction="in", queue=queue_size)
        _topics.subscribers[self._number] = self

    def receive(self, content: bytes) -> None:
        """Call the function with a message. Errors are logged once."""
        try:
            message = self.data_class()
            message.deserialize(content)
            if self.callback is not None:
                self.callback(message) if self.callback_args is None else self.callback(message, self.callback_args)
        except BaseException as problem:
            if not self._has_failed:
                scene_state.logger.error("the callback of %s failed\n%s", self.resolved_name, error_text(problem))
            self._has_failed = True
