"""ROS 1 when things go wrong: a master that is late or dies, and peers that stall, err or lie."""

import tempfile
import time
import unittest
from pathlib import Path

from harness import command, free_ports
from ros1_peers import RawPeer, RosTestCase, environment, header, wait_until

SCENE = """
from morse.builder import *
robot = ATRV()
pose = Pose()
pose.add_stream('ros')
robot.append(pose)
motion = MotionVW()
motion.add_stream('ros')
robot.append(motion)
env = Environment('empty')
"""

SUBSCRIBE = """
from geometry_msgs.msg import PoseStamped
result = receive('/robot/pose', PoseStamped)[0].header.seq
"""

POSE_MD5 = "d3812c3cbc69362b77dc0b19b345f8f5"


class WrongAddress(RosTestCase):
    def test_a_wrong_address_of_the_master_is_said_once(self):
        with tempfile.TemporaryDirectory() as folder:
            scene = Path(folder) / "scene.py"
            scene.write_text(SCENE)
            code, _, told = command("run", scene, environment={"ROS_MASTER_URI": "master:11311"})
        self.assertNotEqual(code, 0)
        self.assertEqual(told.count("ROS_MASTER_URI"), 1, told)


class RemovedRobot(RosTestCase):
    def test_a_robot_that_is_removed_leaves_no_name(self):
        master = self.start_master()
        scene = """
from morse.builder import *
for name in ('stays', 'goes'):
    robot = ATRV(name)
    robot.translate(x=5 * (name == 'goes'))
    pose = Pose('pose')
    pose.add_stream('ros')
    goal = Waypoint('goal')
    goal.add_stream('ros')
    goal.add_service('ros')
    robot.append(pose)
    robot.append(goal)
env = Environment('empty')
"""
        simulator = self.run_ros_scene(scene, master)

        def names():
            return [name for kind in master.state() for name, nodes in kind if "/morse" in nodes]

        # They are registered one by one.
        of = lambda robot: [name for name in names() if name.startswith(robot)]
        wait_until(lambda: "/stays/goal/stop" in names() and len(of("/stays")) == len(of("/goes")))
        before = [name for name in names() if name.startswith("/stays")]
        with simulator.connect() as services:
            self.assertIn("SUCCESS", services.ask('1 simulation despawn ["goes"]'))
        wait_until(lambda: not [name for name in names() if name.startswith("/goes")])
        self.assertEqual([name for name in names() if name.startswith("/stays")], before)


class LateMaster(RosTestCase):
    def test_the_simulator_runs_without_a_master_and_registers_when_it_comes(self):
        port = free_ports(1)
        simulator = self.run_scene(SCENE, environment=environment(port))
        simulator.wait_for("ROS master .* does not answer")
        time.sleep(1.2)
        said = [line for line in simulator.lines if "does not answer" in line]
        self.assertEqual(len(said), 1, "it is said once")
        master = self.start_master(port)
        wait_until(lambda: "/robot/pose" in master.topics())
        self.start_node(master).run(SUBSCRIBE)
        simulator.wait_for("ROS master .* answers")

    def test_a_master_that_dies_and_comes_back_knows_the_simulator_again(self):
        master = self.start_master()
        simulator = self.run_ros_scene(SCENE, master)
        node = self.start_node(master)
        node.run(
            """
            from geometry_msgs.msg import PoseStamped, Twist
            poses = []
            subscriber = rospy.Subscriber('/robot/pose', PoseStamped, poses.append)
            wait_until(lambda: poses)
            """
        )
        master.stop()
        simulator.wait_for("ROS master .* no longer answers")
        node.run("count = len(poses); wait_until(lambda: len(poses) > count + 5)")
        again = self.start_master(master.port)
        wait_until(lambda: "/robot/pose" in again.topics())
        subscribers = dict(again.state()[1])
        self.assertEqual(subscribers["/robot/motion"], ["/morse"])
        self.start_node(again, "new").run(SUBSCRIBE)

    def test_the_names_are_gone_when_the_simulator_ends(self):
        master = self.start_master()
        simulator = self.run_ros_scene(SCENE, master)
        wait_until(lambda: "/robot/pose" in master.topics())
        simulator.process.terminate()
        simulator.ended()
        self.assertEqual(master.state(), [[], [], []])

    def test_a_node_of_the_same_name_takes_over(self):
        master = self.start_master()
        first = self.run_ros_scene(SCENE, master)
        wait_until(lambda: "/robot/pose" in master.topics())
        self.run_ros_scene(SCENE, master)
        first.wait_for("asks the node /morse to shut down")
        self.assertIsNone(first.process.poll(), "the simulation goes on")


class WrongPeers(RosTestCase):
    def start(self):
        master = self.start_master()
        self.simulator = self.run_ros_scene(SCENE, master)
        wait_until(lambda: "/robot/pose" in master.topics())
        return master

    def check_that_others_are_served(self, master):
        self.start_node(master, "good").run(SUBSCRIBE)

    def test_a_wrong_md5sum_is_told(self):
        master = self.start()
        peer = RawPeer(master, "/robot/pose")
        peer.send(header(callerid="/raw", topic="/robot/pose", type="std_msgs/String", md5sum="0" * 32))
        self.assertIn("do not match", peer.header()["error"])
        self.assertIsNone(peer.message())
        peer.close()
        self.check_that_others_are_served(master)

    def test_rospy_with_the_wrong_type_gets_nothing(self):
        master = self.start()
        node = self.start_node(master)
        result = node.run(
            """
            from std_msgs.msg import String
            try:
                receive('/robot/pose', String, timeout_s=2)
                result = 'received'
            except TimeoutError:
                result = 'nothing'
            """
        )
        self.assertEqual(result, "nothing")
        self.check_that_others_are_served(master)

    def test_truncated_and_endless_headers_end_their_connection_only(self):
        master = self.start()
        whole = header(callerid="/raw", topic="/robot/pose", type="*", md5sum="*")
        for data in (whole[:-3], b"\xff\xff\xff\xff", b"\x08\0\0\0\xff\xff\xff\xff1234", b"\0\0\0\0", b"GET / HTTP/1.0\r\n\r\n"):
            peer = RawPeer(master, "/robot/pose")
            peer.send(data)
            peer.close()
        self.check_that_others_are_served(master)

    def test_a_stalled_subscriber_costs_nobody_anything(self):
        master = self.start()
        stalled = RawPeer(master, "/robot/pose")
        stalled.send(header(callerid="/stalled", topic="/robot/pose", type="*", md5sum="*"))
        self.assertEqual(stalled.header()["md5sum"], POSE_MD5)
        node = self.start_node(master)
        seqs = node.run(
            """
            from geometry_msgs.msg import PoseStamped
            result = [pose.header.seq for pose in receive('/robot/pose', PoseStamped, count=120)]
            """
        )
        self.assertEqual(seqs, list(range(seqs[0], seqs[0] + 120)), "nothing is lost for who reads")
        stalled.close()


if __name__ == "__main__":
    unittest.main()
