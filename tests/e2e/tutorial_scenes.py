"""The scenes of the original's tutorials, and the test case that runs one of them.

The scripts are in `tutorials/`. They build the scenes of the original's tutorials with the same calls. Each test runs
twice: with the models of the original (Debian's package) and with the built-in models.
"""

import math
import os
import pty
import socket

from harness import ROOT, TIMEOUT_S, TestCase, client_library

SCENES = ROOT / "tests" / "e2e" / "tutorials"
# Limit of the loops that wait for a condition: half a minute of readings, more than any client needs.
READINGS = 1800


class Keyboard:
    """Presses keys at a terminal."""

    SEQUENCES = {"Up": b"\x1b[A"}

    def __init__(self, terminal):
        self.terminal = terminal

    def press(self, key):
        os.write(self.terminal, self.SEQUENCES[key])


def plain_socket(port):
    """A connection to a port of localhost, over IPv4 or IPv6."""
    for family, kind, protocol, _, address in socket.getaddrinfo("localhost", port, type=socket.SOCK_STREAM):
        connection = socket.socket(family, kind, protocol)
        connection.settimeout(TIMEOUT_S)
        try:
            connection.connect(address)
            return connection
        except OSError:
            connection.close()
    raise ConnectionError(f"no server listens on port {port}")


class TutorialCase(TestCase):
    """A test of tutorial scenes. Derive it from `WithDebianModels` or `WithBuiltInModels` too."""

    #: Environment variables of the simulator.
    environment = {}
    #: Regular expression for the source of the models in the log.
    origin = ""

    def start(self, scene):
        simulator = self.run_scene(SCENES / (scene + ".py"), environment=self.environment)
        simulator.wait_for(r"Model '.*' from .*" + self.origin)
        self.assertFalse([line for line in simulator.lines if "ERROR" in line])
        return simulator

    def start_at_terminal(self, scene):
        """The simulator on a terminal of its own, and the keyboard of that terminal."""
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        self.addCleanup(os.close, theirs)
        simulator = self.run_scene(SCENES / (scene + ".py"), environment=self.environment, terminal=theirs)
        simulator.wait_for("Keys pressed in this terminal are for")
        return simulator, Keyboard(ours)

    def client(self, simulator):
        client = client_library().Morse("localhost", simulator.port)
        self.addCleanup(client.close)
        return client


class WithDebianModels:
    environment = {"MORSE_ROOT": "/usr"}
    origin = r"/usr/share/morse/data/.*\.blend$"


class WithBuiltInModels:
    environment = {"MORSE_ROOT": "/nonexistent"}
    origin = r"built in"


class Chase:
    """A cat follows a mouse. The two sets of models have a file of tests each, as these tests take the longest."""

    def test_cat_with_two_cameras_catches_mouse(self):
        with self.client(self.start("cat_and_mouse")) as morse:
            eyes = (morse.cat.semanticL, morse.cat.semanticR)
            speeds = {(True, True): (2.0, 0.0), (True, False): (1.5, 1.0), (False, True): (1.5, -1.0)}
            for _ in range(READINGS):
                readings = [eye.get(timeout=TIMEOUT_S)["visible_objects"] for eye in eyes]
                sees = tuple(any(seen["name"] == "MOUSE" for seen in objects) for objects in readings)
                v, w = speeds.get(sees, (0.0, -1.0))
                morse.cat.motion.publish({"v": v, "w": w})
                objects = morse.rpc("simulation", "get_scene_objects")
                if math.dist(objects["cat"][1][:2], objects["mouse"][1][:2]) < 2.0:
                    return
            self.fail(f"the mouse is at {objects['mouse'][1]}, the cat at {objects['cat'][1]}")

    def test_flying_cat_hovers_behind_mouse(self):
        with self.client(self.start("flying_cat")) as morse:
            for _ in range(READINGS):
                cat, mouse = morse.cat.catPose.get(timeout=TIMEOUT_S), morse.mouse.mousePose.get(timeout=TIMEOUT_S)
                behind = [mouse["x"] - 5.0 * math.cos(mouse["yaw"]), mouse["y"] - 5.0 * math.sin(mouse["yaw"])]
                goal = {"x": behind[0], "y": behind[1], "z": 3.5, "yaw": mouse["yaw"], "tolerance": 0.5}
                morse.cat.waypoint.publish(goal)
                if math.dist([cat["x"], cat["y"], cat["z"]], [*behind, 3.5]) < 0.6:
                    return
            self.fail(f"the mouse is at {mouse}, the cat at {cat}")
