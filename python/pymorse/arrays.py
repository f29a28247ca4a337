"""Messages of cameras and scanners as arrays of numpy, which share the memory of the message where possible."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import TYPE_CHECKING

from . import shared
from .codec import Value

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    # Those of a depth camera, and those of a laser scanner.
    Points = NDArray[numpy.float32] | NDArray[numpy.float64]

__all__ = ["arrays", "image", "intrinsic_matrix", "points", "ranges"]


def _require_numpy() -> None:
    try:
        import numpy  # noqa: F401  (imported by the callers)
    except ImportError:
        text = "this needs numpy, which is not installed; the message has the same values without it"
        raise ImportError(text) from None


def _field(message: Mapping[str, Value], *names: str) -> Value:
    for name in names:
        if name in message:
            return message[name]
    raise ValueError(f"the message has no {' or '.join(names)}; it has {', '.join(message)}")


def _decoded(data: str | bytes | Mapping[str, Value]) -> bytes:
    """Bytes of a field, which are base64 text in JSON messages, or a place in shared memory."""
    if isinstance(data, Mapping):
        return shared.read(data)
    return base64.b64decode(data) if isinstance(data, str) else data


def image(message: Mapping[str, Value]) -> NDArray[numpy.uint8]:
    """The image of a camera: rows, columns, and red, green, blue, alpha; read-only.

    Gray images have no third axis. Raises ValueError for a message without an image.
    """
    _require_numpy()
    import numpy

    height, width = int(_field(message, "height")), int(_field(message, "width"))
    data = _decoded(_field(message, "image"))
    if height > 0 and width > 0 and len(data) == height * width:
        return numpy.frombuffer(data, numpy.uint8).reshape(height, width)
    if len(data) != 4 * height * width:
        raise ValueError(f"a picture of {width} x {height} pixels has {4 * height * width} bytes, and not {len(data)}")
    return numpy.frombuffer(data, numpy.uint8).reshape(height, width, 4)


def points(message: Mapping[str, Value]) -> Points:
    """The points of a depth camera or laser scanner: a row x, y, z for each point. [m]

    Points of a depth camera are float32 and read-only. Raises ValueError for a message without points.
    """
    _require_numpy()
    import numpy

    found = _field(message, "points", "point_list")
    if isinstance(found, (str, bytes, Mapping)):
        data = _decoded(found)
        if len(data) % 12:
            raise ValueError(f"points have 12 bytes each; {len(data)} bytes are not a multiple of that")
        return numpy.frombuffer(data, numpy.dtype("<f4")).reshape(-1, 3)
    return numpy.asarray(found, None if isinstance(found, memoryview) else float).reshape(-1, 3)


def ranges(message: Mapping[str, Value]) -> NDArray[numpy.float64]:
    """The ranges of a laser scanner, in the order of its rays. [m] Raises ValueError for a message without ranges."""
    _require_numpy()
    import numpy

    return numpy.asarray(_field(message, "range_list"), float)


def intrinsic_matrix(message: Mapping[str, Value]) -> NDArray[numpy.float64]:
    """The 3 × 3 intrinsic matrix of a camera, from points to pixels. Raises ValueError for a message without one."""
    _require_numpy()
    import numpy

    return numpy.array(_field(message, "intrinsic_matrix"), float).reshape(3, 3)


def arrays(message: Mapping[str, Value]) -> dict[str, Value]:
    """A copy of a message in which images, points, ranges and matrices are arrays."""
    found: dict[str, Value] = dict(message)
    if "image" in found and "width" in found:
        found["image"] = image(message)
    for name in ("points", "point_list"):
        if name in found:
            found[name] = points({name: found[name]})
    if "range_list" in found:
        found["range_list"] = ranges(message)
    if "remission_list" in found:
        _require_numpy()
        import numpy

        found["remission_list"] = numpy.array(found["remission_list"], float)
    if "intrinsic_matrix" in found:
        found["intrinsic_matrix"] = intrinsic_matrix(message)
    return found
