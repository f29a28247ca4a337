"""Makes the builder classes that need no code beyond their catalogue entry."""

from typing import Any, Callable, Dict, Optional

from morse.builder.catalogue import builders_of


def define_builders(module: str, namespace: Dict[str, Any]) -> None:
    """Add to ``namespace`` every builder class of ``module`` that is not written out there, and set ``__all__``."""
    names = []
    for facts in builders_of(module):
        name = facts["name"]
        names.append(name)
        if name in namespace:
            continue
        members: Dict[str, Any] = {"__module__": namespace["__name__"], "__qualname__": name}
        base = namespace[facts["base"]]
        if base.kind == "robot":
            members["__init__"] = _robot_constructor(base, facts)
        namespace[name] = type(name, (base,), members)
    namespace["__all__"] = names


def _robot_constructor(base: type, facts: Dict[str, Any]) -> Callable[..., None]:
    file = facts["model"].split("/", 1)[1] if facts["model"] else ""

    def __init__(self: Any, name: Optional[str] = None) -> None:
        base.__init__(self, file, name)  # type: ignore[misc]

    return __init__
