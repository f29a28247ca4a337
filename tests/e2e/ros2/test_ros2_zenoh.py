"""ROS 2 over zenoh in the format of `rmw_zenoh_cpp`, with a real router and peer."""

import json
import os
import tempfile
import unittest
from pathlib import Path

from harness import command
from ros2_peers import wait_until
from zenoh_peers import HASHES, Attachment, NoAnswer, ZenohTestCase, encode, without_header
import ros2_types as t

SCENE = """
from morse.builder import *

robot = ATRV()
robot.translate(1.0, 2.0, 0.0)

motion = MotionVW()
robot.append(motion)
motion.add_stream('ros2', topic='/cmd_vel')

pose = Pose()
robot.append(pose)
pose.add_stream('ros2')
pose.add_service('ros2')

odometry = Odometry()
robot.append(odometry)
odometry.add_stream('ros2', topic='/odom')

scan = Hokuyo()
scan.translate(x=0.3, z=0.5)
robot.append(scan)
scan.properties(scan_window=180.0, resolution=1.0, laser_range=10.0)
scan.add_stream('ros2', topic='/scan')

waypoint = Waypoint()
waypoint.properties(ControlType='Position', Speed=1.5)
robot.append(waypoint)
waypoint.add_service('ros2')

env = Environment('empty', fastmode=True)
"""

NOW = t.Time(0, 0)
ZERO = t.Vector3(0.0, 0.0, 0.0)
AHEAD = t.Twist(linear=t.Vector3(1.0, 0.0, 0.0), angular=ZERO)
GET_PARAMETERS = "/morse/get_parameters"
POSE, TWIST = "geometry_msgs::msg::dds_::PoseStamped_", "geometry_msgs::msg::dds_::Twist_"


