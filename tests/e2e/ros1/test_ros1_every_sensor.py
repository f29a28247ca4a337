"""Every publisher class of sensors in ROS 1: rospy reads one message of each, with the right type and plausible values."""

import json
import math
import re
import unittest

from harness import ROOT
from ros1_peers import RosTestCase, wait_until

# The publisher classes of MORSE 1.4: those of components, and those that scenes may name.
TABLE = json.loads((ROOT / "crates/middleware/ros/tests/ros_rows.json").read_text())
PACKAGES = "std_msgs geometry_msgs sensor_msgs nav_msgs rosgraph_msgs control_msgs tf2_msgs"

# Script lines for sensors that need more than their builder class. The sensor is `component`.
MADE_BY = {
    "armature_pose.ArmaturePose": ["component = ArmaturePose('{name}')", "arm.append(component)"],
    "depth_camera.DepthCameraRotationZ": ["component = Velodyne('{name}')", "component.properties(cam_width=16, cam_height=8)", "robot.append(component)"],
    "depth_camera_aggregator.DepthCameraAggregator": [
        "component = VLP16_180('{name}')",
        "for camera in component.cameras: camera.properties(cam_width=8)",
        "robot.append(component)",
    ],
    "depth_camera.DepthVideoCamera": [
        "component = DepthCamera('{name}')",
        "component.properties(classpath='morse.sensors.depth_camera.DepthVideoCamera', cam_width=16, cam_height=8)",
        "robot.append(component)",
    ],
    "laserscanner.LaserScanner": ["component = Hokuyo('{name}')", "component.translate(x=1.0, z=0.4)", "robot.append(component)"],
    "laserscanner.LaserScanner range": ["component = Infrared('{name}')", "component.translate(x=1.0, z=0.4)", "robot.append(component)"],
    "ptu_posture.PTUPosture": ["component = PTUPosture('{name}')", "ptu.append(component)"],
}
CARRIED_BY = {"armature_pose.ArmaturePose": "robot/arm", "ptu_posture.PTUPosture": "robot/ptu"}
CAMERAS = {"video_camera.VideoCamera", "depth_camera.DepthCamera", "depth_camera.DepthVideoCamera"}

# Publisher classes outside of the table's rows, and a sensor with their data.
OTHER = {
    "abstract_ros.StringPublisher": ("gyroscope.Gyroscope", "default"),
    "jido_posture.JointStatePublisher": ("armature_pose.ArmaturePose", "default"),
    "jointstate.JointStatePR2Publisher": ("armature_pose.ArmaturePose", "default"),
    "jointtrajectorycontrollers.JointTrajectoryControllerStatePublisher": ("armature_pose.ArmaturePose", "default"),
    "kuka_jointstate_pub.JointStatePublisher": ("armature_pose.ArmaturePose", "default"),
    "pose.PosePublisher": ("pose.Pose", "default"),
    "pose.PoseWithCovarianceStampedPublisher": ("pose.Pose", "default"),
    "ptu_posture.JointStatePublisher": ("ptu_posture.PTUPosture", "default"),
    "static_tf.StaticTF2Publisher": ("pose.Pose", "default"),
    "static_tf.StaticTFPublisher": ("pose.Pose", "default"),
}
NO_TOPIC = {"pose.TFPublisher", "static_tf.StaticTF2Publisher", "static_tf.StaticTFPublisher"}

SCENE = """
from morse.builder import *

robot = ATRV()
robot.translate(2.0, 1.0, 0.0)
arm = KukaLWR('arm')
arm.translate(z=2.0)
robot.append(arm)
ptu = PTU('ptu')
ptu.translate(z=3.0)
robot.append(ptu)
{sensors}

other = ATRV('other')
other.translate(2.0, 4.0, 0.0)
target = ATRV('target')
target.translate(5.0, 1.0, 0.0)
box = Cube('box')
box.translate(6.0, 1.0, 1.0)
box.properties(Object=True, Label='BOX')
env = Environment('empty')
env.properties(longitude=43.6, latitude=1.4333, altitude=135.0)
"""

