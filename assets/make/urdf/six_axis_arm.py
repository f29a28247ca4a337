"""A six-axis arm with a parallel gripper on a fixed foot."""

from urdf._arm import add_arm
from urdf.kit import Urdf, box


def make() -> Urdf:
    """The arm. The origin is on the floor below the first axis."""
    arm = Urdf("six_axis_arm", "An arm with six axes and a parallel gripper, on a foot that stands still.")
    arm.link("world")
    arm.link("foot", 12.0, [
        box(0.32, 0.32, 0.02, at=(0, 0, 0.01), color="graphite"),
        box(0.2, 0.2, 0.38, at=(0, 0, 0.21), color="metal"),
    ])
    arm.joint("floor", "fixed", "world", "foot")
    add_arm(arm, "foot", (0, 0, 0.4))
    return arm