class NodeTest(ZenohTestCase):
    @classmethod
    def setUpClass(cls):
        case = cls("test_node_announces_itself_and_its_endpoints")
        cls.peer = case.router()
        cls.simulator = case.start(SCENE, cls.peer.port)
        cls.addClassCleanup(case.doCleanups)

    def test_node_announces_itself_and_its_endpoints(self):
        wait_until(lambda: [token.node for token in self.peer.tokens("NN")] == ["morse"], "the node")
        for kind, name, type_name in [
            ("MP", "/robot/pose", POSE),
            ("MS", "/cmd_vel", TWIST),
            ("MP", "/tf", "tf2_msgs::msg::dds_::TFMessage_"),
            ("SS", "/robot/pose/get_local_data", "std_srvs::srv::dds_::Trigger_"),
            ("SS", GET_PARAMETERS, "rcl_interfaces::srv::dds_::GetParameters_"),
        ]:
            token = self.peer.token(kind, name)
            self.assertEqual((token.node, token.type, token.hash), ("morse", type_name, "RIHS01_" + HASHES[type_name]))
        self.assertEqual(self.peer.token("MP", "/robot/pose").qos, "1:2:1,10:,:,:,,")
        self.assertEqual(self.peer.token("MP", "/scan").qos, "2:2:1,5:,:,:,,")
        self.assertEqual(self.peer.token("MP", "/tf_static").qos, "1:1:1,1:,:,:,,")

    def test_messages_have_consecutive_numbers_and_the_sender(self):
        poses = self.peer.reader("/robot/pose", t.PoseStamped, self.peer.key("/robot/pose", POSE))
        first = poses.first()
        self.assertEqual(first.header.frame_id, "map")
        self.assertAlmostEqual(first.pose.position.y, 2.0, 2)
        received = wait_until(lambda: len(poses.take()) > 10 and poses.take(), "ten poses")
        numbers = [attachment.sequence for _, attachment in received]
        self.assertEqual(numbers, list(range(numbers[0], numbers[0] + len(numbers))))
        self.assertEqual(len({attachment.gid for _, attachment in received}), 1)
        times = [attachment.time_ns for _, attachment in received]
        self.assertEqual(times, sorted(times))

    def test_twist_drives_the_robot(self):
        poses = self.peer.reader("/robot/pose", t.PoseStamped)
        before = poses.first()
        drive = self.peer.writer("/cmd_vel", t.Twist, self.peer.key("/cmd_vel", TWIST))
        drive(AHEAD)
        poses.first(lambda pose: pose.pose.position.x > before.pose.position.x + 0.2)
        drive(t.Twist(linear=ZERO, angular=ZERO))

    def test_best_effort_topics_arrive(self):
        scan = self.peer.reader("/scan", t.LaserScan).first()
        self.assertEqual(len(scan.ranges), 181)
        clock = self.peer.reader("/clock", t.Clock)
        first = clock.first().clock
        clock.first(lambda later: (later.clock.sec, later.clock.nanosec) > (first.sec, first.nanosec))

    def test_late_subscriber_receives_latched_messages(self):
        static = self.peer.reader("/tf_static", t.TFMessage, latched=True).first()
        children = {transform.child_frame_id for transform in static.transforms}
        self.assertLessEqual({"odom", "base_laser_link"}, children)

    def test_service_answer_has_number_and_sender_of_the_request(self):
        request = Attachment(sequence=7, gid=os.urandom(16))
        key = self.peer.key("/robot/pose/get_local_data", "std_srvs::srv::dds_::Trigger_")
        answer, attachment = self.peer.call("/robot/pose/get_local_data", t.TRIGGER, key, request)
        self.assertTrue(answer.success, answer.message)
        self.assertIn("x", json.loads(answer.message))
        self.assertEqual((attachment.sequence, attachment.gid), (7, request.gid))
        self.assertGreater(attachment.time_ns, request.time_ns)

    def test_request_without_attachment_is_answered(self):
        answer, attachment = self.peer.call("/robot/pose/get_local_data", t.TRIGGER, attachment=None)
        self.assertTrue(answer.success, answer.message)
        self.assertIsNone(attachment)

    def test_parameters_are_read(self):
        answer, _ = self.peer.call(GET_PARAMETERS, t.GET_PARAMETERS, names=["robot.waypoint.Speed"])
        self.assertEqual([value.double_value for value in answer.values], [1.5])

    def test_goal_is_reached_with_feedback_and_result(self):
        part = lambda part: "/robot/waypoint/navigate_to_pose/_action/" + part
        feedback = self.peer.reader(part("feedback"), t.NavigateFeedbackMessage)
        status = self.peer.reader(part("status"), t.GoalStatusArray, latched=True)
        goal_id = list(os.urandom(16))
        target = t.Pose(t.Point(4.0, 2.0, 0.0), t.Quaternion(0.0, 0.0, 0.0, 1.0))
        goal = t.NavigateToPoseGoal(pose=t.PoseStamped(t.Header(NOW, "map"), target), behavior_tree="")
        answer, _ = self.peer.call(part("send_goal"), t.NAVIGATE_SEND_GOAL, goal_id=goal_id, goal=goal)
        self.assertTrue(answer.accepted)
        feedback.first(lambda message: list(message.goal_id) == goal_id)
        result, _ = self.peer.call(part("get_result"), t.NAVIGATE_GET_RESULT, goal_id=goal_id)
        self.assertEqual((result.status, result.result.error_code), (4, 0))
        states = lambda message: [(list(s.goal_info.goal_id), s.status) for s in message.status_list]
        status.first(lambda message: (goal_id, 4) in states(message))


