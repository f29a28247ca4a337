"""The components of the scene, and the commands of the simulator for them."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING

from morse.core.builtin import BuiltIn, builtin_class, python_type, settle
from morse.core.exceptions import MorseServiceError
from morse.core.external_object import ExternalObject
from morse.core.object import Object
from morse.core.robot import Robot
from morse.core.services import functions, services_of, set_begun
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.components.component_entry import ComponentEntry
from morse.host.components.description import described_functions, loaded
from morse.host.components.extensions import Extensions
from morse.host.components.packed_reply import PackedReply
from morse.host.errors import error_text
from morse.host.logic.actuator import act_all
from morse.host.ros import topics
from morse.host.scene.node import node
from morse.host.values import decoded, encoded

if TYPE_CHECKING:
    from morse.core.abstractobject import AbstractObject
    from morse.host.types import Json, Message, Value

#: Length of a pose: x, y, z and the quaternion x, y, z, w.
_POSE_NUMBERS = 7
#: Size of the cache of steps by command.
_KNOWN_MAX = 64


class Step:
    """The step of a component in a command, and the slices of its numbers."""

    __slots__ = ("entry", "message", "pose", "data", "native", "acts", "has_data", "is_plain")

    def __init__(self, entry: ComponentEntry, message: Message, pose: slice, data: slice, native: slice) -> None:
        self.entry = entry
        self.message = message
        self.pose = pose
        self.data = data
        self.native = native
        self.acts: bool = message["acts"]
        self.has_data = "data" in message
        #: Whether the component only acts, without data, modifiers and streams.
        self.is_plain = (
            self.acts and message.keys() == {"external_id", "acts"} and not isinstance(entry.instance, BuiltIn)
        )


class ComponentSet:
    """All components of the running scene, in scene order."""

    def __init__(self) -> None:
        self.entries: list[ComponentEntry | None] = []
        self.extensions = Extensions(self)
        self._known_steps: dict[int, tuple[Message, list[Step]]] = {}

    def begin(self, command: Message) -> Message:
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
                # A component of another host.
                continue
            robot = self.entries[init["robot"]]
            if robot is None and init["robot"] != number:
                # The constructor of the robot failed, which was reported.
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

    def _make(self, number: int, init: Message, robot: Object | None) -> None:
        init["fields"] = [(name, python_type(type_name, init["kind"])) for name, type_name in init["fields"]]
        scene_state.component_inits[init["name"]] = init
        cls = (builtin_class(init["class"]) or Robot) if init["built_in"] else loaded(init["class"])
        instance: Object = cls(node(init["name"]), robot)
        if not hasattr(instance, "position_3d"):
            raise TypeError(f"{cls.__name__}.__init__ must call that of its base class")
        if isinstance(robot, Robot):
            robot.components.append(instance)
        self.entries[number] = ComponentEntry(number, instance, init)
        scene_state.register(init["name"], number, instance)

    def entry(self, number: int) -> ComponentEntry:
        """The component of this number."""
        entry = self.entries[number]
        assert entry is not None
        return entry

    def _move(self, step_input: Message) -> None:
        """Update time and poses, and deliver messages of topics."""
        self._place(self._steps_of(step_input))
        topics.deliver(step_input.get("messages", ()))

    def _steps_of(self, step_input: Message) -> list[Step]:
        """The steps of the existing components, each with the slices of its numbers."""
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

    def _place(self, steps: list[Step]) -> None:
        numbers = simulator().numbers
        scene_state.time_s = numbers[0]
        for step in steps:
            step.entry.instance.position_3d.place(numbers[step.pose])

    def act(self, command: Message) -> Message:
        """Run one step of the components in the command."""
        # Equal commands are the same object: see `Channel.receive`.
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

    def _plain_step(self, step: Step, reply: PackedReply) -> Message | None:
        """Run one step of a component that only acts. Returns its report if its data do not fit into the reply."""
        instance = scene_state.acting = step.entry.instance
        try:
            instance.action()
        except BaseException as problem:
            return step.entry.report_with(error_text(problem))
        return step.entry.pack(reply)

    def _step(self, step: Step, reply: PackedReply) -> Message | None:
        """Run one step of a component: its action, modifiers and streams, in the order of its kind."""
        entry, message = step.entry, step.message
        numbers = simulator().numbers
        instance = scene_state.acting = entry.instance
        builtin = instance if isinstance(instance, BuiltIn) else None
        if builtin is not None:
            builtin._in_step = True
        error = None
        commanded = False
        sent: list[Json] = []
        try:
            if step.has_data:
                entry.take(message["data"], numbers[step.data])
                instance.local_data.update(decoded(message.get("open", {})))
                if entry.is_sensor:
                    instance.local_data["timestamp"] = scene_state.time_s
            if entry.is_sensor:
                if step.acts:
                    if isinstance(instance, ExternalObject):
                        instance.has_new_data = self._receive(instance, message)
                    if builtin is not None:
                        has_native = "native" in message
                        builtin._native = entry.named(message["native"], numbers[step.native]) if has_native else None
                    instance.action()
                self.extensions.modify(message)
                sent = self.extensions.publish(message)
            else:
                commanded = self.extensions.read(message) or message.get("commanded", False)
                if commanded:
                    self.extensions.modify(message)
                if step.acts:
                    if isinstance(instance, ExternalObject):
                        # Without streams that read here, data are only sent when they are new.
                        instance.has_new_data = commanded or (step.has_data and "streams" not in message)
                    instance.action()
                    sent = self.extensions.publish(message)
        except BaseException as problem:
            error = error_text(problem)
        report: Message | None
        if entry.is_sensor or commanded or step.acts or error is not None:
            is_plain = error is None and not commanded and not sent
            report = entry.pack(reply) if is_plain else entry.report_with(error)
            if report is not None and "error" in report and not step.acts:
                # The component is built in: its modifiers or streams have set the invalid data.
                report = self.extensions.blame(message, report)
        else:
            report = {"external_id": entry.number}
        if builtin is not None:
            builtin._in_step = False
        if report is not None:
            if commanded:
                report["commanded"] = True
            if sent:
                report["sent"] = sent
        return report

    def _receive(self, sensor: ExternalObject, message: Message) -> bool:
        """Set the data of an external sensor from its incoming streams. Returns whether there are new data."""
        received = message.get("input")
        if received is not None:
            sensor.local_data.update(decoded(received))
        return self.extensions.read(message) or received is not None

    def manage(self, command: Message) -> Message:
        """Run the step of the managers."""
        self._move(command)
        self.extensions.manage()
        return self._reply([])

    def ended(self, command: Message) -> Message:
        """Call the callbacks of ended services of built-in components."""
        self._move(command["input"])
        for call in command["calls"]:
            try:
                settle([(call["call"], call["status"], call["value"])])
            except BaseException as problem:
                scene_state.logger.error("the end of a service was not handled\n%s", error_text(problem))
        return self._reply([])

    def serve(self, command: Message) -> Message:
        """Call a service of a component, or of its overlay or modifier."""
        self._move(command["input"])
        entry = self.entry(command["external_id"])
        scene_state.acting = entry.instance
        scene_state.served += 1
        arguments = [decoded(argument) for argument in command["arguments"]]
        server, overlay = self._server(entry, command["server"])
        outcome: Json
        try:
            outcome = self._call(entry, server, overlay, command["service"], arguments)
        except MorseServiceError as problem:
            outcome = {"refused": str(problem)}
        except BaseException as problem:
            scene_state.logger.error("%s: %s failed\n%s", server.name(), command["service"], error_text(problem))
            outcome = {"refused": f"{type(problem).__name__}: {problem}"}
        return {**self._reply(self._after(entry)), "outcome": outcome}

    def call_function(self, command: Message) -> Message:
        """Call a plain function that is a service."""
        self._move(command["input"])
        scene_state.served += 1
        name = f"{command['component']}: {command['service']}"
        function = functions()[command["component"], command["service"]]
        outcome: Message
        try:
            outcome = {"done": encoded(function(*map(decoded, command["arguments"])))}
        except MorseServiceError as problem:
            outcome = {"refused": str(problem)}
        except BaseException as problem:
            scene_state.logger.error("%s failed\n%s", name, error_text(problem))
            outcome = {"refused": f"{type(problem).__name__}: {problem}"}
        return {**self._reply([]), "outcome": outcome}

    def _server(self, entry: ComponentEntry, server: str | dict[str, int]) -> tuple[AbstractObject, int | None]:
        """The component, overlay or modifier that serves, and the number of an overlay."""
        if isinstance(server, str):
            return entry.instance, None
        ((kind, number),) = server.items()
        overlay = number if kind == "overlay" else None
        found = self.extensions.modifiers[number] if overlay is None else self.extensions.overlays[number]
        assert found is not None
        return found, overlay

    def _call(
        self, entry: ComponentEntry, server: AbstractObject, overlay: int | None, service: str, arguments: list[Value]
    ) -> Json:
        function = services_of(type(server))[service]
        if function._morse_service_is_async:
            if overlay is None:
                entry.serving = server
            function(server, scene_state.callback(entry.number, function, overlay), *arguments)
            return "started"
        return {"done": encoded(function(server, *arguments))}

    def _after(self, entry: ComponentEntry) -> list[Message]:
        """The data of a component after a service, except of a built-in component."""
        if isinstance(entry.instance, BuiltIn) and entry.instance._is_proxy:
            return []
        return [entry.report_with(None)]

    def interrupt(self, command: Message) -> Message:
        """Interrupt the running service of a component, or of its overlay or modifier."""
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

    def end(self, command: Message) -> Message:
        """Finalize everything at the end of the simulation."""
        self.extensions.end()
        for entry in self.entries:
            if entry is not None:
                try:
                    entry.instance.finalize()
                except BaseException as problem:
                    scene_state.logger.error("%s: finalize failed\n%s", entry.instance.name(), error_text(problem))
        return {}

    def _reply(self, reports: list[Message]) -> Message:
        reply: Message = {"reports": reports, **topics.reply()}
        if scene_state.completed:
            reply["completed"] = scene_state.completed[:]
            scene_state.completed.clear()
        if self.extensions.failures:
            reply["failures"] = self.extensions.failures
            self.extensions.failures = []
        return reply
