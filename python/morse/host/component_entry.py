"""A component of the running scene, with its modifiers, streams and overlays."""

from typing import Any, Dict, List, Optional, Tuple

from morse.core.builtin import typed
from morse.core.object import Object
from morse.host.errors import error_text
from morse.host.values import encoded

#: What a field is that the component does not have any more.
_GONE = None


class ComponentEntry:
    """A component with the names and types of its fields."""

    def __init__(self, number: int, instance: Object, init: Dict[str, Any]) -> None:
        self.number = number
        self.instance = instance
        self.fields: List[Tuple[str, str]] = init["fields"]
        self.is_sensor = init["kind"] == "sensor"
        #: The modifier whose asynchronous service runs.
        self.serving: Any = None
        self._names = [name for name, _ in self.fields]
        self._types = [type_name for _, type_name in self.fields]
        self._declared = {*self._names, "timestamp"}

    def take(self, values: List[Any]) -> None:
        """Set the data of the component."""
        self.instance.local_data.update(zip(self._names, map(typed, values, self._types)))

    def named(self, values: List[Any]) -> Dict[str, Any]:
        """Values of fields by name."""
        return dict(zip(self._names, map(typed, values, self._types)))

    def report(self) -> Dict[str, Any]:
        """The report of the component's data."""
        data = self.instance.local_data
        report: Dict[str, Any] = {"external_id": self.number, "data": [encoded(data.get(name, _GONE)) for name in self._names]}
        if self.is_sensor and not data.keys() <= self._declared:
            report["extra_fields"] = {str(name): encoded(data[name]) for name in data if name not in self._declared}
        return report

    def report_with(self, error: Optional[str]) -> Dict[str, Any]:
        """The report with an error, if any. Data that cannot be encoded are an error."""
        try:
            report = self.report()
        except BaseException as problem:
            report = {"external_id": self.number}
            error = error or error_text(problem)
        if error is not None:
            report["error"] = error
        return report