class BadInputTest(ZenohTestCase):
    def setUp(self):
        self.peer = self.router()
        self.simulator = self.start(SCENE, self.peer.port)

    def assert_drives(self):
        """The simulator still executes commands and publishes poses."""
        poses = self.peer.reader("/robot/pose", t.PoseStamped)
        before = poses.first()
        self.peer.writer("/cmd_vel", t.Twist)(AHEAD)
        poses.first(lambda pose: pose.pose.position.x > before.pose.position.x + 0.2)

    def test_truncated_messages_are_ignored(self):
        key, whole = self.peer.key("/cmd_vel", TWIST), encode(AHEAD)
        self.peer.token("MS", "/cmd_vel")
        publisher = self.peer.session.declare_publisher(key)
        wait_until(lambda: publisher.matching_status.matching, "a subscriber")
        for data in [b"", whole[:3], whole[:4], whole[:-1], b"\x00\x07" + whole[2:]]:
            publisher.put(data, attachment=Attachment().encode())
        publisher.put(whole[:20])
        self.simulator.wait_for("/cmd_vel: a message is not a geometry_msgs/msg/Twist .* it has 0 bytes")
        self.simulator.wait_for("/cmd_vel: .* ignored: .*4 so far")
        publisher.delete()
        self.assert_drives()

    def test_truncated_requests_are_ignored(self):
        name, request = "/robot/pose/get_local_data", without_header(encode(t.TRIGGER[0](0, 0, 0)))
        whole = Attachment().encode()
        for attachment, data in [
            (whole[:-1], request),
            (b"", request),
            (whole[:16] + b"\xff" + whole[17:], request),
            (whole, request[:2]),
            (whole, b""),
        ]:
            with self.assertRaises(NoAnswer):
                self.peer.call(name, t.TRIGGER, attachment=attachment, data=data)
        self.simulator.wait_for("%s: a request is malformed and is ignored: its attachment is malformed" % name)
        names = without_header(encode(t.GET_PARAMETERS[0](0, 0, ["robot.waypoint.Speed"])))
        with self.assertRaises(NoAnswer):
            self.peer.call(GET_PARAMETERS, t.GET_PARAMETERS, data=names[:-4])
        self.simulator.wait_for("%s: a request is malformed" % GET_PARAMETERS)
        self.assertTrue(self.peer.call(name, t.TRIGGER)[0].success)

    def test_different_type_version_is_logged(self):
        token = self.peer.token("MS", "/cmd_vel")
        other = "RIHS01_" + 64 * "0"
        key = token.key.replace(token.hash, other).replace("/MS/", "/MP/").replace("/%/%/morse", "/%/%/teleop")
        parts = key.split("/")
        parts[2] = "abcdef"
        announced = self.peer.session.liveliness().declare_token("/".join(parts))
        self.simulator.wait_for("node /teleop publishes /cmd_vel with another version of the type .*%s" % other)
        announced.undeclare()
        self.assert_drives()


class RouterTest(ZenohTestCase):
    def test_simulator_connects_to_late_and_restarted_routers(self):
        peer = self.router()
        port = peer.port
        peer.close()
        simulator = self.start(SCENE, port)
        simulator.wait_for("no router of zenoh yet: .*%d.*rmw_zenohd" % port)
        for _ in range(2):
            peer = self.router(port)
            poses = peer.reader("/robot/pose", t.PoseStamped)
            before = poses.first()
            self.assertTrue(peer.reader("/tf_static", t.TFMessage, latched=True).first().transforms)
            peer.writer("/cmd_vel", t.Twist)(AHEAD)
            poses.first(lambda pose: pose.pose.position.x > before.pose.position.x + 0.2)
            answer, _ = peer.call("/robot/pose/get_local_data", t.TRIGGER)
            self.assertTrue(answer.success)
            peer.close()
        simulator.wait_for("the router of zenoh has gone")
        simulator.wait_for("connected to a router of zenoh again")

    def test_run_without_a_router_exits_normally(self):
        peer = self.router()
        peer.close()
        simulator = self.start(SCENE, peer.port, "--duration", "1")
        self.assertEqual(simulator.wait_for_exit(), 0, simulator.lines)

    def test_domains_are_separate(self):
        peer = self.router(domain=7)
        self.start(SCENE, peer.port, ROS_DOMAIN_ID="7")
        self.assertTrue(peer.key("/robot/pose", POSE).startswith("7/robot/pose/"))
        peer.reader("/robot/pose", t.PoseStamped, peer.key("/robot/pose", POSE)).first()
        replies = peer.session.liveliness().get("@ros2_lv/0/**")
        self.assertEqual([str(reply.ok.key_expr) for reply in replies], [])


class SettingsTest(ZenohTestCase):
    def refused(self, **environment):
        """The output of a run that fails to start."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "scene.py"
            path.write_text(SCENE)
            code, out, error = command(
                "run", path, environment={"RMW_IMPLEMENTATION": "rmw_zenoh_cpp", **environment}
            )
        self.assertNotEqual(code, 0)
        return " ".join((out + error).split())

    def test_unknown_zenoh_settings_are_refused(self):
        text = self.refused(ZENOH_CONFIG_OVERRIDE="connect/endpoint=1")
        self.assertIn("ZENOH_CONFIG_OVERRIDE", text)
        self.assertIn("connect/endpoint=1", text)

    def test_missing_configuration_file_is_named(self):
        self.assertIn("/no/such.json5", self.refused(ZENOH_SESSION_CONFIG_URI="/no/such.json5"))


if __name__ == "__main__":
    unittest.main()
