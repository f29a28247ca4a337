"""Every implemented sensor class, including the classes of levels: from a scene script to the original's client and a file."""

import ast
import base64
import functools
import json
import re
import unittest

from harness import TIMEOUT_S, TestCase, command, original_pymorse

# Streams for any sensor.
TEXT = "morse.middleware.text_datastream.Publisher"
SOCKET = "morse.middleware.socket_datastream.SocketPublisher"

# Script lines for classes without a builder class, and for sensors that need further components. The sensor is `component`.
MADE_BY = {
    "compound.CompoundSensor": ["component = CompoundSensor([pose, clock])"],
    "depth_camera.DepthVideoCamera": [
        "component = DepthCamera()",
        "component.properties(classpath='morse.sensors.depth_camera.DepthVideoCamera')",
    ],
    "depth_camera.RawImage": [
        "component = DepthCamera()",
        "component.properties(classpath='morse.sensors.depth_camera.RawImage')",
    ],
    "depth_camera_aggregator.DepthCameraAggregator": [
        "component = VLP16_180()",
        "for camera in component.cameras: camera.properties(cam_width=8)",
    ],
    "armature_pose.ArmaturePose": ["robot.arm = KukaLWR('arm')", "robot.append(robot.arm)", "component = ArmaturePose()"],
    "human_posture.HumanPosture": ["human = Human()", "human.translate(0, 5, 0)", "component = HumanPosture()"],
    "joint_positions.JointStates": ["component = JointPositions()"],
    "force_torque_sensor.ForceTorqueSensor": ["component = ForceTorqueSensor()", "component.properties(Joint='shoulder')"],
    "wheel_odometry.WheelOdometry": [
        "component = WheelOdometry()",
        "component.properties(LeftWheels='left_wheel_joint', RightWheels='right_wheel_joint')",
    ],
    "ptu_posture.PTUPosture": ["robot.ptu = PTU('ptu')", "robot.append(robot.ptu)", "component = PTUPosture()"],
    "stereo_unit.StereoUnit": ["component = StereoUnit()", "component.append(VideoCamera('left'))"],
    "collision.Collision": ["component = Collision()", "component.translate(0.7, 0, 0.2)"],
}

# Sensors that stream over the socket only if the script names the class of the stream.
SOCKET_BY_CLASS = {"stereo_unit.StereoUnit"}

# The parent of a sensor in scripts and in the client, if it is not the robot.
CARRIED_BY = {
    "armature_pose.ArmaturePose": "robot.arm",
    "human_posture.HumanPosture": "human",
    "contact_sensor.ContactSensor": "small_arm",
    "force_torque_sensor.ForceTorqueSensor": "small_arm",
    "joint_positions.JointPositions": "small_arm",
    "joint_positions.JointStates": "small_arm",
    "wheel_odometry.WheelOdometry": "small_rover",
    "ptu_posture.PTUPosture": "robot.ptu",
}

# Numbers of four bytes in a pixel, if not one.
NUMBERS = {"normal_camera.NormalCamera": 3, "optical_flow_camera.OpticalFlowCamera": 2}

# Sensors whose lists are empty where nothing touches them, or in pictures that are too small for markers.
OFTEN_EMPTY = {"contact_sensor.ContactSensor", "marker_detector.MarkerDetector"}

# Fields that are not in the catalog, as their names depend on the scene.
OPEN = {
    "armature_pose.ArmaturePose": {f"kuka_{joint}" for joint in range(1, 8)},
    "joint_positions.JointPositions": {"shoulder", "elbow", "finger"},
    "compound.CompoundSensor": {"robot.pose", "robot.clock"},
}

