"""The ``morse_physics`` record of a node: properties of the body, with the keys of the simulator."""

from typing import Any, Optional

Physics = dict[str, Any]

NO_COLLISION: Physics = {"type": "NO_COLLISION"}

_COMMON_DAMPING = (0.04, 0.1)


def body(
    kind: str,
    bounds: str,
    mass: Optional[float] = None,
    radius: Optional[float] = None,
    damping: Optional[tuple[float, float]] = None,
    margin: float = 0.0,
    friction: float = 0.5,
    elasticity: float = 0.0,
    **flags: bool,
) -> Physics:
    """A body that collides. ``mass`` in kg, ``radius`` and ``margin`` in m, ``damping`` (linear, angular) per second.

    ``flags`` are ``compound``, ``actor``, ``ghost`` and ``no_sleep``; false ones are left out.
    """
    record: Physics = {"type": kind, "bounds": bounds, "friction": friction, "elasticity": elasticity, "margin": margin}
    if mass is not None:
        record["mass"] = mass
    if radius is not None:
        record["radius"] = radius
    if damping is not None:
        record["damping"] = list(damping)
    record.update({name: True for name, value in flags.items() if value})
    return record


def rigid(
    bounds: str,
    mass: float,
    radius: float = 0.01,
    damping: tuple[float, float] = _COMMON_DAMPING,
    actor: bool = True,
    **more: Any,
) -> Physics:
    """A body that is pushed, turned and knocked over."""
    return body("RIGID_BODY", bounds, mass, radius, damping, actor=actor, **more)


def static(bounds: str = "TRIANGLE_MESH", **more: Any) -> Physics:
    """A static body; its collision shape is by default its triangle mesh."""
    return body("STATIC", bounds, **more)
