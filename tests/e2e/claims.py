"""Numbers (of ports, domains) that only one test process uses: test files run at the same time on the same machine."""

import fcntl
import os
import random
import tempfile

# In Linux, `cargo xtask test` gives each test file a /dev/shm of its own, like its network, so that all numbers are free there.
FOLDER = "/dev/shm" if os.path.isdir("/dev/shm") else tempfile.gettempdir()

# Open lock files, one for each number that this process has claimed.
_locks = []


def claim(kind, numbers):
    """Claims one of the numbers for this process until it ends."""
    numbers = list(numbers)
    for number in random.SystemRandom().sample(numbers, len(numbers)):
        lock = open(os.path.join(FOLDER, "morse-test-%s-%d.lock" % (kind, number)), "w")  # noqa: SIM115  (open until the process ends)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            continue
        _locks.append(lock)
        return number
    raise AssertionError("every %s from %d to %d is in use" % (kind, numbers[0], numbers[-1]))
