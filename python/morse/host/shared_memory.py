"""Shared memory between simulator and host, for images and point clouds, which would be slow in messages.

Values of the simulator are mapped and passed to components as ``memoryview``, without a copy. A slot is freed when
nothing refers to it anymore, so that a component may keep an image.
"""

from __future__ import annotations

import mmap
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from morse.host.types import Value

#: Offset of the host's own values. [bytes]
_HOST_AREA = 1 << 40
#: Alignment of slots. [bytes]
_SLOT_ALIGN = 1 << 16
#: Offset of a value in its slot. Large buffers begin a few bytes after the start of a page, and some processors copy
#: slowly between addresses that differ by a few bytes within their pages. [bytes]
_VALUE_SHIFT = 1 << 11
#: Smallest size of values in shared memory. [bytes]
BYTES_MIN = 4096


class SharedMemory:
    """The host's end of the shared memory."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._maps: dict[int, mmap.mmap] = {}
        self._lengths: dict[int, int] = {}
        self._taken: set[int] = set()
        self._own: mmap.mmap | None = None
        self._written = 0
        self._references = 0

    def view(self, offset: int, length: int) -> memoryview:
        """The value that the simulator wrote into a slot."""
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

    def freed(self) -> list[int]:
        """The slots that became unreferenced since the last call."""
        found = [offset for offset in self._taken if self._references_to(offset) <= self._references]
        self._taken.difference_update(found)
        return found

    def begin(self) -> None:
        """Reuse the space of the values of the last reply, which the simulator has read."""
        self._written = 0

    def place(self, value: Buffer) -> tuple[int, int] | None:
        """Offset and length of a value in the shared memory. Copies the value if necessary; None if it does not fit."""
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
        """The area of the host's own values, with at least ``size`` bytes. It is mapped again when it is too small."""
        if self._own is None or len(self._own) < size:
            # Doubled, because values are added one by one.
            size = -(-2 * size // _SLOT_ALIGN) * _SLOT_ALIGN
            # Reserves the pages: without space, an error here is better than a bus error on the first write.
            os.posix_fallocate(self._descriptor, _HOST_AREA, size)
            self._own = mmap.mmap(self._descriptor, size, offset=_HOST_AREA)
        return self._own

    def _slot_of(self, value: Buffer) -> tuple[int, int] | None:
        """The slot that a view, or an array on a view, covers completely."""
        whole = memoryview(value)
        owner: Value = value
        while not isinstance(owner, memoryview):
            owner = getattr(owner, "base", None)
            if owner is None:
                return None
        for offset in self._taken:
            if owner.obj is self._maps[offset]:
                length = self._lengths[offset]
                return (offset, length) if whole.nbytes == length and whole.c_contiguous else None
        return None


def is_buffer(value: Value) -> bool:
    """Whether a value is a buffer or an array, whose bytes can be sent."""
    return isinstance(value, (bytes, bytearray, memoryview)) or (hasattr(value, "tobytes") and hasattr(value, "nbytes"))


def _bytes_of(value: Buffer) -> memoryview:
    whole = memoryview(value)
    return whole.cast("B") if whole.c_contiguous else memoryview(whole.tobytes())


def plain_bytes(value: Buffer) -> bytes:
    """The bytes of a buffer."""
    return bytes(_bytes_of(value))


_current: SharedMemory | None = None


def open_shared() -> None:
    """Open the shared memory that the simulator passes, if any."""
    global _current
    descriptor = os.environ.pop("MORSE_SHARED_FD", "")
    if descriptor:
        os.set_inheritable(int(descriptor), False)
        _current = SharedMemory(int(descriptor))


def shared() -> SharedMemory | None:
    """The shared memory, or None."""
    return _current
