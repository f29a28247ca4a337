"""The table of types, their fields, and the base class of messages."""

import json
import struct
from functools import cache
from pathlib import Path
from typing import Any, Callable, NamedTuple

#: Format, size and Python type of the numbers of `type_description_interfaces/FieldType`.
NUMBERS = {
    2: ("b", 1, int), 3: ("B", 1, int), 4: ("h", 2, int), 5: ("H", 2, int), 6: ("i", 4, int), 7: ("I", 4, int),
    8: ("q", 8, int), 9: ("Q", 8, int), 10: ("f", 4, float), 11: ("d", 8, float), 15: ("?", 1, bool), 16: ("B", 1, int),
}
NAMES = {
    1: "", 2: "int8", 3: "uint8", 4: "int16", 5: "uint16", 6: "int32", 7: "uint32", 8: "int64", 9: "uint64", 10: "float",
    11: "double", 15: "boolean", 16: "octet", 17: "string", 21: "string",
}
NESTED, STRINGS, ARRAY, BOUNDED, SEQUENCE = 1, (17, 21), 1, 2, 3
#: The field of messages without fields.
DUMMY = "structure_needs_at_least_one_member"

TABLE = json.loads(Path(__file__).with_name("types.json").read_text(encoding="utf-8"))

ClassOf = Callable[[str], Any]


class Field(NamedTuple):
    """A field of a type."""

    name: str
    type_id: int
    capacity: int
    string_capacity: int
    nested: str

    @property
    def kind(self) -> int:
        """The type of a single value."""
        return self.type_id % 48

    @property
    def shape(self) -> int:
        """0 for a single value, or `ARRAY`, `BOUNDED`, `SEQUENCE`."""
        return self.type_id // 48

    def type_text(self) -> str:
        """The type as rosidl writes it."""
        package, _, name = self.nested.split("/") if self.nested else ("", "", "")
        base = f"{package}/{name}" if self.nested else NAMES[self.kind]
        if self.shape == ARRAY:
            return f"{base}[{self.capacity}]"
        if self.shape == BOUNDED:
            return f"sequence<{base}, {self.capacity}>"
        return f"sequence<{base}>" if self.shape else base

    def default(self, class_of: ClassOf) -> Any:
        """The value of the field in a new message. `class_of` returns the class of a type."""
        if self.shape:
            count = self.capacity if self.shape == ARRAY else 0
            return [self.single(class_of) for _ in range(count)]
        return self.single(class_of)

    def single(self, class_of: ClassOf) -> Any:
        """The default of a single value."""
        if self.kind == NESTED:
            return class_of(self.nested)()
        return "" if self.kind in STRINGS else NUMBERS[self.kind][2]()

    def check(self, value: Any, class_of: ClassOf) -> Any:
        """The value as it is stored; raises an error if the field cannot have it."""
        if not self.shape:
            return self.check_single(value, class_of)
        values = list(value)
        if self.shape == ARRAY and len(values) != self.capacity:
            raise ValueError(f"the field {self.name!r} must have {self.capacity} values, not {len(values)}")
        return [self.check_single(one, class_of) for one in values]

    def check_single(self, value: Any, class_of: ClassOf) -> Any:
        """As `check`, for a single value."""
        if self.kind == NESTED:
            expected: Any = class_of(self.nested)
        else:
            expected = str if self.kind in STRINGS else NUMBERS[self.kind][2]
        if expected in (int, float, bool):
            value = value.item() if hasattr(value, "item") else value
            if expected is float and isinstance(value, int):
                value = float(value)
            if expected is not float:
                struct.pack(NUMBERS[self.kind][0], value)
        if not isinstance(value, expected):
            raise TypeError(f"the field {self.name!r} must be of type {expected.__name__}, not {type(value).__name__}")
        return value


@cache
def fields_of(name: str) -> tuple[Field, ...]:
    """The fields of a type with a full name, such as `nav2_msgs/action/NavigateToPose_Goal`."""
    rows = (row.split(",") for row in TABLE["types"][name].split(";"))
    return tuple(Field(row[0], int(row[1]), int(row[2]), int(row[3]), row[4]) for row in rows)


class Message:
    """The base class of messages."""

    _full_name = ""
    #: Returns the class of a type.
    _class_of: ClassOf
    _fields: tuple[Field, ...] = ()

    def __init__(self, **values: Any) -> None:
        for field in self._fields:
            setattr(self, field.name, values.pop(field.name) if field.name in values else field.default(self._class_of))
        if values:
            raise AttributeError(f"{self._full_name} has no field {', '.join(values)}")

    def __setattr__(self, name: str, value: Any) -> None:
        for field in self._fields:
            if field.name == name:
                return super().__setattr__(name, field.check(value, self._class_of))
        raise AttributeError(f"{self._full_name} has no field {name!r}")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        values = (f"{name}={value!r}" for name, value in vars(self).items())
        return f"{self._full_name.replace('/', '.')}({', '.join(values)})"

    @classmethod
    def get_fields_and_field_types(cls) -> dict[str, str]:
        """The types of the fields by name."""
        return {field.name: field.type_text() for field in cls._fields}
