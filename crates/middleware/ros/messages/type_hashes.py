"""The hashes by which ROS 2 tells versions of a type apart: RIHS01 of REP 2016.

The hash of a type is the SHA-256 of its description and of those of all types that it uses, as JSON.
"""

import hashlib
import json
from typing import Any, Dict, List, NamedTuple, Tuple

#: Numbers of types in `type_description_interfaces/FieldType`.
TYPE_IDS = {
    "nested": 1, "int8": 2, "uint8": 3, "int16": 4, "uint16": 5, "int32": 6, "uint32": 7, "int64": 8, "uint64": 9,
    "float32": 10, "float64": 11, "bool": 15, "byte": 16, "string": 17, "char": 3,
}
ARRAY, BOUNDED_SEQUENCE, SEQUENCE = 48, 96, 144
#: Types of ROS 1 that are messages in ROS 2.
BUILTIN = {"time": "builtin_interfaces/Time", "duration": "builtin_interfaces/Duration"}


class Part(NamedTuple):
    """A field: its type, with its package or a primitive one, its brackets, and its name."""

    type: str
    array: "str | None"  # None, "" for a sequence, "<=N", or the length
    name: str


class Described(NamedTuple):
    """A type: its name such as `std_srvs/srv/Trigger_Request`, and its fields."""

    name: str
    parts: Tuple[Part, ...]


class Hashes:
    """Computes hashes. `load` gives the definition of a message by `package/Name`."""

    def __init__(self, load: Any) -> None:
        self.load = load
        # The header of ROS 1 has another field.
        header = (Part(BUILTIN["time"], None, "stamp"), Part("string", None, "frame_id"))
        #: Types that have no file of their own, by name.
        self.derived: Dict[str, Described] = {"std_msgs/Header": Described("std_msgs/msg/Header", header)}

    def find(self, name: str) -> Described:
        """A type by `package/Name`, which is a message, or by its full name."""
        if name in self.derived:
            return self.derived[name]
        definition = self.load(name)
        return self.described(f"{definition.package}/msg/{definition.name}", definition)

    def described(self, name: str, definition: Any) -> Described:
        """A type with the fields of a definition. Names of fields are in lower case in ROS 2."""
        parts = [Part(BUILTIN.get(f.type, f.type), f.array, f.name.lower()) for f in definition.fields]
        # Types of IDL have at least one field.
        return Described(name, tuple(parts) or (Part("uint8", None, "structure_needs_at_least_one_member"),))

    def derive(self, name: str, *parts: Part) -> Described:
        """Adds a type that has no file of its own."""
        self.derived[name] = Described(name, parts)
        return self.derived[name]

    def description(self, described: Described) -> Dict[str, Any]:
        fields = [{"name": part.name, "type": self.field_type(part)} for part in described.parts]
        return {"type_name": described.name, "fields": fields}

    def field_type(self, part: Part) -> Dict[str, Any]:
        capacity, shape = 0, 0
        if part.array == "":
            shape = SEQUENCE
        elif part.array:
            shape = BOUNDED_SEQUENCE if part.array.startswith("<=") else ARRAY
            capacity = int(part.array.lstrip("<="))
        nested = "" if part.type in TYPE_IDS else self.find(part.type).name
        kind = TYPE_IDS["nested" if nested else part.type] + shape
        return {"type_id": kind, "capacity": capacity, "string_capacity": 0, "nested_type_name": nested}

    def used(self, described: Described) -> Dict[str, Described]:
        """All types that a type uses, and those that they use."""
        found: Dict[str, Described] = {}
        waiting = [described]
        while waiting:
            for part in waiting.pop().parts:
                if part.type not in TYPE_IDS:
                    used = self.find(part.type)
                    if used.name not in found:
                        found[used.name] = used
                        waiting.append(used)
        return found

    def hash(self, described: Described) -> str:
        """The hash, in hexadecimal digits."""
        used = self.used(described)
        whole = {
            "type_description": self.description(described),
            "referenced_type_descriptions": [self.description(used[name]) for name in sorted(used)],
        }
        return hashlib.sha256(json.dumps(whole).encode()).hexdigest()

    def service(self, name: str, request: List[Part], response: List[Part]) -> Described:
        """A service: a type with its request, its response, and the event that introspection publishes."""
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

    def action(self, name: str) -> List[Described]:
        """The two services and the feedback of an action. Goal, result and feedback are derived already."""
        goal_id, stamp = Part("unique_identifier_msgs/UUID", None, "goal_id"), Part(BUILTIN["time"], None, "stamp")
        goal, result, feedback = (
            Part(f"{name}_{part}", None, part.lower()) for part in ("Goal", "Result", "Feedback")
        )
        return [
            self.service(f"{name}_SendGoal", [goal_id, goal], [Part("bool", None, "accepted"), stamp]),
            self.service(f"{name}_GetResult", [goal_id], [Part("int8", None, "status"), result]),
            self.derive(f"{name}_FeedbackMessage", goal_id, feedback),
        ]


def dds_name(name: str) -> str:
    """The name of a type in DDS."""
    package, folder, last = name.split("/")
    return f"{package}::{folder}::dds_::{last}_"
