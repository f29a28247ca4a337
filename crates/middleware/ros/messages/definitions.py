"""Parser of ROS message definitions: fields, constants, used types and MD5 sums."""

import hashlib
import re
from pathlib import Path
from typing import NamedTuple, Optional

HERE = Path(__file__).resolve().parent
INSTALLED = Path("/usr/share")

PRIMITIVES = frozenset(
    "bool int8 byte uint8 char int16 uint16 int32 uint32 int64 uint64 float32 float64 string time duration".split()
)


#: A string with a maximum length in ROS 2: `string<=255`.
BOUNDED_STRING = "string<="


class Field(NamedTuple):
    type: str  # without brackets; with its package, except for primitives
    array: Optional[str]  # None, "" for a sequence, or the length
    name: str
    raw: str  # the type as it is written


class Constant(NamedTuple):
    type: str
    name: str
    value: str


class Definition:
    """A parsed message. ``suffix`` is ``2`` for types whose fields differ in ROS 2, else empty."""

    def __init__(self, package: str, name: str, text: str, suffix: str = "") -> None:
        self.package, self.name, self.suffix = package, name, suffix
        self.fields: list[Field] = []
        self.constants: list[Constant] = []
        lines = []
        for line in text.splitlines():
            line = self._read(line)
            if line:
                lines.append(line)
        self.text = "\n".join(lines)

    @property
    def unique_name(self) -> str:
        return self.name + self.suffix

    def _read(self, line: str) -> str:
        if line.split("#")[0].strip() == "":
            return ""
        kind, rest = line.strip().split(None, 1)
        if kind == "string" and "=" in rest.split("#")[0]:
            name, value = rest.split("=", 1)
            self.constants.append(Constant(kind, name.strip(), value.strip()))
            return f"{kind} {name.strip()}={value.strip()}"
        rest = rest.split("#")[0].strip()
        if "=" in rest:
            name, value = (part.strip() for part in rest.split("=", 1))
            self.constants.append(Constant(kind, name, value))
            return f"{kind} {name}={value}"
        base, _, bracket = kind.partition("[")
        if base not in PRIMITIVES and "/" not in base and not base.startswith(BOUNDED_STRING):
            base = "std_msgs/Header" if base == "Header" else f"{self.package}/{base}"
        self.fields.append(Field(base, bracket.rstrip("]") if bracket else None, rest, kind))
        return f"{kind} {rest}"


def load(key: str, suffix: str) -> Definition:
    package, name = key.split("/")
    roots = [HERE / "ros2", HERE] if suffix else [HERE]
    # Packages that exist only in ROS 2 come last: their types need no suffix.
    for root in roots + [INSTALLED, HERE / "ros2"]:
        path = root / package / "msg" / f"{name}.msg"
        if path.exists():
            own = suffix if root.name == "ros2" else ""
            return Definition(package, name, path.read_text(), own)
    raise SystemExit(f"{key}: no definition; see README.md for the packages to install")


def halves_of(key: str) -> list[tuple[str, Definition]]:
    """Request and response of a service."""
    package, name = key.split("/")
    for root in (HERE, INSTALLED, HERE / "ros2"):
        path = root / package / "srv" / f"{name}.srv"
        if path.exists():
            break
    else:
        raise SystemExit(f"{key}: no definition; see README.md for the packages to install")
    texts = re.split(r"^---$", path.read_text(), flags=re.MULTILINE)
    return [(part, Definition(package, name + part, text)) for part, text in zip(("Request", "Response"), texts)]


class Types:
    """All required definitions, by package and Rust name."""

    def __init__(self) -> None:
        self.known: dict[str, Definition] = {}

    def add(self, key: str, suffix: str = "") -> Definition:
        definition = load(key, suffix)
        full = f"{definition.package}/{definition.unique_name}"
        if full not in self.known:
            self.known[full] = definition
            for used in self.used(definition):
                assert used
        return self.known[full]

    def of(self, definition: Definition, field: Field) -> Definition:
        return self.add(field.type, definition.suffix)

    def used(self, definition: Definition) -> list[Definition]:
        """The message types of the fields, in order, without duplicates."""
        found = [self.of(definition, field) for field in definition.fields if field.type not in PRIMITIVES]
        return list(dict.fromkeys(found))

    def md5_text(self, definition: Definition) -> str:
        lines = [f"{c.type} {c.name}={c.value}" for c in definition.constants]
        for field in definition.fields:
            kind = field.raw
            if field.type not in PRIMITIVES:
                kind = self.md5(self.of(definition, field))
            lines.append(f"{kind} {field.name}")
        return "\n".join(lines)

    def md5(self, definition: Definition) -> str:
        return hashlib.md5(self.md5_text(definition).encode()).hexdigest()
