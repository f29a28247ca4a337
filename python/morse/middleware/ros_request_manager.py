"""What components say of their services to ROS."""

from typing import Any, Callable


def ros_action(fn: Any = None, type: Any = None, name: Any = None) -> Any:
    """Mark an asynchronous service as an action of ROS. The simulator offers the actions of its own components only."""
    if fn is None:
        return lambda function: ros_action(function, type, name)
    return _marked(fn, "_ros_action_type", type)


def ros_service(fn: Any = None, type: Any = None, name: Any = None) -> Any:
    """Mark a service with its type in ROS. The simulator chooses the types of services itself."""
    if fn is None:
        return lambda function: ros_service(function, type, name)
    return _marked(fn, "_ros_service_type", type)


def _marked(function: Callable, attribute: str, value: Any) -> Callable:
    setattr(function, attribute, value)
    return function
