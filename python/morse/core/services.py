"""Services: methods of components that clients can call."""

from functools import partial, wraps
from typing import Any, Callable, Dict, Optional

from morse.core.exceptions import MorseRPCInvokationError, MorseServiceAlreadyRunningError

__all__ = ["async_service", "interruptible", "noninterruptible", "service"]


def service(
    fn: Optional[Callable] = None, component: Optional[str] = None, name: Optional[str] = None, **options: Any
) -> Any:
    """Make a method a service: ``@service`` or ``@service(name='other')``. What it returns is the answer."""
    is_async = bool(options.pop("async", False) or options.pop("is_async", False))
    if options:
        raise TypeError(f"service takes component and name, not {', '.join(options)}")
    if component is not None:
        raise NotImplementedError(
            f"@service(component={component!r}): services of plain functions are not available; "
            "make it a method of a component"
        )
    if fn is None:
        return partial(service, name=name, is_async=is_async)
    marked = _starting(fn) if is_async else fn
    marked._morse_service = True  # type: ignore[attr-defined]
    marked._morse_service_name = name  # type: ignore[attr-defined]
    marked._morse_service_is_async = is_async  # type: ignore[attr-defined]
    return marked


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
