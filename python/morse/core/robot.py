"""Base class of robots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.core.object import Object
from morse.helpers.components import add_property
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.values import quaternion, vector

if TYPE_CHECKING:
    from morse.host.scene.node import SceneNode
    from morse.host.types import Numbers, Rotation


class Robot(Object):
    """A robot carries components. It acts in each tick."""

    add_property("_no_gravity", False, "NoGravity", "bool", "Gravity is balanced whenever a speed is applied.")
    add_property(
        "_is_ground_robot",
        False,
        "GroundRobot",
        "bool",
        "Commands leave the vertical speed, the roll rate and the pitch rate to physics.",
    )

    def __init__(self, obj: SceneNode, parent: Robot | None = None) -> None:
        Object.__init__(self, obj, parent)
        #: "Stop", "Transit" or "Arrived".
        self.move_status = "Stop"
        #: Added to simulated time by ``gettime``. [s]
        self.time_shift = 0.0
        #: Whether it has a body in physics.
        self.is_dynamic = bool(obj.getPhysicsId())
        #: Its components written in Python, in scene order.
        self.components: list[Object] = []

    def gettime(self) -> float:
        """Simulated time. [s]"""
        return scene_state.time_s + self.time_shift

    def apply_speed(self, kind: str, linear: Numbers, angular: Numbers) -> None:
        """Move in its own frame: by a step for ``'Position'`` [m, rad], at a speed for ``'Velocity'`` [m/s, rad/s]."""
        if kind not in ("Position", "Velocity"):
            raise ValueError(f"the kind of a speed is 'Position' or 'Velocity', not {kind!r}")
        simulator().do("speed", robot=self.name(), kind=kind, linear=vector(linear), angular=vector(angular))

    def force_pose(self, position: Numbers | None, orientation: Rotation | None) -> None:
        """Set its pose in the world [m], at rest; None keeps its position or orientation."""
        simulator().do(
            "force_pose",
            robot=self.name(),
            position=None if position is None else vector(position),
            orientation=None if orientation is None else quaternion(orientation),
        )
