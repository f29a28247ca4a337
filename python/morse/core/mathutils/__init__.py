"""Vectors, Euler angles, quaternions and matrices, compatible with Blender's module ``mathutils``.

Angles are in radians. ``Euler`` has the order XYZ by default: R = Rz(z) · Ry(y) · Rx(x). Values are 64-bit
floats.
"""

import sys
from importlib.util import find_spec

from morse.core.mathutils import geometry
from morse.core.mathutils.euler import Euler
from morse.core.mathutils.matrix import Matrix
from morse.core.mathutils.quaternion import Quaternion
from morse.core.mathutils.vector import Vector

__all__ = ["Euler", "Matrix", "Quaternion", "Vector", "geometry"]

# Scenes and components import it as `mathutils`, as in Blender. An installed `mathutils` has precedence.
if "mathutils" not in sys.modules and find_spec("mathutils") is None:
    sys.modules["mathutils"] = sys.modules[__name__]
    sys.modules["mathutils.geometry"] = geometry
