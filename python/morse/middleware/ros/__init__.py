"""Base classes of users' datastreams with ROS messages."""

from morse.core import mathutils
from morse.middleware.ros.abstract_ros import (
    AbstractROS,
    ROSPublisher,
    ROSPublisherTF,
    ROSReader,
    ROSSubscriber,
    StringPublisher,
    StringReader,
)

__all__ = [
    "AbstractROS", "ROSPublisher", "ROSPublisherTF", "ROSReader", "ROSSubscriber", "StringPublisher", "StringReader",
    "mathutils",
]
