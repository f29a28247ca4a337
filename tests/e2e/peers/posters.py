"""A pocolibs test peer: creates h2 devices, writes and reads posters. Executes requests from its standard input.

    posters.py LIBRARY      with libposterLib of pocolibs
    posters.py              with System V IPC only

H2DEV_DIR is the folder of the devices. Requests and answers are lines of JSON.
"""

import ctypes
import json
import os
import platform
import struct
import sys
import time

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.shmat.restype = ctypes.c_void_p
IPC_CREAT, IPC_EXCL, IPC_RMID, GETVAL, SETVAL = 0o1000, 0o2000, 0, 12, 16
SLOT, FREE, UNALLOCATED, IN_USE, SIGNATURE = 120, 1, 32767, 0x5F5F5F5F, 0xDEADBEEF
TABLE, SEMAPHORES, POSTER, MEMORY = 1, 2, 4, 6


def checked(result):
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


class Library:
    """Posters with the real library."""

    def __init__(self, path):
        self.posters = ctypes.CDLL(path)
        self.ids = {}

    def _find(self, name):
        if name not in self.ids:
            found = ctypes.c_void_p()
            if self.posters.posterFind(name.encode(), ctypes.byref(found)) != 0:
                return None
            self.ids[name] = found
        return self.ids[name]

    def write(self, name, content):
        if name not in self.ids:
            created = ctypes.c_void_p()
            if self.posters.posterCreate(name.encode(), len(content), ctypes.byref(created)) != 0:
                raise OSError("posterCreate %s" % name)
            self.ids[name] = created
        return self.posters.posterWrite(self.ids[name], 0, content, len(content))

    def read(self, name, size):
        found = self._find(name)
        content = ctypes.create_string_buffer(size)
        if found is None or self.posters.posterRead(found, 0, content, size) != size:
            self.ids.pop(name, None)
            return None
        return content.raw

    def delete(self, name):
        return self.posters.posterDelete(self.ids.pop(name))


