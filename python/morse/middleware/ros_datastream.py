"""Base classes of ROS datastreams, importable from the module of the original MORSE."""

from morse.middleware.ros.abstract_ros import ROSPublisher, ROSReader, ROSSubscriber

__all__ = ["ROSDatastreamManager", "ROSPublisher", "ROSReader", "ROSSubscriber"]


class ROSDatastreamManager:
    """The manager of ROS streams: ``add_stream('ros')``. It is built in, and cannot be a base class."""

    def __init_subclass__(cls, **kwargs: object) -> None:
        raise TypeError(
            f"{cls.__name__}: the simulator computes ROSDatastreamManager itself, and no class can derive from it; "
            "derive from morse.core.datastream.DatastreamManager"
        )
