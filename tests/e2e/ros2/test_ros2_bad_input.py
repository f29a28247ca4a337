"""Invalid ROS 2 settings and messages: the simulator reports an error and continues."""

import re
import unittest

from harness import command
from ros2_peers import Ros2TestCase, qos, wait_until
import ros2_types as t

SCENE = """
from morse.builder import *

robot = ATRV()
motion = MotionVW()
robot.append(motion)
motion.add_stream('ros2', topic='{topic}')
pose = Pose()
robot.append(pose)
pose.add_stream('ros2')
{more}
env = Environment('empty', fastmode=True)
"""


def scene(topic="/cmd_vel", more=""):
    return SCENE.format(topic=topic, more=more)


class BadInputTest(Ros2TestCase):
    def refused(self, text, **environment):
        """The output of a run that fails to start."""
        path = self.folder() / "scene.py"
        path.write_text(text)
        code, out, error = command("run", path, environment=environment)
        self.assertNotEqual(code, 0)
        return out + error

    def folder(self):
        import pathlib
        import tempfile

        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return pathlib.Path(folder.name)

    def test_domain_out_of_range_is_refused(self):
        for domain in ("233", "-1", "far"):
            text = self.refused(scene(), ROS_DOMAIN_ID=domain)
            self.assertIn("ROS_DOMAIN_ID", text)
            self.assertIn("0 to 232", " ".join(text.split()))

    def test_unknown_rmw_implementation_is_refused(self):
        self.assertIn("rmw_mail", self.refused(scene(), RMW_IMPLEMENTATION="rmw_mail"))

    def test_invalid_topic_name_is_refused(self):
        self.assertIn("/cmd.vel", self.refused(scene(topic="/cmd.vel"), ROS_DOMAIN_ID="19"))

    def test_topic_of_two_types_is_refused(self):
        self.assertIn("/robot/pose", self.refused(scene(more="other = IMU()\nrobot.append(other)\nother.add_stream('ros2', topic='/robot/pose')"), ROS_DOMAIN_ID="19"))

    def test_unknown_option_of_the_manager_is_a_warning(self):
        simulator, _ = self.start(scene() + "env.configure_stream_manager('ros2', speed=1)\n")
        simulator.wait_for("no option `speed`")

    def test_non_finite_command_is_refused(self):
        simulator, peer = self.start(scene())
        poses = peer.reader("/robot/pose", t.PoseStamped)
        twists = peer.publish_to("/cmd_vel", t.Twist)
        zero = t.Vector3(0.0, 0.0, 0.0)
        before = poses.first()
        for bad in (float("nan"), float("inf")):
            twists.write(t.Twist(linear=t.Vector3(bad, 0.0, 0.0), angular=zero))
            simulator.wait_for("robot.motion.*refused|robot.motion.*finite|cmd_vel.*finite")
        after = poses.newest()
        self.assertAlmostEqual(after.pose.position.x, before.pose.position.x, 2)

    def test_too_short_message_is_ignored(self):
        simulator, peer = self.start(scene())
        # A DDS type of the same name with too few bytes.
        short = t.struct("geometry_msgs/Twist", {"x": t.uint8})
        peer.publish_to("/cmd_vel", short).write(short(x=1))
        simulator.wait_for("cmd_vel.*is ignored")
        twists = peer.publish_to("/cmd_vel", t.Twist)
        zero = t.Vector3(0.0, 0.0, 0.0)
        poses = peer.reader("/robot/pose", t.PoseStamped)
        before = poses.first()
        twists.write(t.Twist(linear=t.Vector3(1.0, 0.0, 0.0), angular=zero))
        poses.first(lambda message: message.pose.position.x > before.pose.position.x + 0.1)

    def test_message_with_excessive_lengths_is_ignored_without_allocation(self):
        more = "arm = KukaLWR()\nrobot.append(arm)\narm.add_stream('ros2')\narm.add_service('ros2')"
        simulator, peer = self.start(scene(more=more))
        memory = lambda: int(re.search(r"VmHWM:\s*(\d+)", self.status(simulator)).group(1))
        before = memory()
        max_length = 2**32 - 1
        stamp = t.Time(sec=0, nanosec=0)
        # Lists and strings whose length exceeds the message.
        names = t.struct("sensor_msgs/JointState", {"header": t.Header, "names": t.uint32})
        numbers = t.struct(
            "sensor_msgs/JointState", {"header": t.Header, "names": t.sequence[str], "positions": t.uint32}
        )
        frame = t.struct("sensor_msgs/JointState", {"stamp": t.Time, "length": t.uint32})
        for kind, values in (
            (names, (t.Header(stamp, ""), max_length)),
            (numbers, (t.Header(stamp, ""), [], max_length // 8)),
            (frame, (stamp, max_length)),
        ):
            for _ in range(3):
                peer.publish_to("/robot/arm", kind).write(kind(*values))
        simulator.wait_for("robot/arm.*is ignored")
        # A request of a service, too.
        request = t.struct("morse_msgs/srv/Call_Request", {**t.HEADER, "length": t.uint32})
        requests = peer.dds_writer("rq/robot/arm/set_propertyRequest", request)
        wait_until(requests.get_matched_subscriptions, "the service")
        requests.write(request(client=1, sequence=1, length=max_length))
        client = peer.client("/robot/arm/get_joints", t.TRIGGER)
        self.assertTrue(client.call().success)
        joints = peer.publish_to("/robot/arm", t.JointState)
        states = peer.reader("/joint_states", t.JointState)
        joints.write(t.JointState(t.Header(stamp, ""), ["kuka_1"], [0.2], [], []))
        states.first(lambda message: abs(message.position[message.name.index("kuka_1")] - 0.2) < 0.01)
        self.assertLess(memory() - before, 64 * 1024)

    def status(self, simulator):
        with open("/proc/%d/status" % simulator.process.pid) as file:
            return file.read()

    def test_second_simulator_in_a_domain_is_reported_by_both(self):
        domain = str(self.new_domain())
        first, _ = self.start(scene(), ROS_DOMAIN_ID=domain)
        second, _ = self.start(scene(), ROS_DOMAIN_ID=domain)
        for simulator in (first, second):
            simulator.wait_for("another node publishes /clock.*ROS_DOMAIN_ID")

    def test_best_effort_subscriber_receives_messages(self):
        _, peer = self.start(scene())
        peer.reader("/robot/pose", t.PoseStamped, qos(reliable=False)).first()


if __name__ == "__main__":
    unittest.main()
