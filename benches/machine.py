"""What the figures were measured on."""

import os
import platform
import subprocess
from pathlib import Path


def description():
    """One line: processor, number of cores, memory, system."""
    return f"{_processor()}, {os.cpu_count()} cores, {_memory_gib()} GiB, {platform.system()}"


def load():
    """How many processes wanted a processor in the last minute; more than a fraction of a core spoils the figures."""
    return f"{os.getloadavg()[0]:.1f}"


def revision(root):
    """The commit that was measured, as `git describe` names it; empty without git."""
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
