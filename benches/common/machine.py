"""Machine, load and revision of a measurement."""

import os
import platform
import subprocess
from pathlib import Path


def description():
    """One line: processor, number of cores, memory, system."""
    return f"{_processor()}, {os.cpu_count()} cores, {_memory_gib()} GiB, {platform.system()}"


def load():
    """Load average of the last minute; more than a fraction of a core distorts the figures."""
    return f"{os.getloadavg()[0]:.1f}"


def revision(root):
    """The measured commit, from `git describe`; empty without git."""
    command = ["git", "-C", str(root), "describe", "--always", "--dirty"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def _processor():
    for line in _lines("/proc/cpuinfo"):
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()


def _memory_gib():
    for line in _lines("/proc/meminfo"):
        if line.startswith("MemTotal:"):
            return round(int(line.split()[1]) / 2**20)
    return "?"


def _lines(path):
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []
