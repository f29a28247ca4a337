"""The components, in scene order, and what is done with them."""

import random
import sys
from typing import Any, Dict, List, Optional

from morse.core.exceptions import MorseServiceError
from morse.core.object import Object
from morse.core.robot import Robot
from morse.core.services import services_of
from morse.host import stage
from morse.host.description import loaded
from morse.host.node import node
from morse.host.trouble import told
from morse.host.values import decoded, encoded


class Seat:
    """A component and what the simulator wants to know of it."""

    def __init__(self, number: int, instance: Object, fields: List[str], is_sensor: bool) -> None:
        self.number = number
        self.instance = instance
        self.fields = fields
        self.is_sensor = is_sensor
        self._declared = {*fields, "timestamp"}

    def report(self) -> Dict[str, Any]:
        """The component's data."""
        data = self.instance.local_data
        report: Dict[str, Any] = {"seat": self.number, "data": [encoded(data.get(name)) for name in self.fields]}
        if self.is_sensor and len(data) > len(self._declared):
            report["beside"] = {str(name): encoded(data[name]) for name in data if name not in self._declared}
        return report


class Company:
    """All components of the scene that runs."""

    def __init__(self) -> None:
        self.seats: List[Optional[Seat]] = []

    def begin(self, order: Dict[str, Any]) -> Dict[str, Any]:
        """Make the components."""
        stage.open(order)
        random.seed(order["seed"])
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(order["seed"] % 2**32)
        self.seats = []
        self._move(order["happening"])
        reports = []
        for number, member in enumerate(order["members"]):
            self.seats.append(None)
            robot = self.seats[member["robot"]]
            if robot is None and member["robot"] != number:
                # The robot has failed, and has been reported.
                continue
            try:
                self._make(number, member, robot.instance if robot else None)
                reports.append(self._seat(number).report())
            except BaseException as problem:
                reports.append({"seat": number, "error": told(problem)})
        return self._reply(reports)

    def _make(self, number: int, member: Dict[str, Any], robot: Optional[Object]) -> None:
        stage.members[member["name"]] = member
        cls = loaded(member["class"]) if member["class"] else Robot
        instance = cls(node(member["name"]), robot)
        if not hasattr(instance, "local_data"):
            raise TypeError(f"{cls.__name__}.__init__ must call that of its base class")
        if robot is not None:
            robot.components.append(instance)
        fields = [name for name in instance.declared_data() if name != "timestamp" or member["kind"] != "sensor"]
        self.seats[number] = Seat(number, instance, fields, member["kind"] == "sensor")
        stage.seated(member["name"], number, instance)

    def _seat(self, number: int) -> Seat:
        seat = self.seats[number]
        assert seat is not None
        return seat

    def _move(self, happening: Dict[str, Any]) -> None:
        """Take over the instant, and where the components are."""
        stage.time_s = happening["time_s"]
        for turn in happening["turns"]:
            number = turn["seat"]
            if number < len(self.seats) and self.seats[number] is not None:
                self._seat(number).instance.position_3d.place(turn["world_from"])

    def act(self, order: Dict[str, Any]) -> Dict[str, Any]:
        """Let those components act whose turn it is."""
        self._move(order)
        reports = []
        for turn in order["turns"]:
            if not turn["acts"]:
                continue
            seat = self._seat(turn["seat"])
            instance = seat.instance
            command = turn.get("command")
            if command is not None:
                instance.local_data.update(zip(seat.fields, map(decoded, command)))
            error = None
            try:
                instance.action()
            except BaseException as problem:
                error = told(problem)
            reports.append(_with_error(seat, error))
        return self._reply(reports)

    def serve(self, order: Dict[str, Any]) -> Dict[str, Any]:
        """Call a service."""
        self._move(order["happening"])
        seat = self._seat(order["seat"])
        arguments = [decoded(argument) for argument in order["arguments"]]
        try:
            outcome = self._call(seat, order["service"], arguments)
        except MorseServiceError as problem:
            outcome = {"refused": str(problem)}
        except BaseException as problem:
            stage.logger.error("%s: %s failed\n%s", seat.instance.name(), order["service"], told(problem))
            outcome = {"refused": f"{type(problem).__name__}: {problem}"}
        return {**self._reply([_with_error(seat, None)]), "outcome": outcome}

    def _call(self, seat: Seat, service: str, arguments: List[Any]) -> Any:
        function = services_of(type(seat.instance))[service]
        if function._morse_service_is_async:
            function(seat.instance, stage.callback(seat.number, function), *arguments)
            return "started"
        return {"done": encoded(function(seat.instance, *arguments))}

    def interrupt(self, order: Dict[str, Any]) -> Dict[str, Any]:
        """Let the running service of a component give way."""
        self._move(order["happening"])
        seat = self._seat(order["seat"])
        try:
            seat.instance.interrupt()
        except BaseException as problem:
            stage.logger.error("%s: interrupt failed\n%s", seat.instance.name(), told(problem))
        seat.instance.on_completion = None
        return self._reply([_with_error(seat, None)])

    def end(self, order: Dict[str, Any]) -> Dict[str, Any]:
        """The simulation ends."""
        for seat in self.seats:
            if seat is not None:
                try:
                    seat.instance.finalize()
                except BaseException as problem:
                    stage.logger.error("%s: finalize failed\n%s", seat.instance.name(), told(problem))
        return {}

    def _reply(self, reports: List[Dict[str, Any]]) -> Dict[str, Any]:
        reply: Dict[str, Any] = {"reports": reports}
        if stage.completed:
            reply["completed"] = stage.completed[:]
            stage.completed.clear()
        return reply


def _with_error(seat: Seat, error: Optional[str]) -> Dict[str, Any]:
    """A component's report, whatever is in its data."""
    try:
        report = seat.report()
    except BaseException as problem:
        report = {"seat": seat.number}
        error = error or told(problem)
    if error is not None:
        report["error"] = error
    return report
