"""Converts values between Python and the JSON messages of the simulator."""

from __future__ import annotations

import base64
import math
from typing import TYPE_CHECKING

from morse.core.mathutils import Euler, Matrix, Quaternion, Vector

if TYPE_CHECKING:
    from morse.host.types import Json, Numbers, Rotation, Value

_PLAIN = (str, bool, type(None))

#: Range of integers in the simulator.
_INT_MIN, _INT_MAX = -(2**63), 2**63 - 1

#: Maximum nesting depth of data.
_DEPTH_MAX = 64


def encoded(value: Value, depth: int = 0) -> Json:
    """Convert a value to JSON: vectors become lists, rotations objects with named numbers. Raises ValueError."""
    if type(value) is float:
        return value if math.isfinite(value) else {"$float": str(value)}
    if type(value) in _PLAIN:
        plain_value: Json = value
        return plain_value
    if type(value) is int:
        if not _INT_MIN <= value <= _INT_MAX:
            bits = value.bit_length()
            raise ValueError(f"whole numbers of more than 64 bits cannot be sent, and this one has {bits}")
        return value
    if depth > _DEPTH_MAX:
        raise ValueError(f"data nested more than {_DEPTH_MAX} deep cannot be sent")
    if isinstance(value, dict):
        if all(isinstance(key, str) and not key.startswith("$") for key in value):
            return {key: encoded(item, depth + 1) for key, item in value.items()}
        return {"$dict": [[str(key), encoded(item, depth + 1)] for key, item in value.items()]}
    if isinstance(value, (set, frozenset)):
        # Sorted, because the order of a set is not deterministic.
        value = sorted(value, key=repr)
    if isinstance(value, (list, tuple, Vector, Matrix)):
        return [encoded(item, depth + 1) for item in value]
    if isinstance(value, Quaternion):
        return {"x": value.x, "y": value.y, "z": value.z, "w": value.w}
    if isinstance(value, Euler):
        return {"yaw": value.z, "pitch": value.y, "roll": value.x}
    if hasattr(value, "tolist"):
        # Arrays and numbers of numpy, without importing numpy.
        return encoded(value.tolist(), depth)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return {"$bytes": base64.b64encode(bytes(value)).decode("ascii")}
    for plain in (bool, int, float, str):
        if isinstance(value, plain):
            return encoded(plain(value))
    return {"$python": repr(value)}


def decoded(value: Value) -> Value:
    """Convert a value from JSON."""
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        (tag, content), *_ = value.items()
        if tag == "$float":
            return float(content)
        if tag == "$timer":
            return decoded(content)
        if tag == "$tuple":
            return tuple(decoded(item) for item in content)
        if tag == "$bytes":
            return base64.b64decode(content)
        if tag == "$dict":
            return {key: decoded(item) for key, item in content}
        if tag == "$python":
            return content
    return {key: decoded(item) for key, item in value.items()}


def vector(value: Numbers, count: int = 3) -> list[float]:
    """Convert a vector of ``count`` finite numbers to a list. Raises ValueError for anything else."""
    numbers = [float(number) for number in value]
    if len(numbers) != count or not all(map(math.isfinite, numbers)):
        raise ValueError(f"expected {count} finite numbers, got {value!r}")
    return numbers


def quaternion(value: Rotation) -> list[float]:
    """Convert a rotation to a quaternion x, y, z, w: see ``Rotation`` for the accepted forms."""
    if isinstance(value, (Matrix, Euler)):
        rotation = value.to_quaternion()
    elif isinstance(value, Quaternion):
        rotation = value
    else:
        items: list[Value] = list(value)
        if len(items) == 4 and not hasattr(items[0], "__len__"):
            rotation = Quaternion(items)
        elif len(items) == 3 and not hasattr(items[0], "__len__"):
            rotation = Euler(items).to_quaternion()
        else:
            rotation = Matrix(items).to_quaternion()
    return vector((rotation.x, rotation.y, rotation.z, rotation.w), 4)


def pose_matrix(pose: Numbers) -> Matrix:
    """The 4×4 matrix of a pose: x, y, z [m] and the quaternion x, y, z, w."""
    x, y, z, qx, qy, qz, qw = pose
    matrix = Quaternion((qw, qx, qy, qz)).to_matrix().to_4x4()
    matrix[0][3], matrix[1][3], matrix[2][3] = x, y, z
    return matrix