# Debian has no control_msgs: type and MD5 sum of the original package.
CONTROLLER_STATE = ("control_msgs/JointTrajectoryControllerState", "10817c60c2486ef6b33e97dcd87f4474")

COLLECT = """
import roslib.message
from tf2_msgs.msg import TFMessage
wanted = {wanted!r}
got, frames, kept = {{}}, {{}}, []
def collect(message, topic):
    header = message._connection_header
    got[topic] = [header['type'], header['md5sum'], header.get('latching'), message]
def collect_frames(message, latched):
    for transform in message.transforms:
        frames[transform.child_frame_id] = [transform.header.frame_id, latched, transform.transform.translation]
for topic, kind in wanted.items():
    message = roslib.message.get_message_class(kind) or rospy.AnyMsg
    kept.append(rospy.Subscriber(topic, message, collect, topic))
kept.append(rospy.Subscriber('/tf', TFMessage, collect_frames, False))
kept.append(rospy.Subscriber('/tf_static', TFMessage, collect_frames, True))
try:
    wait_until(lambda: set(wanted) <= set(got) and {frames!r} <= set(frames), 90)
except TimeoutError:
    pass
for subscriber in kept:
    subscriber.unregister()
result = [got, frames]
"""


def streams():
    """For each class: the sensor without `morse.sensors.`, its level, the class without `morse.middleware.ros.`, and whether
    it is the default class of this sensor."""
    short = lambda path: path.removeprefix("morse.middleware.ros.")
    for row in TABLE["rows"]:
        if row["direction"] == "OUT":
            component = row["component"].removeprefix("morse.sensors.")
            yield component, row["level"], short(row["datastream"]), True
            for other in row["alternatives"]:
                yield component, row["level"], short(other), False
    for entry in TABLE["other_classes"]:
        name = short(entry["classpath"])
        if not name.endswith("Reader"):
            yield *OTHER[name], name, False


def script_lines(name, component, level, stream, is_default):
    """The script lines that build a sensor with one stream."""
    key = f"{component} {level}"
    lines = MADE_BY.get(key) or MADE_BY.get(component) or [f"component = {component.split('.')[1]}('{{name}}')", "robot.append(component)"]
    lines = [line.format(name=name) for line in lines]
    if component in CAMERAS and component not in MADE_BY:
        lines.append("component.properties(cam_width=16, cam_height=8)")
        lines.append("component.translate(x=1.0, z=1.0)")
    if component == "semantic_camera.SemanticCamera":
        lines.append("component.translate(x=1.0, z=1.0)")
    if level != "default":
        lines.append(f"component.level({level!r})")
    options = "" if is_default else f", method='morse.middleware.ros.{stream}'"
    return [*lines, f"component.add_stream('ros'{options})"]


