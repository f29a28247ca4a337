"""The modifiers, overlays, streams and managers of the scene that are written in Python."""

from typing import Any, Callable, Dict, List

from morse.core.services import functions, services_of
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.description import loaded
from morse.host.errors import error_text
from morse.host.ros import topics
from morse.host.values import decoded, encoded


class Extensions:
    """What extends the components of a scene."""

    def __init__(self, components: Any) -> None:
        self._components = components
        self.modifiers: List[Any] = []
        self.overlays: List[Any] = []
        self.streams: List[Any] = []
        self._managers: List[str] = []
        self.stream_managers: Dict[str, Any] = {}
        self.request_managers: Dict[str, Any] = {}
        #: Errors since the last reply.
        self.failures: List[Dict[str, Any]] = []

    def begin(self, command: Dict[str, Any]) -> None:
        """Create all extensions; those of other processes are None."""
        for number, init in enumerate(command["modifiers"]):
            self._make("modifier", number, self.modifiers, lambda: init and self._modifier(init))
        self._managers = ["" if init is None else init["manager"] for init in command["overlays"]]
        for number, init in enumerate(command["overlays"]):
            self._make("overlay", number, self.overlays, lambda: init and self._overlay(init))
        for number, (path, options) in enumerate(sorted(command["stream_managers"].items())):
            made: List[Any] = []
            self._make("stream_manager", number, made, lambda: loaded(path)((), decoded(options)))
            self.stream_managers[path] = made[0]
        for number, init in enumerate(command["streams"]):
            topics.of_stream(number, init["manager"] if init else "")
            self._make("stream", number, self.streams, lambda: init and self._stream(init))
        topics.of_stream(None)
        self._begin_request_managers(command["request_managers"])

    def _make(self, kind: str, number: int, where: List[Any], make: Callable[[], Any]) -> None:
        try:
            where.append(make())
        except BaseException as problem:
            where.append(None)
            self._fail(kind, number, problem)

    def _fail(self, kind: str, number: int, problem: BaseException) -> None:
        self.failures.append({"kind": kind, "number": number, "error": error_text(problem)})

    def _instance(self, init: Dict[str, Any]) -> Any:
        return self._components.entry(init["external_id"]).instance

    def _modifier(self, init: Dict[str, Any]) -> Any:
        cls = loaded(init["class"])
        modifier = cls(self._instance(init), decoded(init["arguments"]))
        if not hasattr(modifier, "kwargs"):
            raise TypeError(f"{cls.__name__}.__init__ must call that of its base class")
        return modifier

    def _overlay(self, init: Dict[str, Any]) -> Any:
        cls = loaded(init["class"])
        overlay = cls(self._instance(init), **decoded(init["arguments"]))
        if not hasattr(overlay, "overlaid_object"):
            raise TypeError(f"{cls.__name__}.__init__ must call that of its base class")
        name = overlay.name()
        if not isinstance(name, str) or not name or any(letter.isspace() for letter in name):
            raise ValueError(f"the name of an overlay is a word, not {name!r}")
        return overlay

    def overlay_names(self) -> List[str]:
        """The names under which clients call the overlays."""
        return ["" if overlay is None else overlay.name() for overlay in self.overlays]

    def _stream(self, init: Dict[str, Any]) -> Any:
        instance, arguments = self._instance(init), decoded(init["arguments"])
        manager = self.stream_managers.get(init["manager"])
        if manager is None:
            return loaded(init["class"])(instance, arguments)
        entry = [init["manager"], init["class"], "OUT" if self._components.entry(init["external_id"]).is_sensor else "IN"]
        return manager.register_component(instance.name(), instance, [*entry, arguments])

    def _begin_request_managers(self, wanted: Dict[str, List[str]]) -> None:
        for number, (path, components) in enumerate(sorted(wanted.items())):
            made: List[Any] = []
            self._make("request_manager", number, made, lambda: self._request_manager(path, components))
            if made[0] is not None:
                self.request_managers[path] = made[0]

    def _request_manager(self, path: str, components: List[str]) -> Any:
        cls = loaded(path)
        manager = cls()
        if not hasattr(manager, "_services"):
            raise TypeError(f"{cls.__name__}.__init__ must call that of its base class")
        manager._open(path, components, self)
        return manager

    # In each step.

    def modify(self, step: Dict[str, Any]) -> None:
        """Apply modifiers."""
        for number in step.get("modifiers", ()):
            try:
                self.modifiers[number].modify()
            except BaseException as problem:
                self._fail("modifier", number, problem)

    def blame(self, step: Dict[str, Any], report: Dict[str, Any]) -> Dict[str, Any]:
        """Stop the modifiers and streams of a step, after which the data of the component could not be sent."""
        for kind, numbers in (("modifier", step.get("modifiers", ())), ("stream", step.get("streams", ()))):
            self.failures += [{"kind": kind, "number": number, "error": report["error"]} for number in numbers]
        return {"external_id": report["external_id"]}

    def publish(self, step: Dict[str, Any]) -> List[Any]:
        """Let streams publish. Returns what the simulator sends for them."""
        sent = []
        for number in step.get("streams", ()):
            stream = self.streams[number]
            if stream is None:
                continue
            try:
                message = stream._publish()
                if message is not None:
                    sent.append([number, encoded(message)])
            except BaseException as problem:
                self._fail("stream", number, problem)
        return sent

    def read(self, step: Dict[str, Any]) -> bool:
        """Let streams read. Returns whether there are new data."""
        received = dict(step.get("received", ()))
        fresh = False
        for number in step.get("streams", ()):
            stream = self.streams[number]
            if stream is None:
                continue
            try:
                fresh = bool(stream._read(received.get(number))) or fresh
            except BaseException as problem:
                self._fail("stream", number, problem)
        return fresh

    def manage(self) -> None:
        """Let the managers do what they do in every tick."""
        for kind, managers, act in (
            ("request_manager", self.request_managers, "main"),
            ("stream_manager", self.stream_managers, "action"),
        ):
            for number, (path, manager) in enumerate(sorted(managers.items())):
                try:
                    getattr(manager, act)()
                except BaseException as problem:
                    self._fail(kind, number, problem)
                    del managers[path]
                    break

    def end(self) -> None:
        """Finalise all extensions."""
        for extension in [*self.modifiers, *self.overlays, *self.streams, *self.stream_managers.values()]:
            self._finalize(extension, "finalize")
        for manager in self.request_managers.values():
            self._finalize(manager, "finalization")

    def _finalize(self, extension: Any, method: str) -> None:
        if extension is None:
            return
        try:
            getattr(extension, method)()
        except BaseException as problem:
            scene_state.logger.error("%s: %s failed\n%s", type(extension).__name__, method, error_text(problem))

    # Services.

    def server(self, manager: str, component: str, service: str) -> Any:
        """What serves a request in Python: an overlay, or a component; None if the simulator does."""
        for number, overlay in enumerate(self.overlays):
            is_meant = overlay is not None and overlay.name() == component and self._managers[number] == manager
            if is_meant and service in services_of(type(overlay)):
                return overlay
        instance = scene_state.instances.get(component)
        return None if instance is None or getattr(instance, "_is_proxy", False) else instance

    def services_of_component(self, manager: str, component: str) -> Dict[str, bool]:
        """The services that a request manager exposes for a component, each with whether it ends later."""
        found = {name: kind == "async" for name, kind in simulator().ask("services", component=component).items()}
        # The simulator does not know them before everything is made.
        found.update((name, False) for owner, name in functions() if owner == component)
        for number, overlay in enumerate(self.overlays):
            if overlay is not None and overlay.name() == component and self._managers[number] == manager:
                methods = services_of(type(overlay)).items()
                found.update((name, method._morse_service_is_async) for name, method in methods)
        return found
