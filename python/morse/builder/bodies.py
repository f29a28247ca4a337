"""What scripts may say of a body: mass, friction, how physics treats it."""

from typing import Any, Dict

_PHYSICS_TYPES = (
    "NO_COLLISION",
    "STATIC",
    "DYNAMIC",
    "RIGID_BODY",
    "SOFT_BODY",
    "OCCLUDE",
    "SENSOR",
    "NAVMESH",
    "CHARACTER",
)


class BodyMethods:
    """The methods of everything that physics may act on: robots, passive objects and primitives."""

    body: Dict[str, Any]

    def set_mass(self, mass: float) -> None:
        """Mass of the body, kg."""
        self.body["mass"] = float(mass)

    def set_friction(self, friction: float = 0.0) -> None:
        """Friction of all materials of the root object, 0 to 100."""
        self.body["friction"] = float(friction)

    def set_physics_type(self, physics_type: str = "STATIC") -> None:
        """How physics treats the body: NO_COLLISION, STATIC, DYNAMIC, RIGID_BODY, SENSOR… Raises ValueError."""
        if physics_type not in _PHYSICS_TYPES:
            raise ValueError(f"unknown physics type {physics_type!r}; known: {', '.join(_PHYSICS_TYPES)}")
        self.body["physics"] = physics_type

    def set_rigid_body(self) -> None:
        """Move and turn by physics."""
        self.set_physics_type("RIGID_BODY")

    def set_dynamic(self) -> None:
        """Move by physics without rolling over."""
        self.set_physics_type("DYNAMIC")

    def set_no_collision(self) -> None:
        """Take no part in physics."""
        self.set_physics_type("NO_COLLISION")

    def set_collision_bounds(self) -> None:
        """Collide as a convex hull, together with the children's shapes."""
        self.body["bounds"] = "CONVEX_HULL"
        self.body["compound"] = True
