"""Velocities computed from two poses."""

import math

from morse.core.mathutils import Matrix, Vector
from morse.helpers.transformation import Transformation3d


def linear_velocities(prev: Transformation3d, now: Transformation3d, dt: float) -> Vector:
    """Linear velocity along the axes of the world. [m/s]"""
    return (now.translation - prev.translation) / dt


def angular_velocities(prev: Transformation3d, now: Transformation3d, dt: float) -> Vector:
    """Angular velocity about the body's own axes, from the rates of its XYZ Euler angles. [rad/s]"""
    rates = (Vector(now.euler) - Vector(prev.euler)) / dt
    roll, pitch, _ = now.euler
    body_from_rates = Matrix(
        (
            (1.0, 0.0, -math.sin(pitch)),
            (0.0, math.cos(roll), math.cos(pitch) * math.sin(roll)),
            (0.0, -math.sin(roll), math.cos(pitch) * math.cos(roll)),
        )
    )
    return body_from_rates @ rates
