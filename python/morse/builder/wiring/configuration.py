"""The wiring tables of the scene under construction, for scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.builder.scene import scene
from morse.builder.wiring import tables

if TYPE_CHECKING:
    from morse.builder.wiring.tables import NestedTable, Table


class _Tables(type):
    @property
    def datastream(cls) -> Table:
        """Streams by component name."""
        return tables.datastreams(scene())

    @property
    def modifier(cls) -> Table:
        """Modifiers by component name."""
        return tables.modifiers(scene())

    @property
    def service(cls) -> Table:
        """Request managers by component name."""
        return tables.services(scene())

    @property
    def overlay(cls) -> NestedTable:
        """Overlays by request manager and component name."""
        return tables.overlays(scene())

    @property
    def stream_manager(cls) -> NestedTable:
        """Options by stream manager."""
        return scene().stream_managers

    @property
    def frequency(cls) -> dict[str, object]:
        """Frequencies that the script set, by component name. [Hz]"""
        values = ((component.scene_object.name, component.scene_object.values) for component in scene().components)
        return {name: found["frequency"] for name, found in values if "frequency" in found}


class Configuration(metaclass=_Tables):
    """The current tables: ``Configuration.datastream``, ``modifier``, ``service``, ``overlay``, ``stream_manager``,
    ``frequency``."""
