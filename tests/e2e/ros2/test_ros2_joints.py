"""Robot joints in ROS 2: joint states and the robot description."""

import math
import time
import unittest
import xml.etree.ElementTree as xml

from harness import ROOT, our_pymorse
from ros2_peers import LATCHED, Ros2TestCase, wait_until
import ros2_types as t

ONE = """
from morse.builder import *

robot = ATRV()
arm = KukaLWR()
arm.translate(x=0.2, z=0.9)
robot.append(arm)
arm.add_stream('ros2')
{more}
env = Environment('empty', fastmode=True)
"""

OWN = """
from morse.builder import *

arm = Robot('small_arm', name='arm')
controller = JointController('controller')
controller.add_interface('socket')
controller.add_service('ros2')
arm.append(controller)
env = Environment('empty')
"""

TWO = """
from morse.builder import *

for name in ('left', 'right'):
    robot = ATRV(name)
    arm = KukaLWR('arm')
    robot.append(arm)
    arm.add_service('ros2')
other = ATRV('other')
pose = Pose()
other.append(pose)
pose.add_stream('ros2')
env = Environment('empty', fastmode=True)
"""

CAR = """
from morse.builder import *

robot = {robot}
robot.translate(z=0.2)
motion = {motion}
robot.append(motion)
motion.add_stream('ros2', topic='/cmd_vel')
odometry = Odometry()
robot.append(odometry)
odometry.add_stream('ros2', topic='/odom')
ptu = PTU()
ptu.translate(x=0.2, z=0.9)
robot.append(ptu)
ptu.add_stream('ros2', topic='/ptu')
head = IMU('head')
head.translate(x=0.1, z=0.2)
ptu.append(head)
head.add_stream('ros2', frame_id='tilt')
arm = KukaLWR()
ptu.append(arm)
arm.add_stream('ros2')
env = Environment('empty', fastmode=True)
"""

KUKA = ["kuka_%d" % joint for joint in range(1, 8)]
#: The wheels of an ATRV.
WHEELS = ["Wheel.%d" % wheel for wheel in range(1, 5)]


def joints(text):
    """The joints of a URDF text by name."""
    root = xml.fromstring(text.encode())
    links = [link.get("name") for link in root.findall("link")]
    found = {joint.get("name"): joint for joint in root.findall("joint")}
    children = [joint.find("child").get("link") for joint in found.values()]
    # A tree: each link except the root is the child of one joint, and each parent is a link.
    assert sorted([*children, *(set(links) - set(children))]) == sorted(links) and len(children) == len(links) - 1
    assert all(joint.find("parent").get("link") in links for joint in found.values())
    return found


def position(state, joint):
    """The position of a joint. [rad or m]"""
    return state.position[state.name.index(joint)]


def numbers(text):
    return [float(number) for number in text.split()]


def turn(axis, angle):
    """The quaternion (x, y, z, w) of a rotation by `angle` around `axis`."""
    return [math.sin(angle / 2) * part for part in axis] + [math.cos(angle / 2)]


def times(a, b):
    """The product of two quaternions."""
    (x, y, z, w), (X, Y, Z, W) = a, b
    return [
        w * X + x * W + y * Z - z * Y,
        w * Y - x * Z + y * W + z * X,
        w * Z + x * Y - y * X + z * W,
        w * W - x * X - y * Y - z * Z,
    ]


def compose(pose, position, rotation):
    """The product of a pose (position, quaternion) and a second pose in its frame."""
    parent_position, parent_rotation = pose
    inverse = [-parent_rotation[0], -parent_rotation[1], -parent_rotation[2], parent_rotation[3]]
    offset = times(times(parent_rotation, [*position, 0.0]), inverse)
    return [a + b for a, b in zip(parent_position, offset)], times(parent_rotation, rotation)


def link_pose(described, state, link):
    """The pose of a link in the root, computed like robot_state_publisher."""
    joint = next((joint for joint in described.values() if joint.find("child").get("link") == link), None)
    if joint is None:
        return [0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]
    origin = joint.find("origin")
    place, angles = ("0 0 0" if origin is None else origin.get(name, "0 0 0") for name in ("xyz", "rpy"))
    roll, pitch, yaw = numbers(angles)
    rotation = times(times(turn((0, 0, 1), yaw), turn((0, 1, 0), pitch)), turn((1, 0, 0), roll))
    parent = link_pose(described, state, joint.find("parent").get("link"))
    pose = compose(parent, numbers(place), rotation)
    if joint.get("type") == "fixed":
        return pose
    joint_position = position(state, joint.get("name"))
    axis = numbers(joint.find("axis").get("xyz"))
    if joint.get("type") == "prismatic":
        return compose(pose, [joint_position * part for part in axis], [0.0, 0.0, 0.0, 1.0])
    return compose(pose, [0.0, 0.0, 0.0], turn(axis, joint_position))