class Own:
    """Posters with System V IPC, without the library."""

    def __init__(self):
        self.file = os.path.join(os.environ["H2DEV_DIR"], ".h2dev-%s.12" % platform.node())
        self.own = {}
        if os.path.exists(self.file):
            self._attach()

    def _key(self, index, kind):
        status = os.stat(self.file)
        number = (index * 7 + kind) & 0xFF
        key = (status.st_ino & 0xFFFF) | ((status.st_dev & 0xFF) << 16) | (number << 24)
        return key - (1 << 32) if key >= 1 << 31 else key

    def _attach(self):
        def attached(identity):
            address = LIBC.shmat(identity, None, 0)
            assert address not in (None, ctypes.c_void_p(-1).value), "shmat"
            return address

        self.table_id = checked(LIBC.shmget(self._key(0, TABLE), 0, 0))
        self.table = attached(self.table_id)
        self.memory_id = self._int(1, 48)
        self.memory = attached(self.memory_id)
        self.semaphores = self._int(0, 48)

    def _get(self, address, form):
        return struct.unpack("<" + form, ctypes.string_at(address, struct.calcsize("<" + form)))[0]

    def _put(self, address, form, *values):
        ctypes.memmove(address, struct.pack("<" + form, *values), struct.calcsize("<" + form))

    def _int(self, slot, field):
        return self._get(self.table + slot * SLOT + field, "i")

    def init(self, slots=120, memory=1 << 20):
        """Creates the devices like `h2 init`."""
        with open(self.file, "x") as lock:
            lock.write("-1\n")
        checked(LIBC.shmget(self._key(0, TABLE), slots * SLOT, IPC_CREAT | IPC_EXCL | 0o666))
        table = LIBC.shmat(checked(LIBC.shmget(self._key(0, TABLE), 0, 0)), None, 0)
        array = checked(LIBC.semget(self._key(0, SEMAPHORES), 20, IPC_CREAT | 0o666))
        for number in range(20):
            checked(LIBC.semctl(array, number, SETVAL, UNALLOCATED))
        segment = checked(LIBC.shmget(self._key(1, MEMORY), memory + 64, IPC_CREAT | IPC_EXCL | 0o666))
        for slot in range(slots):
            self._put(table + slot * SLOT + 4, "I", slot if slot < 2 else slot | (0xFFF << 20))
        for slot, kind, name, identity in ((0, SEMAPHORES, b"h2semLib", array), (1, MEMORY, b"smMem", segment)):
            self._put(table + slot * SLOT, "i", kind)
            self._put(table + slot * SLOT + 8, "32s", name)
            self._put(table + slot * SLOT + 40, "q", os.getuid())
            self._put(table + slot * SLOT + 48, "i", identity)
        address = LIBC.shmat(segment, None, 0)
        for place, value in ((0, memory), (8, 0), (16, 0), (24, SIGNATURE)):
            self._put(address + 32 + place, "Q", value)
        checked(LIBC.semctl(array, 0, SETVAL, FREE))
        self._attach()

    def end(self):
        """Removes the devices like `h2 end`."""
        for slot in range(self._slots() - 1, -1, -1):
            if self._int(slot, 0) == SEMAPHORES:
                checked(LIBC.semctl(self._int(slot, 48), 0, IPC_RMID))
        checked(LIBC.shmctl(self.memory_id, IPC_RMID, None))
        checked(LIBC.shmctl(self.table_id, IPC_RMID, None))
        os.remove(self.file)

    def _slots(self):
        return 120

    def _take(self, semaphore):
        deadline = time.monotonic() + 10
        operation = struct.pack("<Hhh", semaphore % 20, -1, 0o4000)
        while LIBC.semop(self._int(semaphore // 20, 48), operation, 1) == -1:
            assert time.monotonic() < deadline, "the semaphore %d is never free" % semaphore
            # `semop` does not block here, so that a lost semaphore ends the test. A poster is locked for microseconds.
            time.sleep(0.0005)

    def _give(self, semaphore):
        checked(LIBC.semctl(self._int(semaphore // 20, 48), semaphore % 20, SETVAL, FREE))

    def _find(self, name):
        for slot in range(self._slots()):
            if self._int(slot, 0) != POSTER:
                continue
            if ctypes.string_at(self.table + slot * SLOT + 8, 32).split(b"\0")[0].decode() == name:
                return slot
        return None

    def _create(self, name, size):
        assert self._find(name) is None, "the poster %s exists already" % name
        self._take(0)
        # Allocates at the end of the first chunk, which is large enough in tests.
        size = max(16, (size + 7) // 8 * 8)
        length = self._get(self.memory + 32, "Q") - size - 32
        self._put(self.memory + 32, "Q", length)
        header = 32 + 32 + length
        for place, value in ((0, size), (8, IN_USE), (16, 0), (24, SIGNATURE)):
            self._put(self.memory + header + place, "Q", value)
        semaphore = next(n for n in range(20) if LIBC.semctl(self.semaphores, n, GETVAL) == UNALLOCATED)
        checked(LIBC.semctl(self.semaphores, semaphore, SETVAL, FREE))
        slot = next(slot for slot in range(self._slots()) if self._int(slot, 0) == 0)
        base = self.table + slot * SLOT
        self._put(base + 8, "32s", name.encode())
        self._put(base + 40, "q", os.getuid())
        self._put(base + 4, "I", (self._get(base + 4, "I") + (1 << 20)) & 0xFFFFFFFF)
        for field, value in ((48, os.getpid()), (64, semaphore), (68, 0), (92, 0), (96, 1)):
            self._put(base + field, "i", value)
        self._put(base + 56, "Q", header + 32)
        self._put(base, "i", POSTER)
        self._give(0)
        return slot

    def write(self, name, content):
        if name not in self.own:
            self.own[name] = self._create(name, len(content))
        base = self.table + self.own[name] * SLOT
        self._put(base + 88, "i", len(content))
        self._take(self._get(base + 64, "i"))
        ctypes.memmove(self.memory + self._get(base + 56, "Q"), content, len(content))
        # The fields that the library updates: counters of writes and of bytes written, the fresh flag, the date.
        for field, more in ((104, 1), (112, len(content))):
            self._put(base + field, "I", (self._get(base + field, "I") + more) & 0xFFFFFFFF)
        self._put(base + 68, "i", 1)
        now = time.time_ns()
        self._put(base + 72, "qq", now // 10**9, now % 10**9)
        self._give(self._get(base + 64, "i"))
        return len(content)

    def read(self, name, size):
        slot = self._find(name)
        if slot is None or self._int(slot, 68) != 1 or self._int(slot, 88) < size:
            return None
        self._take(self._int(slot, 64))
        content = ctypes.string_at(self.memory + self._get(self.table + slot * SLOT + 56, "Q"), size)
        self._give(self._int(slot, 64))
        return content

    def delete(self, name):
        self._put(self.table + self.own.pop(name) * SLOT, "i", 0)
        return 0


def main():
    posters = Library(sys.argv[1]) if len(sys.argv) > 1 else Own()
    for line in sys.stdin:
        request = json.loads(line)
        arguments = [bytes.fromhex(a["hex"]) if isinstance(a, dict) else a for a in request[1:]]
        try:
            answer = getattr(posters, request[0])(*arguments)
            answer = {"hex": answer.hex()} if isinstance(answer, bytes) else answer
        except (AssertionError, OSError) as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
