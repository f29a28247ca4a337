"""Datastreams of ROS 1 under the names of their module."""

from typing import Any

from morse.middleware.ros.abstract_ros import ROSPublisher, ROSReader, ROSSubscriber

__all__ = ["ROSDatastreamManager", "ROSPublisher", "ROSReader", "ROSSubscriber"]


class ROSDatastreamManager:
    """The manager of streams of ROS: ``add_stream('ros')``. It is built in, and nothing can derive from it."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        raise TypeError(
            f"{cls.__name__}: the simulator computes ROSDatastreamManager itself, and no class can derive from it; "
            "derive from morse.core.datastream.DatastreamManager"
        )
