"""Writes the type stubs of the builder classes, so that an editor completes their properties, levels and streams.

Run it after a change of catalogue.json or of a builder class: ``python3 python/tools/make_stubs.py``. With ``--check``
it writes nothing and ends with status 1 when a stub is out of date.
"""

import importlib
import inspect
import os
import sys
import typing
from typing import Any, Dict, List, Tuple

_HERE = os.path.dirname(os.path.abspath(__file__))
_PACKAGE_ROOT = os.path.dirname(_HERE)
sys.path.insert(0, _PACKAGE_ROOT)

from morse.builder import catalogue, wiring  # noqa: E402  (found through the line above)

MODULES = ("sensors", "actuators", "robots.morserobots", "robots.human", "robots.pr2")

_TYPES = {"float": "float", "int": "int", "bool": "bool", "string": "str", "list": "str", "dict": "str"}
_INHERITED = ("__init__", "properties", "add_stream", "alter", "level")


def stub(module: str) -> str:
    """The text of one stub file."""
    live = importlib.import_module(f"morse.builder.{module}")
    classes = [getattr(live, facts["name"]) for facts in catalogue.builders_of(module)]
    names = {cls.__name__ for cls in classes}
    lines = [
        f'"""Builder classes of morse.builder.{module}; written by tools/make_stubs.py from the catalogue."""',
        "",
        "from typing import Any, Iterable, List, Literal, Optional, Sequence, Union",
        "",
        "from morse.builder.abstractcomponent import AbstractComponent",
    ]
    outside: Dict[str, List[str]] = {}
    for cls in classes:
        base = _public_base(cls)
        if base.__name__ not in names:
            outside.setdefault(base.__module__, [])
            if base.__name__ not in outside[base.__module__]:
                outside[base.__module__].append(base.__name__)
    lines += [f"from {origin} import {', '.join(sorted(bases))}" for origin, bases in sorted(outside.items())]
    lines += ["", "__all__: List[str]"]
    for cls in _bases_first(classes):
        lines += ["", *_class(cls)]
    if module == "sensors":
        lines += ["", "VelodyneZB = Velodyne"]
    return "\n".join(lines) + "\n"


def _public_base(cls: type) -> type:
    return next(base for base in cls.__mro__[1:] if not base.__name__.startswith("_"))


def _bases_first(classes: List[type]) -> List[type]:
    return sorted(classes, key=lambda cls: (len(cls.__mro__), cls.__name__))


def _class(cls: Any) -> List[str]:
    component = cls.facts["component"]
    lines = [f"class {cls.__name__}({_public_base(cls).__name__}):", f'    """{_summary(component)}"""', ""]
    own = {name: member for name, member in vars(cls).items() if not name.startswith("_") or name == "__init__"}
    for name, member in own.items():
        if isinstance(member, property):
            lines += ["    @property", f"    def {name}(self) -> List[AbstractComponent]: ..."]
        elif inspect.isfunction(member) and (name == "__init__" or name not in _INHERITED):
            note = "  # type: ignore[override]" if name == "set_color" else ""
            lines += [f"    def {name}{_signature(member)}: ...{note}"]
    lines += _attributes(cls)
    if "__init__" not in own and component["kind"] == "robot":
        lines += ["    def __init__(self, name: Optional[str] = None) -> None: ..."]
    lines += _properties(component, cls.facts) + _level(component) + _add_stream(component) + _alter(component)
    return lines


def _summary(component: Dict[str, Any]) -> str:
    fields = ", ".join(
        field["name"] + (f" [{field['unit']}]" if field.get("unit") else "") for field in component.get("fields", ())
    )
    text = f"{component['title']}. {component['doc']}"
    return text + (f"\n\n    Data: {fields}.\n    " if fields else "")


def _signature(function: Any) -> str:
    parts = []
    for name, parameter in inspect.signature(function).parameters.items():
        stars = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(parameter.kind.name, "")
        text = stars + name
        if parameter.annotation is not parameter.empty and name != "self":
            text += f": {_type_name(parameter.annotation)}"
        if parameter.default is not parameter.empty:
            text += " = " + repr(parameter.default).replace("'", '"')
        parts.append(text)
    result = inspect.signature(function).return_annotation
    return f"({', '.join(parts)}) -> {_type_name(result) if result is not inspect.Signature.empty else 'Any'}"


