"""The base of managers of datastreams."""

from importlib import import_module
from typing import Any, Dict, List, Sequence, Tuple


class DatastreamManager:
    """Manages the streams of a middleware of your own. ``action`` is called in every tick."""

    def __init__(self, args: Any, kwargs: Dict[str, Any]) -> None:
        #: Options of the scene: ``Environment.configure_stream_manager``.
        self.kwargs = kwargs
        self.args = args
        #: Streams by the names of their components.
        self._component_nameservice: Dict[str, List[Any]] = {}

    def __str__(self) -> str:
        return type(self).__name__

    def register_component(self, component_name: str, component_instance: Any, mw_data: Sequence[Any]) -> Any:
        """Make the stream of a component. ``mw_data``: manager, class of the stream, direction, keyword arguments."""
        _, path, _, kwargs = mw_data
        module, _, name = path.rpartition(".")
        stream = getattr(import_module(module), name)(component_instance, kwargs)
        self._component_nameservice.setdefault(component_name, []).append(stream)
        return stream

    def streams(self) -> List[Tuple[str, Any]]:
        """All streams, each with the name of its component."""
        return [(name, stream) for name, streams in self._component_nameservice.items() for stream in streams]

    def action(self) -> None:
        """Called in every tick, before sensors read."""

    def finalize(self) -> None:
        """Called once, when the simulation ends."""
