"""The program ``morse``: finds it, runs it, and keeps the run that the button *Run* started."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import bpy

#: Time limit of a command that is not a run. [s]
LIMIT_S = 120.0
#: The line of a run with the address of its page.
_ADDRESS = re.compile(r"https?://\S+")


class CommandError(Exception):
    """The program is missing, or it failed."""


def program() -> str:
    """Path of the program: that of the preferences, else the one on the search path. Raises CommandError."""
    addon = bpy.context.preferences.addons.get(__package__)
    chosen = addon.preferences.command if addon is not None and addon.preferences is not None else ""
    found = shutil.which(bpy.path.abspath(chosen) if chosen else "morse")
    if found is None:
        place = f"{chosen} is not a program" if chosen else "the program morse is not on the search path"
        raise CommandError(f"{place}: set its path in Edit, Preferences, Add-ons, MORSE")
    return found


def output(*words: str, folder: Path | None = None, accepted: tuple[int, ...] = (0,)) -> str:
    """The standard output of a command. Raises CommandError with its last messages if it fails."""
    try:
        ended = subprocess.run(
            [program(), *words], cwd=folder, capture_output=True, text=True, timeout=LIMIT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise CommandError(f"morse {words[0]}: {problem}") from problem
    if ended.returncode not in accepted:
        raise CommandError(f"morse {' '.join(words[:2])}: {ended.stderr.strip()[-600:] or ended.returncode}")
    return ended.stdout


def json_output(*words: str, folder: Path | None = None, accepted: tuple[int, ...] = (0,)) -> Any:
    """The standard output of a command as JSON. Raises CommandError."""
    text = output(*words, folder=folder, accepted=accepted)
    try:
        return json.loads(text)
    except ValueError as problem:
        raise CommandError(f"morse {words[0]}: its output is not JSON: {problem}") from problem


class Run:
    """A running simulation."""

    def __init__(self, script: Path, *words: str) -> None:
        self.log = script.with_suffix(".log")
        self.address: str | None = None
        with self.log.open("w", encoding="utf-8") as log:
            try:
                self.process = subprocess.Popen(
                    [program(), "run", *words, script.name],
                    cwd=script.parent,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                )
            except OSError as problem:
                raise CommandError(f"morse run: {problem}") from problem

    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self.process.poll() is None

    def found_address(self) -> str | None:
        """The address of its page, once it is known."""
        if self.address is None:
            found = _ADDRESS.search(self.messages())
            self.address = found.group(0) if found else None
        return self.address

    def messages(self) -> str:
        """Everything that it wrote so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def end(self) -> None:
        """End it, and wait until it has ended."""
        if self.is_alive():
            self.process.terminate()
            try:
                self.process.wait(timeout=10.0)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
