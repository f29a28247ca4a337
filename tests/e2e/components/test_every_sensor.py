"""Every sensor class that runs, those of levels too, from a scene script to the original's client and to a file."""

import ast
import base64
import functools
import json
import re
import unittest

from harness import TIMEOUT_S, TestCase, command, original_pymorse

# Streams that take any sensor.
TEXT = "morse.middleware.text_datastream.Publisher"
SOCKET = "morse.middleware.socket_datastream.SocketPublisher"

# Scripts that make a class which no builder class leads to, or which is of use only with others: the last line is for
# the sensor itself, called `it`.
MADE_BY = {
    "compound.CompoundSensor": ["it = CompoundSensor([pose, clock])"],
    "depth_camera.DepthVideoCamera": [
        "it = DepthCamera()",
        "it.properties(classpath='morse.sensors.depth_camera.DepthVideoCamera')",
    ],
    "depth_camera.RawImage": [
        "it = DepthCamera()",
        "it.properties(classpath='morse.sensors.depth_camera.RawImage')",
    ],
    "depth_camera_aggregator.DepthCameraAggregator": [
        "it = VLP16_180()",
        "for camera in it.cameras: camera.properties(cam_width=8)",
    ],
    "armature_pose.ArmaturePose": ["robot.arm = KukaLWR('arm')", "robot.append(robot.arm)", "it = ArmaturePose()"],
    "human_posture.HumanPosture": ["human = Human()", "human.translate(0, 5, 0)", "it = HumanPosture()"],
    "ptu_posture.PTUPosture": ["robot.ptu = PTU('ptu')", "robot.append(robot.ptu)", "it = PTUPosture()"],
    "stereo_unit.StereoUnit": ["it = StereoUnit()", "it.append(VideoCamera('left'))"],
    "collision.Collision": ["it = Collision()", "it.translate(0.7, 0, 0.2)"],
}

# Sensors that stream over the socket only when scripts name the class of the stream.
SOCKET_BY_CLASS = {"stereo_unit.StereoUnit"}

# What a sensor hangs on, if not on the robot: in scripts and for the client.
CARRIED_BY = {
    "armature_pose.ArmaturePose": "robot.arm",
    "human_posture.HumanPosture": "human",
    "ptu_posture.PTUPosture": "robot.ptu",
}

# Data with values that the catalogue cannot know the names of.
OPEN = {
    "armature_pose.ArmaturePose": {f"kuka_{joint}" for joint in range(1, 8)},
    "compound.CompoundSensor": {"robot.pose", "robot.clock"},
}

SCENE = """
from morse.builder import *

robot = ATRV()
pose = Pose("pose")
clock = Clock("clock")
robot.append(pose)
robot.append(clock)
{sensors}

other = ATRV()
other.translate(1.26, 0, 0)
other.properties(Object=True, Label="OTHER")
victim = Victim()
victim.translate(3, 0, 0)
fire = Sphere("fire")
fire.translate(5, 0, 1)
fire.properties(Fire=100)

env = Environment("empty")
env.properties(longitude=43.6, latitude=1.4333, altitude=135.0)
"""


def sensor_classes():
    """For each class that runs: its class path without `morse.sensors.`, the description of the class that scripts name,
    the level at which that is the one (or None), and the types of its fields by name."""
    catalogue = json.loads(command("catalogue", "--json")[1])["components"]
    sensors = {entry["class"]: entry for entry in catalogue if entry["kind"] == "sensor"}
    by_level = {}
    for owner in sensors.values():
        for level in owner.get("levels", []):
            runs = level["class"] or owner["class"]
            if runs != owner["class"]:
                by_level.setdefault(runs, (owner, level["name"]))
    for classpath, entry in sensors.items():
        if entry["implemented"]:
            owner, level = by_level.get(classpath, (entry, default_level(entry)))
            fields = {field["name"]: field["type"] for field in own_fields(owner, level)}
            yield classpath.removeprefix("morse.sensors."), owner, level, fields


def default_level(entry):
    return next((level["name"] for level in entry.get("levels", []) if level["default"]), None)


def own_fields(entry, level):
    return [field for field in entry.get("fields", []) if level in (field.get("levels") or [level])]


def made(nth, name, owner, level):
    """The lines of a script that make sensor number `nth`."""
    lines = MADE_BY.get(name)
    if lines is None:
        if not owner.get("builders"):
            raise AssertionError(f"no builder class makes {name}: say in MADE_BY how scripts do")
        lines = [f"it = {owner['builders'][0]['name']}()"]
    if any(known["name"] == "cam_width" for known in owner.get("properties", [])):
        lines = [*lines, "it.properties(cam_width=32, cam_height=16)"]
    if level and level != default_level(owner):
        lines = [*lines, f"it.level({level!r})"]
    carrier = CARRIED_BY.get(name, "robot")
    over_socket = f", {SOCKET!r}" if name in SOCKET_BY_CLASS else ""
    return [
        *lines,
        f"it.name = 'sensor{nth}'",
        f"{carrier}.append(it)",
        f"it.add_stream('socket'{over_socket})",
        f"it.add_stream('text', {TEXT!r})",
    ]


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def are_numbers(value, count=None):
    return isinstance(value, list) and all(map(is_number, value)) and len(value) == (count or len(value))


