"""Robots and components as Python objects."""

from __future__ import annotations

import difflib
import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Callable

from .codec import Value
from .future import MorseFuture
from .stream import StreamJSON

if TYPE_CHECKING:
    from .pymorse import Morse

__all__ = ["Component", "Robot", "nearest"]

_OUT_METHODS = ("get", "last", "subscribe", "unsubscribe")
_IN_METHODS = ("publish",)


class Component:
    """A sensor or an actuator.

    Services are methods that return a `MorseFuture`. A sensor with a stream has the methods `get`, `last`, `subscribe`
    and `unsubscribe` of `Stream`, an actuator with a stream has `publish`. Child components are attributes. The stream
    is connected when the component is first taken from its robot.
    """

    get: Callable[..., Value]
    last: Callable[..., Value]
    subscribe: Callable[[Callable[[Value], None]], None]
    unsubscribe: Callable[[Callable[[Value], None]], None]
    publish: Callable[[Value], None]

    def __init__(
        self,
        morse: Morse,
        name: str,
        fqn: str,
        stream: Iterable[Sequence[str]] | None = None,
        port: int | None = None,
        services: Iterable[str] = (),
    ) -> None:
        """`stream` has a pair for each stream: its manager, and IN or OUT. `port` is the TCP port of the stream."""
        self._morse = morse
        self._children: dict[str, Component] = {}
        self._port = port
        self._directions = {pair[1] for pair in stream or ()}
        #: Last part of the full name.
        self.name = name
        #: Full name, used in requests.
        self.fqn = fqn
        #: The connected stream.
        self.stream: StreamJSON | None = None
        # Held while connecting the stream: several threads may access the component at once.
        self._connecting = threading.Lock()
        self._services = tuple(services)
        for service in self._services:
            setattr(self, service, _service(morse, fqn, service))

    def lazy_init(self) -> None:
        """Connects the stream, if the component has one that is not connected yet."""
        with self._connecting:
            if self.stream is None and self._port:
                stream = self._morse.open_stream(self.fqn, self._port)
                for method in self._stream_methods():
                    setattr(self, method, getattr(stream, method))
                # Set last: a thread that sees the stream also sees its methods.
                self.stream = stream

    def close(self) -> None:
        """Closes the stream."""
        if self.stream is not None:
            self.stream.close()

    def add_child(self, name: str, child: Component) -> None:
        """Adds a child component. Raises RuntimeError when this component has a member of that name."""
        if name in dir(self):
            raise RuntimeError(
                f"the component {child.fqn} has the name of a member of {self.fqn}: "
                "rename it in the scene to use pymorse"
            )
        self._children[name] = child

    def child(self, name: str) -> Component:
        """A child component, without connecting its stream."""
        return self._children[name]

    def _child_components(self) -> list[Component]:
        """All child components, without connecting their streams."""
        return list(self._children.values())

    def _take_over(self, newer: Component) -> None:
        """Takes the state of the same component on a new connection, and subscribes the callbacks again."""
        callbacks = self.stream.callbacks() if self.stream is not None else ()
        before = dict(self._children)
        for name in (*self._stream_methods(), *self._services):
            self.__dict__.pop(name, None)
        was_connected = self.stream is not None
        self.__dict__.update(newer.__dict__)
        self._children = {name: before.get(name, child) for name, child in newer._children.items()}
        if was_connected:
            self.lazy_init()
        if self.stream is not None:
            for callback in callbacks:
                self.stream.subscribe(callback)

    def _stream_methods(self) -> list[str]:
        methods = list(_IN_METHODS) if "IN" in self._directions else []
        return methods + (list(_OUT_METHODS) if "OUT" in self._directions else [])

    def __getattr__(self, name: str) -> Value:
        # Called for names that are not plain attributes. `copy` calls it before `__init__`.
        child = self.__dict__.get("_children", {}).get(name)
        if child is not None:
            child.lazy_init()
            return child
        if not name.startswith("__") and self.__dict__.get("stream", self) is None and name in self._stream_methods():
            self.lazy_init()
            if self.stream is not None:
                return getattr(self.stream, name)
        raise AttributeError(self._missing(name))

    def _missing(self, name: str) -> str:
        fqn = self.__dict__.get("fqn", "the component")
        if name in _OUT_METHODS + _IN_METHODS:
            return f"{fqn} has no {name}(): {self._describe_stream()}"
        public = [word for word in dir(self) if not word.startswith("_")]
        return f"{fqn} has no {name!r}{nearest(name, public)}. It has: {', '.join(public)}"

    def _describe_stream(self) -> str:
        if not self._port:
            return "it has no socket stream; add_stream('socket') in the scene gives it one"
        direction = "takes data, with publish()" if "IN" in self._directions else "gives data, with get() and last()"
        return f"its stream {direction}"

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *self.__dict__.get("_children", {}), *self._stream_methods()})

    def __repr__(self) -> str:
        return f"<pymorse component {self.__dict__.get('fqn')}>"


class Robot(dict[str, Component]):
    """A robot: its components are attributes and items, its services are methods."""

    def __init__(self, morse: Morse, name: str, fqn: str, services: Iterable[str] = ()) -> None:
        super().__init__()
        self.name = name
        self.fqn = fqn
        for service in services:
            setattr(self, service, _service(morse, fqn, service))

    def __getitem__(self, name: str) -> Component:
        component = super().__getitem__(name)
        component.lazy_init()
        return component

    def __getattr__(self, name: str) -> Value:
        try:
            return self[name]
        except KeyError:
            fqn = self.__dict__.get("fqn", "the robot")
            has = ", ".join(sorted(self)) or "nothing"
            raise AttributeError(f"{fqn} has no {name!r}{nearest(name, self)}. It has: {has}") from None

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self})

    def __repr__(self) -> str:
        return f"<pymorse robot {self.__dict__.get('fqn')}: {', '.join(sorted(self))}>"


def nearest(name: str, known: Iterable[str]) -> str:
    """` (did you mean …?)` with the most similar known name, or an empty text."""
    found = difflib.get_close_matches(name, list(known), 1)
    return f" (did you mean {found[0]!r}?)" if found else ""


def _service(morse: Morse, fqn: str, service: str) -> Callable[..., MorseFuture]:
    def call(*args: object) -> MorseFuture:
        return morse.request(fqn, service, args)

    call.__name__ = call.__qualname__ = service
    call.__doc__ = f"Requests the service {service} of {fqn}. Returns a future."
    return call
