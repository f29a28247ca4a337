"""Multi-node simulation: each simulator moves its own robots and displays those of the other simulators."""

import json
import math
import os
import pty
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
from pathlib import Path

from harness import BINARY, ROOT, TIMEOUT_S, TestCase, command, original_pymorse

SCENES = ROOT / "tests" / "e2e" / "tutorials"

# Limit of the loops that wait for a condition: half a minute of readings, more than any test needs.
READINGS = 1800

DEBIAN_MODELS = {"MORSE_ROOT": "/usr"}
BUILT_IN_MODELS = {"MORSE_ROOT": "/nonexistent"}

UP = b"\x1b[A"

PAIR = """
from morse.builder import *

for i, name in enumerate(("a", "b")):
    robot = Morsy(name)
    robot.translate(y=3.0 * i)
    motion = MotionVW("motion")
    pose = Pose("pose")
    scan = Sick("scan")
    scan.translate(x=0.5, z=0.3)
    for component in (motion, pose, scan):
        component.add_interface("socket")
        robot.append(component)

env = Environment("empty", fastmode=True)
env.configure_multinode(server_port="65000", distribution={"one": "a", "two": ["b"]})
env.create()
"""


class Server:
    """A running `morse multinode-server` with its log, on a port of its own."""

    def __init__(self):
        self.process = subprocess.Popen(
            [str(BINARY), "multinode-server", "--port", "0"], stderr=subprocess.PIPE, text=True
        )
        self.lines = []
        self.port = int(self.wait_for("listens on").split(". ")[0].split(":")[-1])

    def wait_for(self, part):
        for line in self.process.stderr:
            self.lines.append(line)
            if part in line:
                return line
        raise AssertionError("no line has %r in:\n%s" % (part, "".join(self.lines)))

    def interrupt(self):
        """Sends Ctrl-C and returns the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(TIMEOUT_S)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(TIMEOUT_S)
        self.process.stderr.close()


class Peer:
    """A foreign multi-node server. `answer` computes the answer to each line from its entries."""

    def __init__(self, answer):
        self.received = {}
        self._answer = answer
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(TIMEOUT_S)
        self.port = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self):
        connection, _ = self._listener.accept()
        with connection, connection.makefile("rw", newline="\n") as lines:
            for line in lines:
                node, entries = json.loads(line)
                self.received[node] = entries
                lines.write(self._answer(entries) + "\n")
                lines.flush()

    def close(self):
        self._listener.close()
        self._thread.join(TIMEOUT_S)


class Nodes(TestCase):
    def serve(self):
        server = Server()
        self.addCleanup(server.close)
        return server

    def peer(self, answer):
        peer = Peer(answer)
        self.addCleanup(peer.close)
        return peer

    def scene(self, text, port):
        """Copies a scene and the files beside it, and sets the port of its server."""
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        if isinstance(text, Path):
            if text.name == "scene.py":
                shutil.copytree(text.parent, folder, dirs_exist_ok=True)
            text = text.read_text()
        self.assertIn('"65000"', text)
        (folder / "scene.py").write_text(text.replace('"65000"', '"%d"' % port))
        return folder / "scene.py"

    def node(self, scene, name, **options):
        return self.run_scene(scene, "--name", name, **options)

    def client(self, simulator):
        client = original_pymorse().Morse("localhost", simulator.port)
        self.addCleanup(client.close)
        return client

    def drive_until_seen(self, driven, motion, watching, robot, meters):
        """Drives a robot on one node until it has moved on the watching node."""
        place = lambda client: client.rpc("simulation", "get_scene_objects")[robot][1]
        start = place(watching)
        motion.publish({"v": 1.0, "w": 0.0})
        for _ in range(READINGS):
            self.tick(watching)
            if math.dist(place(watching), start) > meters:
                return place(watching), place(driven)
        self.fail(f"{robot} is still at {place(watching)}, and where it is driven at {place(driven)}")

    def tick(self, client):
        """Waits for a pose reading of the node's own robot."""
        (name,) = client.robots
        getattr(client, name).pose.get(timeout=TIMEOUT_S)


