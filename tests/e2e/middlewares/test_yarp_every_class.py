"""Every YARP stream class: a peer compares one message of each sensor with the message on the socket, and commands each
actuator."""

import json
import math
import socket
import time

from harness import Connection, ROOT, TIMEOUT_S
from sensor_carriers import CARRIED_BY, CARRIERS, SURROUNDINGS
from yarp_peers import YarpTestCase, wait_until

TABLE = json.loads((ROOT / "crates/scene/data/wiring.json").read_text())
ROWS = [row for row in TABLE["rows"] if row["middleware"].startswith("yarp")]
OTHER = [entry["classpath"] for entry in TABLE["other_classes"] if entry["middleware"].startswith("yarp")]

# Script lines for sensors that need more than their builder class. The sensor is `component`.
SENSORS = {
    "ArmaturePose": ["component = ArmaturePose('{name}')", "arm.append(component)"],
    "DepthVideoCamera": [
        "component = DepthCamera('{name}')",
        "component.properties(classpath='morse.sensors.depth_camera.DepthVideoCamera', cam_width=16, cam_height=8)",
        "component.translate(x=1.0, z=1.0)",
        "robot.append(component)",
    ],
    "LaserScanner": ["component = Hokuyo('{name}')", "component.translate(x=1.0, z=0.4)", "robot.append(component)"],
    "PTUPosture": ["component = PTUPosture('{name}')", "ptu.append(component)"],
    "VideoCamera": [
        "component = VideoCamera('{name}')",
        "component.properties(cam_width=16, cam_height=8)",
        "component.translate(x=1.0, z=1.0)",
        "robot.append(component)",
    ],
    "BoundingBoxCamera": [
        "component = BoundingBoxCamera('{name}')",
        "component.translate(x=1.0, z=1.0)",
        "robot.append(component)",
    ],
    "ThermalCamera": [
        "component = ThermalCamera('{name}')",
        "component.properties(cam_width=16, cam_height=8)",
        "component.translate(x=1.0, z=1.0)",
        "robot.append(component)",
    ],
    "EventCamera": [
        "component = EventCamera('{name}')",
        "component.properties(cam_width=16, cam_height=8)",
        "robot.append(component)",
    ],
    "MarkerDetector": [
        "component = MarkerDetector('{name}')",
        "component.properties(cam_width=16, cam_height=8)",
        "robot.append(component)",
    ],
    "SemanticCamera": ["component = SemanticCamera('{name}')", "component.translate(x=1.0, z=1.0)", "robot.append(component)"],
    "HumanPosture": ["component = HumanPosture('{name}')", "human.append(component)"],
    "WheelOdometry": [
        "component = WheelOdometry('{name}')",
        "component.properties(LeftWheels='left_wheel_joint', RightWheels='right_wheel_joint')",
        "small_rover.append(component)",
    ],
    "JointPositions": ["component = JointPositions('{name}')", "small_arm.append(component)"],
    "ContactSensor": ["component = ContactSensor('{name}')", "small_arm.append(component)"],
    "ForceTorqueSensor": [
        "component = ForceTorqueSensor('{name}')",
        "component.properties(Joint='shoulder')",
        "small_arm.append(component)",
    ],
}
TARGET = """
target = ATRV('target')
target.translate(5.0, 0.0, 0.0)
"""
SCENE = CARRIERS + "{sensors}" + TARGET + SURROUNDINGS

# Robots of actuators that need a particular one, and script lines for actuators that need more than their builder class.
# The actuator is `component`.
ROBOTS = {
    "Destination": "RMax",
    "AckermannDrive": "(lambda name: Robot('small_car', name=name))",
    "DiffDrive": "(lambda name: Robot('small_rover', name=name))",
    "OmniDrive": "OmniBase",
    "JointGripper": "(lambda name: Robot('small_arm', name=name))",
    "JointController": "(lambda name: Robot('small_arm', name=name))",
    "MotionVWDiff": "SegwayRMP400",
    "Orientation": "FakeRobot",
    "SteerForce": "Hummer",
    "Teleport": "FakeRobot",
}
for name in "ForceTorque ExternalForce QuadrotorDynamicControl RotorcraftAttitude RotorcraftWaypoint StabilizedQuadrotor".split():
    ROBOTS[name] = "Quadrotor"
