"""Every reader class of actuators in ROS 1: rospy publishes one message, and the test observes its effect."""

import base64
import json
import re
import unittest

from harness import Connection, ROOT, TIMEOUT_S
from ros1_peers import RosTestCase, wait_until

TABLE = json.loads((ROOT / "crates/middleware/ros/tests/ros_rows.json").read_text())

# Reader classes outside of the table's rows, and an actuator with their data.
OTHER = {
    "abstract_ros.StringReader": "teleport.Teleport",
    "kuka_jointstate.JointStateReader": "armature.Armature",
    "read_asctec_ctrl_input.CtrlInputReader": "rotorcraft_attitude.RotorcraftAttitude",
    "read_pose.PoseStampedReader": "teleport.Teleport",
    "waypoint2D.Pose2DReader": "waypoint.Waypoint",
}
MADE_BY = {
    "armature.Armature": ("ATRV", ["component = KukaLWR('component')", "joints = ArmaturePose('joints')", "component.append(joints)"]),
    "destination.Destination": ("RMax", []),
    "light.Light": (
        "FakeRobot",
        [
            "component = Light('component')",
            "component.properties(energy=5.0)",
            "wall = Cube('wall')",
            "wall.translate(here[0] + 2.0, here[1], here[2])",
            "camera = VideoCamera('camera')",
            "camera.properties(cam_width=16, cam_height=16)",
            "robot.append(camera)",
        ],
    ),
    "orientation.Orientation": ("FakeRobot", []),
    "teleport.Teleport": ("FakeRobot", []),
    "v_omega_diff_drive.MotionVWDiff": ("SegwayRMP400", []),
}
QUADROTORS = {"force_torque", "external_force", "quadrotor_dynamic_control", "rotorcraft_attitude", "rotorcraft_velocity", "rotorcraft_waypoint"}
HEIGHTS_M = {"Quadrotor": 0.5, "RMax": 3.0, "FakeRobot": 3.0}

# Debian has no asctec_msgs: rospy generates the type and its MD5 sum from this definition.
NODE = r"""
import roslib.message
from geometry_msgs.msg import *
from sensor_msgs.msg import JointState
from std_msgs.msg import *
from genpy.dynamic import generate_dynamic
CtrlInput = generate_dynamic('asctec_msgs/CtrlInput',
    'Header header\nint16 pitch\nint16 roll\nint16 yaw\nint16 thrust\nint16 ctrl\nint16 chksum\n'
    + '=' * 80 + '\nMSG: std_msgs/Header\nuint32 seq\ntime stamp\nstring frame_id\n')['asctec_msgs/CtrlInput']
def pose(here, dx=0.0, dz=0.0):
    return Pose(Point(here[0] + dx, here[1], here[2] + dz), Quaternion(0, 0, 0.479425538604203, 0.8775825618903728))
messages = {
    'Pose': lambda here, component: pose(here, 1.0 if component == 'Teleport' else 0.0, 1.5),
    'PoseStamped': lambda here, _: PoseStamped(pose=pose(here, 1.0, 1.5)),
    'Pose2D': lambda here, _: Pose2D(here[0] + 2.0, here[1], 0.0),
    'Point': lambda here, _: Point(here[0] + 2.0, here[1], here[2] + 1.0),
    'Wrench': lambda *_: Wrench(force=Vector3(0, 0, 30)),
    'Bool': lambda *_: Bool(False),
    'Quaternion': lambda *_: Quaternion(0, 0, 0.479425538604203, 0.8775825618903728),
    'Vector3': lambda *_: Vector3(9.0, 0.4, -0.2),
    'Float32MultiArray': lambda _, component: Float32MultiArray(
        data=[900.0] * 4 if component == 'QuadrotorDynamicControl' else [0.0, 0.0, 0.0, 0.8]),
    'CtrlInput': lambda *_: CtrlInput(thrust=3276),
    'Twist': lambda _, component: Twist(
        {'MotionXYW': Vector3(0, 0.5, 0), 'RotorcraftVelocity': Vector3(0, 0, 1)}.get(component, Vector3(1, 0, 0)), Vector3()),
    'JointState': lambda *_: JointState(position=[0.3, 0, 0, 0, 0, 0, 0]),
    'String': lambda *_: String('written by the test'),
}
publishers = []
for topic, message, component, here in wanted:
    message = messages[message](here, component)
    publishers.append((rospy.Publisher(topic, type(message), queue_size=10), message))
wait_until(lambda: all(publisher.get_num_connections() > 0 for publisher, _ in publishers))
for publisher, message in publishers:
    publisher.publish(message)
result = [[publisher.resolved_name, publisher.type] for publisher, _ in publishers]
"""


def readers():
    """For each class: the actuator without `morse.actuators.`, the class without `morse.middleware.ros.`, its message, and
    whether it is the default class of this actuator."""
    short = lambda path: path.removeprefix("morse.middleware.ros.")
    for row in TABLE["rows"]:
        if row["direction"] == "IN":
            yield row["component"].removeprefix("morse.actuators."), short(row["datastream"]), row["ros_message"], True
    for entry in TABLE["other_classes"]:
        name = short(entry["classpath"])
        if name.endswith("Reader"):
            yield OTHER[name], name, entry["ros_message"], False


