"""Memory that the simulator and the host share: images and point clouds, which would be slow in messages.

What the simulator sends is mapped, and is given to components as ``memoryview`` without a copy. It is given back when nothing
refers to it any more, so that a component may keep an image.
"""

import mmap
import os
import sys
from typing import Any, Dict, List, Optional, Set, Tuple

#: Offset of the host's own values. [bytes]
_HOST_AREA = 1 << 40
#: Slots begin at multiples of this. [bytes]
_SLOT_ALIGN = 1 << 16
#: Values begin so far behind the beginning of a slot: some processors copy slowly between places of which one is a few bytes
#: behind the other, counted from the beginnings of their pages, and large buffers begin a few bytes behind it. [bytes]
_VALUE_SHIFT = 1 << 11
#: Bytes from this size on are shared. [bytes]
BYTES_MIN = 4096


class SharedMemory:
    """The host's end of the shared memory."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._maps: Dict[int, mmap.mmap] = {}
        self._lengths: Dict[int, int] = {}
        self._taken: Set[int] = set()
        self._own: Optional[mmap.mmap] = None
        self._written = 0
        self._references = 0

    def view(self, offset: int, length: int) -> memoryview:
        """What the simulator has put into a slot."""
        slot = self._maps.get(offset)
        shift = offset % _SLOT_ALIGN
        if slot is None:
            size = -(-(shift + length) // _SLOT_ALIGN) * _SLOT_ALIGN
            slot = self._maps[offset] = mmap.mmap(self._descriptor, size, offset=offset - shift)
            del slot
            self._references = self._references_to(offset)
            slot = self._maps[offset]
        self._lengths[offset] = length
        self._taken.add(offset)
        return memoryview(slot)[shift : shift + length]

    def _references_to(self, offset: int) -> int:
        return sys.getrefcount(self._maps[offset])

    def freed(self) -> List[int]:
        """The slots to which nothing refers any more since the last call."""
        found = [offset for offset in self._taken if self._references_to(offset) <= self._references]
        self._taken.difference_update(found)
        return found

    def begin(self) -> None:
        """Forget what was put there for the last reply, which the simulator has read."""
        self._written = 0

    def place(self, value: Any) -> Optional[Tuple[int, int]]:
        """Offset and length of a value in the shared memory, where it is put if it is not there; None if it does not fit."""
        found = self._slot_of(value)
        if found is not None:
            return found
        data = _bytes_of(value)
        start = self._written + _VALUE_SHIFT
        end = start + data.nbytes
        try:
            own = self._own_area(end)
        except OSError:
            return None
        with memoryview(own) as area:
            area[start:end] = data
        self._written = -(-end // _SLOT_ALIGN) * _SLOT_ALIGN
        return _HOST_AREA + start, data.nbytes

    def _own_area(self, size: int) -> mmap.mmap:
        """The host's own values, with room for so many bytes. It is mapped once, and again when that is too small."""
        if self._own is None or len(self._own) < size:
            # Twice that: values become larger one by one.
            size = -(-2 * size // _SLOT_ALIGN) * _SLOT_ALIGN
            # Its pages are there from here on: there is no place for them when they are needed only then.
            os.posix_fallocate(self._descriptor, _HOST_AREA, size)
            self._own = mmap.mmap(self._descriptor, size, offset=_HOST_AREA)
        return self._own

    def _slot_of(self, value: Any) -> Optional[Tuple[int, int]]:
        """The slot that a view, or an array over it, covers whole."""
        whole = memoryview(value)
        owner = value
        while not isinstance(owner, memoryview):
            owner = getattr(owner, "base", None)
            if owner is None:
                return None
        for offset in self._taken:
            if owner.obj is self._maps[offset]:
                length = self._lengths[offset]
                return (offset, length) if whole.nbytes == length and whole.c_contiguous else None
        return None


def is_buffer(value: Any) -> bool:
    """Whether a value has its bytes in a row, or an array that can be put in a row."""
    return isinstance(value, (bytes, bytearray, memoryview)) or (hasattr(value, "tobytes") and hasattr(value, "nbytes"))


def _bytes_of(value: Any) -> memoryview:
    whole = memoryview(value)
    return whole.cast("B") if whole.c_contiguous else memoryview(whole.tobytes())


def plain_bytes(value: Any) -> bytes:
    """The bytes of a buffer."""
    return bytes(_bytes_of(value))


_current: Optional[SharedMemory] = None


def open_shared() -> None:
    """Open the shared memory that the simulator has passed on, if any."""
    global _current
    descriptor = os.environ.pop("MORSE_SHARED_FD", "")
    if descriptor:
        os.set_inheritable(int(descriptor), False)
        _current = SharedMemory(int(descriptor))


def shared() -> Optional[SharedMemory]:
    """The shared memory, if there is any."""
    return _current