ACTUATORS = {
    "Armature": "component = KukaLWR('component')",
    "AckermannDrive": "component = AckermannDrive('component'); component.properties(LeftWheels='rear_left_wheel', "
    "RightWheels='rear_right_wheel', SteeringJoints='front_left_steering, front_right_steering')",
    "OmniDrive": "component = OmniDrive('component'); component.properties(**OmniBase.WHEELS)",
    "DiffDrive": "component = DiffDrive('component'); component.properties(LeftWheels='left_wheel_joint', RightWheels='right_wheel_joint')",
}
# Commands of actuators that do not take two numbers.
COMMANDS = {
    "Light": [1],
    "Gripper": [1],
    "ForceTorque": [[0.0, 0.0, 1.0], [0.0, 0.0, 0.0]],
    "ExternalForce": [[0.0, 0.0, 1.0], [0.0, 0.0, 0.0]],
    "QuadrotorDynamicControl": [[100.0, 100.0, 100.0, 100.0]],
}


def values(record):
    """The elements of the default bottle for a message of the socket."""
    found = []
    for value in record:
        if isinstance(value, dict) and set(value) in ({"x", "y", "z", "w"}, {"yaw", "pitch", "roll"}):
            found.append(list(value.values()))
        elif isinstance(value, dict):
            found.extend([key, *values([entry])] for key, entry in value.items())
        elif isinstance(value, list):
            found.append(values(value))
        elif value is not None:
            found.append(value)
    return found


class Lines:
    """The stream of a component on the socket."""

    def __init__(self, port):
        self.file = socket.create_connection(("127.0.0.1", port), TIMEOUT_S).makefile("r")

    def read(self):
        return json.loads(self.file.readline())


