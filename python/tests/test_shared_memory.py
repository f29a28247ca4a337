"""Host side of the memory shared with the simulator."""

import os
import sys
import unittest

from morse.host.shared_memory import SharedMemory

_BYTES = 100_000
_SLOT = 1 << 11


@unittest.skipUnless(sys.platform == "linux", "only Linux has files in memory")
class SharedMemoryTest(unittest.TestCase):
    def setUp(self):
        self.file = os.memfd_create("test")
        self.addCleanup(os.close, self.file)
        os.ftruncate(self.file, 1 << 17)
        self.memory = SharedMemory(self.file)

    def read(self, place):
        offset, length = place
        return os.pread(self.file, length, offset)

    def test_values_of_one_reply_are_adjacent(self):
        places = [self.memory.place(bytes([number]) * _BYTES) for number in range(5)]
        for number, place in enumerate(places):
            self.assertEqual(self.read(place), bytes([number]) * _BYTES)

    def test_the_next_reply_reuses_the_same_place(self):
        first = self.memory.place(b"a" * _BYTES)
        self.memory.begin()
        self.assertEqual(self.memory.place(bytearray(b"b" * _BYTES)), first)
        self.assertEqual(self.read(first), b"b" * _BYTES)

    def test_a_larger_value_grows_the_memory(self):
        for count in (1, 10, 100):
            self.memory.begin()
            value = bytes(range(1, 101)) * (count * 1000)
            self.assertEqual(self.read(self.memory.place(value)), value)

    def test_strided_elements_are_made_contiguous(self):
        value = memoryview(bytes(range(200)) * 100)[::2]
        self.assertEqual(self.read(self.memory.place(value)), value.tobytes())

    def test_a_view_of_a_slot_is_sent_without_a_copy(self):
        view = self.memory.view(_SLOT, _BYTES)
        self.assertEqual(self.memory.place(view), (_SLOT, _BYTES))
        self.assertEqual(self.memory.freed(), [])
        del view
        self.assertEqual(self.memory.freed(), [_SLOT])

    def test_a_file_that_cannot_grow_is_not_used(self):
        readonly = os.open(f"/proc/self/fd/{self.file}", os.O_RDONLY)
        self.addCleanup(os.close, readonly)
        self.assertIsNone(SharedMemory(readonly).place(b"a" * _BYTES))


if __name__ == "__main__":
    unittest.main()
