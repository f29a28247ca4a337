"""Decorators for the types of services in ROS."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Callable, TypeVar, overload

if TYPE_CHECKING:
    from morse.host.types import Function

_F = TypeVar("_F", bound="Function")


@overload
def ros_action(fn: _F, type: object = None, name: object = None) -> _F: ...
@overload
def ros_action(fn: None = None, type: object = None, name: object = None) -> Callable[[_F], _F]: ...
def ros_action(fn: _F | None = None, type: object = None, name: object = None) -> _F | Callable[[_F], _F]:
    """Mark an asynchronous service as an action of ROS. The simulator only offers actions of built-in components."""
    if fn is None:
        return partial(_marked, attribute="_ros_action_type", value=type)
    return _marked(fn, "_ros_action_type", type)


@overload
def ros_service(fn: _F, type: object = None, name: object = None) -> _F: ...
@overload
def ros_service(fn: None = None, type: object = None, name: object = None) -> Callable[[_F], _F]: ...
def ros_service(fn: _F | None = None, type: object = None, name: object = None) -> _F | Callable[[_F], _F]:
    """Mark a service with its type in ROS. The simulator ignores it and chooses the type itself."""
    if fn is None:
        return partial(_marked, attribute="_ros_service_type", value=type)
    return _marked(fn, "_ros_service_type", type)


def _marked(function: _F, attribute: str, value: object) -> _F:
    setattr(function, attribute, value)
    return function
