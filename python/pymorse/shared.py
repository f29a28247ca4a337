"""Pictures of streams with `encoding='shared_memory'`, from the file that the simulator writes on the same machine."""

from __future__ import annotations

import mmap
import os
from collections import OrderedDict
from collections.abc import Mapping

from .codec import Value

__all__ = ["is_whole", "read", "view"]

_MAGIC = b"MORSEF01"
#: Size of the header of a frame. [bytes]
_HEADER = 64
#: Maximum number of files that stay mapped: one for each camera.
_FILES_MAX = 64

_files: OrderedDict[str, mmap.mmap] = OrderedDict()


def _mapped(name: str) -> mmap.mmap:
    known = _files.get(name)
    if known is not None:
        _files.move_to_end(name)
        return known
    descriptor = os.open(name, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    try:
        mapped = mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ)
    finally:
        os.close(descriptor)
    if mapped[: len(_MAGIC)] != _MAGIC:
        mapped.close()
        raise ValueError(f"{name} has no pictures of a simulator")
    # Without `close`, as views of a user may still need the memory.
    for old in [old for old in _files if not os.path.exists(old)]:
        del _files[old]
    if len(_files) >= _FILES_MAX:
        _files.popitem(last=False)
    _files[name] = mapped
    return mapped


def view(place: Mapping[str, Value]) -> memoryview:
    """The picture at a place, without a copy; read-only. `is_whole` after its use finds whether it has changed.

    Raises OSError if the simulator could not write it or the file is gone, and ValueError for a place outside of the
    file.
    """
    if "error" in place:
        raise OSError(f"the simulator cannot write the picture: {place['error']}")
    name, offset, size = (place[key] for key in ("file", "offset", "size"))
    mapped = _mapped(name)
    if min(offset, size) < 0 or offset + _HEADER + size > len(mapped):
        raise ValueError(f"{name} has {len(mapped)} bytes; the picture would end at byte {offset + _HEADER + size}")
    return memoryview(mapped)[offset + _HEADER : offset + _HEADER + size]


def is_whole(place: Mapping[str, Value]) -> bool:
    """Whether no newer picture has taken the place."""
    offset: int = place["offset"]
    number = int.from_bytes(_mapped(place["file"])[offset : offset + 8], "little")
    return bool(number == place["number"])


def read(place: Mapping[str, Value]) -> bytes:
    """A copy of the picture at a place: the value of `image` or `points` in a message.

    Raises OSError if the simulator could not write it or the file is gone, and ValueError if newer pictures have taken
    its place: the simulator keeps four.
    """
    data = bytes(view(place))
    if not is_whole(place):
        raise ValueError(f"picture {place['number']} is gone: the reader is slower than the camera")
    return data
