"""The components of the scene, and the commands of the simulator on them."""

import random
import sys
from typing import Any, Dict, List, Optional, Tuple

from morse.core.builtin import BuiltIn, builtin_class, settle
from morse.core.exceptions import MorseServiceError
from morse.core.object import Object
from morse.core.robot import Robot
from morse.core.services import functions, services_of, set_begun
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.component_entry import ComponentEntry
from morse.host.description import described_functions, loaded
from morse.host.errors import error_text
from morse.host.extensions import Extensions
from morse.host.logic.actuator import act_all
from morse.host.node import node
from morse.host.packed_reply import PackedReply
from morse.host.ros import topics
from morse.host.values import decoded, encoded

#: Numbers of a pose: x, y, z and the quaternion x, y, z, w.
_POSE_NUMBERS = 7
#: Commands whose steps are remembered.
_KNOWN_MAX = 64


class Step:
    """What a component does in a command, and the places of its numbers."""

    __slots__ = ("entry", "message", "pose", "data", "native", "acts", "has_data", "is_plain")

    def __init__(self, entry: ComponentEntry, message: Dict[str, Any], pose: slice, data: slice, native: slice) -> None:
        self.entry = entry
        self.message = message
        self.pose = pose
        self.data = data
        self.native = native
        self.acts: bool = message["acts"]
        self.has_data = "data" in message
        #: Whether it acts, and nothing else.
        self.is_plain = self.acts and message.keys() == {"external_id", "acts"} and not isinstance(entry.instance, BuiltIn)


class ComponentSet:
    """All components of the running scene, in scene order."""

    def __init__(self) -> None:
        self.entries: List[Optional[ComponentEntry]] = []
        self.extensions = Extensions(self)
        self._known_steps: Dict[int, Tuple[Dict[str, Any], List[Step]]] = {}

    def begin(self, command: Dict[str, Any]) -> Dict[str, Any]:
        """Create the components, then their extensions."""
        scene_state.open(command)
        topics.start_over()
        set_begun(False)
        random.seed(command["seed"])
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(command["seed"] % 2**32)
        self.entries = []
        self.extensions = Extensions(self)
        self._known_steps = {}
        self._move(command["input"])
        reports = []
        for number, init in enumerate(command["components"]):
            self.entries.append(None)
            if init is None:
                # Another process computes it.
                continue
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
        set_begun(True)
        return {**self._reply(reports), "overlay_names": names, "functions": described_functions()}

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
        self._place(self._steps_of(step_input))
        topics.deliver(step_input.get("messages", ()))

    def _steps_of(self, step_input: Dict[str, Any]) -> List[Step]:
        """The steps of the components that there are, each with the places of its numbers."""
        steps = []
        start = 1
        for step in step_input["steps"]:
            number, begin = step["external_id"], start
            start += _POSE_NUMBERS
            data = slice(start, start + len(step["data"]["numbers"]) if "data" in step else start)
            native = slice(data.stop, data.stop + len(step["native"]["numbers"]) if "native" in step else data.stop)
            entry = self.entries[number] if number < len(self.entries) else None
            if entry is not None:
                steps.append(Step(entry, step, slice(begin, start), data, native))
            start = native.stop
        return steps

    def _place(self, steps: List[Step]) -> None:
        numbers = simulator().numbers
        scene_state.time_s = numbers[0]
        for step in steps:
            step.entry.instance.position_3d.place(numbers[step.pose])

    def act(self, command: Dict[str, Any]) -> Dict[str, Any]:
        """Run one step of the components in the command."""
        # A command that comes again is the same object.
        known = self._known_steps.get(id(command))
        if known is None or known[0] is not command:
            if len(self._known_steps) >= _KNOWN_MAX:
                self._known_steps.clear()
            known = self._known_steps[id(command)] = command, self._steps_of(command)
        steps = known[1]
        self._place(steps)
        topics.deliver(command.get("messages", ()))
        reply = PackedReply()
        for step in steps:
            if step.acts or step.has_data:
                report = self._plain_step(step, reply) if step.is_plain else self._step(step, reply)
                if report is not None:
                    reply.add_report(report)
        if scene_state.active_bricks:
            act_all()
        return {**self._reply([]), **reply.reply(), "columns": reply.columns()}

    def _plain_step(self, step: Step, reply: PackedReply) -> Optional[Dict[str, Any]]:
        """Run one step of a component that only acts. Returns its report if it has more than data."""
        instance = scene_state.acting = step.entry.instance
        try:
            instance.action()
        except BaseException as problem:
            return step.entry.report_with(error_text(problem))
        return step.entry.pack(reply)

    def _step(self, step: Step, reply: PackedReply) -> Optional[Dict[str, Any]]:
        """Run one step of a component: its action, its modifiers and its streams, in the order of its kind."""
        entry, message = step.entry, step.message
        numbers = simulator().numbers
        instance = scene_state.acting = entry.instance
        is_proxy = isinstance(instance, BuiltIn)
        if is_proxy:
            instance._in_step = True
        error = None
        commanded = False
        sent: List[Any] = []
        try:
            if step.has_data:
                entry.take(message["data"], numbers[step.data])
                if entry.is_sensor:
                    instance.local_data["timestamp"] = scene_state.time_s
            if entry.is_sensor:
                if step.acts:
                    if is_proxy:
                        has_native = "native" in message
                        instance._native = entry.named(message["native"], numbers[step.native]) if has_native else None
                    instance.action()
                self.extensions.modify(message)
                sent = self.extensions.publish(message)
            else:
                commanded = self.extensions.read(message) or message.get("commanded", False)
                if commanded:
                    self.extensions.modify(message)
                if step.acts:
                    instance.action()
        except BaseException as problem:
            error = error_text(problem)
        report: Optional[Dict[str, Any]]
        if entry.is_sensor or commanded or step.acts or error is not None:
            is_plain = error is None and not commanded and not sent
            report = entry.pack(reply) if is_plain else entry.report_with(error)
            if report is not None and "error" in report and not step.acts:
                # The component is the simulator's: what is wrong with its data was left by these.
                report = self.extensions.blame(message, report)
        else:
            report = {"external_id": entry.number}
        if is_proxy:
            instance._in_step = False
        if report is not None:
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
        scene_state.acting = entry.instance
        scene_state.served += 1
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

    def call_function(self, command: Dict[str, Any]) -> Dict[str, Any]:
        """Call a plain function that is a service."""
        self._move(command["input"])
        scene_state.served += 1
        name = f"{command['component']}: {command['service']}"
        function = functions()[command["component"], command["service"]]
        try:
            outcome = {"done": encoded(function(*map(decoded, command["arguments"])))}
        except MorseServiceError as problem:
            outcome = {"refused": str(problem)}
        except BaseException as problem:
            scene_state.logger.error("%s failed\n%s", name, error_text(problem))
            outcome = {"refused": f"{type(problem).__name__}: {problem}"}
        return {**self._reply([]), "outcome": outcome}

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
        reply: Dict[str, Any] = {"reports": reports, **topics.reply()}
        if scene_state.completed:
            reply["completed"] = scene_state.completed[:]
            scene_state.completed.clear()
        if self.extensions.failures:
            reply["failures"] = self.extensions.failures
            self.extensions.failures = []
        return reply
