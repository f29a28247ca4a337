"""Messages of cameras and scanners as arrays of numpy. They share the memory of the message where that is possible."""

from __future__ import annotations

import base64
from typing import Any, Dict, Mapping

__all__ = ["arrays", "image", "intrinsic_matrix", "points", "ranges"]


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise ImportError("this needs numpy, which is not installed; the message has the same values without it") from None
    return numpy


def _field(message: Mapping[str, Any], *names: str) -> Any:
    for name in names:
        if name in message:
            return message[name]
    raise ValueError(f"the message has no {' or '.join(names)}; it has {', '.join(message)}")


def _decoded(data: Any) -> bytes:
    """Bytes of a message, which are text in JSON."""
    found: bytes = base64.b64decode(data) if isinstance(data, str) else data
    return found


def image(message: Mapping[str, Any]) -> Any:
    """The picture of a camera: rows, columns, and red, green, blue, opacity of 8 bits; read-only.

    Without the third axis for pictures in grey. Raises ValueError for a message that is no picture.
    """
    numpy = _numpy()
    height, width = int(_field(message, "height")), int(_field(message, "width"))
    data = _decoded(_field(message, "image"))
    if height > 0 and width > 0 and len(data) == height * width:
        return numpy.frombuffer(data, numpy.uint8).reshape(height, width)
    if len(data) != 4 * height * width:
        raise ValueError(f"a picture of {width} x {height} pixels has {4 * height * width} bytes, and not {len(data)}")
    return numpy.frombuffer(data, numpy.uint8).reshape(height, width, 4)


def points(message: Mapping[str, Any]) -> Any:
    """The points of a depth camera or a laser scanner: a row of x, y, z each [m].

    Those of a depth camera are of 32 bits, and read-only. Raises ValueError for a message without points.
    """
    numpy = _numpy()
    found = _field(message, "points", "point_list")
    if isinstance(found, (str, bytes)):
        data = _decoded(found)
        if len(data) % 12:
            raise ValueError(f"points have 12 bytes each; {len(data)} bytes are no number of points")
        return numpy.frombuffer(data, numpy.dtype("<f4")).reshape(-1, 3)
    return numpy.asarray(found, None if isinstance(found, memoryview) else float).reshape(-1, 3)


def ranges(message: Mapping[str, Any]) -> Any:
    """The distances of a laser scanner, in the order of its rays [m]. Raises ValueError for a message without them."""
    return _numpy().asarray(_field(message, "range_list"), float)


def intrinsic_matrix(message: Mapping[str, Any]) -> Any:
    """The 3 × 3 matrix of a camera that projects points to pixels. Raises ValueError for a message without one."""
    return _numpy().array(_field(message, "intrinsic_matrix"), float).reshape(3, 3)


def arrays(message: Mapping[str, Any]) -> Dict[str, Any]:
    """A copy of a message in which pictures, points, distances and matrices are arrays."""
    found: Dict[str, Any] = dict(message)
    if "image" in found and "width" in found:
        found["image"] = image(message)
    for name in ("points", "point_list"):
        if name in found:
            found[name] = points({name: found[name]})
    if "range_list" in found:
        found["range_list"] = ranges(message)
    if "remission_list" in found:
        found["remission_list"] = _numpy().array(found["remission_list"], float)
    if "intrinsic_matrix" in found:
        found["intrinsic_matrix"] = intrinsic_matrix(message)
    return found
