"""The simulator as a node of ROS 2, seen by genuine rclpy: topics, services, parameters, clock, graph, quality of service."""

import itertools
import re
import subprocess
import unittest

from harness import ROOT, wait_until
from rclpy_peers import environment, in_each_distribution, python_of

SCENE = """
from morse.builder import *

robot = ATRV()
motion = MotionVW()
motion.add_stream('ros2', topic='/cmd_vel')
robot.append(motion)
odometry = Odometry()
odometry.add_stream('ros2', topic='/odom')
robot.append(odometry)
scan = Hokuyo()
scan.translate(x=0.3, z=0.4)
scan.add_stream('ros2', topic='/scan')
robot.append(scan)
imu = IMU()
imu.add_stream('ros2', topic='/imu')
robot.append(imu)
waypoint = Waypoint()
waypoint.add_service('ros2')
robot.append(waypoint)
light = Light()
light.add_service('ros2')
robot.append(light)
env = Environment('empty')
"""

TWIST = "geometry_msgs/msg/Twist"
ODOMETRY = "nav_msgs/msg/Odometry"

PARAMETERS = """
from rclpy.parameter import Parameter
from rclpy.parameter_client import AsyncParameterClient
client = AsyncParameterClient(node, "/morse")
assert client.wait_for_services(30.0)

def answer(future):
    wait_until(future.done)
    return future.result()

names = answer(client.list_parameters()).result.names
speed = lambda: answer(client.get_parameters(["robot.waypoint.Speed"])).values[0].double_value
before = speed()
set_results = answer(client.set_parameters([Parameter("robot.waypoint.Speed", value=2.5)])).results
refused = answer(client.set_parameters([Parameter("robot.waypoint.Speed", value="fast")])).results
described = answer(client.describe_parameters(["robot.waypoint.Speed"])).descriptors
result = [sorted(names), before, set_results, speed(), refused, described]
"""

SIMULATED_TIME = """
from rclpy.parameter import Parameter
timed = rclpy.create_node("timed", parameter_overrides=[Parameter("use_sim_time", value=True)])
peer.executor.add_node(timed)
now = lambda: timed.get_clock().now().nanoseconds
wait_until(now)
ticks = []
timed.create_timer(0.5, lambda: ticks.append(now()))
wait_until(lambda: len(ticks) > 3)
stamp = peer.newest("/odom", "nav_msgs/msg/Odometry").header.stamp
result = [ticks, stamp.sec * 10**9 + stamp.nanosec, now()]
peer.executor.remove_node(timed)
timed.destroy_node()
"""


class Node:
    @classmethod
    def setUpClass(cls):
        case = cls("test_topics_have_their_types")
        case.start(SCENE)
        cls.node = case.start_node()
        cls.addClassCleanup(case.doCleanups)

    def test_topics_have_their_types(self):
        wanted = {
            "/cmd_vel": [TWIST, TWIST + "Stamped"],
            "/odom": [ODOMETRY],
            "/scan": ["sensor_msgs/msg/LaserScan"],
            "/imu": ["sensor_msgs/msg/Imu"],
            "/clock": ["rosgraph_msgs/msg/Clock"],
            "/tf": ["tf2_msgs/msg/TFMessage"],
            "/tf_static": ["tf2_msgs/msg/TFMessage"],
            "/rosout": ["rcl_interfaces/msg/Log"],
        }
        seen = lambda: dict(self.node.value("node.get_topic_names_and_types()"))
        wait_until(lambda: set(wanted) <= set(seen()), "the topics of the simulator")
        names = seen()
        self.assertEqual({name: names[name] for name in wanted}, wanted)

    def test_publishers_and_subscribers_belong_to_the_node_and_are_reliable(self):
        code = """
            wait_until(lambda: node.get_publishers_info_by_topic("/scan") and node.get_subscriptions_info_by_topic("/cmd_vel"))
            infos = node.get_publishers_info_by_topic("/scan") + node.get_subscriptions_info_by_topic("/cmd_vel")
            wait_until(lambda: all(info.node_name != "_NODE_NAME_UNKNOWN_" for info in infos))
            result = [
                [info.node_name, info.node_namespace, info.topic_type, info.qos_profile.reliability.name, info.qos_profile.durability.name]
                for info in infos if info.node_name != "peer"
            ]
        """
        infos = self.node.run(code)
        policies = ["RELIABLE", "VOLATILE"]
        self.assertIn(["morse", "/", "sensor_msgs/msg/LaserScan", *policies], infos)
        self.assertIn(["morse", "/", TWIST, *policies], infos)

    def test_services_are_listed_with_their_types(self):
        code = """
            wait_until(lambda: ("morse", "/") in node.get_node_names_and_namespaces())
            services = lambda: dict(node.get_service_names_and_types_by_node("morse", "/"))
            wait_until(lambda: "/robot/light/toggle" in services())
            result = services()
        """
        services = self.node.run(code)
        self.assertEqual(services["/robot/waypoint/get_properties"], ["std_srvs/srv/Trigger"])
        self.assertEqual(services["/morse/get_parameters"], ["rcl_interfaces/srv/GetParameters"])

    def test_twist_drives_the_robot(self):
        x = lambda: self.node.value("peer.newest('/odom', kind).pose.pose.position.x", kind=ODOMETRY)
        before = x()
        drive = lambda speed: self.node.run(
            "peer.send('/cmd_vel', kind, {'linear': {'x': speed}})", kind=TWIST, speed=speed
        )
        drive(1.0)
        wait_until(lambda: x() > before + 0.3, "the robot drives")
        drive(0.0)

    def test_transforms_form_one_tree(self):
        code = """
            from rclpy.qos import DurabilityPolicy, QoSProfile
            latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
            kind = "tf2_msgs/msg/TFMessage"

            def parents():
                messages = peer.listen("/tf", kind) + peer.listen("/tf_static", kind, latched)
                return {link.child_frame_id: link.header.frame_id for message in messages for link in message.transforms}

            scan = peer.newest("/scan", "sensor_msgs/msg/LaserScan").header.frame_id
            wait_until(lambda: {scan, "base_link", "base_footprint", "odom"} <= set(parents()))
            known = parents()
            chain = [scan]
            # A chain that is longer has a cycle.
            while chain[-1] in known and len(chain) <= len(known):
                chain.append(known[chain[-1]])
            result = chain
        """
        chain = self.node.run(code)
        self.assertEqual(chain[1:], ["base_link", "base_footprint", "odom", "map"])

    def test_trigger_answers(self):
        answer = self.node.value("peer.call('/robot/waypoint/get_properties', 'std_srvs/srv/Trigger')")
        self.assertTrue(answer["success"], answer)
        self.assertIn("Speed", answer["message"])

    def test_parameters_are_listed_read_and_set(self):
        names, before, set_results, after, refused, described = self.node.run(PARAMETERS)
        self.assertIn("robot.waypoint.Speed", names)
        self.assertTrue(set_results[0]["successful"], set_results)
        self.assertEqual((before, after), (1.0, 2.5))
        self.assertFalse(refused[0]["successful"])
        self.assertTrue(refused[0]["reason"])
        self.assertEqual(described[0]["name"], "robot.waypoint.Speed")

    def test_node_with_use_sim_time_has_the_time_of_the_simulation(self):
        ticks, stamp, now = self.node.run(SIMULATED_TIME)
        self.assertEqual(ticks, sorted(set(ticks)))
        self.assertGreater(stamp, ticks[0])
        self.assertLess(abs(now - stamp), 10**9)
        # A timer of half a simulated second fires at times of `/clock`, which has steps of a tick.
        self.assertAlmostEqual((ticks[-1] - ticks[0]) / (len(ticks) - 1) * 1e-9, 0.5, delta=0.2)


QUALITIES = """
from morse.builder import *

robot = ATRV()
{streams}
env = Environment('empty')
"""
RELIABILITIES = ("BEST_EFFORT", "RELIABLE")
DURABILITIES = ("VOLATILE", "TRANSIENT_LOCAL")

SUBSCRIBE = """
from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
heard, refused, kept = set(), set(), []
for number, (topic, reliability, durability) in enumerate(subscriptions):
    qos = QoSProfile(depth=5, reliability=ReliabilityPolicy[reliability], durability=DurabilityPolicy[durability])
    events = SubscriptionEventCallbacks(incompatible_qos=lambda event, number=number: refused.add(number))
    hear = lambda message, number=number: heard.add(number)
    kept.append(node.create_subscription(load("geometry_msgs/msg/PoseStamped"), topic, hear, qos, event_callbacks=events))
wait_until(lambda: len(heard | refused) == len(subscriptions))
result = [sorted(heard), sorted(refused)]
"""


class QualityOfService:
    def test_compatible_subscriptions_hear_and_incompatible_ones_learn_it(self):
        offers = [("BEST_EFFORT", "VOLATILE"), ("RELIABLE", "VOLATILE"), ("RELIABLE", "TRANSIENT_LOCAL")]
        streams = []
        for number, (reliability, durability) in enumerate(offers):
            qos = {"reliability": reliability.lower(), "durability": durability.lower(), "depth": 3}
            streams += [f"pose = Pose('pose{number}')", "robot.append(pose)", f"pose.add_stream('ros2', topic='/pose{number}', qos={qos})"]
        self.start(QUALITIES.format(streams="\n".join(streams)))
        subscriptions, compatible = [], []
        for number, (reliability, durability) in enumerate(offers):
            for wanted in itertools.product(RELIABILITIES, DURABILITIES):
                # The offered policies are at least as strong as the requested ones.
                if (wanted[0] == "BEST_EFFORT" or reliability == wanted[0]) and (wanted[1] == "VOLATILE" or durability == wanted[1]):
                    compatible.append(len(subscriptions))
                subscriptions.append((f"/pose{number}", *wanted))
        heard, refused = self.start_node().run(SUBSCRIBE, subscriptions=subscriptions)
        self.assertEqual(heard, compatible)
        self.assertEqual(refused, [number for number in range(len(subscriptions)) if number not in compatible])

    def test_command_topic_hears_publishers_of_the_requested_reliability(self):
        streams = ["motion = MotionVW()", "robot.append(motion)", "motion.add_stream('ros2', topic='/cmd_vel', qos='best_effort')"]
        streams += ["pose = Pose('pose')", "robot.append(pose)", "pose.add_stream('ros2', topic='/pose')"]
        self.start(QUALITIES.format(streams="\n".join(streams)))
        node = self.start_node()
        x = lambda: node.value("peer.newest('/pose', 'geometry_msgs/msg/PoseStamped').pose.position.x")
        send = """
            from rclpy.qos import QoSProfile, ReliabilityPolicy
            qos = QoSProfile(depth=1, reliability=ReliabilityPolicy[reliability])
            publisher = peer.publisher("/cmd_vel", "geometry_msgs/msg/Twist", qos)
            twist = fill(load("geometry_msgs/msg/Twist")(), {"linear": {"x": speed}})
            # The first message may precede the discovery by the other side.
            timer = node.create_timer(0.1, lambda publisher=publisher, twist=twist: publisher.publish(twist))
        """
        for reliability, speed in (("BEST_EFFORT", 1.0), ("RELIABLE", -1.0)):
            before = x()
            node.run(send, reliability=reliability, speed=speed)
            wait_until(lambda: (x() - before) * speed > 0.3, "a %s publisher drives" % reliability)
            node.run("node.destroy_timer(timer)")


class Page:
    def test_program_of_the_page_hears_a_scan(self):
        (program,) = re.findall("```python\n(import rclpy\n.*?)```", (ROOT / "docs/ros.md").read_text(), re.DOTALL)
        self.start(SCENE)
        command = [python_of(self.distribution), "-u", "-c", program]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment(self.domain)) as process:
            self.addCleanup(process.kill)
            self.assertGreater(float(process.stdout.readline()), 0.0)
            process.kill()


globals().update(in_each_distribution(Node, QualityOfService, Page))

if __name__ == "__main__":
    unittest.main()