class Tutorials(Nodes):
    def two_nodes(self, environment):
        server = self.serve()
        scene = self.scene(SCENES / "two_nodes" / "scene.py", server.port)
        one = self.client(self.node(scene, "nodeA", environment=environment))
        other = self.client(self.node(scene, "nodeB", environment=environment))
        self.assertEqual((one.robots, other.robots), (["dala1"], ["dala2"]))
        self.assertEqual(len(other.dala2.sick.get(timeout=TIMEOUT_S)["range_list"]), 181)
        self.assertEqual(other.dala2.cam.get(timeout=2 * TIMEOUT_S)["width"], 128)
        shown, driven = self.drive_until_seen(one, one.dala1.motion, other, "dala1", 0.5)
        self.assertLess(math.dist(shown, driven), 1.0, "the driving node is ahead by the network delay only")

    def test_two_nodes_with_debian_models(self):
        self.two_nodes(DEBIAN_MODELS)

    def test_two_nodes_with_built_in_models(self):
        self.two_nodes(BUILT_IN_MODELS)

    def test_two_of_eleven_nodes_run(self):
        server = self.serve()
        scene = self.scene(SCENES / "eleven_nodes.py", server.port)
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        self.addCleanup(os.close, theirs)
        driver = self.node(scene, "node3", terminal=theirs)
        driver.wait_for("Keys pressed in this terminal are for dala3.keyb$")
        environment = {"MORSE_NODE": "node10"}
        with driver.connect() as telnet, self.run_scene(scene, environment=environment).connect() as other:
            self.assertEqual(telnet.ask("1 simulation list_robots"), '1 SUCCESS ["dala3"]')
            self.assertEqual(other.ask("1 simulation list_robots"), '1 SUCCESS ["dala10"]')
            for _ in range(READINGS):
                os.write(ours, UP)
                telnet.ask("2 time sleep [0.05]")
                objects = json.loads(other.ask("2 simulation get_scene_objects").split(" ", 2)[2])
                if objects["dala3"][1][0] > 3.5:
                    break
            else:
                self.fail(f"dala3 is at {objects['dala3'][1]}")
            for name, x in (("dala0", 0.0), ("dala7", 7.0), ("dala10", 10.0)):
                self.assertAlmostEqual(objects[name][1][0], x, delta=0.1, msg="no node moves this robot")


class TwoNodes(Nodes):
    def test_each_node_shows_the_robot_of_the_other(self):
        server = self.serve()
        scene = self.scene(PAIR, server.port)
        one, two = self.client(self.node(scene, "one")), self.client(self.node(scene, "two"))
        nearest = min(two.b.scan.get(timeout=TIMEOUT_S)["range_list"][:90])
        self.assertGreater(nearest, 5.0, "nothing is on its right")
        self.drive_until_seen(one, one.a.motion, two, "a", 1.0)
        one.a.motion.set_speed(0.0, 0.0).result()
        for _ in range(READINGS):
            nearest = min(two.b.scan.get(timeout=TIMEOUT_S)["range_list"][:90])
            if nearest < 3.0:
                break
        else:
            self.fail(f"the nearest object is {nearest} m away: rays do not hit the robot of the other node")
        self.drive_until_seen(two, two.b.motion, one, "b", 0.5)
        with self.assertRaises(Exception) as refused:
            two.rpc("simulation", "activate", "a.motion")
        self.assertIn("robot of another simulator", str(refused.exception))
        self.assertEqual(server.interrupt(), 0)

    def test_late_node_sees_the_last_pose_of_a_node_that_left(self):
        server = self.serve()
        scene = self.scene(PAIR, server.port)
        with self.node(scene, "one") as simulator:
            client = self.client(simulator)
            client.a.motion.set_speed(1.0, 0.0)
            for _ in range(READINGS):
                if client.a.pose.get(timeout=TIMEOUT_S)["x"] > 0.5:
                    break
        server.wait_for('Node "one"')
        server.wait_for("has left")
        with self.node(scene, "two").connect() as telnet:
            objects = json.loads(telnet.ask("1 simulation get_scene_objects").split(" ", 2)[2])
            self.assertGreater(objects["a"][1][0], 0.5)

    def test_server_warns_about_two_nodes_of_one_name(self):
        server = self.serve()
        scene = self.scene(PAIR, server.port)
        self.node(scene, "one")
        self.node(scene, "one")
        server.wait_for("2 nodes have this name")

    def test_node_outside_the_distribution_only_watches(self):
        server = self.serve()
        scene = self.scene(PAIR, server.port)
        one = self.client(self.node(scene, "one"))
        simulator = self.node(scene, "three")
        simulator.wait_for("`three`, which is not in the distribution, so it simulates no robot")
        simulator.wait_for("nodes of the distribution: one, two")
        watching = self.client(simulator)
        self.assertEqual(watching.robots, [])
        one.a.motion.set_speed(1.0, 0.0)
        for _ in range(READINGS):
            one.a.pose.get(timeout=TIMEOUT_S)
            if watching.rpc("simulation", "get_scene_objects")["a"][1][0] > 0.5:
                return
        self.fail("the watching node shows no motion")


