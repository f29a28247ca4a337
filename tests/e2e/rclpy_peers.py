"""Test peers for ROS 2: nodes of genuine rclpy with Fast DDS, of two distributions.

`cargo xtask test` installs the packages of PyPI, an environment below target/ for each distribution.
"""

import atexit
import functools
import json
import os
import subprocess
import tempfile
import textwrap
import types
import unittest
from pathlib import Path

from claims import claim
from harness import ROOT, TIMEOUT_S, TestCase, command

DISTRIBUTIONS = ("jazzy", "kilted")
NODE = Path(__file__).parent / "peers" / "rclpy_node.py"

# The domains of these tests: above those of `ros2_peers`, and below the domains with ephemeral ports.
DOMAINS = range(101, 140)

# Simulators and peers use the loopback interface only.
LOCAL = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}


def python_of(distribution):
    """The interpreter whose packages are those of a distribution. Skips the test if there is none."""
    python = ROOT / "target" / ("rclpy-" + distribution) / "bin" / "python"
    if not python.exists():
        raise unittest.SkipTest("no rclpy of %s: `cargo xtask test` installs it" % distribution)
    return python


def environment(domain, **variables):
    """Environment variables of a simulator or a peer, without those of a ROS installation."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ROS_", "RMW_", "FASTDDS_"))}
    return {**kept, "ROS_DOMAIN_ID": str(domain), **LOCAL, **variables}


@functools.cache
def further_types():
    """A folder with the types that are not on PyPI, such as tf2_msgs, written by `morse ros2-package`."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    code, _, problems = command("ros2-package", folder.name)
    if code:
        raise AssertionError(problems)
    return str(Path(folder.name) / "morse_msgs_python")


def record(value):
    """A message whose fields are attributes."""
    if isinstance(value, dict):
        return types.SimpleNamespace(**{name: record(field) for name, field in value.items()})
    return [record(item) for item in value] if isinstance(value, list) else value


class Node:
    """A node of rclpy that executes Python code."""

    def __init__(self, distribution, domain, name="peer", **variables):
        self.process = subprocess.Popen(
            [str(python_of(distribution)), "-W", "ignore", str(NODE), name],
            env=environment(domain, PYTHONPATH=further_types(), **variables),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def run(self, code, **values):
        """Executes Python code and returns the value that it assigns to `result`. The code sees the values."""
        given = "".join("%s = %r\n" % item for item in values.items())
        self.process.stdin.write(json.dumps(given + textwrap.dedent(code)) + "\n")
        for line in self.process.stdout:
            if line.startswith("answer "):
                answer = json.loads(line[len("answer "):])
                if "error" in answer:
                    raise AssertionError(answer["error"])
                return answer["result"]
        raise AssertionError("the node of rclpy has ended")

    def value(self, expression, **values):
        """The value of a Python expression."""
        return self.run("result = " + expression, **values)

    def stop(self):
        """Ends the process at once."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(TIMEOUT_S)
        self.process.stdin.close()
        self.process.stdout.close()


class RclpyTestCase(TestCase):
    """A test with a simulator in a domain of its own, and nodes of rclpy."""

    distribution = None

    def start(self, scene, *options, domain=None, **variables):
        """Starts a scene, in a new domain unless one is named."""
        python_of(self.distribution)
        self.domain = domain or claim("domain", DOMAINS)
        return self.run_scene(scene, *options, environment=environment(self.domain, **variables))

    def start_node(self, name="peer", **variables):
        """Starts a node in the domain of the simulator."""
        node = Node(self.distribution, self.domain, name, **variables)
        self.addCleanup(node.stop)
        return node


def in_each_distribution(*cases, also=()):
    """The test classes made from the cases, one for each distribution, by name: for the `globals()` of a test file.

    `also` are further base classes.
    """
    made = {}
    for case in cases:
        for distribution in DISTRIBUTIONS:
            name = distribution.capitalize() + case.__name__
            bases = (case, *also, RclpyTestCase)
            made[name] = type(name, bases, {"distribution": distribution, "__module__": case.__module__})
    return made
