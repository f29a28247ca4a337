"""A peer of pocolibs for benchmarks: reads all posters, and compares the written contents with the encoded ones."""

import ctypes
import struct
import time

from middlewares import peers

# After `peers`, which puts the peers of the tests on the search path.
import posters  # isort: skip
import yarp_peers  # isort: skip

# POM_POS begins with its date, which counts the contents that the engine has encoded.
_DATE = struct.Struct("<i")


class Devices(posters.Own):
    """h2 devices with more slots than `h2 init` makes, for reading all posters."""

    SLOTS = 512

    def _slots(self):
        return self.SLOTS

    def init(self):
        super().init(slots=self.SLOTS, memory=4 << 20)


class PosterReader(peers.Peer):
    """Reads all posters 120 times a second, each under its semaphore. The posters count what is written to them."""

    def __init__(self, devices, names):
        super().__init__()
        self._devices, self._places, self._seen = devices, [], {}
        for name in names:
            slot = yarp_peers.wait_until(lambda: devices._find(name), name)
            base = devices.table + slot * posters.SLOT
            address = devices.memory + devices._get(base + 56, "Q")
            self._places.append((devices._get(base + 64, "i"), base, address, devices._int(slot, 88)))
            yarp_peers.wait_until(lambda: devices._int(slot, 68) == 1, name + " is written")
        self._first = [self._read(*place) for place in self._places]
        self._last, self.seen = [date for date, _ in self._first], 0
        self.start()

    def _read(self, semaphore, base, address, size):
        """Date and write counter of one poster, read together."""
        self._devices._take(semaphore)
        content = ctypes.string_at(address, size)
        writes = self._devices._get(base + 104, "i")
        self._devices._give(semaphore)
        return _DATE.unpack_from(content)[0], writes

    def turn(self):
        begin = time.perf_counter()
        for number, place in enumerate(self._places):
            date, _ = self._read(*place)
            self.seen += date != self._last[number]
            self._last[number] = date
        time.sleep(max(0.0, 1 / 120 - (time.perf_counter() - begin)))

    def found(self):
        """Numbers of written and of encoded contents."""
        last = [self._read(*place) for place in self._places]
        written = sum(writes - first for (_, writes), (_, first) in zip(last, self._first))
        return written, sum(date - first for (date, _), (first, _) in zip(last, self._first))

    def close(self):
        pass
