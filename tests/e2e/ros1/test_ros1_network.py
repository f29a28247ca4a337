"""ROS 1 network faults: late or killed masters, stalled and misbehaving peers."""

import socket
import tempfile
import unittest
from pathlib import Path

from harness import TIMEOUT_S, command, free_ports
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
    def test_invalid_master_address_is_reported_once(self):
        with tempfile.TemporaryDirectory() as folder:
            scene = Path(folder) / "scene.py"
            scene.write_text(SCENE)
            code, _, errors = command("run", scene, environment={"ROS_MASTER_URI": "master:11311"})
        self.assertNotEqual(code, 0)
        self.assertEqual(errors.count("ROS_MASTER_URI"), 1, errors)


class RemovedRobot(RosTestCase):
    def test_names_of_a_removed_robot_are_unregistered(self):
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

        # Names are registered one by one.
        names_of = lambda robot: [name for name in names() if name.startswith(robot)]
        wait_until(lambda: "/stays/goal/stop" in names() and len(names_of("/stays")) == len(names_of("/goes")))
        before = [name for name in names() if name.startswith("/stays")]
        with simulator.connect() as services:
            self.assertIn("SUCCESS", services.ask('1 simulation despawn ["goes"]'))
        wait_until(lambda: not [name for name in names() if name.startswith("/goes")])
        self.assertEqual([name for name in names() if name.startswith("/stays")], before)


class LateMaster(RosTestCase):
    def test_simulator_registers_with_a_late_master(self):
        port = free_ports(1)
        simulator = self.run_scene(SCENE, environment=environment(port))
        simulator.wait_for("ROS master .* does not answer")
        # Three further attempts reach a listener that closes them.
        with socket.create_server(("127.0.0.1", port)) as listener:
            listener.settimeout(TIMEOUT_S)
            for _ in range(3):
                listener.accept()[0].close()
        master = self.start_master(port)
        wait_until(lambda: "/robot/pose" in master.topics())
        self.start_node(master).run(SUBSCRIBE)
        simulator.wait_for("ROS master .* answers")
        warnings = [line for line in simulator.lines if "does not answer" in line]
        self.assertEqual(len(warnings), 1, "only the first attempt is logged")

    def test_simulator_registers_again_with_a_restarted_master(self):
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
        second = self.start_master(master.port)
        wait_until(lambda: "/robot/pose" in second.topics())
        subscribers = dict(second.state()[1])
        self.assertEqual(subscribers["/robot/motion"], ["/morse"])
        self.start_node(second, "new").run(SUBSCRIBE)

    def test_names_are_unregistered_at_exit(self):
        master = self.start_master()
        simulator = self.run_ros_scene(SCENE, master)
        wait_until(lambda: "/robot/pose" in master.topics())
        simulator.process.terminate()
        simulator.wait_for_exit()
        self.assertEqual(master.state(), [[], [], []])

    def test_second_node_of_the_same_name_takes_over(self):
        master = self.start_master()
        first = self.run_ros_scene(SCENE, master)
        wait_until(lambda: "/robot/pose" in master.topics())
        self.run_ros_scene(SCENE, master)
        first.wait_for("asks the node /morse to shut down")
        self.assertIsNone(first.process.poll(), "the simulation continues")


class WrongPeers(RosTestCase):
    def start(self):
        master = self.start_master()
        self.simulator = self.run_ros_scene(SCENE, master)
        wait_until(lambda: "/robot/pose" in master.topics())
        return master

    def assert_serves_other_nodes(self, master):
        self.start_node(master, "good").run(SUBSCRIBE)

    def test_wrong_md5sum_is_answered_with_an_error(self):
        master = self.start()
        peer = RawPeer(master, "/robot/pose")
        peer.send(header(callerid="/raw", topic="/robot/pose", type="std_msgs/String", md5sum="0" * 32))
        self.assertIn("do not match", peer.header()["error"])
        self.assertIsNone(peer.message())
        peer.close()
        self.assert_serves_other_nodes(master)

    def test_rospy_receives_nothing_with_the_wrong_type(self):
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
        self.assert_serves_other_nodes(master)

    def test_malformed_header_closes_only_its_connection(self):
        master = self.start()
        whole = header(callerid="/raw", topic="/robot/pose", type="*", md5sum="*")
        for data in (whole[:-3], b"\xff\xff\xff\xff", b"\x08\0\0\0\xff\xff\xff\xff1234", b"\0\0\0\0", b"GET / HTTP/1.0\r\n\r\n"):
            peer = RawPeer(master, "/robot/pose")
            peer.send(data)
            peer.close()
        self.assert_serves_other_nodes(master)

    def test_stalled_subscriber_does_not_affect_other_subscribers(self):
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
        self.assertEqual(seqs, list(range(seqs[0], seqs[0] + 120)), "no message is lost for a reading subscriber")
        stalled.close()


if __name__ == "__main__":
    unittest.main()