def script_lines(nth, component, reader, is_default):
    """The position of robot number `nth`, and the script lines that build it with its actuator."""
    robot, lines = MADE_BY.get(component, ("Quadrotor" if component.split(".")[0] in QUADROTORS else "ATRV", []))
    here = (6.0 * (nth % 5) - 12.0, 6.0 * (nth // 5) - 12.0, HEIGHTS_M.get(robot, 0.0))
    options = "" if is_default else f", method='morse.middleware.ros.{reader}'"
    return here, [
        f"here = {here}",
        f"robot = {robot}(name='robot{nth}')",
        "robot.translate(*here)",
        *(lines or [f"component = {component.split('.')[1]}('component')"]),
        "robot.append(component)",
        f"component.add_stream('ros'{options})",
        "component.add_service('socket')",
        "pose = Pose('pose')",
        "pose.add_service('socket')",
        "robot.append(pose)",
        *(["camera.add_stream('socket')"] if "Light" in component else []),
        *(["joints.add_service('socket')"] if "Armature" in component else []),
    ]


class EveryActuator(RosTestCase):
    def test_each_reader_class_acts_on_a_message_of_rospy(self):
        runs = list(readers())
        lines, places = ["from morse.builder import *"], []
        for nth, (component, reader, _, is_default) in enumerate(runs):
            here, more = script_lines(nth, component, reader, is_default)
            places.append(here)
            lines += more
        master = self.start_master()
        self.simulator = self.run_ros_scene("\n".join([*lines, "env = Environment('empty')", ""]), master)
        with self.simulator.connect() as self.client:
            node = self.start_node(master)
            before = [self.state(nth, component) for nth, (component, *_) in enumerate(runs)]
            wanted = [
                (f"/robot{nth}/component", message, component.split(".")[1], places[nth])
                for nth, (component, _, message, _) in enumerate(runs)
            ]
            published = node.run(f"wanted = {wanted!r}\n" + NODE)
            types = dict(master.proxy.getTopicTypes("/test")[2])
            for nth, ((topic, kind), (component, reader, message, _)) in enumerate(zip(published, runs)):
                with self.subTest(reader, component=component):
                    self.assertEqual(kind.split("/")[1], message)
                    self.assertEqual(types[topic], kind)
                    prove = getattr(self, "prove_" + component.rpartition(".")[2])
                    if reader == "abstract_ros.StringReader":
                        self.simulator.wait_for("written by the test")
                    else:
                        wait_until(lambda: prove(self.state(nth, component), before[nth], places[nth]), TIMEOUT_S / 2)
        self.assertFalse([line for line in self.simulator.lines if re.search("ERROR|panicked", line)])

    def ask(self, request):
        answer = self.client.ask("i " + request).split(" ", 2)
        self.assertEqual(answer[1], "SUCCESS", answer)
        return json.loads(answer[2])

    def state(self, nth, component):
        """The pose of a robot, or the state that its actuator changes, from the socket."""
        robot = f"robot{nth}"
        if component == "arucomarker.Arucomarker":
            return self.ask(f"{robot}.component get_world_position")
        if component == "ptu.PTU":
            return self.ask(f"{robot}.component get_pan_tilt")
        if component == "armature.Armature":
            return self.ask(f"{robot}.component.joints get_local_data")
        if component == "light.Light":
            with Connection(self.ask(f'simulation get_stream_port ["{robot}.camera"]')) as camera:
                # The first image of a connection may be that of the first tick, before lights are on.
                camera.line()
                return sum(base64.b64decode(json.loads(camera.line())["image"])) / 1024
        return self.ask(f"{robot}.pose get_local_data")

    def prove_Arucomarker(self, now, before, here):
        return now != before

    def prove_Armature(self, now, before, here):
        return abs(now["kuka_1"] - 0.3) < 0.01 and abs(now["kuka_2"]) < 0.01

    def prove_Light(self, now, before, here):
        return now < before - 10.0

    def prove_PTU(self, now, before, here):
        return abs(now[0] - 0.4) < 0.02 and abs(now[1] + 0.2) < 0.02

    def prove_Orientation(self, now, before, here):
        return abs(now["yaw"] - 1.0) < 1e-3 and abs(now["roll"]) < 1e-3

    def prove_Teleport(self, now, before, here):
        place = (now["x"] - here[0] - 1.0, now["z"] - here[2] - 1.5, now["yaw"] - 1.0)
        return all(abs(away) < 1e-5 for away in place)

    def prove_Destination(self, now, before, here):
        return now["x"] > here[0] + 1.0 and now["z"] > here[2]

    def rises(self, now, before, here):
        return now["z"] > here[2] + 1.0

    prove_ForceTorque = prove_ExternalForce = prove_QuadrotorDynamicControl = rises
    prove_RotorcraftAttitude = prove_RotorcraftVelocity = prove_RotorcraftWaypoint = rises

    def drives(self, now, before, here):
        return now["x"] > here[0] + 0.5 and abs(now["y"] - here[1]) < 0.3

    prove_MotionVW = prove_MotionVWDiff = prove_Waypoint = drives

    def prove_MotionXYW(self, now, before, here):
        return now["y"] > here[1] + 0.3


if __name__ == "__main__":
    unittest.main()
