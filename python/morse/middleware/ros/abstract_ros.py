"""Base classes of datastreams with ROS messages, which the ROS 1 or ROS 2 node of the simulator transports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Callable

from morse.host import scene_state
from morse.host.ros import modules, rospy, topics
from morse.host.ros.definitions import message_class
from morse.middleware.abstract_datastream import AbstractDatastream
from morse.middleware.ros.tfMessage import tfMessage

if TYPE_CHECKING:
    from morse.core.mathutils import Quaternion, Vector
    from morse.host.types import Value

# Users' code imports messages after this module.
modules.install()

Header = message_class("std_msgs/Header")
String = message_class("std_msgs/String")
TransformStamped = message_class("geometry_msgs/TransformStamped")


class _ClassProperty:
    """Descriptor of a read-only property of a class."""

    def __init__(self, function: Callable[[type[AbstractROS]], str]) -> None:
        self._function = function

    def __get__(self, instance: AbstractROS | None, owner: type[AbstractROS]) -> str:
        return self._function(owner)


def _url(cls: type[AbstractROS]) -> str:
    return "http://ros.org/doc/api/{}/html/msg/{}.html".format(*cls._type_name.split("/"))


class AbstractROS(AbstractDatastream):
    """Base class of publishers and subscribers: a topic."""

    #: Class of the messages: of this simulator or of genpy. ``Header`` means none.
    ros_class: Value = Header
    #: The topic, or None.
    topic: Value = None

    _type_name = _ClassProperty(lambda cls: str(cls.ros_class._type))
    _type_url = _ClassProperty(_url)

    def initialize(self, ros_class: Value = None) -> None:
        """Sets the topic. The class of the messages is ``ros_class``, by default that of the stream's class."""
        if ros_class is not None:
            self.ros_class = ros_class
        self.topic = None
        self.topic_name: str = self.kwargs.get("topic") or self.get_topic_name()

    def get_topic_name(self) -> str:
        """The default topic: for the component `robot.001.sensor`, `/robot001/sensor`."""
        return "/" + re.sub(r"\.([0-9]+)", r"\1", self.component_name).replace(".", "/")

    def finalize(self) -> None:
        """Closes the topic."""
        if self.topic is not None:
            self.topic.unregister()

    def _has_messages(self) -> bool:
        return bool(self.ros_class._type != Header._type)


class ROSPublisher(AbstractROS):
    """Publishes messages. ``default`` makes a message from ``data`` and calls ``publish``."""

    _carrier = "morse.middleware.ros_datastream.ROSPublisher"

    #: Default frame of headers.
    default_frame_id = "USE_TOPIC_NAME"

    def initialize(self, ros_class: Value = None) -> None:
        """Opens the topic."""
        super().initialize(ros_class)
        topic = self.topic_name + self.kwargs.get("topic_suffix", "")
        if self._has_messages():
            self.topic = rospy.Publisher(topic, self.ros_class, queue_size=self.determine_queue_size())
        default = self.topic_name if self.default_frame_id == "USE_TOPIC_NAME" else self.default_frame_id
        self._is_of_ros2 = topics.are_of_ros2()
        self.frame_id: str = self._frame(self.kwargs.get("frame_id", default))
        #: Number of published messages.
        self.sequence = 0

    def _frame(self, name: Value) -> Value:
        """A frame name for the ROS version: names of ROS 2 have no leading slash."""
        return name.lstrip("/") if self._is_of_ros2 and isinstance(name, str) else name

    def determine_queue_size(self) -> float:
        """Largest number of queued messages for a slow subscriber."""
        frequency: float = self.component_instance.frequency
        return max(1, frequency)

    def get_time(self) -> rospy.Time:
        """Time of the reading."""
        return rospy.Time.from_sec(self.data["timestamp"])

    # Value: message types are created at run time.
    def get_ros_header(self) -> Value:
        """Header of the next message: number, time of the reading, frame."""
        return Header(self.sequence, self.get_time(), self.frame_id)

    def publish(self, message: Value) -> None:
        """Publish a message. Any other value becomes the only field of a message."""
        if self.topic is None:
            raise TypeError(f"{type(self).__name__} has no topic: set `ros_class` to the class of its messages")
        self.topic.publish(message)
        self.sequence += 1