class EveryClass(YarpTestCase):
    def test_table_has_nine_stream_classes(self):
        used = {row["datastream"] for row in ROWS} | {other for row in ROWS for other in row["alternatives"]} | set(OTHER)
        self.assertEqual(len(used), 9, used)

    def assert_alike(self, found, expected, description):
        if isinstance(expected, list):
            self.assertIsInstance(found, list, description)
            self.assertEqual(len(found), len(expected), (description, found, expected))
            for found_item, expected_item in zip(found, expected):
                self.assert_alike(found_item, expected_item, description)
        elif isinstance(expected, str):
            self.assertEqual(found, expected, description)
        else:
            self.assertTrue(math.isclose(found, expected, rel_tol=1e-12, abs_tol=1e-12), (description, found, expected))

    def test_sensor_messages_equal_those_of_the_socket(self):
        streams = []
        for row in ROWS:
            if row["direction"] == "OUT":
                for method in [None, *row["alternatives"]]:
                    streams.append((row, method or row["datastream"], method))
        laser = next(row for row in ROWS if row["component"].endswith(".LaserScanner"))
        streams += [(laser, other, other) for other in OTHER if "laserscanner" in other]
        lines, names = [], []
        for nth, (row, stream, method) in enumerate(streams):
            kind, name = row["component"].split(".")[-1], "sensor%d" % nth
            sensor_lines = SENSORS.get(kind, ["component = %s('{name}')" % kind, "robot.append(component)"])
            lines += [line.format(name=name) for line in sensor_lines]
            if row["level"] != "default":
                lines.append("component.level(%r)" % row["level"])
            lines.append("component.add_stream(%r%s)" % (row["middleware"], ", method=%r" % method if method else ""))
            if kind not in ("VideoCamera", "DepthVideoCamera", "LaserScanner"):
                lines.append("component.add_stream('socket')")
            names.append((row, stream, "%s.%s" % (CARRIED_BY.get(kind, "robot"), name)))
        simulator = self.run_scene(SCENE.format(sensors="\n".join(lines)))
        ports = json.loads(Connection(simulator.port).ask("p simulation get_all_stream_ports").split(" ", 2)[2])
        for row, stream, name in names:
            with self.subTest(component=row["component"], level=row["level"], stream=stream):
                self.check_sensor(row, stream.rsplit(".", 1)[1], name, ports.get(name))

    def check_sensor(self, row, stream, name, port):
        reader = self.reader("/morse/%s/out" % name.replace(".", "/"))
        if "Image" in stream:
            message = reader.read()
            self.assertEqual(message[2], [4, 4 * 16 * 8, 1, 16, 8])
            self.assertEqual(len(message[3]), 4 * 16 * 8)
            return
        if stream == "YarpLaserScannerPublisher":
            [points] = reader.read()
            self.assertGreater(len(points), 100)
            self.assertTrue(all(len(point) == 3 for point in points))
            return
        if stream == "YarpLaserScannerDistancePublisher":
            [ranges] = reader.read()
            self.assertGreater(len(ranges), 100)
            self.assertLess(min(ranges), 6.0)
            return
        lines = Lines(port)
        is_json = stream == "YarpJsonPublisher"
        time_of = (lambda message: json.loads(message[0])["timestamp"]) if is_json else (lambda message: message[0])
        message, record = reader.read(), lines.read()
        deadline = time.monotonic() + TIMEOUT_S
        while time_of(message) != record["timestamp"]:
            self.assertLess(time.monotonic(), deadline, "no message and record have the same time")
            if time_of(message) < record["timestamp"]:
                message = reader.read()
            else:
                record = lines.read()
        if is_json:
            self.assertEqual(json.loads(message[0]), record)
        else:
            self.assert_alike(message, values(record.values()), row["component"])

    def test_actuators_accept_commands_and_refuse_malformed_ones(self):
        rows = [(row, None) for row in ROWS if row["direction"] == "IN"]
        waypoint = next(row for row, _ in rows if row["component"].endswith(".Waypoint"))
        rows += [(waypoint, other) for other in OTHER if other.endswith("Reader")]
        lines = ["from morse.builder import *"]
        for nth, (row, method) in enumerate(rows):
            kind = row["component"].split(".")[-1]
            lines += [
                "robot = %s('robot%d')" % (ROBOTS.get(kind, "ATRV"), nth),
                "robot.translate(%f, %f, 2.0)" % (6.0 * (nth % 5) - 12.0, 6.0 * (nth // 5) - 12.0),
                ACTUATORS.get(kind, "component = %s('component')" % kind),
                "robot.append(component)",
                "component.add_stream(%r%s)" % (row["middleware"], ", method=%r" % method if method else ""),
                "component.add_service('socket')",
            ]
        simulator = self.run_scene("\n".join([*lines, "env = Environment('empty')", ""]))
        connection = Connection(simulator.port)
        for nth, (row, method) in enumerate(rows):
            kind = row["component"].split(".")[-1]
            with self.subTest(component=row["component"], stream=method or row["datastream"]):
                described = json.loads(connection.ask("i simulation describe_component [\"robot%d.component\"]" % nth).split(" ", 2)[2])
                writer = self.writer("/morse/robot%d/component/in" % nth)
                if (method or row["datastream"]).endswith("WaypointReader"):
                    command = [json.dumps({"point": {"x": 1, "y": 2, "z": 0}, "radius": 0.5})]
                elif (method or row["datastream"]).endswith("JsonReader"):
                    command = [json.dumps({"x": 1.0, "y": 1.0, "z": 0.0, "tolerance": 0.5, "speed": 1.0})]
                else:
                    command = COMMANDS.get(kind, [0.5, 0.25])
                writer.write(*command)
                # The valid command is accepted: the first refusal is that of the malformed one.
                writer.write([["nothing", "fits"]])
                line = simulator.wait_for(r"robot%d\.component: a command of .* is refused" % nth)
                self.assertTrue("nothing" in line or "JSON" in line, (described, line))

    def test_commands_move_robots_and_joints(self):
        scene = """
from morse.builder import *
robot = ATRV()
motion = MotionVW('motion')
motion.add_stream('yarp')
robot.append(motion)
pose = Pose('pose')
pose.add_stream('yarp')
robot.append(pose)
fake = FakeRobot('fake')
teleport = Teleport('teleport')
teleport.add_stream('yarp')
fake.append(teleport)
where = Pose('where')
where.add_stream('yarp')
fake.append(where)
arm = KukaLWR('arm')
arm.add_stream('yarp')
arm.translate(z=1.0)
joints = ArmaturePose('joints')
joints.add_stream('yarp')
arm.append(joints)
robot.append(arm)
env = Environment('empty')
"""
        self.run_scene(scene)
        where = self.reader("/morse/fake/where/out")
        self.writer("/morse/fake/teleport/in").write(1.0, 2.0, 3.0)
        wait_until(lambda: [round(value, 6) for value in where.read()[1:4]] == [1.0, 2.0, 3.0], "the robot is teleported")
        joints = self.reader("/morse/robot/arm/joints/out")
        self.writer("/morse/robot/arm/in").write(0.3)
        wait_until(lambda: abs(joints.read()[1] - 0.3) < 0.01, "the first joint turns")
