"""The connections of a component: streams, services, modifiers and overlays."""

from __future__ import annotations

import sys
from typing import Any

from morse.builder.scene import scene
from morse.builder.script import arguments, report
from morse.builder.script.source import calling_place
from morse.builder.wiring import choice as wiring
from morse.core.exceptions import MorseBuilderError


class Wired:
    """Base of components. A component keeps its own connections, so that they survive renaming."""

    #: Kind in the scene document: robot, sensor, actuator, object or zone.
    kind = "object"

    #: Name without the names of the parents; None until the component has one.
    basename: str | None = None

    #: Current name of the component.
    name: str

    def start_wiring(self) -> None:
        """Create the empty lists of connections."""
        self.streams: list[wiring.Stream] = []
        self.modifiers: list[wiring.Modifier] = []
        self.services: list[wiring.Service] = []
        self.overlays: list[wiring.Overlay] = []
        self._exportable = True

    def property_value(self, name: str) -> Any:  # scripts compute with the values
        """Value of a property, or None."""
        raise NotImplementedError

    def level(self, level: str) -> None:
        """Choose the abstraction level."""
        raise NotImplementedError

    def is_exportable(self) -> bool:
        """False for components that have no data to stream."""
        return self._exportable

    def mark_unexportable(self) -> None:
        """Refuse streams from now on."""
        self._exportable = False

    def add_stream(
        self,
        datastream: str,
        method: str | None = None,
        path: str | None = None,
        classpath: str | None = None,
        direction: str | None = None,
        **kwargs: object,
    ) -> None:
        """Stream the data of this component over a middleware.

        ``datastream``: short name, or class path of a stream manager. ``method``: class path of the stream; by default
        that of the component's class and level. Other keywords are options of the stream. When no stream fits, an
        error is logged and the script goes on. Raises SystemExit for a component without data.
        """
        call = "add_stream"
        arguments.text(call, "datastream", datastream)
        arguments.optional_text(call, "method", method)
        arguments.optional_text(call, "classpath", classpath)
        arguments.optional_text(call, "direction", direction)
        if not self.is_exportable():
            sys.exit(f"{calling_place()}: {type(self).__name__} {self.name} has no data: it cannot have a stream")
        classpath = classpath or self.property_value("classpath")
        if not classpath:
            return report.error(f"{self._called()} has no class path: it gets no stream", self)
        if path is not None:
            raise MorseBuilderError(
                f"add_stream({datastream!r}, {method!r}, {path!r}): functions in modules cannot be streams; "
                "give the class path of a stream class as second argument"
            )
        direction = direction or wiring.direction_of(self.kind, classpath)
        if direction not in ("IN", "OUT"):
            return report.error(f"{self._called()} ({classpath}) is neither sensor nor actuator: give direction=", self)
        level = self.property_value("abstraction_level") or wiring.NO_LEVEL
        if method is None:
            try:
                choice = wiring.choose_stream(classpath, level, datastream, direction)
            except wiring.NoStream as problem:
                return report.error(f"{self._called()} gets no stream: {problem}", self)
            if choice.generic:
                report.warn(f"{classpath} is not in the stream tables: {self._called()} uses {choice.classpath}", self)
            if choice.level is not None:
                self.level(choice.level)
            method = choice.classpath
        else:
            implied, warning = wiring.level_of_class(classpath, level, method)
            if warning:
                report.warn(f"{self._called()}: {warning}", self)
            if implied is not None:
                self.level(implied)
        manager = wiring.manager_class(wiring.known_middleware(call, datastream))
        self.streams.append(wiring.Stream(manager, method, direction, kwargs, calling_place()))

    def _called(self) -> str:
        """Name for messages, also for a component without a name: scripts often call ``add_stream`` first."""
        if not self.basename:
            return f"the {type(self).__name__}"
        # The scene object gets the name with the Environment.
        return self.name if self.name.endswith(self.basename) else self.basename

    def add_service(self, interface: str, component: Wired | str | None = None, config: str | None = None) -> None:
        """Serve requests to this component, or to ``component``, over a middleware.

        ``config``: class path of a request manager. Raises KeyError for a middleware that serves no requests.
        """
        config = arguments.optional_text("add_service", "config", config)
        service = wiring.Service(config or wiring.request_manager_class("add_service", interface), calling_place())
        if component is None:
            self.services.append(service)
        elif isinstance(component, Wired):
            component.services.append(service)
        else:
            name = arguments.text("add_service", "component", component)
            scene().named_services.setdefault(name, []).append(service)

    def add_interface(self, interface: str, **kwargs: Any) -> None:  # passed to keywords of add_stream
        """Call add_service, and add_stream with the keywords if there is data to stream.

        Raises MorseBuilderError for keywords of a component without data, which would have no effect.
        """
        self.add_service(interface)
        if self.is_exportable() and self.kind != "robot":
            self.add_stream(interface, **kwargs)
        elif kwargs:
            names = ", ".join(kwargs)
            raise MorseBuilderError(f"add_interface: {self._called()} has no stream, so it takes no options: {names}")

    def alter(
        self,
        modifier_name: str | None = None,
        classpath: str | None = None,
        direction: str | None = None,
        **kwargs: object,
    ) -> None:
        """Add a modifier of the data: by short name (``Noise``, ``NED``…) or class path; keywords are its parameters.

        Modifiers apply in the order of the calls. Raises KeyError for a name that does not fit the component.
        """
        arguments.optional_text("alter", "modifier_name", modifier_name)
        arguments.optional_text("alter", "classpath", classpath)
        arguments.optional_text("alter", "direction", direction)
        own = self.property_value("classpath") or ""
        chosen = classpath or wiring.modifier_class(modifier_name, own)
        direction = direction or wiring.direction_of(self.kind, own)
        if direction not in ("IN", "OUT"):
            return report.error(f"{self._called()} ({own}) is neither sensor nor actuator: give direction=", self)
        self.modifiers.append(wiring.Modifier(chosen, direction, kwargs, calling_place()))

    def add_overlay(self, datastream: str, overlay: str, config: str | None = None, **kwargs: object) -> None:
        """Serve an overlay (class path) instead of this component's own services; keywords go to its constructor.

        A component has one overlay for each request manager: that of the last call. Raises KeyError like add_service.
        """
        arguments.text("add_overlay", "overlay", overlay)
        config = arguments.optional_text("add_overlay", "config", config)
        manager = config or wiring.request_manager_class("add_overlay", datastream)
        self.overlays = [other for other in self.overlays if other.manager != manager]
        self.overlays.append(wiring.Overlay(manager, overlay, kwargs, calling_place()))

    def streams_over(self, datastream: str) -> bool:
        """True if the component has a stream of this middleware."""
        arguments.text("streams_over", "datastream", datastream)
        manager = wiring.manager_class(datastream)
        return any(stream.manager == manager for stream in self.streams)