class ROSPublisherTF(ROSPublisher):
    """Publishes messages and transforms."""

    #: The topic of transforms, shared by all streams.
    topic_tf: Value = None

    def initialize(self, ros_class: Value = None) -> None:
        """Opens the topics."""
        super().initialize(ros_class)
        self.topic_tf = ROSPublisherTF.topic_tf = rospy.Publisher("/tf", tfMessage, queue_size=100)

    def finalize(self) -> None:
        """Closes the topics."""
        super().finalize()
        self.topic_tf.unregister()

    def get_robot_transform(self) -> tuple[Vector, Quaternion]:
        """Position and orientation of the sensor on its robot."""
        pose = self.component_instance.sensor_to_robot_position_3d()
        return pose.translation, pose.rotation

    def publish_with_robot_transform(self, message: Value) -> None:
        """Publish a message, and the pose of its frame on the robot."""
        self.publish(message)
        self.send_transform_robot(message.header.stamp, message.header.frame_id)

    def send_transform_robot(self, time: Value = None, child: str | None = None, parent: str | None = None) -> None:
        """Publish the pose of the sensor on its robot."""
        translation, rotation = self.get_robot_transform()
        parent = parent or self.kwargs.get("parent_frame_id", "base_link")
        self.sendTransform(translation, rotation, time or self.get_time(), child or self.frame_id, parent)

    def createTransform(
        self, translation: Value, rotation: Value, time: Value, child: str, parent: str | None
    ) -> Value:
        """A TransformStamped: the pose of ``child`` in the frame of ``parent``."""
        message = TransformStamped()
        message.header.stamp = time
        message.header.frame_id, message.child_frame_id = self._frame(parent), self._frame(child)
        message.transform.translation, message.transform.rotation = translation, rotation
        return message

    def sendTransform(self, translation: Value, rotation: Value, time: Value, child: str, parent: str | None) -> None:
        """Publish the pose of ``child`` in the frame of ``parent``."""
        self.publish_tf(tfMessage([self.createTransform(translation, rotation, time, child, parent)]))

    def publish_tf(self, message: Value) -> None:
        """Publish transforms."""
        self.topic_tf.publish(message)


class ROSSubscriber(AbstractROS):
    """Reads messages. ``update`` handles the first message that arrives between two actions."""

    _carrier = "morse.middleware.ros_datastream.ROSReader"

    def initialize(self, ros_class: Value = None) -> None:
        """Opens the topic."""
        super().initialize(ros_class)
        self.message: Value = None
        if self._has_messages():
            self.topic = rospy.Subscriber(self.topic_name, self.ros_class, self.callback)

    def callback(self, message: Value) -> None:
        """Called with each message."""
        if self.message is None:
            self.message = message

    def default(self, ci: object = "unused") -> bool:
        """Passes a new message to ``update``. Returns whether a message has arrived."""
        if self.message is None:
            return False
        message, self.message = self.message, None
        self.update(message)
        return True

    def update(self, message: Value) -> None:
        """Sets ``data`` from a message."""


#: Old name of the class.
ROSReader = ROSSubscriber


class StringPublisher(ROSPublisher):
    """Publishes the data as text."""

    ros_class = String

    def default(self, ci: object = "unused") -> None:
        self.publish(repr(self.data))


class StringReader(ROSSubscriber):
    """Writes received texts to the log."""

    ros_class = String

    def update(self, message: Value) -> None:
        scene_state.logger.info("Received String message %s on topic %s", message.data, self.topic_name)
