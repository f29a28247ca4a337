"""Services: methods of components that clients can call."""

from __future__ import annotations

from functools import partial, wraps
from typing import TYPE_CHECKING, Callable, TypeVar, cast, overload

from morse.core.exceptions import MorseRPCInvokationError, MorseServiceAlreadyRunningError, MorseServiceError

if TYPE_CHECKING:
    from morse.core.abstractobject import AbstractObject
    from morse.host.types import Completion, Function, ServiceFunction, Value

__all__ = ["async_service", "do_service_registration", "interruptible", "noninterruptible", "service"]

_F = TypeVar("_F", bound="Function")

_functions: dict[tuple[str, str], Function] = {}
_has_begun = False


@overload
def service(fn: _F, component: str | None = None, name: str | None = None, **options: bool) -> _F: ...
@overload
def service(
    fn: None = None, component: str | None = None, name: str | None = None, **options: bool
) -> Callable[[_F], _F]: ...
def service(
    fn: _F | None = None, component: str | None = None, name: str | None = None, **options: bool
) -> _F | Callable[[_F], _F]:
    """Make a method a service: ``@service`` or ``@service(name='public_name')``. Its return value is the result.

    ``@service(component='robot.arm')`` makes a function a service of this component, or of ``simulation``.
    """
    is_async = bool(options.pop("async", False) or options.pop("is_async", False))
    if options:
        raise TypeError(f"service takes component and name, not {', '.join(options)}")
    if fn is None:
        return partial(service, component=component, name=name, is_async=is_async)
    if component is not None:
        do_service_registration(fn, component, name, is_async)
        return fn
    marked = _starting(fn) if is_async else fn
    marked._morse_service = True  # type: ignore[attr-defined]
    marked._morse_service_name = name  # type: ignore[attr-defined]
    marked._morse_service_is_async = is_async  # type: ignore[attr-defined]
    return marked


def do_service_registration(
    fn: Function,
    component_name: str | None = None,
    service_name: str | None = None,
    is_async: bool = False,
    request_managers: object = None,
) -> None:
    """Make a function a service of a component, on the request managers that the scene gives the component.

    Raises MorseServiceError for invalid arguments, and after the start of the simulation.
    """
    name = service_name or fn.__name__
    if not isinstance(component_name, str) or not component_name:
        raise MorseServiceError(f"the service {name} needs the name of a component, not {component_name!r}")
    if is_async:
        raise MorseServiceError(
            f"{name} of {component_name}: a plain function cannot be an asynchronous service; "
            "make it a method of a component"
        )
    if request_managers:
        hint = "the scene chooses request managers: use add_service there"
        raise MorseServiceError(f"{name} of {component_name}: {hint}")
    if _has_begun:
        raise MorseServiceError(
            f"{name} of {component_name}: services are registered when modules are imported and components made, "
            "not later"
        )
    _functions[component_name, name] = fn


def functions() -> dict[tuple[str, str], Function]:
    """The plain functions that are services, by component and name."""
    return _functions


def set_begun(begun: bool) -> None:
    """Set whether the simulation has started. From then on, functions cannot be registered."""
    global _has_begun
    _has_begun = begun


# The decorated method takes a callback as its first argument, which a `TypeVar` cannot express.
@overload
def async_service(fn: Function, component: str | None = None, name: str | None = None) -> Function: ...
@overload
def async_service(
    fn: None = None, component: str | None = None, name: str | None = None
) -> Callable[[Function], Function]: ...
def async_service(
    fn: Function | None = None, component: str | None = None, name: str | None = None
) -> Function | Callable[[Function], Function]:
    """Make a method an asynchronous service, which ends when the component calls ``completed``.

    Callers in Python pass a callback as the first argument, which is called with (status, result) at the end.
    """
    return service(fn, component, name, is_async=True)


def _starting(fn: Function) -> Function:
    @wraps(fn)
    def start(self: AbstractObject, callback: Completion, *arguments: Value) -> None:
        callback.service = start  # type: ignore[attr-defined]
        self.set_service_callback(callback)
        try:
            fn(self, *arguments)
        except BaseException:
            self.on_completion = None
            raise

    start._morse_function = fn  # type: ignore[attr-defined]
    return start


def interruptible(fn: _F) -> _F:
    """A newer request interrupts the running one. Apply it after ``@async_service`` (above it)."""
    fn._morse_service_interruptible = True  # type: ignore[attr-defined]
    return fn


def noninterruptible(fn: _F) -> _F:
    """A newer request is refused while one runs. Apply it after ``@async_service`` (above it)."""
    fn._morse_service_interruptible = False  # type: ignore[attr-defined]
    return fn


def make_room(component: AbstractObject) -> None:
    """Interrupt the running service of a component. Raises MorseRPCInvokationError when it cannot be interrupted."""
    running = getattr(component.on_completion, "service", None)
    name = getattr(running, "__name__", "?")
    interruptible = getattr(running, "_morse_service_interruptible", None)
    if interruptible is None:
        raise MorseServiceAlreadyRunningError(f"A service ({name}) is already running. I do not know what to do.")
    if not interruptible:
        raise MorseRPCInvokationError(f"A non-interruptible service ({name}) is already running")
    component.interrupt()


def services_of(cls: type) -> dict[str, ServiceFunction]:
    """The services of a class by their public names, in alphabetical order of the methods."""
    functions = (getattr(cls, attribute, None) for attribute in dir(cls))
    marked = (cast("ServiceFunction", function) for function in functions if getattr(function, "_morse_service", False))
    return {function._morse_service_name or function.__name__: function for function in marked}
