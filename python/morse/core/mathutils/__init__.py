"""Vectors, Euler angles, quaternions and matrices, compatible with the module of that name in Blender.

Angles are radians. ``Euler`` is in XYZ order: R = Rz(z) · Ry(y) · Rx(x). Values are 64-bit floats.
"""

from morse.core.mathutils.euler import Euler
from morse.core.mathutils.matrix import Matrix
from morse.core.mathutils.quaternion import Quaternion
from morse.core.mathutils.vector import Vector

__all__ = ["Euler", "Matrix", "Quaternion", "Vector"]
