"""Base class of datastream managers."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from morse.core.object import Object
    from morse.host.types import Data, Value
    from morse.middleware.abstract_datastream import AbstractDatastream


class DatastreamManager:
    """Manages the streams of a custom middleware. ``action`` is called in each tick."""

    def __init__(self, args: Sequence[Value], kwargs: Data) -> None:
        #: Options of the scene: ``Environment.configure_stream_manager``.
        self.kwargs = kwargs
        self.args = args
        #: Streams by the names of their components.
        self._component_nameservice: dict[str, list[AbstractDatastream]] = {}

    def __str__(self) -> str:
        return type(self).__name__

    def register_component(
        self, component_name: str, component_instance: Object, mw_data: Sequence[Value]
    ) -> AbstractDatastream:
        """Create the stream of a component. ``mw_data``: manager, class of the stream, direction, keyword arguments."""
        _, path, _, kwargs = mw_data
        module, _, name = path.rpartition(".")
        stream: AbstractDatastream = getattr(import_module(module), name)(component_instance, kwargs)
        self._component_nameservice.setdefault(component_name, []).append(stream)
        return stream

    def streams(self) -> list[tuple[str, AbstractDatastream]]:
        """All streams, each with the name of its component."""
        return [(name, stream) for name, streams in self._component_nameservice.items() for stream in streams]

    def action(self) -> None:
        """Called in each tick, before sensors read."""

    def finalize(self) -> None:
        """Called once, when the simulation ends."""
