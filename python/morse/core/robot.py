"""The base of robots."""

from typing import Any, List, Optional

from morse.core.object import Object
from morse.helpers.components import add_property
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.values import quaternion, vector


class Robot(Object):
    """What carries components. Acts in every tick."""

    add_property("_no_gravity", False, "NoGravity", "bool", "Gravity is balanced whenever a speed is applied.")
    add_property(
        "_is_ground_robot",
        False,
        "GroundRobot",
        "bool",
        "Commands leave the vertical speed, the roll rate and the pitch rate to physics.",
    )

    def __init__(self, obj: Any, parent: Optional[Object] = None) -> None:
        Object.__init__(self, obj, parent)
        #: "Stop", "Transit" or "Arrived".
        self.move_status = "Stop"
        #: Added to simulated time by ``gettime``. [s]
        self.time_shift = 0.0
        #: Whether it has physics.
        self.is_dynamic = bool(obj.getPhysicsId())
        #: The components on it that are written in Python, in scene order.
        self.components: List[Object] = []

    def gettime(self) -> float:
        """Simulated time. [s]"""
        return scene_state.time_s + self.time_shift

    def apply_speed(self, kind: str, linear: Any, angular: Any) -> None:
        """Move it along its own axes: by metres and radians for ``'Position'``, at m/s and rad/s for ``'Velocity'``."""
        if kind not in ("Position", "Velocity"):
            raise ValueError(f"the kind of a speed is 'Position' or 'Velocity', not {kind!r}")
        simulator().do("speed", robot=self.name(), kind=kind, linear=vector(linear), angular=vector(angular))

    def force_pose(self, position: Any, orientation: Any) -> None:
        """Put it somewhere in the world, at rest; None leaves its place, or how it is turned, as it is."""
        simulator().do(
            "force_pose",
            robot=self.name(),
            position=None if position is None else vector(position),
            orientation=None if orientation is None else quaternion(orientation),
        )
