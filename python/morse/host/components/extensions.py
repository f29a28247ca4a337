"""Modifiers, overlays, streams and managers of the scene that are written in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, TypeVar

from morse.core.services import functions, services_of
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.components.description import loaded
from morse.host.errors import error_text
from morse.host.ros import topics
from morse.host.values import decoded, encoded

if TYPE_CHECKING:
    from morse.core.datastream import DatastreamManager
    from morse.core.object import Object
    from morse.core.overlay import MorseOverlay
    from morse.core.request_manager import RequestManager
    from morse.host.components.component_set import ComponentSet
    from morse.host.types import Json, Message
    from morse.middleware.abstract_datastream import AbstractDatastream
    from morse.modifiers.abstract_modifier import AbstractModifier

_T = TypeVar("_T")


class Extensions:
    """The extensions of the components of a scene. Lists have None for extensions of other hosts or that failed."""

    def __init__(self, components: ComponentSet) -> None:
        self._components = components
        self.modifiers: list[AbstractModifier | None] = []
        self.overlays: list[MorseOverlay | None] = []
        self.streams: list[AbstractDatastream | None] = []
        #: Numbers of the incoming streams.
        self._incoming: set[int] = set()
        self._managers: list[str] = []
        self.stream_managers: dict[str, DatastreamManager | None] = {}
        self.request_managers: dict[str, RequestManager] = {}
        #: Errors since the last reply.
        self.failures: list[Message] = []

    def begin(self, command: Message) -> None:
        """Create all extensions of this host."""
        for number, init in enumerate(command["modifiers"]):
            self.modifiers.append(self._made("modifier", number, self._modifier, init))
        self._managers = ["" if init is None else init["manager"] for init in command["overlays"]]
        for number, init in enumerate(command["overlays"]):
            self.overlays.append(self._made("overlay", number, self._overlay, init))
        for number, (path, options) in enumerate(sorted(command["stream_managers"].items())):
            init = {"class": path, "options": options}
            self.stream_managers[path] = self._made("stream_manager", number, self._stream_manager, init)
        for number, init in enumerate(command["streams"]):
            topics.of_stream(number, init["manager"] if init else "")
            if init is not None and init["direction"] == "IN":
                self._incoming.add(number)
            self.streams.append(self._made("stream", number, self._stream, init))
        topics.of_stream(None)
        for number, (path, components) in enumerate(sorted(command["request_managers"].items())):
            init = {"class": path, "components": components}
            manager = self._made("request_manager", number, self._request_manager, init)
            if manager is not None:
                self.request_managers[path] = manager

    def _made(self, kind: str, number: int, make: Callable[[Message], _T], init: Message | None) -> _T | None:
        """Create an extension. None for one of another host, and after an error, which is reported."""
        try:
            return None if init is None else make(init)
        except BaseException as problem:
            self._fail(kind, number, problem)
            return None

    def _fail(self, kind: str, number: int, problem: BaseException) -> None:
        self.failures.append({"kind": kind, "number": number, "error": error_text(problem)})

    def _instance(self, init: Message) -> Object:
        return self._components.entry(init["external_id"]).instance

    def _modifier(self, init: Message) -> AbstractModifier:
        cls = loaded(init["class"])
        modifier: AbstractModifier = cls(self._instance(init), decoded(init["arguments"]))
        if not hasattr(modifier, "kwargs"):
            raise TypeError(f"{cls.__name__}.__init__ must call that of its base class")
        return modifier

    def _overlay(self, init: Message) -> MorseOverlay:
        cls = loaded(init["class"])
        overlay: MorseOverlay = cls(self._instance(init), **decoded(init["arguments"]))
        if not hasattr(overlay, "overlaid_object"):
            raise TypeError(f"{cls.__name__}.__init__ must call that of its base class")
        name = overlay.name()
        if not isinstance(name, str) or not name or any(letter.isspace() for letter in name):
            raise ValueError(f"the name of an overlay is a word, not {name!r}")
        return overlay

    def overlay_names(self) -> list[str]:
        """Names of the overlays, as used by clients."""
        return ["" if overlay is None else overlay.name() for overlay in self.overlays]

    def _stream_manager(self, init: Message) -> DatastreamManager:
        manager: DatastreamManager = loaded(init["class"])((), decoded(init["options"]))
        return manager

    def _stream(self, init: Message) -> AbstractDatastream:
        instance, arguments = self._instance(init), decoded(init["arguments"])
        manager = self.stream_managers.get(init["manager"])
        if manager is None:
            stream: AbstractDatastream = loaded(init["class"])(instance, arguments)
            return stream
        mw_data = [init["manager"], init["class"], init["direction"], arguments]
        return manager.register_component(instance.name(), instance, mw_data)

    def _request_manager(self, init: Message) -> RequestManager:
        cls = loaded(init["class"])
        manager: RequestManager = cls()
        if not hasattr(manager, "_services"):
            raise TypeError(f"{cls.__name__}.__init__ must call that of its base class")
        manager._open(init["class"], init["components"], self)
        return manager

    # In each step.

    def modify(self, step: Message) -> None:
        """Apply the modifiers of a step."""
        for number in step.get("modifiers", ()):
            try:
                modifier = self.modifiers[number]
                assert modifier is not None
                modifier.modify()
            except BaseException as problem:
                self._fail("modifier", number, problem)

    def blame(self, step: Message, report: Message) -> Message:
        """Report an error of the modifiers and streams of a step, which have set invalid data."""
        for kind, numbers in (("modifier", step.get("modifiers", ())), ("stream", step.get("streams", ()))):
            self.failures += [{"kind": kind, "number": number, "error": report["error"]} for number in numbers]
        return {"external_id": report["external_id"]}

    def publish(self, step: Message) -> list[Json]:
        """Publish with the outgoing streams of a step.

        Returns numbers of streams, and the messages that the simulator sends.
        """
        sent: list[Json] = []
        for number in step.get("streams", ()):
            stream = self.streams[number]
            if stream is None or number in self._incoming:
                continue
            try:
                message = stream._publish()
                if message is not None:
                    sent.append([number, encoded(message)])
            except BaseException as problem:
                self._fail("stream", number, problem)
        return sent

    def read(self, step: Message) -> bool:
        """Read with the incoming streams of a step. Returns whether there are new data."""
        received = dict(step.get("received", ()))
        has_new_data = False
        for number in step.get("streams", ()):
            stream = self.streams[number]
            if stream is None or number not in self._incoming:
                continue
            try:
                has_new_data = bool(stream._read(received.get(number))) or has_new_data
            except BaseException as problem:
                self._fail("stream", number, problem)
        return has_new_data

    def manage(self) -> None:
        """Run the step of the managers. A manager that fails is removed."""
        for number, (path, request_manager) in enumerate(sorted(self.request_managers.items())):
            try:
                request_manager.main()
            except BaseException as problem:
                self._fail("request_manager", number, problem)
                del self.request_managers[path]
                break
        for number, (path, stream_manager) in enumerate(sorted(self.stream_managers.items())):
            try:
                assert stream_manager is not None
                stream_manager.action()
            except BaseException as problem:
                self._fail("stream_manager", number, problem)
                del self.stream_managers[path]
                break

    def end(self) -> None:
        """Finalize all extensions."""
        for extension in [*self.modifiers, *self.overlays, *self.streams, *self.stream_managers.values()]:
            self._finalize(extension, "finalize")
        for manager in self.request_managers.values():
            self._finalize(manager, "finalization")

    def _finalize(self, extension: object, method: str) -> None:
        if extension is None:
            return
        try:
            getattr(extension, method)()
        except BaseException as problem:
            scene_state.logger.error("%s: %s failed\n%s", type(extension).__name__, method, error_text(problem))

    # Services.

    def server(self, manager: str, component: str, service: str) -> MorseOverlay | Object | None:
        """The overlay or component that serves a request; None for a built-in component."""
        for number, overlay in enumerate(self.overlays):
            is_addressed = overlay is not None and overlay.name() == component and self._managers[number] == manager
            if is_addressed and service in services_of(type(overlay)):
                return overlay
        instance = scene_state.instances.get(component)
        return None if instance is None or getattr(instance, "_is_proxy", False) else instance

    def services_of_component(self, manager: str, component: str) -> dict[str, bool]:
        """Whether each service that a request manager exposes for a component is asynchronous."""
        found = {name: kind == "async" for name, kind in simulator().ask("services", component=component).items()}
        # The simulator gets to know these services only after the reply.
        found.update((name, False) for owner, name in functions() if owner == component)
        for number, overlay in enumerate(self.overlays):
            if overlay is not None and overlay.name() == component and self._managers[number] == manager:
                methods = services_of(type(overlay)).items()
                found.update((name, method._morse_service_is_async) for name, method in methods)
        return found