class MultiNodeServer(Nodes):
    def test_node_without_server_runs_alone(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            unused_port = listener.getsockname()[1]
        simulator = self.node(self.scene(PAIR, unused_port), "one")
        simulator.wait_for(f'"one" runs alone: there is no multi-node server at localhost:{unused_port}')
        self.assert_drives(self.client(simulator))

    def test_lost_server_is_logged_once_and_the_node_continues_alone(self):
        server = self.serve()
        simulator = self.node(self.scene(PAIR, server.port), "one")
        client = self.client(simulator)
        server.close()
        simulator.wait_for("is lost .*continues alone")
        self.assert_drives(client)
        self.assertEqual(sum("is lost" in line for line in simulator.lines), 1)

    def assert_drives(self, client):
        client.a.motion.set_speed(1.0, 0.0)
        for _ in range(READINGS):
            if client.a.pose.get(timeout=TIMEOUT_S)["x"] > 0.3:
                return
        self.fail("the robot does not move")

    def test_node_works_with_a_foreign_server(self):
        peer = self.peer(lambda entries: json.dumps({"b": [[7, 8, 0.5], [0, 0, 1]], "unknown": [[1, 2, 3], [0, 0, 0]]}))
        client = self.client(self.node(self.scene(PAIR, peer.port), "one"))
        for _ in range(READINGS):
            self.tick(client)
            _, position, rotation = client.rpc("simulation", "get_scene_objects")["b"]
            if position == [7.0, 8.0, 0.5]:
                break
        else:
            self.fail(f"b is at {position}")
        self.assertAlmostEqual(rotation[2], math.sin(0.5), places=9)
        self.assertEqual(list(peer.received), ["one"])
        self.assertEqual(sorted(peer.received["one"]), ["__time", "a"])
        position, angles = peer.received["one"]["a"]
        self.assertEqual((len(position), len(angles)), (3, 3))
        time, period, wall = peer.received["one"]["__time"]
        self.assertAlmostEqual(period, 1 / 60, places=6)
        self.assertLess(abs(time - wall), 60.0)

    def test_malformed_answers_of_a_server_are_ignored_and_logged_once(self):
        wrong = ['{"b": [[NaN, 0, 0], [0, 0, 0]]}', '{"a": [[50, 50, 50], [0, 0, 0]], "b": null}', "[]", "nonsense", "{"]
        answers = iter(wrong * 20)
        peer = self.peer(lambda entries: next(answers, '{"b": [[1, 9, 0], [0, 0, 0]]}'))
        simulator = self.node(self.scene(PAIR, peer.port), "one")
        client = self.client(simulator)
        for _ in range(READINGS):
            self.tick(client)
            objects = client.rpc("simulation", "get_scene_objects")
            self.assertIn(objects["b"][1][:2], ([0.0, 3.0], [1.0, 9.0]))
            if objects["b"][1][:2] == [1.0, 9.0]:
                break
        else:
            self.fail(f"b is at {objects['b'][1]}")
        self.assertLess(objects["a"][1][0], 1.0, "a server cannot move the node's own robot")
        self.assertEqual(sum("sent an invalid answer" in line for line in simulator.lines), 1)

    def test_server_serves_a_foreign_node(self):
        server = self.serve()
        simulator = self.node(self.scene(PAIR, server.port), "one")
        client = self.client(simulator)
        with socket.create_connection(("127.0.0.1", server.port), TIMEOUT_S) as plain:
            with plain.makefile("rw", newline="\n") as lines:
                lines.write("nonsense\n" + json.dumps(["two", {"b": [[2, 4, 0], [0, 0, 0]]}]) + "\n")
                lines.flush()
                self.assertIn("a", json.loads(lines.readline()))
                self.assertEqual(sorted(json.loads(lines.readline())), ["__time", "a"])
        for _ in range(READINGS):
            self.tick(client)
            if client.rpc("simulation", "get_scene_objects")["b"][1][:2] == [2.0, 4.0]:
                return
        self.fail("the pose of b did not reach the node")

    def test_second_server_on_the_same_port_is_refused(self):
        port = self.serve().port
        code, _, errors = command("multinode-server", "--port", port)
        self.assertEqual(code, 1)
        self.assertIn(f"port {port} of 127.0.0.1 is in use", errors)

    def test_hla_is_refused(self):
        scene = self.scene(PAIR.replace("configure_multinode(", 'configure_multinode("hla", '), 65000)
        code, _, errors = command("check", scene, environment={"MORSE_NODE": "one"})
        self.assertEqual((code, errors.count("error[")), (1, 1), errors)
        self.assertIn("nodes cannot be connected over HLA yet", errors)
