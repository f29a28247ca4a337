"""The tutorials of the documentation, done as a reader does them: each file is written, each command is typed, and what it
prints is compared.

A block ```python file=NAME is a file. In a block ```sh, a line that begins with `$ ` is a command, and the lines below it are what it
prints, where `...` stands for anything. A command that ends in `&` goes on while the next ones run.
"""

import os
import re
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from harness import BINARY, ROOT, TIMEOUT_S, free_ports

PAGES = ROOT / "docs" / "tutorials"
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# Ports of their own, so that simulators of other tests do not matter.
COMMAND = """#!/bin/sh
case "$1" in
  run) shift; exec {binary} run --port {port} --stream-port {streams} "$@";;
  topic|service) first=$1; second=$2; shift 2; exec {binary} "$first" "$second" --port {port} "$@";;
  *) exec {binary} "$@";;
esac
"""


def commands(text):
    """The commands of a block, each with what it prints."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, printed = part.partition("\n")
        yield line, printed.rstrip("\n")


def pattern(printed):
    """What a command prints, as a regular expression."""
    lines = []
    for line in printed.split("\n"):
        if line == "...":
            lines.append("(?:.*\n)*?")
        else:
            lines.append(".*".join(re.escape(part) for part in line.split("...")) + "\n")
    return "".join(lines)


class Reader:
    """Somebody who does what a page says, in an empty folder."""

    def __init__(self, test, folder):
        self.test = test
        self.folder = Path(folder)
        (self.folder / "bin").mkdir()
        program = self.folder / "bin" / "morse"
        self.port = free_ports(10)
        program.write_text(COMMAND.format(binary=BINARY, port=self.port, streams=free_ports(64)))
        program.chmod(0o755)
        self.work = self.folder / "work"
        self.work.mkdir()
        self.environment = {
            **os.environ,
            "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "MORSE_PORT": str(self.port),
            "COLUMNS": "100",
            "ROS_DOMAIN_ID": "77",
        }
        self.running = []

    def read(self, page):
        count = 0
        for language, words, text in BLOCK.findall(page.read_text()):
            name = re.search(r"file=(\S+)", words)
            if name:
                (self.work / name.group(1)).write_text(text)
            elif language == "sh":
                for line, printed in commands(text):
                    with self.test.subTest(page=page.name, command=line):
                        self.type(line, printed)
                        count += 1
        return count

    def type(self, line, printed):
        if line.endswith("&"):
            return self.begin(line.rstrip("& "))
        ended = subprocess.run(
            line, shell=True, cwd=self.work, env=self.environment, timeout=4 * TIMEOUT_S, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        # The log tells where models come from, which differs between computers.
        told = "".join(text for text in ended.stdout.splitlines(True) if "Model '" not in text and text.strip())
        if printed:
            self.test.assertRegex(told if told.endswith("\n") else told + "\n", rf"\A{pattern(printed)}\Z")
        if "rror" not in printed and "has no parameter" not in printed:
            self.test.assertEqual(ended.returncode, 0, told)

    def begin(self, line):
        log = self.folder / "log.txt"
        process = subprocess.Popen(
            f"exec {line}", shell=True, cwd=self.work, env=self.environment, stdout=log.open("w"), stderr=subprocess.STDOUT
        )
        self.running.append(process)
        end = time.monotonic() + TIMEOUT_S
        while "SCENE INITIALIZED" not in log.read_text():
            self.test.assertIsNone(process.poll(), log.read_text())
            self.test.assertLess(time.monotonic(), end, log.read_text())
            time.sleep(0.05)

    def end(self):
        """Pages end what they have begun."""
        for process in self.running:
            try:
                self.test.assertEqual(process.wait(TIMEOUT_S), 0)
            finally:
                process.kill()


class Tutorials(unittest.TestCase):
    def read(self, name, least):
        with tempfile.TemporaryDirectory() as folder:
            reader = Reader(self, folder)
            try:
                count = reader.read(PAGES / name)
            finally:
                reader.end()
        self.assertGreaterEqual(count, least)

    def test_first_robot(self):
        self.read("first_robot.md", 7)

    def test_sensors_and_levels(self):
        self.read("sensors_and_levels.md", 8)

    def test_own_component(self):
        self.read("own_component.md", 5)

    def test_ros(self):
        self.read("ros.md", 4)

    def test_campaign(self):
        self.read("campaign.md", 7)

    def test_every_tutorial_is_read(self):
        # The learning tutorial needs the engine in Python: tests/wheel/test_docs.py runs it.
        names = [name for name in dir(self) if name.startswith("test_")]
        pages = {page.stem for page in PAGES.glob("*.md")} - {"learning"}
        self.assertEqual(pages - {name[len("test_"):] for name in names}, set())


if __name__ == "__main__":
    unittest.main()
