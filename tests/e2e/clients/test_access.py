"""Tokens and limits of clients, and limits of scenes that are not trusted."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from harness import BINARY, TIMEOUT_S, Connection, TestCase, free_ports, our_pymorse

SECRET = "0123456789abcdef0123456789abcdef"
SCENE = """
from morse.builder import *

robot = ATRV()
pose = Pose()
robot.append(pose)
motion = MotionVW()
robot.append(motion)
robot.add_default_interface('socket')
env = Environment('empty', fastmode=True)
env.limit_spawned(2)
"""


def document(count):
    """A scene document with a number of robots."""
    robots = [
        {"name": "robot%d" % number, "kind": "robot", "class": "morse.robots.fakerobot.FakeRobot", "location": [2.0 * number, 0, 0]}
        for number in range(count)
    ]
    return json.dumps({"morse_scene": 1, "objects": robots})


def command(*words, folder, **environment):
    return subprocess.run(
        [str(BINARY), *words],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )


class Access(TestCase):
    def test_clients_need_the_token_that_the_simulator_has(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "secret").write_text(SECRET + "\n")
            simulator = self.run_scene(SCENE, "--token-file", str(Path(folder) / "secret"))
        with simulator.connect() as client:
            client.send("a simulation list_robots\n")
            self.assertIn("this simulator needs a token", client.line())
            self.assertEqual(client.line(), "", "the connection is closed")
        with simulator.connect() as client:
            client.send("token %s\n" % SECRET)
            self.assertEqual(client.ask("a simulation list_robots"), 'a SUCCESS ["robot"]')
            port = int(client.ask('p simulation get_stream_port ["robot.pose"]').split()[-1])
        with Connection(port) as stream:
            stream.send("token %s\n" % SECRET)
            self.assertIn("timestamp", json.loads(stream.line()))
        with Connection(port) as stream:
            stream.send("token wrong\n")
            self.assertIn("needs a token", stream.line())
        listed = command("service", "list", "--port", str(simulator.port), folder=".", MORSE_TOKEN=SECRET)
        self.assertIn("robot.motion", listed.stdout, listed.stderr)
        refused = command("service", "list", "--port", str(simulator.port), folder=".", MORSE_TOKEN="x" * 20)
        self.assertNotEqual(refused.returncode, 0)

    def test_pymorse_gives_the_token_of_the_environment(self):
        simulator = self.run_scene(SCENE, environment={"MORSE_TOKEN": SECRET})
        os.environ["MORSE_TOKEN"] = SECRET
        self.addCleanup(os.environ.pop, "MORSE_TOKEN")
        with our_pymorse().Morse("localhost", simulator.port) as morse:
            self.assertEqual(morse.robots, ["robot"])
            self.assertIn("x", morse.robot.pose.get())

    def test_tokens_that_can_be_guessed_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "scene.json").write_text(document(1))
            ended = command("run", "scene.json", folder=folder, MORSE_TOKEN="short")
            self.assertNotEqual(ended.returncode, 0)
            self.assertIn("$MORSE_TOKEN holds no token: a token is 16 to 256 printable", ended.stdout + ended.stderr)

    def test_clients_add_as_many_objects_as_the_scene_allows(self):
        simulator = self.run_scene(SCENE)
        with simulator.connect() as client:
            for name in ("one", "two"):
                self.assertIn("SUCCESS", client.ask('a simulation spawn ["ATRV", "%s", [9.0, 9.0, 0.2]]' % name))
            refused = client.ask('a simulation spawn ["ATRV", "three", [9.0, -9.0, 0.2]]')
            self.assertIn("2 objects were added while the simulation runs, and the limit of the scene is 2", refused)
            self.assertIn("SUCCESS", client.ask('a simulation despawn ["one"]'))
            self.assertIn("SUCCESS", client.ask('a simulation spawn ["ATRV", "three", [9.0, -9.0, 0.2]]'))

    def test_connections_beyond_the_limit_are_closed(self):
        simulator = self.run_scene(SCENE, "--connections-max", "2")
        with simulator.connect() as first, simulator.connect() as second:
            for client in (first, second):
                self.assertEqual(client.ask("a simulation list_robots"), 'a SUCCESS ["robot"]')
            with simulator.connect() as third:
                self.assertEqual(third.line(), "")


class Untrusted(unittest.TestCase):
    def run_untrusted(self, count, *options):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "scene.json").write_text(document(count))
            ports = ["--port", str(free_ports(1)), "--stream-port", str(free_ports(4))]
            return command("run", "--untrusted", *ports, *options, "scene.json", folder=folder)

    def test_number_of_objects_is_limited(self):
        ended = self.run_untrusted(3, "--untrusted-objects", "2", "--duration", "0.1")
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("the scene has 3 objects, and --untrusted allows 2", ended.stdout + ended.stderr)
        self.assertEqual(self.run_untrusted(3, "--duration", "0.1").returncode, 0)

    def test_wall_time_is_limited(self):
        ended = self.run_untrusted(1, "--untrusted-time", "1")
        self.assertEqual(ended.returncode, 124)
        self.assertIn("The limit of wall time is reached", ended.stdout + ended.stderr)

    @unittest.skipUnless(os.uname().sysname == "Linux", "other systems do not limit the memory of a process")
    def test_memory_is_limited(self):
        ended = self.run_untrusted(900, "--untrusted-memory", "24", "--duration", "0.1")
        self.assertNotEqual(ended.returncode, 0)


if __name__ == "__main__":
    unittest.main()
