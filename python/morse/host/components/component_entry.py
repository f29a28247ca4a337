"""A component of the running scene, with its modifiers, streams and overlays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from morse.core.builtin import typed
from morse.core.object import Object
from morse.host.components.packed_reply import PackedReply
from morse.host.errors import error_text
from morse.host.shared_memory import BYTES_MIN, is_buffer, plain_bytes, shared
from morse.host.values import encoded

if TYPE_CHECKING:
    from morse.core.abstractobject import AbstractObject
    from morse.host.types import Data, Json, Message, Value

#: Value of a field that the component has deleted.
_DELETED = None

#: Types of fields whose values are buffers.
_BUFFERS = ("image", "points")

#: Types of values that may be large.
_LARGE = (bytes, bytearray, memoryview)


class ComponentEntry:
    """A component with the names and types of its fields."""

    def __init__(self, number: int, instance: Object, init: Message) -> None:
        self.number = number
        self.instance = instance
        self.fields: list[tuple[str, str]] = init["fields"]
        self.is_sensor = init["kind"] == "sensor"
        #: The component or modifier whose asynchronous service runs.
        self.serving: AbstractObject | None = None
        self._names = [name for name, _ in self.fields]
        self._types = [type_name for _, type_name in self.fields]
        self._declared = {*self._names, "timestamp"}

    def take(self, data: Message, numbers: Sequence[float]) -> None:
        """Set the data of the component."""
        self.instance.local_data.update(self.named(data, numbers))

    def named(self, data: Message, numbers: Sequence[float]) -> Data:
        """Values of fields by name, from the message, the numbers after it, and the shared memory."""
        if len(numbers) == len(self._names):
            return dict(zip(self._names, numbers))
        values = list(map(typed, data["values"], self._types))
        for place, number in zip(data["numbers"], numbers):
            values[place] = number
        for place, offset, length in data["shared"]:
            memory = shared()
            assert memory is not None
            view = memory.view(offset, length)
            values[place] = view if self._types[place] in _BUFFERS else bytes(view)
        return dict(zip(self._names, values))

    def pack(self, reply: PackedReply) -> Message | None:
        """Add the data of the component to the columns of a reply. Returns its report if they do not fit there."""
        data = self.instance.local_data
        if self.is_sensor and (len(data) != len(self._declared) or "timestamp" not in data):
            return self.report_with(None)
        kinds = ""
        numbers: list[float] = []
        values: list[Json] = []
        try:
            for name in self._names:
                value = data[name]
                kind = type(value)
                # Infinities and NaN are encoded as JSON values.
                if kind is float and value - value == 0.0:
                    kinds += "n"
                    numbers.append(value)
                elif kind is str:
                    kinds += "v"
                    values.append(value)
                elif kind in _LARGE or hasattr(value, "nbytes"):
                    return self.report_with(None)
                else:
                    kinds += "v"
                    values.append(encoded(value))
        except BaseException:
            # The report contains the error.
            return self.report_with(None)
        reply.add(self.number, kinds, numbers, values)
        return None

    def report(self) -> Message:
        """A report with the data of the component."""
        data = self.instance.local_data
        places: list[tuple[int, int, int]] = []
        values = [self._encoded(index, data.get(name, _DELETED), places) for index, name in enumerate(self._names)]
        report: Message = {"external_id": self.number, "data": values}
        if places:
            report["shared"] = places
        if self.is_sensor and not data.keys() <= self._declared:
            report["extra_fields"] = {str(name): encoded(data[name]) for name in data if name not in self._declared}
        return report

    def _encoded(self, index: int, value: Value, places: list[tuple[int, int, int]]) -> Json:
        """A value for the message.

        A large one goes to the shared memory; its field, offset and length to ``places``.
        """
        is_bytes = isinstance(value, (bytes, bytearray, memoryview))
        if not is_bytes and not (self._types[index] in _BUFFERS and is_buffer(value)):
            return encoded(value)
        memory = shared()
        if memory is not None and memoryview(value).nbytes >= BYTES_MIN:
            place = memory.place(value)
            if place is not None:
                places.append((index, *place))
                return None
        return encoded(plain_bytes(value))

    def report_with(self, error: str | None) -> Message:
        """The report with an error, if any. Data that cannot be encoded are an error."""
        try:
            report = self.report()
        except BaseException as problem:
            report = {"external_id": self.number}
            error = error or error_text(problem)
        if error is not None:
            report["error"] = error
        return report
