"""Several simulators share a scene: what one of them moves, the others show."""

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

# More readings than any of the tests needs: half a minute.
READINGS = 1800

DEBIANS_MODELS = {"MORSE_ROOT": "/usr"}
OUR_MODELS = {"MORSE_ROOT": "/nonexistent"}

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
    """A running `morse multinode-server`, its log, and a port of its own."""

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
        """Ctrl-C; gives the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(TIMEOUT_S)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(TIMEOUT_S)
        self.process.stderr.close()


class Peer:
    """Somebody else's server: it answers every line with what `answer` makes of the entries in it."""

    def __init__(self, answer):
        self.heard = {}
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
                self.heard[node] = entries
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
        """A scene, and what lies beside it, that differs in nothing but the port of its server."""
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

    def drive_until_seen(self, driven, motion, watching, robot, metres):
        """Drives on one node until the robot has moved on the other, whose pose sensor counts the time."""
        place = lambda client: client.rpc("simulation", "get_scene_objects")[robot][1]
        start = place(watching)
        motion.publish({"v": 1.0, "w": 0.0})
        for _ in range(READINGS):
            self.tick(watching)
            if math.dist(place(watching), start) > metres:
                return place(watching), place(driven)
        self.fail(f"{robot} is still at {place(watching)}, and where it is driven at {place(driven)}")

    def tick(self, client):
        """Waits for a reading of the node's own robot."""
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
        self.assertLess(math.dist(shown, driven), 1.0, "where it is driven it has gone on in the meantime")

    def test_two_nodes_on_debians_models(self):
        self.two_nodes(DEBIANS_MODELS)

    def test_two_nodes_on_our_models(self):
        self.two_nodes(OUR_MODELS)

    def test_some_of_eleven_nodes(self):
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
                self.assertAlmostEqual(objects[name][1][0], x, delta=0.1, msg="nobody has moved it")


class TwoOfThem(Nodes):
    def test_each_shows_what_the_other_drives(self):
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
            self.fail(f"what is nearest is {nearest} m away: rays do not meet the robot of the other node")
        self.drive_until_seen(two, two.b.motion, one, "b", 0.5)
        with self.assertRaises(Exception) as refused:
            two.rpc("simulation", "activate", "a.motion")
        self.assertIn("robot of another simulator", str(refused.exception))
        self.assertEqual(server.interrupt(), 0)

    def test_a_node_that_comes_late_finds_what_one_left(self):
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

    def test_two_nodes_of_one_name_are_told_of(self):
        server = self.serve()
        scene = self.scene(PAIR, server.port)
        self.node(scene, "one")
        self.node(scene, "one")
        server.wait_for("2 nodes have this name")

    def test_a_node_that_is_in_no_list_only_watches(self):
        server = self.serve()
        scene = self.scene(PAIR, server.port)
        one = self.client(self.node(scene, "one"))
        simulator = self.node(scene, "three")
        simulator.wait_for("`three`, which is not in the distribution: it simulates no robot")
        simulator.wait_for("nodes of the distribution: one, two")
        watching = self.client(simulator)
        self.assertEqual(watching.robots, [])
        one.a.motion.set_speed(1.0, 0.0)
        for _ in range(READINGS):
            one.a.pose.get(timeout=TIMEOUT_S)
            if watching.rpc("simulation", "get_scene_objects")["a"][1][0] > 0.5:
                return
        self.fail("it shows nothing that moves")


class TheServer(Nodes):
    def test_without_one_a_node_runs_alone(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            nobody = taken.getsockname()[1]
        simulator = self.node(self.scene(PAIR, nobody), "one")
        simulator.wait_for(f'"one" runs alone: there is no multi-node server at localhost:{nobody}')
        self.assert_drives(self.client(simulator))

    def test_one_that_is_lost_is_told_once_and_done_without(self):
        server = self.serve()
        simulator = self.node(self.scene(PAIR, server.port), "one")
        client = self.client(simulator)
        server.close()
        simulator.wait_for("is lost .*goes on alone")
        self.assert_drives(client)
        self.assertEqual(sum("is lost" in line for line in simulator.lines), 1)

    def assert_drives(self, client):
        client.a.motion.set_speed(1.0, 0.0)
        for _ in range(READINGS):
            if client.a.pose.get(timeout=TIMEOUT_S)["x"] > 0.3:
                return
        self.fail("it does not move")

    def test_one_that_is_not_ours(self):
        peer = self.peer(lambda told: json.dumps({"b": [[7, 8, 0.5], [0, 0, 1]], "nobody": [[1, 2, 3], [0, 0, 0]]}))
        client = self.client(self.node(self.scene(PAIR, peer.port), "one"))
        for _ in range(READINGS):
            self.tick(client)
            _, position, rotation = client.rpc("simulation", "get_scene_objects")["b"]
            if position == [7.0, 8.0, 0.5]:
                break
        else:
            self.fail(f"b is at {position}")
        self.assertAlmostEqual(rotation[2], math.sin(0.5), places=9)
        self.assertEqual(list(peer.heard), ["one"])
        self.assertEqual(sorted(peer.heard["one"]), ["__time", "a"])
        position, angles = peer.heard["one"]["a"]
        self.assertEqual((len(position), len(angles)), (3, 3))
        time, period, wall = peer.heard["one"]["__time"]
        self.assertAlmostEqual(period, 1 / 60, places=6)
        self.assertLess(abs(time - wall), 60.0)

    def test_one_that_talks_nonsense(self):
        wrong = ['{"b": [[NaN, 0, 0], [0, 0, 0]]}', '{"a": [[50, 50, 50], [0, 0, 0]], "b": null}', "[]", "nonsense", "{"]
        answers = iter(wrong * 20)
        peer = self.peer(lambda told: next(answers, '{"b": [[1, 9, 0], [0, 0, 0]]}'))
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
        self.assertLess(objects["a"][1][0], 1.0, "its own robot is its own")
        self.assertEqual(sum("is wrong" in line for line in simulator.lines), 1)

    def test_one_for_clients_that_are_not_ours(self):
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
        self.fail("nobody told the node of b")

    def test_a_second_one_on_its_port_is_refused(self):
        port = self.serve().port
        code, _, told = command("multinode-server", "--port", port)
        self.assertEqual(code, 1)
        self.assertIn(f"port {port} of 127.0.0.1 is in use", told)

    def test_over_hla_is_refused(self):
        scene = self.scene(PAIR.replace("configure_multinode(", 'configure_multinode("hla", '), 65000)
        code, _, told = command("check", scene, environment={"MORSE_NODE": "one"})
        self.assertEqual((code, told.count("error[")), (1, 1), told)
        self.assertIn("nodes cannot be connected over HLA yet", told)