SCENE = """
from morse.builder import *

robot = ATRV()
pose = Pose("pose")
clock = Clock("clock")
robot.append(pose)
robot.append(clock)
small_arm = Robot('small_arm', name='small_arm')
small_arm.translate(0, -5, 0)
small_rover = Robot('small_rover', name='small_rover')
small_rover.translate(0, -8, 0)
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
    """For each implemented class: class path without `morse.sensors.`, catalog entry of the class that scripts name, level
    that selects the implemented class (or None), and types of its fields by name."""
    catalog = json.loads(command("catalog", "--json")[1])["components"]
    sensors = {entry["class"]: entry for entry in catalog if entry["kind"] == "sensor"}
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


def script_lines(nth, name, owner, level):
    """The script lines that build sensor number `nth`."""
    lines = MADE_BY.get(name) or MADE_BY.get(owner["class"].removeprefix("morse.sensors."))
    if lines is None:
        if not owner.get("builders"):
            raise AssertionError(f"{name} has no builder class: add its script lines to MADE_BY")
        lines = [f"component = {owner['builders'][0]['name']}()"]
    if any(known["name"] == "cam_width" for known in owner.get("properties", [])):
        lines = [*lines, "component.properties(cam_width=32, cam_height=16)"]
    if level and level != default_level(owner):
        lines = [*lines, f"component.level({level!r})"]
    carrier = CARRIED_BY.get(name, "robot")
    over_socket = f", {SOCKET!r}" if name in SOCKET_BY_CLASS else ""
    return [
        *lines,
        f"component.name = 'sensor{nth}'",
        f"{carrier}.append(component)",
        f"component.add_stream('socket'{over_socket})",
        f"component.add_stream('text', {TEXT!r})",
    ]


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def are_numbers(value, count=None):
    return isinstance(value, list) and all(map(is_number, value)) and len(value) == (count or len(value))


def has_parts(value, parts):
    return isinstance(value, dict) and set(value) == set(parts) and all(map(is_number, value.values()))


# Entries of lists of objects: those of semantic cameras, of segmentation cameras, of cameras of bounding boxes, and of marker
# detectors.
LABEL = {"id", "name", "class", "class_id"}
POSE = {"position", "orientation"}
MARKER = {"family", "id", "size", "corners", "center", "homography", "hamming", "contrast"}
ENTRIES = [
    {"name", "description", "type"} | POSE,
    LABEL,
    LABEL | POSE | {"visible", "full", "occlusion", "size"},
    MARKER | POSE,
]


def is_object(value):
    if not (isinstance(value, dict) and set(value) in ENTRIES):
        return False
    has_pose = "position" in value
    return not has_pose or are_numbers(value["position"], 3) and has_parts(value["orientation"], "xyzw")


# Checks of the values of each type in the catalog, for messages and files.
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

    def test_each_sensor_reaches_clients_and_files_with_the_fields_of_the_catalog(self):
        lines = []
        for nth, (name, owner, level, _) in enumerate(self.sensors):
            lines += script_lines(nth, name, owner, level)
        simulator = self.run_scene(SCENE.format(sensors="\n".join(lines)))
        self.assert_classes_and_levels(simulator.folder / "scene.py")
        messages = {}
        with original_pymorse().Morse("localhost", simulator.port) as morse:
            for nth, (name, *_) in enumerate(self.sensors):
                with self.subTest(name):
                    path = f"{CARRIED_BY.get(name, 'robot')}.sensor{nth}"
                    messages[name] = functools.reduce(getattr, path.split("."), morse).get(timeout=TIMEOUT_S)
            morse.quit()
        self.assertEqual(simulator.wait_for_exit(), 0)
        self.assertFalse([line for line in simulator.lines if re.search("ERROR|panicked", line)])
        for nth, (name, _, _, fields) in enumerate(self.sensors):
            with self.subTest(name):
                (file,) = simulator.folder.glob(f"*sensor{nth}.txt")
                self.assert_fields(name, fields, read_record(file.read_text()))
                if "width" in messages[name] and "width" not in fields:
                    self.assert_camera(name, fields, messages[name])
                else:
                    self.assert_fields(name, fields, messages[name])

    def assert_classes_and_levels(self, script):
        """The script builds each class at its level."""
        objects = json.loads(command("build", script)[1])["objects"]
        by_name = {entry["name"].rpartition(".")[2]: (entry.get("class"), entry.get("level")) for entry in objects}
        for nth, (_, owner, level, _) in enumerate(self.sensors):
            classpath, actual_level = by_name[f"sensor{nth}"]
            self.assertEqual((classpath, actual_level or default_level(owner)), (owner["class"], level))

    def assert_fields(self, name, fields, values):
        self.assertEqual(set(values), set(fields) | OPEN.get(name, set()))
        for field, kind in fields.items():
            if values[field] == [] and name in OFTEN_EMPTY:
                continue
            self.assertTrue(TYPES[kind](values[field]), f"{field} is not of type {kind}: {values[field]!r}")
            # The image of a point cloud may be empty.
            self.assertTrue(kind != "image" or values[field] or "points" in fields, f"{field} is empty")

    def assert_camera(self, name, fields, message):
        """Messages of cameras have the image or points in base64, and the size."""
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
            self.assertEqual(len(content), NUMBERS.get(name, 1) * 4 * pixels)


if __name__ == "__main__":
    unittest.main()