def has_parts(value, parts):
    return isinstance(value, dict) and set(value) == set(parts) and all(map(is_number, value.values()))


def is_object(value):
    named = isinstance(value, dict) and set(value) == {"name", "description", "type", "position", "orientation"}
    return named and are_numbers(value["position"], 3) and has_parts(value["orientation"], "xyzw")


# What values of each type of the catalogue look like, in messages and in files alike.
TYPES = {
    "float": is_number,
    "int": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "bool": lambda value: isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "vec3": lambda value: are_numbers(value, 3),
    "quaternion": lambda value: has_parts(value, "xyzw"),
    "euler": lambda value: has_parts(value, ("yaw", "pitch", "roll")),
    "matrix3": lambda value: isinstance(value, list) and len(value) == 3 and all(are_numbers(row, 3) for row in value),
    "list": are_numbers,
    "dict": lambda value: isinstance(value, dict),
    "points": lambda value: isinstance(value, list) and value != [] and all(are_numbers(point, 3) for point in value),
    "objects": lambda value: isinstance(value, list) and value != [] and all(map(is_object, value)),
    "image": lambda value: isinstance(value, (bytes, str)),
}


def read_record(text):
    """The values of the first record of a file, by name."""
    record = text.split("==> Data at ")[1]
    lines = [line[1:].partition(" = ") for line in record.splitlines()[1:]]
    numbers = {"inf": float("inf"), "-inf": float("-inf"), "nan": float("nan")}
    return {name: numbers[value] if value in numbers else ast.literal_eval(value) for name, _, value in lines}


class EverySensor(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sensors = list(sensor_classes())

    def test_it_reaches_clients_and_files_with_the_fields_of_the_catalogue(self):
        lines = []
        for nth, (name, owner, level, _) in enumerate(self.sensors):
            lines += made(nth, name, owner, level)
        simulator = self.run_scene(SCENE.format(sensors="\n".join(lines)))
        self.assert_made(simulator.folder / "scene.py")
        messages = {}
        with original_pymorse().Morse("localhost", simulator.port) as morse:
            for nth, (name, *_) in enumerate(self.sensors):
                with self.subTest(name):
                    path = f"{CARRIED_BY.get(name, 'robot')}.sensor{nth}"
                    messages[name] = functools.reduce(getattr, path.split("."), morse).get(timeout=TIMEOUT_S)
            morse.quit()
        self.assertEqual(simulator.ended(), 0)
        self.assertFalse([line for line in simulator.lines if re.search("ERROR|panicked", line)])
        for nth, (name, _, _, fields) in enumerate(self.sensors):
            with self.subTest(name):
                (file,) = simulator.folder.glob(f"*sensor{nth}.txt")
                self.assert_fields(name, fields, read_record(file.read_text()))
                if "width" in messages[name]:
                    self.assert_camera(fields, messages[name])
                else:
                    self.assert_fields(name, fields, messages[name])

    def assert_made(self, script):
        """The script makes each class, at its level."""
        objects = json.loads(command("build", script)[1])["objects"]
        by_name = {entry["name"].rpartition(".")[2]: (entry.get("class"), entry.get("level")) for entry in objects}
        for nth, (_, owner, level, _) in enumerate(self.sensors):
            classpath, asked = by_name[f"sensor{nth}"]
            self.assertEqual((classpath, asked or default_level(owner)), (owner["class"], level))

    def assert_fields(self, name, fields, values):
        self.assertEqual(set(values), set(fields) | OPEN.get(name, set()))
        for field, kind in fields.items():
            self.assertTrue(TYPES[kind](values[field]), f"{field} is no {kind}: {values[field]!r}")
            # Clouds need no pixels of their own.
            self.assertTrue(kind != "image" or values[field] or "points" in fields, f"{field} is empty")

    def assert_camera(self, fields, message):
        """Messages of cameras have what they are about in base64, with its size."""
        packed = "points" if "points" in message else "image"
        keys = {"timestamp", "height", "width", packed} | ({"intrinsic_matrix"} & set(fields))
        self.assertEqual(set(message), keys)
        pixels = message["width"] * message["height"]
        content = base64.b64decode(message[packed], validate=True)
        self.assertGreater(len(content), 0)
        if "points" in fields:
            self.assertEqual(len(content) % 12, 0)
            self.assertLessEqual(len(content) // 12, pixels)
        else:
            self.assertEqual(len(content), 4 * pixels)


if __name__ == "__main__":
    unittest.main()