def _type_name(annotation: Any) -> str:
    """A type as source text, the same with every version of Python."""
    if annotation is None or annotation is type(None):
        return "None"
    arguments = [_type_name(argument) for argument in typing.get_args(annotation)]
    origin = typing.get_origin(annotation)
    if origin is typing.Union:
        return f"Optional[{arguments[0]}]" if arguments[1:] == ["None"] else f"Union[{', '.join(arguments)}]"
    if origin is not None:
        name = {list: "List", dict: "Dict"}.get(origin, origin.__name__)
        return f"{name}[{', '.join(arguments)}]"
    return annotation.__name__ if isinstance(annotation, type) else str(annotation).replace("typing.", "")


def _attributes(cls: Any) -> List[str]:
    """Parts that some robots and sensors carry as attributes."""
    parts = {
        "Human": (("skeleton", "Armature"), ("joint_states", "ArmaturePose")),
        "BasePR2": tuple((name, "Any") for name in ("torso", "head", "l_arm", "r_arm", "joint_state")),
        "LocalizedPR2": (("motion", "Any"), ("pose", "Any")),
        "NavPR2": (("motion", "Any"), ("odometry", "Any"), ("base_scan", "Any")),
        "Kinect": (("rgb", "VideoCamera"), ("depth", "DepthCamera")),
        "CompoundSensor": (("sensors", "List[AbstractComponent]"),),
    }
    found: Tuple[Tuple[str, str], ...] = parts.get(cls.__name__, ())
    known = ("VideoCamera", "DepthCamera", "List[AbstractComponent]")
    return [f"    {name}: {kind if kind in known else 'Any'}" for name, kind in found]


def _properties(component: Dict[str, Any], facts: Dict[str, Any]) -> List[str]:
    known = {p["name"]: _TYPES[p["type"]] for p in component.get("properties", ())}
    for name, value in facts["properties"].items():
        known.setdefault(name, type(value).__name__)
    arguments = [f"        {name}: {kind} = ...," for name, kind in known.items() if not name.endswith("_Tag")]
    if not arguments:
        return []
    return [
        "    def properties(",
        "        self,",
        "        *,",
        *arguments,
        "        **kwargs: Any,",
        "    ) -> None: ...",
    ]


def _literal(names: List[str]) -> str:
    return "Literal[" + ", ".join(f'"{name}"' for name in names) + "]"


def _level(component: Dict[str, Any]) -> List[str]:
    levels = [level["name"] for level in component.get("levels", ())]
    return [f"    def level(self, level: {_literal(levels)}) -> None: ...  # type: ignore[override]"] if levels else []


def _add_stream(component: Dict[str, Any]) -> List[str]:
    table = wiring.stream_table().get(component["class"], {})
    middlewares = sorted({middleware for level in table.values() for middleware in level})
    if not middlewares:
        return []
    return [
        "    def add_stream(",
        "        self,",
        f"        datastream: Union[{_literal(middlewares)}, str],",
        "        method: Optional[str] = None,",
        "        path: Optional[str] = None,",
        "        classpath: Optional[str] = None,",
        "        direction: Optional[str] = None,",
        "        **kwargs: Any,",
        "    ) -> None: ...",
    ]


def _alter(component: Dict[str, Any]) -> List[str]:
    modifiers = catalogue.wiring()["modifiers"]
    fitting = [name for name, classes in modifiers.items() if component["class"] in classes]
    if not fitting:
        return []
    return [
        "    def alter(",
        "        self,",
        f"        modifier_name: Union[{_literal(fitting)}, str, None] = None,",
        "        classpath: Optional[str] = None,",
        "        direction: Optional[str] = None,",
        "        **kwargs: Any,",
        "    ) -> None: ...",
    ]


def path_of(module: str) -> str:
    """Where the stub of a module is kept."""
    return os.path.join(_PACKAGE_ROOT, "morse", "builder", *module.split(".")) + ".pyi"


def outdated() -> List[str]:
    """Modules whose stub differs from what would be written now."""
    found = []
    for module in MODULES:
        path = path_of(module)
        if not os.path.isfile(path):
            found.append(module)
            continue
        with open(path, encoding="utf-8") as stream:
            if stream.read() != stub(module):
                found.append(module)
    return found


def main(words: List[str]) -> int:
    """Write the stubs, or with ``--check`` tell which are out of date."""
    if "--check" in words:
        stale = outdated()
        for module in stale:
            print(f"the stub of morse.builder.{module} is out of date: run python3 python/tools/make_stubs.py")
        return 1 if stale else 0
    for module in MODULES:
        with open(path_of(module), "w", encoding="utf-8") as stream:
            stream.write(stub(module))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
