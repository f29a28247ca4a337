"""Faulty user extensions in Python: errors are contained and the simulation continues."""

import json

from harness import TIMEOUT_S, command
from own_scene import OWN_SENSOR, OwnSceneCase

PARTS = '''
import os
import sys
from morse.core.overlay import MorseOverlay
from morse.core.sensor import Sensor
from morse.core.services import service
from morse.helpers.components import add_data
from morse.modifiers import AbstractModifier
from morse.middleware import AbstractDatastream

print("imported as", __name__)
os.environ["CHANGED_BY_PARTS"] = "1"


class Twin(Sensor):
    add_data("which", "first", "str", "which of two")


class Twin(Sensor):
    add_data("which", "second", "str", "which of two")


class Thing(AbstractModifier):
    """A modifier, also called Thing in another module."""
    def modify(self):
        self.data["x"] = 41.0


class Large(AbstractModifier):
    def modify(self):
        self.data["x"] = 2 ** 70
        self.data["y"] = {1, 2}
        self.data["z"] = None


class Endless(MorseOverlay):
    @service
    def hang(self):
        while True:
            pass

    @service
    def leave(self):
        os._exit(4)

    @service
    def stop(self):
        sys.exit(5)

    @service
    def odd(self):
        return {"a set": {1}, "an object": self, 3: float("inf")}


class Hoards(AbstractModifier):
    """Allocates memory without limit."""
    def initialize(self):
        self.kept = []

    def modify(self):
        while True:
            self.kept.append(bytes([1]) * 2 ** 20)


class LikeNumpy:
    """Replaces numpy's scalars and arrays where numpy is not installed."""
    def __init__(self, value):
        self.value = value

    def tolist(self):
        return self.value


def of_numpy(kind, value):
    try:
        import numpy
    except ImportError:
        return LikeNumpy(value)
    return getattr(numpy, kind)(value)


class Numbers(Sensor):
    """Has numpy values as fields."""
    add_data("number", 0.0, "float", "a numpy scalar")
    add_data("count", 0, "int", "an integer")
    add_data("flag", False, "bool", "a bool")
    add_data("row", [], "list", "an array")
    add_data("table", [], "list", "an array of two dimensions")

    def default_action(self):
        self.local_data["number"] = of_numpy("float32", 0.5)
        self.local_data["count"] = of_numpy("int64", 3)
        self.local_data["flag"] = of_numpy("bool_", True)
        self.local_data["row"] = of_numpy("array", [0, 1, 2])
        self.local_data["table"] = of_numpy("array", [[1.0, 0.0], [0.0, 1.0]])


class Children(AbstractDatastream):
    """Starts a child process and does not wait for it."""
    def initialize(self):
        import subprocess
        subprocess.Popen([sys.executable, "-c", "import time; print('child', flush=True); time.sleep(10 ** 6)"])

    def default(self, ci="unused"):
        pass


class Below(MorseOverlay):
    def name(self):
        return "below"


class Threads(AbstractDatastream):
    def initialize(self):
        import threading
        threading.Thread(target=self.work, daemon=False).start()

    def work(self):
        import time
        while True:
            try:
                self.component_instance.bge_object.worldPosition
            except RuntimeError:
                pass
            # Paces the thread.
            time.sleep(0.01)

    def default(self, ci="unused"):
        pass
'''

OTHER = '''
from own.parts import Thing as First
from morse.modifiers import AbstractModifier


class Thing(AbstractModifier):
    def modify(self):
        self.data["x"] += 1.0
'''

SCENE = '''
from morse.builder import *
from morse.builder.creator import SensorCreator

class Twin(SensorCreator):
    _classpath = "own.parts.Twin"

class Numbers(SensorCreator):
    _classpath = "own.parts.Numbers"

robot = FakeRobot()
robot.translate(x=1.0)
pose = Pose()
robot.append(pose)
twin = Twin()
robot.append(twin)
waypoint = Waypoint()
robot.append(waypoint)
robot.add_default_interface("socket")
%s
env = Environment("empty", fastmode=True)
env.set_time_strategy(TimeStrategies.FixedSimulationStep)
env.use_relative_time(True)
'''


