"""Topics that code in Python opens. The simulator's nodes of ROS have their connections; here are messages and callbacks."""

from io import BytesIO
from typing import Any, Callable, Dict, List, Optional

from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.errors import error_text
from morse.host.ros.field import SerializationError
from morse.host.shared_memory import BYTES_MIN, shared
from morse.host.values import decoded, encoded

#: The node of ROS, whose names begin with a tilde.
_NODE = "/morse"
#: The stream managers whose nodes carry topics.
_ROS1 = "morse.middleware.ros_datastream.ROSDatastreamManager"
_ROS2 = "morse.middleware.ros2_datastream.ROS2DatastreamManager"
#: What a class of messages has.
_INTERFACE = ("_type", "_md5sum", "_full_text", "serialize", "deserialize")


class _Topics:
    """What happened to topics since the last reply, and who receives messages."""

    def __init__(self) -> None:
        self.count = 0
        self.stream: Optional[int] = None
        self.manager = _ROS1
        self.opened: List[Dict[str, Any]] = []
        self.closed: List[int] = []
        self.messages: List[Any] = []
        self.receivers: Dict[int, "Subscriber"] = {}

    def open(self, topic: "_Topic", **details: Any) -> int:
        number, self.count = self.count, self.count + 1
        cls = topic.data_class
        entry = {"manager": self.manager, "topic": topic.resolved_name, "type": cls._type, "md5sum": cls._md5sum, "definition": cls._full_text}
        if self.stream is not None:
            entry["stream"] = self.stream
        self.opened.append({"number": number, **entry, **details})
        return number


_topics = _Topics()


def start_over() -> None:
    """Forget all topics, for a new scene."""
    global _topics
    _topics = _Topics()


def of_stream(number: Optional[int], manager: str = "") -> None:
    """Topics that are opened from now on belong to this stream, or to none: in ROS 2 if its manager is that of ROS 2."""
    _topics.stream = number
    _topics.manager = _ROS2 if manager == _ROS2 else _ROS1


def are_of_ros2() -> bool:
    """Whether topics that are opened now are of ROS 2."""
    return _topics.manager == _ROS2


def reply() -> Dict[str, Any]:
    """What the simulator is told of topics, if anything."""
    told: Dict[str, Any] = {}
    if _topics.opened:
        told["topics"], _topics.opened = _topics.opened, []
    if _topics.messages:
        messages, _topics.messages = _topics.messages, []
        told["messages"] = [{"topic": number, **_placed(content)} for number, content in messages]
    if _topics.closed:
        told["closed_topics"], _topics.closed = _topics.closed, []
    return told


def _placed(content: bytes) -> Dict[str, Any]:
    """The content of a message, or its place in the shared memory if it is large."""
    memory = shared()
    if memory is not None and len(content) >= BYTES_MIN:
        place = memory.place(content)
        if place is not None:
            return {"shared": place}
    return {"bytes": encoded(content)}


def deliver(messages: List[Any]) -> None:
    """Hand what arrived to its subscribers, in order."""
    for number, content in messages:
        receiver = _topics.receivers.get(number)
        if receiver is not None:
            receiver.receive(decoded(content))


class _Topic:
    """A topic under its name, with the class of its messages."""

    def __init__(self, name: str, data_class: Any) -> None:
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
            _topics.receivers.pop(self._number, None)


class Publisher(_Topic):
    """Sends messages to a topic."""

    def __init__(
        self, name: str, data_class: Any, subscriber_listener: Any = None, tcp_nodelay: bool = False, latch: bool = False,
        headers: Any = None, queue_size: Optional[float] = None,
    ) -> None:
        super().__init__(name, data_class)
        if subscriber_listener is not None:
            raise NotImplementedError(f"{name}: the simulator does not tell who subscribes; use get_num_connections()")
        self._sequence = 0
        queue = max(1, int(queue_size or 10))
        self._number = _topics.open(self, direction="out", latching=bool(latch), queue=queue)

    def publish(self, *args: Any, **kwds: Any) -> None:
        """Send a message, or one that is made of these fields."""
        message = self._message(args, kwds)
        if not self._is_open:
            raise SerializationError(f"the topic {self.resolved_name} was closed by unregister()")
        if getattr(message, "_has_header", False):
            # As in rospy, the topic counts its messages.
            self._sequence += 1
            message.header.seq = self._sequence
        content = BytesIO()
        message.serialize(content)
        _topics.messages.append((self._number, content.getvalue()))

    def get_num_connections(self) -> int:
        """The number of nodes that it is connected to."""
        return simulator().ask("topic_connections", topic=self._number) if self._is_open else 0

    def _message(self, args: Any, kwds: Any) -> Any:
        given = args[0] if len(args) == 1 and not kwds else None
        if hasattr(given, "_md5sum") and hasattr(given, "serialize"):
            if given._md5sum != self.md5sum:
                raise SerializationError(f"the topic {self.resolved_name} carries {self.type}, not {given._type}")
            return given
        return self.data_class(*args, **kwds)


class Subscriber(_Topic):
    """Calls a function with each message of a topic, before the next step of the components of this process."""

    def __init__(
        self, name: str, data_class: Any, callback: Optional[Callable] = None, callback_args: Any = None,
        queue_size: Optional[int] = None, buff_size: int = 65536, tcp_nodelay: bool = False,
    ) -> None:
        super().__init__(name, data_class)
        self.callback, self.callback_args = callback, callback_args
        self._has_failed = False
        self._number = _topics.open(self, direction="in", queue=queue_size)
        _topics.receivers[self._number] = self

    def receive(self, content: bytes) -> None:
        """Call the function with a message."""
        try:
            message = self.data_class()
            message.deserialize(content)
            if self.callback is not None:
                self.callback(message) if self.callback_args is None else self.callback(message, self.callback_args)
        except BaseException as problem:
            if not self._has_failed:
                scene_state.logger.error("the callback of %s failed\n%s", self.resolved_name, error_text(problem))
            self._has_failed = True
