"""Numbers that a process of the tests has for itself: files of tests run at the same time, on the same machine."""

import fcntl
import os
import random
import tempfile

# The locks on what this process has claimed.
_locks = []


def claim(kind, numbers):
    """One of the numbers that no other process has claimed. It is this process's own until it ends."""
    numbers = list(numbers)
    for number in random.SystemRandom().sample(numbers, len(numbers)):
        lock = open(os.path.join(tempfile.gettempdir(), "morse-test-%s-%d.lock" % (kind, number)), "w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            continue
        _locks.append(lock)
        return number
    raise AssertionError("every %s from %d to %d is in use" % (kind, numbers[0], numbers[-1]))
