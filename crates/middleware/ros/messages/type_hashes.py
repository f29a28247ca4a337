"""Type hashes of ROS 2, which identify the version of a type: RIHS01 of REP 2016.

The hash of a type is the SHA-256 of its description and the descriptions of all types that it uses, as JSON.
"""

import hashlib
import json
from typing import Any, NamedTuple

from definitions import BOUNDED_STRING

#: Type numbers of `type_description_interfaces/FieldType`.
TYPE_IDS = {
    "nested": 1, "int8": 2, "uint8": 3, "int16": 4, "uint16": 5, "int32": 6, "uint32": 7, "int64": 8, "uint64": 9,
    "float32": 10, "float64": 11, "bool": 15, "byte": 16, "string": 17, "char": 3,
    BOUNDED_STRING: 21,
}
ARRAY, BOUNDED_SEQUENCE, SEQUENCE = 48, 96, 144
#: Primitive types of ROS 1 that are messages in ROS 2.
BUILTIN = {"time": "builtin_interfaces/Time", "duration": "builtin_interfaces/Duration"}


class Part(NamedTuple):
    """A field of a type."""

    type: str  # primitive, or `package/Name`
    array: "str | None"  # None, "" for a sequence, "<=N", or the length
    name: str


class Described(NamedTuple):
    """A type: its full name, such as `std_srvs/srv/Trigger_Request`, and its fields."""

    name: str
    parts: tuple[Part, ...]


class Hashes:
    """Computes type hashes. `load` returns the definition of a message for `package/Name`."""

    def __init__(self, load: Any) -> None:
        self.load = load
        # The header of ROS 1 has an additional field `seq`.
        header = (Part(BUILTIN["time"], None, "stamp"), Part("string", None, "frame_id"))
        #: The constants of types, by full name.
        self.constants: dict[str, list[Any]] = {}
        #: Types without a definition file, by name.
        self.derived: dict[str, Described] = {"std_msgs/Header": Described("std_msgs/msg/Header", header)}

    def find(self, name: str) -> Described:
        """The type with this name: `package/Name` of a message, or the full name of a derived type."""
        if name in self.derived:
            return self.derived[name]
        definition = self.load(name)
        return self.described(f"{definition.package}/msg/{definition.name}", definition)

    def described(self, name: str, definition: Any) -> Described:
        """A type with the fields of a definition. Field names are lower case in ROS 2."""
        parts = [Part(BUILTIN.get(f.type, f.type), f.array, f.name.lower()) for f in definition.fields]
        self.constants[name] = definition.constants
        # IDL types have at least one field.
        return Described(name, tuple(parts) or (Part("uint8", None, "structure_needs_at_least_one_member"),))

    def derive(self, name: str, *parts: Part) -> Described:
        """Adds a type without a definition file."""
        self.derived[name] = Described(name, parts)
        return self.derived[name]

    def description(self, described: Described) -> dict[str, Any]:
        fields = [{"name": part.name, "type": self.field_type(part)} for part in described.parts]
        return {"type_name": described.name, "fields": fields}

    def field_type(self, part: Part) -> dict[str, Any]:
        capacity, shape, string_capacity = 0, 0, 0
        if part.array == "":
            shape = SEQUENCE
        elif part.array:
            shape = BOUNDED_SEQUENCE if part.array.startswith("<=") else ARRAY
            capacity = int(part.array.lstrip("<="))
        kind, nested = part.type, ""
        if kind.startswith(BOUNDED_STRING):
            kind, string_capacity = BOUNDED_STRING, int(kind[len(BOUNDED_STRING) :])
        elif kind not in TYPE_IDS:
            kind, nested = "nested", self.find(kind).name
        number = TYPE_IDS[kind] + shape
        return {
            "type_id": number, "capacity": capacity, "string_capacity": string_capacity, "nested_type_name": nested,
        }

    def used(self, described: Described) -> dict[str, Described]:
        """All types that a type uses, directly or indirectly, by full name."""
        found: dict[str, Described] = {}
        waiting = [described]
        while waiting:
            for part in waiting.pop().parts:
                if part.type not in TYPE_IDS and not part.type.startswith(BOUNDED_STRING):
                    used = self.find(part.type)
                    if used.name not in found:
                        found[used.name] = used
                        waiting.append(used)
        return found

    def hash(self, described: Described) -> str:
        """The hash of a type, in hexadecimal digits."""
        used = self.used(described)
        whole = {
            "type_description": self.description(described),
            "referenced_type_descriptions": [self.description(used[name]) for name in sorted(used)],
        }
        return hashlib.sha256(json.dumps(whole).encode()).hexdigest()

    def service(self, name: str, request: list[Part], response: list[Part]) -> Described:
        """Adds the type of a service, with its request, its response and its introspection event."""
        parts = []
        for half, fields in (("Request", request), ("Response", response)):
            self.derive(f"{name}_{half}", *fields)
        self.derive(
            f"{name}_Event",
            Part("service_msgs/ServiceEventInfo", None, "info"),
            Part(f"{name}_Request", "<=1", "request"),
            Part(f"{name}_Response", "<=1", "response"),
        )
        for half in ("Request", "Response", "Event"):
            parts.append(Part(f"{name}_{half}", None, f"{half.lower()}_message"))
        return self.derive(name, *parts)

    def action(self, name: str) -> list[Described]:
        """Adds an action whose goal, result and feedback were added: its two services, its feedback message, and its type."""
        goal_id, stamp = Part("unique_identifier_msgs/UUID", None, "goal_id"), Part(BUILTIN["time"], None, "stamp")
        goal, result, feedback = (
            Part(f"{name}_{part}", None, part.lower()) for part in ("Goal", "Result", "Feedback")
        )
        parts = [
            self.service(f"{name}_SendGoal", [goal_id, goal], [Part("bool", None, "accepted"), stamp]),
            self.service(f"{name}_GetResult", [goal_id], [Part("int8", None, "status"), result]),
            self.derive(f"{name}_FeedbackMessage", goal_id, feedback),
        ]
        names = ("send_goal_service", "get_result_service", "feedback_message")
        used = (Part(part.name, None, field) for part, field in zip(parts, names))
        return [*parts, self.derive(name, goal, result, feedback, *used)]


def dds_name(name: str) -> str:
    """The DDS name of a type with this full name."""
    package, folder, last = name.split("/")
    return f"{package}::{folder}::dds_::{last}_"
