"""A peer of pocolibs for measures: reads all posters, and compares what was written with what the engine has encoded."""

import ctypes
import struct
import time

import middleware_peers
import posters
import yarp_peers

# The first bytes of POM_POS: its date, which counts what the engine has encoded.
_DATE = struct.Struct("<i")


class Devices(posters.Own):
    """h2 devices with more slots than `h2 init` makes, of which all posters are read."""

    SLOTS = 512

    def _slots(self):
        return self.SLOTS

    def init(self):
        super().init(slots=self.SLOTS, memory=4 << 20)


class PosterReader(middleware_peers.Peer):
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
        self._first = [self._look(*place) for place in self._places]
        self._last, self.seen = [date for date, _ in self._first], 0
        self.start()

    def _look(self, semaphore, base, address, size):
        """The date and the count of writes at one time."""
        self._devices._take(semaphore)
        content = ctypes.string_at(address, size)
        writes = self._devices._get(base + 104, "i")
        self._devices._give(semaphore)
        return _DATE.unpack_from(content)[0], writes

    def turn(self):
        begin = time.perf_counter()
        for number, place in enumerate(self._places):
            date, _ = self._look(*place)
            self.seen += date != self._last[number]
            self._last[number] = date
        time.sleep(max(0.0, 1 / 120 - (time.perf_counter() - begin)))

    def found(self):
        """What was written, and what the engine has encoded."""
        last = [self._look(*place) for place in self._places]
        written = sum(writes - first for (_, writes), (_, first) in zip(last, self._first))
        return written, sum(date - first for (date, _), (first, _) in zip(last, self._first))

    def close(self):
        pass
