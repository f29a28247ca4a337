"""The components of the scene, and the commands of the simulator on them."""

import random
import sys
from typing import Any, Dict, List, Optional

from morse.core.builtin import BuiltIn, builtin_class, settle
from morse.core.exceptions import MorseServiceError
from morse.core.object import Object
from morse.core.robot import Robot
from morse.core.services import services_of
from morse.host import scene_state
from morse.host.component_entry import ComponentEntry
from morse.host.description import loaded
from morse.host.errors import error_text
from morse.host.extensions import Extensions
from morse.host.node import node
from morse.host.values import decoded, encoded


class ComponentSet:
    """All components of the running scene, in scene order."""

    def __init__(self) -> None:
        self.entries: List[Optional[ComponentEntry]] = []
        self.extensions = Extensions(self)

    def begin(self, command: Dict[str, Any]) -> Dict[str, Any]:
        """Create the components, then their extensions."""
        scene_state.open(command)
        random.seed(command["seed"])
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(command["seed"] % 2**32)
        self.entries = []
        self.extensions = Extensions(self)
        self._move(command["input"])
        reports = []
        for number, init in enumerate(command["components"]):
            self.entries.append(None)
            robot = self.entries[init["robot"]]
            if robot is None and init["robot"] != number:
                # The robot has failed, which has been reported.
                continue
            try:
                self._make(number, init, robot.instance if robot else None)
                if not init["built_in"]:
                    reports.append(self.entry(number).report())
            except BaseException as problem:
                reports.append({"external_id": number, "error": error_text(problem)})
        self._move(command["input"])
        if not any("error" in report for report in reports):
            self.extensions.begin(command)
        names = self.extensions.overlay_names()
        return {**self._reply(reports), "overlay_names": names}

    def _make(self, number: int, init: Dict[str, Any], robot: Optional[Object]) -> None:
        scene_state.component_inits[init["name"]] = init
        cls = (builtin_class(init["class"]) or Robot) if init["built_in"] else loaded(init["class"])
        instance = cls(node(init["name"]), robot)
        if not hasattr(instance, "position_3d"):
            raise TypeError(f"{cls.__name__}.__init__ must call that of its base class")
        if robot is not None:
            robot.components.append(instance)
        self.entries[number] = ComponentEntry(number, instance, init)
        scene_state.register(init["name"], number, instance)

    def entry(self, number: int) -> ComponentEntry:
        """The component of this number."""
        entry = self.entries[number]
        assert entry is not None
        return entry

    def _move(self, step_input: Dict[str, Any]) -> None:
        """Update the time and the poses of the components."""
        scene_state.time_s = step_input["time_s"]
        for step in step_input["steps"]:
            number = step["external_id"]
            if number < len(self.entries) and self.entries[number] is not None:
                self.entry(number).instance.position_3d.place(step["world_from"])

    def act(self, command: Dict[str, Any]) -> Dict[str, Any]:
        """Run one step of the components in the command."""
        self._move(command)
        return self._reply([self._step(step) for step in command["steps"] if step["acts"] or "data" in step])

    def _step(self, step: Dict[str, Any]) -> Dict[str, Any]:
        """Run one step of a component: its action, its modifiers and its streams, in the order of its kind."""
        entry = self.entry(step["external_id"])
        instance = entry.instance
        is_proxy = isinstance(instance, BuiltIn)
        if is_proxy:
            instance._in_step = True
        error = None
        commanded = False
        sent: List[Any] = []
        try:
            if "data" in step:
                entry.take(step["data"])
                if entry.is_sensor:
                    instance.local_data["timestamp"] = scene_state.time_s
            if entry.is_sensor:
                if step["acts"]:
                    if is_proxy:
                        instance._native = entry.named(step["native"]) if "native" in step else None
                    instance.action()
                self.extensions.modify(step)
                sent = self.extensions.publish(step)
            else:
                commanded = self.extensions.read(step) or step.get("commanded", False)
                if commanded:
                    self.extensions.modify(step)
                if step["acts"]:
                    instance.action()
        except BaseException as problem:
            error = error_text(problem)
        if entry.is_sensor or commanded or step["acts"] or error is not None:
            report = entry.report_with(error)
            if "error" in report and not step["acts"]:
                # The component is the simulator's: what is wrong with its data was left by these.
                report = self.extensions.blame(step, report)
        else:
            report = {"external_id": entry.number}
        if is_proxy:
            instance._in_step = False
        if commanded:
            report["commanded"] = True
        if sent:
            report["sent"] = sent
        return report

    def manage(self, command: Dict[str, Any]) -> Dict[str, Any]:
        """Let the managers do what they do in every tick."""
        self._move(command)
        self.extensions.manage()
        return self._reply([])

    def ended(self, command: Dict[str, Any]) -> Dict[str, Any]:
        """Tell those who called services in the simulator that these have ended."""
        self._move(command["input"])
        for call in command["calls"]:
            try:
                settle([(call["call"], call["status"], call["value"])])
            except BaseException as problem:
                scene_state.logger.error("the end of a service was not handled\n%s", error_text(problem))
        return self._reply([])

    def serve(self, command: Dict[str, Any]) -> Dict[str, Any]:
        """Call a service of a component, or of what serves instead of it."""
        self._move(command["input"])
        entry = self.entry(command["external_id"])
        arguments = [decoded(argument) for argument in command["arguments"]]
        server, overlay = self._server(entry, command["server"])
        try:
            outcome = self._call(entry, server, overlay, command["service"], arguments)
        except MorseServiceError as problem:
            outcome = {"refused": str(problem)}
        except BaseException as problem:
            scene_state.logger.error("%s: %s failed\n%s", server.name(), command["service"], error_text(problem))
            outcome = {"refused": f"{type(problem).__name__}: {problem}"}
        return {**self._reply(self._after(entry)), "outcome": outcome}

    def _server(self, entry: ComponentEntry, server: Any) -> Any:
        """What serves, and the number of the overlay if it is one."""
        if server == "component":
            return entry.instance, None
        ((kind, number),) = server.items()
        if kind == "overlay":
            return self.extensions.overlays[number], number
        return self.extensions.modifiers[number], None

    def _call(
        self, entry: ComponentEntry, server: Any, overlay: Optional[int], service: str, arguments: List[Any]
    ) -> Any:
        function = services_of(type(server))[service]
        if function._morse_service_is_async:
            if overlay is None:
                entry.serving = server
            function(server, scene_state.callback(entry.number, function, overlay), *arguments)
            return "started"
        return {"done": encoded(function(server, *arguments))}

    def _after(self, entry: ComponentEntry) -> List[Dict[str, Any]]:
        """The data of a component after a service; the simulator has those of its own."""
        if isinstance(entry.instance, BuiltIn) and entry.instance._is_proxy:
            return []
        return [entry.report_with(None)]

    def interrupt(self, command: Dict[str, Any]) -> Dict[str, Any]:
        """Interrupt the running service of a component, or of what serves instead of it."""
        self._move(command["input"])
        entry = self.entry(command["external_id"])
        server, overlay = self._server(entry, command["server"])
        if overlay is None and entry.serving is not None:
            server, entry.serving = entry.serving, None
        try:
            server.interrupt()
        except BaseException as problem:
            scene_state.logger.error("%s: interrupt failed\n%s", server.name(), error_text(problem))
        server.on_completion = None
        return self._reply(self._after(entry))

    def end(self, command: Dict[str, Any]) -> Dict[str, Any]:
        """Finalise everything at the end of the simulation."""
        self.extensions.end()
        for entry in self.entries:
            if entry is not None:
                try:
                    entry.instance.finalize()
                except BaseException as problem:
                    scene_state.logger.error("%s: finalize failed\n%s", entry.instance.name(), error_text(problem))
        return {}

    def _reply(self, reports: List[Dict[str, Any]]) -> Dict[str, Any]:
        reply: Dict[str, Any] = {"reports": reports}
        if scene_state.completed:
            reply["completed"] = scene_state.completed[:]
            scene_state.completed.clear()
        if self.extensions.failures:
            reply["failures"] = self.extensions.failures
            self.extensions.failures = []
        return reply
