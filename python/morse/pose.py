"""Poses in the world."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


def array(numbers: Sequence[float] | Sequence[Sequence[float]]) -> NDArray[numpy.float64]:
    """The numbers as an array."""
    # Imported on first use: numpy takes longer to load than the engine.
    import numpy

    return numpy.array(numbers)


class Pose(NamedTuple):
    """A pose in the world."""

    #: x, y, z. [m]
    position: NDArray[numpy.float64]
    #: Quaternion x, y, z, w.
    quaternion: NDArray[numpy.float64]

    @property
    def euler(self) -> tuple[float, float, float]:
        """Roll, pitch and yaw: rotations about the fixed axes x, y, z, in this order. [rad]"""
        x, y, z, w = (float(part) for part in self.quaternion)
        roll = math.atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
        pitch = math.asin(max(-1.0, min(1.0, 2.0 * (w * y - z * x))))
        yaw = math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
        return roll, pitch, yaw

    @property
    def yaw(self) -> float:
        """Rotation about the vertical axis. [rad]"""
        return self.euler[2]

    @property
    def matrix(self) -> NDArray[numpy.float64]:
        """Homogeneous transform from the object to the world: four rows of four numbers. [m]"""
        x, y, z, w = (float(part) for part in self.quaternion)
        px, py, pz = (float(part) for part in self.position)
        return array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), px],
                [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), py],
                [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), pz],
                [0.0, 0.0, 0.0, 1.0],
            ]
        )