class EverySensor(RosTestCase):
    @classmethod
    def setUpClass(cls):
        cls.streams = [(f"sensor{nth}", *stream) for nth, stream in enumerate(streams())]

    def topic(self, name, component, stream):
        suffix = "/image" if stream.startswith("video_camera.") else ""
        return f"/{CARRIED_BY.get(component, 'robot')}/{name}{suffix}"

    def test_each_publisher_class_has_a_plausible_message(self):
        lines = [line for stream in self.streams for line in script_lines(*stream)]
        master = self.start_master()
        simulator = self.run_ros_scene(SCENE.format(sensors="\n".join(lines)), master)
        topics = [self.topic(name, component, stream) for name, component, _, stream, _ in self.streams if stream not in NO_TOPIC]
        wait_until(lambda: {*topics, "/tf", "/tf_static"} <= master.topics())
        types = dict(master.proxy.getTopicTypes("/test")[2])
        wanted = {topic: types[topic] for topic in topics}
        infos = {topic[: -len("image")] + "camera_info": "sensor_msgs/CameraInfo" for topic in wanted if topic.endswith("image")}
        names = {stream: f"/robot/{name}" for name, _, _, stream, _ in self.streams if stream.startswith("static_tf")}
        expected_frames = {"/base_link", "/base_footprint", "BOX", *names.values()}
        node = self.start_node(master)
        got, frames = node.run(COLLECT.format(wanted={**wanted, **infos}, frames=expected_frames))
        messages = {entry["classpath"].removeprefix("morse.middleware.ros."): entry["ros_message"] for entry in TABLE["other_classes"]}
        for row in TABLE["rows"]:
            messages[row["datastream"].removeprefix("morse.middleware.ros.")] = row["ros_message"]
        for name, component, level, stream, _ in self.streams:
            with self.subTest(stream, component=component, level=level):
                if stream in NO_TOPIC:
                    continue
                topic = self.topic(name, component, stream)
                self.assertIn(topic, got, "no message received")
                kind, md5sum, _, message = got[topic]
                self.assertIn(kind.split("/")[0], PACKAGES.split())
                if stream in messages:
                    self.assertEqual(kind.split("/")[1], messages[stream])
                check = getattr(self, "check_" + kind.split("/")[1])
                check(message, md5sum, component=component, level=level, stream=stream)
                header = message.get("header") if isinstance(message, dict) else None
                if header and stream != "kuka_jointstate_pub.JointStatePublisher":
                    self.assertGreater(header["stamp"], 0)
                    self.assertTrue(header["frame_id"])
        for topic in infos:
            self.assertIn(topic, got)
            self.assertEqual((got[topic][3]["width"], got[topic][3]["height"]), (16, 8))
        self.check_frames(frames, names)
        self.assertFalse([line for line in simulator.lines if re.search("ERROR|panicked", line)])

    def check_frames(self, frames, names):
        self.assertEqual(frames["/base_link"][:2], ["/map", False])
        self.assertEqual(frames["/base_footprint"][:2], ["/odom", False])
        self.assertEqual(frames[names["static_tf.StaticTFPublisher"]][:2], ["base_link", False])
        self.assertEqual(frames[names["static_tf.StaticTF2Publisher"]][:2], ["base_link", True])
        cameras = [child for child in frames if re.fullmatch(r"/robot/sensor\d+", child)]
        self.assertGreater(len(cameras), 6, "sensors with a frame")
        self.assertEqual(frames["BOX"][:2], ["/map", False])
        self.assertAlmostEqual(frames["BOX"][2]["x"], 6.0, delta=0.1)

    def assert_near(self, vector, expected, delta=0.2):
        for axis, value in zip("xyz", expected):
            self.assertAlmostEqual(vector[axis], value, delta=delta)

    def check_AccelWithCovarianceStamped(self, message, *_, **__):
        self.assert_near(message["accel"]["accel"]["linear"], (0.0, 0.0, 0.0), 12.0)
        self.assertEqual(len(message["accel"]["covariance"]), 36)

    def check_TwistStamped(self, message, *_, **__):
        self.assert_near(message["twist"]["linear"], (0.0, 0.0, 0.0))

    def check_JointState(self, message, *_, component, stream, **__):
        count = {
            "jido_posture.JointStatePublisher": 9,
            "jointstate.JointStatePR2Publisher": 52,
            "ptu_posture.JointStatePublisher": 2,
        }.get(stream, 2 if component.startswith("ptu") else 7)
        self.assertEqual((len(message["name"]), len(message["position"])), (count, count))
        self.assertEqual(len(set(message["name"])), count)
        for position in message["position"]:
            self.assertAlmostEqual(position, 0.0, delta=0.1)

    def check_JointTrajectoryControllerState(self, message, md5sum, **_):
        self.assertEqual(md5sum, CONTROLLER_STATE[1])
        self.assertIn(b"kuka_7", bytes(message["_buff"]))

    def check_Float32(self, message, *_, **__):
        self.assertGreater(message["data"], 99.0)

    def check_Clock(self, message, *_, **__):
        self.assertGreater(message["clock"], 0)

    def check_PointCloud2(self, message, *_, component, **__):
        self.assertEqual([field["name"] for field in message["fields"]], ["x", "y", "z"])
        self.assertEqual((message["point_step"], message["height"]), (12, 1))
        self.assertEqual(len(message["data"]), message["row_step"])
        self.assertEqual(message["row_step"], 12 * message["width"])
        # A camera that turns sees 5 to 28 points, depending on where it looks when the first reader is there.
        self.assertGreater(message["width"], 4 if component.endswith("RotationZ") else 10)

    def check_NavSatFix(self, message, *_, level, **__):
        place = [message[name] for name in ("latitude", "longitude", "altitude")]
        if level == "simple":
            self.assert_near(dict(zip("xyz", place)), (2.0, 1.0, place[2]))
        else:
            self.assertAlmostEqual(place[0], 1.4333, delta=0.001)
            self.assertAlmostEqual(place[1], 43.6, delta=0.001)
            self.assertAlmostEqual(place[2], 135.0, delta=2.0)

    def check_String(self, message, *_, component, stream, **__):
        text = message["data"]
        if component.startswith("semantic"):
            self.assertIn("BOX", text)
            if stream.endswith("Lisp"):
                self.assertRegex(text, r"^\(\(BOX ")
            else:
                (seen,) = [entry for entry in json.loads(text) if entry["name"] == "BOX"]
                self.assertAlmostEqual(seen["position"][0], 6.0, delta=0.1)
        elif component.startswith("proximity"):
            self.assertIn("other", text)
        else:
            self.assertRegex(text, r"^OrderedDict\(\[\('timestamp', .*'yaw'")

    def check_Imu(self, message, *_, **__):
        self.assert_near(message["linear_acceleration"], (0.0, 0.0, 9.81), 1.0)
        self.assertAlmostEqual(message["orientation"]["w"], 1.0, delta=0.01)

    def check_LaserScan(self, message, *_, **__):
        count = round((message["angle_max"] - message["angle_min"]) / message["angle_increment"])
        self.assertAlmostEqual(len(message["ranges"]), count, delta=1)
        self.assert_near_target(message["ranges"][len(message["ranges"]) // 2])

    def check_Range(self, message, *_, **__):
        self.assertEqual((message["radiation_type"], message["min_range"]), (1, 0.0))
        self.assert_near_target(message["range"])

    def assert_near_target(self, range_m):
        """The target is 2 m in front of the scanner: the ray hits it half its length nearer."""
        self.assertGreater(range_m, 1.0)
        self.assertLess(range_m, 1.8)

    def check_Odometry(self, message, *_, **__):
        self.assertEqual(message["child_frame_id"], "/base_footprint")
        self.assert_near(message["pose"]["pose"]["position"], (0.0, 0.0, 0.0))

    def check_PoseStamped(self, message, *_, **__):
        self.check_Pose(message["pose"])

    def check_PoseWithCovarianceStamped(self, message, *_, **__):
        self.check_Pose(message["pose"]["pose"])

    def check_Pose(self, message, *_, **__):
        self.assert_near(message["position"], (2.0, 1.0, 0.1))
        self.assertTrue(math.isclose(message["orientation"]["w"], 1.0, abs_tol=0.01))

    def check_Image(self, message, *_, component, **__):
        encoding = "32FC1" if component.endswith("DepthVideoCamera") else "rgba8"
        self.assertEqual((message["width"], message["height"], message["encoding"]), (16, 8, encoding))
        self.assertEqual((message["step"], len(message["data"])), (64, 512))
        self.assertGreater(len(set(message["data"])), 2, "the image has objects")


if __name__ == "__main__":
    unittest.main()
