"""Functions for angles."""

import math


def normalise_angle(angle: float) -> float:
    """Normalize an angle to -pi (inclusive) to pi (exclusive). [rad]"""
    return (angle + math.pi) % (2.0 * math.pi) - math.pi


def rotation_direction(current_angle: float, target_angle: float, tolerance: float, speed: float) -> float:
    """The turn rate towards an angle: ``speed``, ``-speed``, or 0 within the tolerance. [rad, rad/s]"""
    if current_angle < target_angle - tolerance:
        return speed
    if current_angle > target_angle + tolerance:
        return -speed
    return 0
