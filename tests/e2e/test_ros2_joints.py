"""The joints of robots in ROS 2: where they are, and the description of links."""

import math
import unittest
import xml.etree.ElementTree as xml

from ros2_peers import LATCHED, Ros2TestCase
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

KUKA = ["kuka_%d" % joint for joint in range(1, 8)]


def joints(text):
    """The joints of a URDF text by name."""
    root = xml.fromstring(text.encode())
    links = [link.get("name") for link in root.findall("link")]
    found = {joint.get("name"): joint for joint in root.findall("joint")}
    children = [joint.find("child").get("link") for joint in found.values()]
    # One tree: each link but the first is the child of one joint, and each parent is a link.
    assert sorted(children) == sorted(links[1:]) and links[0] == "base_link"
    assert all(joint.find("parent").get("link") in links for joint in found.values())
    return found


class JointsTest(Ros2TestCase):
    def test_states_and_description_have_the_same_joints(self):
        _, peer = self.start(ONE.format(more=""))
        described = joints(peer.reader("/robot_description", t.String, LATCHED).first().data)
        moving = [name for name, joint in described.items() if joint.get("type") != "fixed"]
        states = peer.reader("/joint_states", t.JointState)
        state = states.first()
        self.assertEqual((state.name, moving), (KUKA, KUKA))
        self.assertEqual(state.position, 7 * [0.0])
        for joint in described.values():
            limit = joint.find("limit")
            self.assertLess(float(limit.get("lower")), float(limit.get("upper")))
            self.assertTrue(all(map(math.isfinite, map(float, joint.find("origin").get("xyz").split()))))
        goal = [0.3] + 6 * [0.0]
        command = t.JointState(state.header, KUKA, goal, [], [])
        peer.publish_to("/robot/arm", t.JointState).write(command)
        moved = states.first(lambda message: abs(message.position[0] - 0.3) < 0.01)
        self.assertGreater(moved.header.stamp.sec * 10**9 + moved.header.stamp.nanosec, 0)

    def test_several_robots_have_topics_of_their_own(self):
        _, peer = self.start(TWO)
        for name in ("left", "right"):
            self.assertEqual(peer.reader("/%s/joint_states" % name, t.JointState).first().name, KUKA)
            text = peer.reader("/%s/robot_description" % name, t.String, LATCHED).first().data
            self.assertEqual(xml.fromstring(text.encode()).get("name"), name)

    def test_a_stream_of_the_scene_keeps_its_topic(self):
        more = "sensor = ArmaturePose()\narm.append(sensor)\nsensor.frequency(5)\nsensor.add_stream('ros2', topic='/joint_states')"
        _, peer = self.start(ONE.format(more=more))
        state = peer.reader("/joint_states", t.JointState).first()
        self.assertEqual(sorted(state.name), KUKA)
        self.assertNotEqual(state.header.frame_id, "")


if __name__ == "__main__":
    unittest.main()
