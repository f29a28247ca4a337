"""The bases of datastreams that make or read messages of ROS. The simulator's node of ROS 1 or ROS 2 carries them."""

import re
from typing import Any, Optional, Tuple

from morse.host import scene_state
from morse.host.ros import modules, rospy, topics
from morse.host.ros.definitions import message_class
from morse.middleware.abstract_datastream import AbstractDatastream
from morse.middleware.ros.tfMessage import tfMessage

# Code of users imports messages next.
modules.install()

Header = message_class("std_msgs/Header")
String = message_class("std_msgs/String")
TransformStamped = message_class("geometry_msgs/TransformStamped")


class _ClassProperty:
    """A property of a class."""

    def __init__(self, function: Any) -> None:
        self._function = function

    def __get__(self, instance: Any, owner: Any) -> Any:
        return self._function(owner)


class AbstractROS(AbstractDatastream):
    """What publishers and subscribers have in common: a topic."""

    #: The class of the messages. ``Header`` means none.
    ros_class: Any = Header
    #: The topic; None if there is none.
    topic: Any = None

    _type_name: Any = _ClassProperty(lambda cls: cls.ros_class._type)
    _type_url: Any = _ClassProperty(lambda cls: "http://ros.org/doc/api/{}/html/msg/{}.html".format(*cls._type_name.split("/")))

    def initialize(self, ros_class: Any = None) -> None:
        """Chooses the topic. ``ros_class`` may stand here or in the class."""
        if ros_class is not None:
            self.ros_class = ros_class
        self.topic = None
        self.topic_name: str = self.kwargs.get("topic") or self.get_topic_name()

    def get_topic_name(self) -> str:
        """The topic if the scene gives none: that of `robot.001.sensor` is `/robot001/sensor`."""
        return "/" + re.sub(r"\.([0-9]+)", r"\1", self.component_name).replace(".", "/")

    def finalize(self) -> None:
        """Closes the topic."""
        if self.topic is not None:
            self.topic.unregister()

    def _has_messages(self) -> bool:
        return self.ros_class._type != Header._type


class ROSPublisher(AbstractROS):
    """Publishes messages. ``default`` makes one of ``data``, and calls ``publish``."""

    _carrier = "morse.middleware.ros_datastream.ROSPublisher"

    #: The frame of headers if the scene gives none.
    default_frame_id = "USE_TOPIC_NAME"

    def initialize(self, ros_class: Any = None) -> None:
        """Opens the topic."""
        super().initialize(ros_class)
        topic = self.topic_name + self.kwargs.get("topic_suffix", "")
        if self._has_messages():
            self.topic = rospy.Publisher(topic, self.ros_class, queue_size=self.determine_queue_size())
        default = self.topic_name if self.default_frame_id == "USE_TOPIC_NAME" else self.default_frame_id
        self._is_of_ros2 = topics.are_of_ros2()
        self.frame_id: str = self._frame(self.kwargs.get("frame_id", default))
        #: Messages that were published.
        self.sequence = 0

    def _frame(self, name: Any) -> Any:
        """A frame as its version of ROS writes it: those of ROS 2 have no slash in front."""
        return name.lstrip("/") if self._is_of_ros2 and isinstance(name, str) else name

    def determine_queue_size(self) -> float:
        """The number of messages that are kept for a slow subscriber."""
        return max(1, self.component_instance.frequency)

    def get_time(self) -> Any:
        """The time of the reading."""
        return rospy.Time.from_sec(self.data["timestamp"])

    def get_ros_header(self) -> Any:
        """The header of the next message: number, time of the reading, frame."""
        return Header(self.sequence, self.get_time(), self.frame_id)

    def publish(self, message: Any) -> None:
        """Send a message; of anything else one is made, with it as the only field."""
        if self.topic is None:
            raise TypeError(f"{type(self).__name__} has no topic: set `ros_class` to the class of its messages")
        self.topic.publish(message)
        self.sequence += 1


class ROSPublisherTF(ROSPublisher):
    """Publishes messages and transforms."""

    #: The topic of transforms, which all share.
    topic_tf: Any = None

    def initialize(self, ros_class: Any = None) -> None:
        """Opens the topics."""
        super().initialize(ros_class)
        self.topic_tf = ROSPublisherTF.topic_tf = rospy.Publisher("/tf", tfMessage, queue_size=100)

    def finalize(self) -> None:
        """Closes the topics."""
        super().finalize()
        self.topic_tf.unregister()

    def get_robot_transform(self) -> Tuple[Any, Any]:
        """Position and orientation of the sensor on its robot."""
        pose = self.component_instance.sensor_to_robot_position_3d()
        return pose.translation, pose.rotation

    def publish_with_robot_transform(self, message: Any) -> None:
        """Send a message, and the pose of its frame on the robot."""
        self.publish(message)
        self.send_transform_robot(message.header.stamp, message.header.frame_id)

    def send_transform_robot(self, time: Any = None, child: Optional[str] = None, parent: Optional[str] = None) -> None:
        """Send the pose of the sensor on its robot."""
        translation, rotation = self.get_robot_transform()
        parent = parent or self.kwargs.get("parent_frame_id", "base_link")
        self.sendTransform(translation, rotation, time or self.get_time(), child or self.frame_id, parent)

    def createTransform(self, translation: Any, rotation: Any, time: Any, child: str, parent: Optional[str]) -> Any:
        """A TransformStamped."""
        message = TransformStamped()
        message.header.stamp = time
        message.header.frame_id, message.child_frame_id = self._frame(parent), self._frame(child)
        message.transform.translation, message.transform.rotation = translation, rotation
        return message

    def sendTransform(self, translation: Any, rotation: Any, time: Any, child: str, parent: Optional[str]) -> None:
        """Send the pose of a frame in its parent."""
        self.publish_tf(tfMessage([self.createTransform(translation, rotation, time, child, parent)]))

    def publish_tf(self, message: Any) -> None:
        """Send transforms."""
        self.topic_tf.publish(message)


class ROSSubscriber(AbstractROS):
    """Reads messages. Of those that arrive between two actions the first counts; ``update`` says what it means."""

    _carrier = "morse.middleware.ros_datastream.ROSReader"

    def initialize(self, ros_class: Any = None) -> None:
        """Opens the topic."""
        super().initialize(ros_class)
        self.message: Any = None
        if self._has_messages():
            self.topic = rospy.Subscriber(self.topic_name, self.ros_class, self.callback)

    def callback(self, message: Any) -> None:
        """Called with each message."""
        if self.message is None:
            self.message = message

    def default(self, ci: Any = "unused") -> bool:
        """Hands a new message to ``update``. Returns whether there was one."""
        if self.message is None:
            return False
        message, self.message = self.message, None
        self.update(message)
        return True

    def update(self, message: Any) -> None:
        """Changes ``data`` as a message says."""


#: The name that it had before.
ROSReader = ROSSubscriber


class StringPublisher(ROSPublisher):
    """Publishes the data as text."""

    ros_class = String

    def default(self, ci: Any = "unused") -> None:
        self.publish(repr(self.data))


class StringReader(ROSSubscriber):
    """Writes texts to the log."""

    ros_class = String

    def update(self, message: Any) -> None:
        scene_state.logger.info("Received String message %s on topic %s", message.data, self.topic_name)
