"""Body settings for scripts: mass, friction, physics type."""

from typing import Any, Dict

from morse.builder import arguments
from morse.builder.attributes import PHYSICS_TYPES


class BodyMethods:
    """Body settings of robots, passive objects and primitives."""

    body: Dict[str, Any]

    def set_mass(self, mass: float) -> None:
        """Mass of the body, kg."""
        self.body["mass"] = arguments.number("set_mass", "mass", mass)

    def set_friction(self, friction: float = 0.0) -> None:
        """Friction of all materials of the root object, 0 to 100."""
        self.body["friction"] = arguments.number("set_friction", "friction", friction)

    def set_physics_type(self, physics_type: str = "STATIC") -> None:
        """Set the physics type of the body: NO_COLLISION, STATIC, DYNAMIC, RIGID_BODY, SENSOR… Raises ValueError."""
        self.body["physics"] = arguments.one_of("set_physics_type", "physics_type", physics_type, PHYSICS_TYPES)

    def set_rigid_body(self) -> None:
        """Move and turn by physics."""
        self.set_physics_type("RIGID_BODY")

    def set_dynamic(self) -> None:
        """Move by physics without rolling over."""
        self.set_physics_type("DYNAMIC")

    def set_no_collision(self) -> None:
        """Disable physics and collisions."""
        self.set_physics_type("NO_COLLISION")

    def set_collision_bounds(self) -> None:
        """Collide as a convex hull, together with the children's shapes."""
        self.body["bounds"] = "CONVEX_HULL"
        self.body["compound"] = True
