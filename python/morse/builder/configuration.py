"""The wiring tables of the scene under construction, for scripts."""

from typing import Any, Dict

from morse.builder import tables
from morse.builder.scene import scene


class _Tables(type):
    @property
    def datastream(cls) -> Dict[str, Any]:
        """Streams by component name."""
        return tables.datastreams(scene())

    @property
    def modifier(cls) -> Dict[str, Any]:
        """Modifiers by component name."""
        return tables.modifiers(scene())

    @property
    def service(cls) -> Dict[str, Any]:
        """Request managers by component name."""
        return tables.services(scene())

    @property
    def overlay(cls) -> Dict[str, Any]:
        """Overlays by request manager and component name."""
        return tables.overlays(scene())

    @property
    def stream_manager(cls) -> Dict[str, Any]:
        """Options by stream manager."""
        return scene().stream_managers


class Configuration(metaclass=_Tables):
    """``Configuration.datastream``, ``.modifier``, ``.service``, ``.overlay``, ``.stream_manager``: present state."""
