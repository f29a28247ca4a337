"""Creates the builder classes that need no code beyond their catalog entry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Protocol, cast

from morse.builder.catalog import builders_of

if TYPE_CHECKING:
    from morse.builder.catalog.entries import BuilderEntry

    class _RobotClass(Protocol):
        """The class of a robot with a model file."""

        kind: str

        def __init__(self, filename: str, name: str | None) -> None: ...


def define_builders(module: str, namespace: dict[str, object]) -> None:
    """Add to ``namespace`` every builder class of ``module`` that has no code there, and set ``__all__``."""
    names = []
    for facts in builders_of(module):
        name = facts["name"]
        names.append(name)
        if name in namespace:
            continue
        members: dict[str, object] = {"__module__": namespace["__name__"], "__qualname__": name}
        base = cast("type[_RobotClass]", namespace[facts["base"]])
        if base.kind == "robot":
            members["__init__"] = _robot_constructor(base, facts)
        namespace[name] = type(name, (base,), members)
    namespace["__all__"] = names


def _robot_constructor(base: type[_RobotClass], facts: BuilderEntry) -> Callable[..., None]:
    file = facts["model"].split("/", 1)[1] if facts["model"] else ""

    def __init__(self: _RobotClass, name: str | None = None) -> None:
        base.__init__(self, file, name)

    return __init__
