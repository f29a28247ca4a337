"""The tutorials of the documentation, followed step by step: writes each file, runs each command, compares its output.

A block ```python file=NAME is a file. In a block ```sh, a line that begins with `$ ` is a command, and the lines below it
are its output, where `...` matches any text. A command that ends in `&` runs in the background.
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from harness import BINARY, ROOT, TIMEOUT_S, free_ports, wait_until

PAGES = ROOT / "docs" / "tutorials"
# Packages of the tutorial that calibrates a camera; `cargo xtask test` installs them.
OPENCV = list((ROOT / "target" / "opencv-peer").glob("lib/python%d.%d/site-packages" % sys.version_info[:2]))
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# Stands in for `morse` on the PATH and adds ports of its own, so that simulators of other tests do not interfere.
COMMAND = """#!/bin/sh
case "$1" in
  run) shift; exec {binary} run --port {port} --stream-port {streams} "$@";;
  topic|service) first=$1; second=$2; shift 2; exec {binary} "$first" "$second" --port {port} "$@";;
  *) exec {binary} "$@";;
esac
"""


def commands(text):
    """The commands of a block, each with its expected output."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, output = part.partition("\n")
        yield line, output.rstrip("\n")


def pattern(output):
    """An expected output as a regular expression."""
    lines = []
    for line in output.split("\n"):
        if line == "...":
            lines.append("(?:.*\n)*?")
        else:
            lines.append(".*".join(re.escape(part) for part in line.split("...")) + "\n")
    return "".join(lines)


class Reader:
    """Follows a page in an empty folder."""

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
            "PYTHONPATH": os.pathsep.join([*map(str, OPENCV), os.environ.get("PYTHONPATH", "")]).strip(os.pathsep),
        }
        self.running = []

    def read(self, page):
        count = 0
        for language, words, text in BLOCK.findall(page.read_text()):
            name = re.search(r"file=(\S+)", words)
            if name:
                (self.work / name.group(1)).write_text(text)
            elif language == "sh":
                for line, expected in commands(text):
                    with self.test.subTest(page=page.name, command=line):
                        self.execute(line, expected)
                        count += 1
        return count

    def execute(self, line, expected):
        if line.endswith("&"):
            return self.start_in_background(line.rstrip("& "))
        completed = subprocess.run(
            line, shell=True, cwd=self.work, env=self.environment, timeout=4 * TIMEOUT_S, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        # The source of the models differs between computers.
        output = "".join(text for text in completed.stdout.splitlines(True) if "Model '" not in text and text.strip())
        if expected:
            self.test.assertRegex(output if output.endswith("\n") else output + "\n", rf"\A{pattern(expected)}\Z")
        if "rror" not in expected and "has no parameter" not in expected:
            self.test.assertEqual(completed.returncode, 0, output)

    def start_in_background(self, line):
        log = self.folder / "log.txt"
        process = subprocess.Popen(
            f"exec {line}", shell=True, cwd=self.work, env=self.environment, stdout=log.open("w"), stderr=subprocess.STDOUT
        )
        self.running.append(process)

        def is_initialized():
            self.test.assertIsNone(process.poll(), log.read_text())
            return "SCENE INITIALIZED" in log.read_text()

        wait_until(is_initialized, "the scene is initialized")

    def wait_for_background_commands(self):
        """Each page ends the commands that it started."""
        for process in self.running:
            try:
                self.test.assertEqual(process.wait(TIMEOUT_S), 0)
            finally:
                process.kill()


class Tutorials(unittest.TestCase):
    def read(self, name, minimum):
        with tempfile.TemporaryDirectory() as folder:
            reader = Reader(self, folder)
            try:
                count = reader.read(PAGES / name)
            finally:
                reader.wait_for_background_commands()
        self.assertGreaterEqual(count, minimum, "commands of the page")

    def test_first_robot(self):
        self.read("first_robot.md", 7)

    def test_sensors_and_levels(self):
        self.read("sensors_and_levels.md", 8)

    def test_camera_calibration(self):
        self.read("camera_calibration.md", 2)

    def test_fiducial_markers(self):
        self.read("fiducial_markers.md", 3)

    def test_own_component(self):
        self.read("own_component.md", 5)

    def test_ros(self):
        self.read("ros.md", 4)

    def test_campaign(self):
        self.read("campaign.md", 7)

    def test_from_gazebo(self):
        self.read("../from_gazebo.md", 7)

    def test_from_mujoco(self):
        self.read("../from_mujoco.md", 6)

    def test_from_webots(self):
        self.read("../from_webots.md", 2)

    def test_from_morse(self):
        self.read("../from_morse.md", 2)

    def test_cluster(self):
        self.read("../cluster.md", 2)

    def test_install(self):
        self.read("../install.md", 2)

    def test_every_tutorial_is_read(self):
        # The learning tutorial needs the engine in Python: tests/wheel/test_docs.py runs it.
        names = [name for name in dir(self) if name.startswith("test_")]
        pages = {page.stem for page in PAGES.glob("*.md")} - {"learning"}
        self.assertEqual(pages - {name[len("test_"):] for name in names}, set())


if __name__ == "__main__":
    unittest.main()
