"""The components of the scene, and the commands of the simulator on them."""

import random
import sys
from typing import Any, Dict, List, Optional

from morse.core.exceptions import MorseServiceError
from morse.core.object import Object
from morse.core.robot import Robot
from morse.core.services import services_of
from morse.host import scene_state
from morse.host.description import loaded
from morse.host.node import node
from morse.host.errors import error_text
from morse.host.values import decoded, encoded


class ComponentEntry:
    """A component with the names of its fields."""

    def __init__(self, number: int, instance: Object, fields: List[str], is_sensor: bool) -> None:
        self.number = number
        self.instance = instance
        self.fields = fields
        self.is_sensor = is_sensor
        self._declared = {*fields, "timestamp"}

    def report(self) -> Dict[str, Any]:
        """The report of the component's data."""
        data = self.instance.local_data
        report: Dict[str, Any] = {"external_id": self.number, "data": [encoded(data.get(name)) for name in self.fields]}
        if self.is_sensor and len(data) > len(self._declared):
            report["extra_fields"] = {str(name): encoded(data[name]) for name in data if name not in self._declared}
        return report


class ComponentSet:
    """All components of the running scene, in scene order."""

    def __init__(self) -> None:
        self.entries: List[Optional[ComponentEntry]] = []

    def begin(self, command: Dict[str, Any]) -> Dict[str, Any]:
        """Create the components."""
        scene_state.open(command)
        random.seed(command["seed"])
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(command["seed"] % 2**32)
        self.entries = []
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
                reports.append(self._entry(number).report())
            except BaseException as problem:
                reports.append({"external_id": number, "error": error_text(problem)})
        return self._reply(reports)

    def _make(self, number: int, init: Dict[str, Any], robot: Optional[Object]) -> None:
        scene_state.component_inits[init["name"]] = init
        cls = loaded(init["class"]) if init["class"] else Robot
        instance = cls(node(init["name"]), robot)
        if not hasattr(instance, "local_data"):
            raise TypeError(f"{cls.__name__}.__init__ must call that of its base class")
        if robot is not None:
            robot.components.append(instance)
        fields = [name for name in instance.declared_data() if name != "timestamp" or init["kind"] != "sensor"]
        self.entries[number] = ComponentEntry(number, instance, fields, init["kind"] == "sensor")
        scene_state.register(init["name"], number, instance)

    def _entry(self, number: int) -> ComponentEntry:
        entry = self.entries[number]
        assert entry is not None
        return entry

    def _move(self, step_input: Dict[str, Any]) -> None:
        """Update the time and the poses of the components."""
        scene_state.time_s = step_input["time_s"]
        for step in step_input["steps"]:
            number = step["external_id"]
            if number < len(self.entries) and self.entries[number] is not None:
                self._entry(number).instance.position_3d.place(step["world_from"])

    def act(self, command: Dict[str, Any]) -> Dict[str, Any]:
        """Run one step of the components in the command."""
        self._move(command)
        reports = []
        for step in command["steps"]:
            if not step["acts"]:
                continue
            entry = self._entry(step["external_id"])
            instance = entry.instance
            command = step.get("command")
            if command is not None:
                instance.local_data.update(zip(entry.fields, map(decoded, command)))
            error = None
            try:
                instance.action()
            except BaseException as problem:
                error = error_text(problem)
            reports.append(_with_error(entry, error))
        return self._reply(reports)

    def serve(self, command: Dict[str, Any]) -> Dict[str, Any]:
        """Call a service of a component."""
        self._move(command["input"])
        entry = self._entry(command["external_id"])
        arguments = [decoded(argument) for argument in command["arguments"]]
        try:
            outcome = self._call(entry, command["service"], arguments)
        except MorseServiceError as problem:
            outcome = {"refused": str(problem)}
        except BaseException as problem:
            scene_state.logger.error("%s: %s failed\n%s", entry.instance.name(), command["service"], error_text(problem))
            outcome = {"refused": f"{type(problem).__name__}: {problem}"}
        return {**self._reply([_with_error(entry, None)]), "outcome": outcome}

    def _call(self, entry: ComponentEntry, service: str, arguments: List[Any]) -> Any:
        function = services_of(type(entry.instance))[service]
        if function._morse_service_is_async:
            function(entry.instance, scene_state.callback(entry.number, function), *arguments)
            return "started"
        return {"done": encoded(function(entry.instance, *arguments))}

    def interrupt(self, command: Dict[str, Any]) -> Dict[str, Any]:
        """Interrupt the running service of a component."""
        self._move(command["input"])
        entry = self._entry(command["external_id"])
        try:
            entry.instance.interrupt()
        except BaseException as problem:
            scene_state.logger.error("%s: interrupt failed\n%s", entry.instance.name(), error_text(problem))
        entry.instance.on_completion = None
        return self._reply([_with_error(entry, None)])

    def end(self, command: Dict[str, Any]) -> Dict[str, Any]:
        """Finalise all components at the end of the simulation."""
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
        return reply


def _with_error(entry: ComponentEntry, error: Optional[str]) -> Dict[str, Any]:
    """A component's report with an error, if any. Data that cannot be encoded are an error."""
    try:
        report = entry.report()
    except BaseException as problem:
        report = {"external_id": entry.number}
        error = error or error_text(problem)
    if error is not None:
        report["error"] = error
    return report
