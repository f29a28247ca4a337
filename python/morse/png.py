"""Pictures as PNG files, without a library for images."""

from __future__ import annotations

import struct
import zlib

import numpy
from numpy.typing import NDArray


def png(picture: NDArray[numpy.uint8]) -> bytes:
    """Encode a picture: rows, columns, and red, green and blue from 0 to 255."""
    height, width, _ = picture.shape

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    # Each line holds differences to the pixel on the left: filter 1 of the PNG specification.
    lines = numpy.ascontiguousarray(picture).reshape(height, width * 3)
    differences = lines.copy()
    differences[:, 3:] = lines[:, 3:] - lines[:, :-3]
    raw = b"".join(b"\x01" + line.tobytes() for line in differences)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body