class BadInput(OwnSceneCase):
    def setUp(self):
        super().setUp()
        self.write(OWN_SENSOR + PARTS)
        (self.folder / "src" / "own" / "other.py").write_text(OTHER)

    def start_with(self, wiring, *options):
        self.simulator = self.run_scene(SCENE % wiring, *options, environment=self.environment)
        client = self.simulator.connect()
        self.addCleanup(client.socket.close)
        return client

    def reading(self, client, component="robot.pose"):
        """A reading after three more ticks."""
        client.ask("s time sleep [0.05]")
        return json.loads(client.ask(f"r {component} get_local_data").split(" ", 2)[2])

    def test_classes_of_one_name_in_one_or_two_modules_are_distinguished(self):
        client = self.start_with('pose.alter("own.parts.Thing")\npose.alter("own.other.Thing")')
        self.assertEqual(self.reading(client)["x"], 42.0)
        self.assertEqual(self.reading(client, "robot.twin")["which"], "second", "Python keeps the last definition")
        self.assertEqual(sum("imported as own.parts" in line for line in self.simulator.lines), 1)

    def test_unsendable_data_stops_the_modifier_only(self):
        client = self.start_with('pose.alter("own.parts.Large")')
        self.simulator.wait_for("the Python code of the modifier own.parts.Large failed")
        self.simulator.wait_for("whole numbers of more than 64 bits cannot be sent")
        self.assertEqual(self.reading(client)["x"], 1.0, "the sensor continues without the modifier")
        self.assertEqual(json.loads(client.ask("a simulation list_robots").split(" ", 2)[2]), ["robot"])

    def test_overlay_services_that_hang_or_exit_are_contained(self):
        client = self.start_with('waypoint.add_overlay("socket", "own.parts.Endless")', "--component-timeout", "0.5")
        self.assertIn("SystemExit", client.ask("a robot.waypoint stop"))
        self.assertIn("SUCCESS", client.ask("b robot.waypoint odd"))
        self.assertIn("has ended", client.ask("c robot.waypoint hang"))
        self.simulator.wait_for("own.parts.Endless of robot.waypoint")
        self.assertIn("has ended", client.ask("d robot.waypoint leave"))
        self.assertIn("e SUCCESS", client.ask("e robot.waypoint get_status"))
        self.assertEqual(self.reading(client)["x"], 1.0)

    def test_last_overlay_of_a_component_wins_and_misplaced_overlays_are_errors(self):
        # The last overlay of a component is used. An overlay is not a component, so that it has no overlays itself.
        client = self.start_with(
            'waypoint.add_overlay("socket", "own.parts.Endless")\nwaypoint.add_overlay("socket", "own.parts.Below")'
        )
        self.assertIn("FAILED", client.ask("a robot.waypoint stop_it"))
        self.assertIn("FAILED", client.ask("b below get_status"))
        scene = self.folder / "scene.py"
        scene.write_text(SCENE % 'box = Cube("box")\nbox.add_overlay("socket", "own.parts.Below")')
        code, _, errors = command("run", scene, environment=self.environment)
        self.assertNotEqual(code, 0)
        self.assertIn("an overlay is on `box`, which has no services", errors)
        scene.write_text(
            SCENE % 'waypoint.add_overlay("socket", "own.parts.Below")\npose.add_overlay("socket", "own.parts.Below")'
        )
        code, _, errors = command("run", scene, environment=self.environment)
        self.assertNotEqual(code, 0)
        self.assertIn("its overlay is called `below`", errors)

    def test_thread_of_a_stream_ends_with_the_simulator(self):
        client = self.start_with('pose.add_stream("socket", "own.parts.Threads")')
        self.assertEqual(self.reading(client)["x"], 1.0)
        client.ask("q simulation quit")
        self.assertEqual(self.simulator.wait_for_exit(), 0)

    def test_child_process_of_a_stream_ends_with_the_simulator(self):
        quits = lambda client: client.ask("q simulation quit")
        killed = lambda client: self.simulator.process.kill()
        for end in (quits, killed):
            client = self.start_with('pose.add_stream("socket", "own.parts.Children")')
            self.simulator.wait_for("^child")
            end(client)
            self.simulator.process.wait(TIMEOUT_S)
            # The child inherits the output pipe, which closes when the last process has ended.
            self.simulator._reader.join(TIMEOUT_S)
            self.assertFalse(self.simulator._reader.is_alive())

    def test_component_memory_is_limited(self):
        client = self.start_with('pose.alter("own.parts.Hoards")\npose.alter("own.other.Thing")', "--component-memory", "300")
        self.simulator.wait_for("the Python code of the modifier own.parts.Hoards failed")
        self.simulator.wait_for("MemoryError")
        self.assertEqual(self.reading(client)["x"], 2.0, "the other modifier continues")

    def test_numpy_values_are_sent_as_numbers_and_lists(self):
        client = self.start_with('numbers = Numbers()\nrobot.append(numbers)\nnumbers.add_service("socket")')
        reading = self.reading(client, "robot.numbers")
        reading.pop("timestamp")
        table = [[1.0, 0.0], [0.0, 1.0]]
        self.assertEqual(reading, {"number": 0.5, "count": 3, "flag": True, "row": [0, 1, 2], "table": table})

    def test_syntax_error_is_reported_with_its_line(self):
        (self.folder / "src" / "own" / "newer.py").write_text("class Newer:\n    def x(self) = 3\n")
        scene = self.folder / "scene.py"
        scene.write_text(SCENE % 'pose.alter("own.newer.Newer")')
        code, _, errors = command("check", scene, environment=self.environment)
        self.assertNotEqual(code, 0)
        self.assertIn("SyntaxError", errors)
        self.assertRegex(errors, r"newer.py\W+line 2")

    def test_untrusted_document_runs_no_python(self):
        scene = self.folder / "scene.py"
        scene.write_text(SCENE % 'pose.alter("own.parts.Thing")')
        code, document, errors = command("build", scene, environment=self.environment)
        self.assertEqual(code, 0, errors)
        path = self.folder / "scene.json"
        path.write_text(document)
        code, _, errors = command("check", path, environment=self.environment)
        self.assertNotEqual(code, 0)
        self.assertIn("--trust", errors)
        self.assertNotIn("imported as", errors)

    def test_digest_is_reproducible(self):
        scene = self.folder / "scene.py"
        scene.write_text(SCENE % 'pose.alter("Noise")\npose.alter("own.other.Thing")\npose.alter("Noise")')
        digests = set()
        for _ in range(2):
            code, out, errors = command(
                "run", "--fast", "--duration", "1", "--digest", "--port", "0", "--stream-port", "0", scene,
                environment=self.environment,
            )
            self.assertEqual(code, 0, errors)
            digests.update(line.split()[-1] for line in (out + errors).splitlines() if "Digest" in line)
        self.assertEqual(len(digests), 1, digests)
