"""Methods for the settings of a rigid body: mass, friction, physics type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.builder.scene.attributes import PHYSICS_TYPES
from morse.builder.script import arguments

if TYPE_CHECKING:
    from morse.builder.components.settings import BodySettings


class BodyMethods:
    """Body settings of robots, passive objects and primitives."""

    body: BodySettings

    def set_mass(self, mass: float) -> None:
        """Mass of the body. [kg]"""
        self.body["mass"] = arguments.number("set_mass", "mass", mass)

    def set_friction(self, friction: float = 0.0) -> None:
        """Friction coefficient of all materials of the root object, 0 to 100."""
        self.body["friction"] = arguments.number("set_friction", "friction", friction)

    def set_physics_type(self, physics_type: str = "STATIC") -> None:
        """Set the physics type of the body: NO_COLLISION, STATIC, DYNAMIC, RIGID_BODY, SENSOR… Raises ValueError."""
        self.body["physics"] = arguments.one_of("set_physics_type", "physics_type", physics_type, PHYSICS_TYPES)

    def set_rigid_body(self) -> None:
        """Let physics move and turn the body."""
        self.set_physics_type("RIGID_BODY")

    def set_dynamic(self) -> None:
        """Let physics move the body without rolling it over."""
        self.set_physics_type("DYNAMIC")

    def set_no_collision(self) -> None:
        """Disable physics and collisions."""
        self.set_physics_type("NO_COLLISION")

    def set_collision_bounds(self) -> None:
        """Collide as the convex hull of the object and its children."""
        self.body["bounds"] = "CONVEX_HULL"
        self.body["compound"] = True