class JointsTest(Ros2TestCase):
    def test_robot_of_a_urdf_file_has_its_joints_and_links(self):
        simulation, peer = self.start(OWN)
        text = peer.reader("/robot_description", t.String, LATCHED).first().data
        # The text of the file, with its looks.
        self.assertEqual(text.count("<visual>"), (ROOT / "assets/robots/small_arm.urdf").read_text().count("<visual>"))
        described = joints(text)
        states = peer.reader("/joint_states", t.JointState)
        moving = ["shoulder", "elbow", "finger", "other_finger"]
        self.assertEqual(states.first().name, moving)
        with our_pymorse().Morse("localhost", simulation.port) as morse:
            morse.arm.controller.rotate_joints({"shoulder": 0.8, "elbow": -1.2}).result(30)
            morse.arm.controller.translate("finger", 0.03).result(30)
        # An arrived joint moves on to the middle of its tolerance.
        wait_until(lambda: abs(position(states.newest(), "other_finger") - 0.03) < 1e-3, "the second finger follows")
        wait_until(lambda: abs(position(states.newest(), "elbow") + 1.2) < 1e-4, "the elbow is there")
        state = states.newest()
        place, rotation = link_pose(described, state, "left_finger")
        upper, lower = position(state, "shoulder"), position(state, "shoulder") + position(state, "elbow")
        expected = [0.5 * math.sin(upper) + 0.4 * math.sin(lower), 0.03, 0.25 + 0.5 * math.cos(upper) + 0.4 * math.cos(lower)]
        for found, wanted in zip(place + rotation, expected + turn((0, 1, 0), lower)):
            self.assertAlmostEqual(found, wanted, delta=2e-3)

    def test_links_have_transforms_on_request(self):
        simulation, peer = self.start(OWN.replace("env = ", "pose = Pose()\narm.append(pose, link='lower')\n"
                                                  "pose.add_interface('socket')\nenv = ")
                                      + "env.configure_stream_manager('ros2', link_transforms=True)\n")
        described = joints(peer.reader("/robot_description", t.String, LATCHED).first().data)
        parents = {one.find("child").get("link"): one.find("parent").get("link") for one in described.values()}
        fixed = peer.reader("/tf_static", t.TFMessage, LATCHED).first(
            lambda message: any(one.child_frame_id == "base" for one in message.transforms)).transforms
        self.assertIn(("world", "base"), [(one.header.frame_id, one.child_frame_id) for one in fixed])
        self.assertIn(("base_link", "world"), [(one.header.frame_id, one.child_frame_id) for one in fixed])
        moving = {}

        def of_links(message):
            moving.update({one.child_frame_id: one for one in message.transforms})
            return {"upper", "lower", "left_finger", "right_finger"} <= set(moving)

        frames = peer.reader("/tf", t.TFMessage)
        frames.first(of_links)
        for child in ("upper", "lower", "left_finger", "right_finger"):
            self.assertEqual(moving[child].header.frame_id, parents[child])
        with our_pymorse().Morse("localhost", simulation.port) as morse:
            morse.arm.controller.rotate_joints({"shoulder": 0.8, "elbow": -1.2}).result(30)
            true = morse.arm.pose.get(timeout=30)
        chain = [0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]
        frames.first(lambda message: of_links(message) and abs(moving["lower"].transform.rotation.y + math.sin(0.6)) < 1e-2)
        by_child = {**{one.child_frame_id: one for one in fixed}, **moving}
        for child in ("world", "base", "upper", "lower"):
            place, turned = by_child[child].transform.translation, by_child[child].transform.rotation
            chain = compose(chain, [place.x, place.y, place.z], [turned.x, turned.y, turned.z, turned.w])
        for found, wanted in zip(chain[0], (true["x"], true["y"], true["z"])):
            self.assertAlmostEqual(found, wanted, delta=1e-2)

    def test_states_and_description_have_the_same_joints(self):
        _, peer = self.start(ONE.format(more=""))
        described = joints(peer.reader("/robot_description", t.String, LATCHED).first().data)
        moving = [name for name, joint in described.items() if joint.get("type") != "fixed"]
        states = peer.reader("/joint_states", t.JointState)
        state = states.first()
        self.assertEqual((sorted(state.name), state.name), (sorted(KUKA + WHEELS), moving))
        self.assertLess(max(map(abs, state.position)), 0.3)
        for name in WHEELS:
            self.assertEqual(described[name].get("type"), "continuous")
            self.assertIsNone(described[name].find("limit"))
        for joint in (described[name] for name in KUKA):
            limit = joint.find("limit")
            self.assertLess(float(limit.get("lower")), float(limit.get("upper")))
            self.assertTrue(all(map(math.isfinite, map(float, joint.find("origin").get("xyz").split()))))
        goal = [0.3] + 6 * [0.0]
        command = t.JointState(state.header, KUKA, goal, [], [])
        peer.publish_to("/robot/arm", t.JointState).write(command)
        moved = states.first(lambda message: abs(position(message, "kuka_1") - 0.3) < 0.01)
        self.assertGreater(moved.header.stamp.sec * 10**9 + moved.header.stamp.nanosec, 0)

    def test_each_of_several_robots_has_its_own_topics(self):
        _, peer = self.start(TWO)
        for name in ("left", "right"):
            state = peer.reader("/%s/joint_states" % name, t.JointState).first()
            self.assertEqual(sorted(state.name), sorted(KUKA + WHEELS))
            text = peer.reader("/%s/robot_description" % name, t.String, LATCHED).first().data
            self.assertEqual(xml.fromstring(text.encode()).get("name"), name)
        # A robot without an arm has its wheels as joints.
        state = peer.reader("/other/joint_states", t.JointState).first()
        self.assertEqual((state.name, state.velocity), (WHEELS, []))

    def test_stream_of_the_scene_keeps_its_topic(self):
        more = "sensor = ArmaturePose()\narm.append(sensor)\nsensor.frequency(5)\nsensor.add_stream('ros2', topic='/joint_states')"
        _, peer = self.start(ONE.format(more=more))
        state = peer.reader("/joint_states", t.JointState).first()
        self.assertEqual(sorted(state.name), KUKA)

    def drive(self, robot, motion):
        """Starts a robot with a pan-tilt unit that carries an arm. Returns its joints and a function `drive_until(fits)`, which
        drives the robot and turns the unit until `fits` is true for a joint state, and returns that state."""
        _, peer = self.start(CAR.format(robot=robot, motion=motion))
        described = joints(peer.reader("/robot_description", t.String, LATCHED).first().data)
        states = peer.reader("/joint_states", t.JointState)
        self.tf, self.fixed = peer.reader("/tf", t.TFMessage), peer.reader("/tf_static", t.TFMessage, LATCHED)
        speed, direction = peer.publish_to("/cmd_vel", t.Twist), peer.publish_to("/ptu", t.Vector3)

        def drive_until(fits):
            def found():
                speed.write(t.Twist(t.Vector3(0.5, 0.0, 0.0), t.Vector3(0.0, 0.0, 0.0)))
                direction.write(t.Vector3(0.0, 0.8, 0.3))
                # Paces the peer: commands at about 20 Hz, like a teleoperation node.
                time.sleep(0.05)
                return next((state for state in states.take() if fits(state)), None)

            return wait_until(found, "a joint state")

        return described, drive_until

    def assert_tree(self, described):
        """Each TF frame and each link has one parent, and only the root link is a TF frame."""
        self.fixed.first()
        self.tf.first(lambda message: any(transform.child_frame_id == "tilt" for transform in message.transforms))
        parents = {}
        for message in self.tf.take() + self.fixed.take():
            for transform in message.transforms:
                parent = transform.header.frame_id
                self.assertEqual(parents.setdefault(transform.child_frame_id, parent), parent)
        self.assertIn("base_link", parents)
        links = {joint.find("child").get("link") for joint in described.values()}
        self.assertEqual(links & set(parents), set())
        self.assertEqual(parents["tilt"], "base_link")

    def test_wheels_and_pan_tilt_unit_of_a_driven_robot_are_joints(self):
        described, drive_until = self.drive("SegwayRMP400()", "MotionVWDiff()")
        wheels = ["wheel%d" % wheel for wheel in range(1, 5)]
        self.assertEqual(sorted(described), sorted(KUKA + wheels + ["pan", "tilt"]))
        for name in wheels:
            self.assertEqual(described[name].get("type"), "continuous")
            self.assertEqual(described[name].find("parent").get("link"), "base_link")
        # More than one forward turn, at 0.5 m/s on wheels with a radius of 0.25 m.
        rolled = drive_until(lambda state: all(position(state, name) > 7.0 for name in wheels))
        speeds = dict(zip(rolled.name, rolled.velocity))
        for name in wheels:
            self.assertAlmostEqual(speeds[name], 2.0, delta=0.2)
        self.assertTrue(all(math.isnan(speeds[name]) for name in KUKA + ["pan", "tilt"]))
        self.assert_tree(described)
        # The TF frame has the name of the sensor. The link has a different name and the same pose.
        link = described["tilt"].find("child").get("link")
        self.assertNotEqual(link, "tilt")
        self.assertEqual(described["kuka_1"].find("parent").get("link"), link)
        near = lambda state, joint, angle: abs(position(state, joint) - angle) < 0.02
        state = drive_until(lambda state: near(state, "pan", 0.8) and near(state, "tilt", 0.3))
        pose = link_pose(described, state, link)
        self.tf.newest()
        is_of_sensor = lambda message: message.transforms[0].child_frame_id == "tilt"
        sensor = self.tf.first(is_of_sensor).transforms[0].transform
        heading = times(turn((0, 0, 1), 0.8), turn((0, 1, 0), 0.3))
        turned = sensor.rotation.x, sensor.rotation.y, sensor.rotation.z, sensor.rotation.w
        for rotation in (pose[1], turned):
            self.assertGreater(abs(sum(a * b for a, b in zip(rotation, heading))), 0.999)

    def test_visual_wheels_turn_with_the_robot(self):
        described, drive_until = self.drive("ATRV()", "MotionVW()")
        self.assertEqual(sorted(described), sorted(KUKA + WHEELS + ["pan", "tilt"]))
        # Positions continue beyond half a turn.
        state = drive_until(lambda state: all(position(state, name) > 5.0 for name in WHEELS))
        self.assertEqual(state.velocity, [])
        self.assert_tree(described)


if __name__ == "__main__":
    unittest.main()
