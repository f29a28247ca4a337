"""Services: methods of components that clients can call."""

from functools import partial, wraps
from typing import Any, Callable, Dict, Optional, Tuple

from morse.core.exceptions import MorseRPCInvokationError, MorseServiceAlreadyRunningError, MorseServiceError

__all__ = ["async_service", "do_service_registration", "interruptible", "noninterruptible", "service"]

_functions: Dict[Tuple[str, str], Callable] = {}
_has_begun = False


def service(
    fn: Optional[Callable] = None, component: Optional[str] = None, name: Optional[str] = None, **options: Any
) -> Any:
    """Make a method a service: ``@service`` or ``@service(name='other')``. What it returns is the answer.

    ``@service(component='robot.arm')`` makes a plain function a service of this component, or of ``simulation``.
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
    fn: Callable,
    component_name: Optional[str] = None,
    service_name: Optional[str] = None,
    is_async: bool = False,
    request_managers: Any = None,
) -> None:
    """Make a function a service of a component, on the request managers that the scene gives to it.

    Raises MorseServiceError for what cannot be one.
    """
    name = service_name or fn.__name__
    if not isinstance(component_name, str) or not component_name:
        raise MorseServiceError(f"the service {name} needs the name of a component, not {component_name!r}")
    if is_async:
        raise MorseServiceError(
            f"{name} of {component_name}: a plain function cannot be an asynchronous service; make it a method of a component"
        )
    if request_managers:
        raise MorseServiceError(f"{name} of {component_name}: the scene chooses request managers: use add_service there")
    if _has_begun:
        raise MorseServiceError(
            f"{name} of {component_name}: services are registered when modules are imported and components made, not later"
        )
    _functions[component_name, name] = fn


def functions() -> Dict[Tuple[str, str], Callable]:
    """The plain functions that are services, by component and name."""
    return _functions


def set_begun(begun: bool) -> None:
    """Say whether the simulation has begun: then no function can become a service."""
    global _has_begun
    _has_begun = begun


def async_service(fn: Optional[Callable] = None, component: Optional[str] = None, name: Optional[str] = None) -> Any:
    """Make a method start something that ends later, when the component calls ``completed``.

    Who calls the method in Python gives one argument more, the first: what is called with (status, result) in the end.
    """
    return service(fn, component, name, is_async=True)


def _starting(fn: Callable) -> Callable:
    @wraps(fn)
    def start(self: Any, callback: Callable, *arguments: Any) -> None:
        callback.service = start  # type: ignore[attr-defined]
        self.set_service_callback(callback)
        try:
            fn(self, *arguments)
        except BaseException:
            self.on_completion = None
            raise

    start._morse_function = fn  # type: ignore[attr-defined]
    return start


def interruptible(fn: Callable) -> Callable:
    """A newer request makes the running one give way. Stands above ``@async_service``."""
    fn._morse_service_interruptible = True  # type: ignore[attr-defined]
    return fn


def noninterruptible(fn: Callable) -> Callable:
    """A newer request is refused while this one runs. Stands above ``@async_service``."""
    fn._morse_service_interruptible = False  # type: ignore[attr-defined]
    return fn


def make_room(component: Any) -> None:
    """Have the running service of a component give way, or raise an error because it does not."""
    running = getattr(component.on_completion, "service", None)
    name = getattr(running, "__name__", "?")
    interruptible = getattr(running, "_morse_service_interruptible", None)
    if interruptible is None:
        raise MorseServiceAlreadyRunningError(f"A service ({name}) is already running. I do not know what to do.")
    if not interruptible:
        raise MorseRPCInvokationError(f"A non-interruptible service ({name}) is already running")
    component.interrupt()


def services_of(cls: type) -> Dict[str, Any]:
    """The services of a class by their public names, in alphabetical order of the methods."""
    functions = (getattr(cls, attribute, None) for attribute in dir(cls))
    marked = (function for function in functions if getattr(function, "_morse_service", False))
    return {function._morse_service_name or function.__name__: function for function in marked}
