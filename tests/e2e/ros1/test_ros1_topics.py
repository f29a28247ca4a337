"""Topics of ROS 1: rospy drives a robot and reads its sensors; TF; the command-line tools."""

import math
import os
import subprocess
import unittest

from harness import ROOT
from ros1_peers import PYTHON, RosTestCase, wait_until

ROBOT = """
from morse.builder import *
robot = ATRV()
motion = MotionVW()
robot.append(motion)
odometry = Odometry()
odometry.level('integrated')
robot.append(odometry)
pose = Pose()
robot.append(pose)
scan = Hokuyo()
scan.translate(x=0.3, z=0.3)
scan.properties(Visible_arc=False)
robot.append(scan)
camera = VideoCamera()
camera.properties(cam_width=32, cam_height=16)
camera.translate(x=0.2, z=0.9)
robot.append(camera)
imu = IMU()
robot.append(imu)
gps = GPS()
robot.append(gps)
clock = Clock()
robot.append(clock)
for component in (motion, odometry, pose, scan, camera, imu, gps):
    component.add_stream('ros')
clock.add_stream('ros', topic='/clock')
env = Environment('empty')
"""

MESSAGES = """
from geometry_msgs.msg import PoseStamped, Twist
from nav_msgs.msg import Odometry
from sensor_msgs.msg import CameraInfo, Image, Imu, LaserScan, NavSatFix
from rosgraph_msgs.msg import Clock
from tf2_msgs.msg import TFMessage
"""


class Robot(RosTestCase):
    def start(self):
        master = self.start_master()
        self.run_ros_scene(ROBOT, master)
        node = self.start_node(master)
        node.run(MESSAGES)
        return master, node

    def test_rospy_drives_the_robot_and_reads_its_odometry(self):
        _, node = self.start()
        before, after = node.run(
            """
            before = receive('/robot/odometry', Odometry)[0]
            drive = rospy.Publisher('/robot/motion', Twist, queue_size=10)
            wait_until(lambda: drive.get_num_connections() > 0)
            command = Twist()
            command.linear.x = 1.0
            command.angular.z = 0.5
            drive.publish(command)
            odometry = []
            rospy.Subscriber('/robot/odometry', Odometry, odometry.append)
            wait_until(lambda: odometry and odometry[-1].pose.pose.position.x > before.pose.pose.position.x + 0.5)
            result = [before, odometry[-1]]
            """
        )
        self.assertEqual(after["header"]["frame_id"], "/odom")
        self.assertEqual(after["child_frame_id"], "/base_footprint")
        self.assertGreater(after["header"]["seq"], before["header"]["seq"])
        self.assertAlmostEqual(after["twist"]["twist"]["linear"]["x"], 1.0, delta=0.2)
        self.assertAlmostEqual(after["twist"]["twist"]["angular"]["z"], 0.5, delta=0.2)
        self.assertGreater(after["pose"]["pose"]["orientation"]["z"], 0.0)

    def test_non_finite_commands_are_ignored(self):
        _, node = self.start()
        result = node.run(
            """
            drive = rospy.Publisher('/robot/motion', Twist, queue_size=10)
            wait_until(lambda: drive.get_num_connections() > 0)
            command = Twist()
            command.linear.x = float('nan')
            drive.publish(command)
            command.linear.x = float('inf')
            drive.publish(command)
            result = receive('/robot/odometry', Odometry, count=30)[-1]
            """
        )
        self.assertTrue(math.isfinite(result["pose"]["pose"]["position"]["x"]))
        self.assertAlmostEqual(result["twist"]["twist"]["linear"]["x"], 0.0, delta=0.05)

    def test_rospy_reads_every_sensor(self):
        _, node = self.start()
        pose, scan, imu, fix, clock = node.run(
            """
            result = [receive(topic, kind)[0] for topic, kind in (
                ('/robot/pose', PoseStamped), ('/robot/scan', LaserScan), ('/robot/imu', Imu),
                ('/robot/gps', NavSatFix), ('/clock', Clock))]
            """
        )
        self.assertEqual(pose["header"]["frame_id"], "/map")
        self.assertAlmostEqual(pose["pose"]["orientation"]["w"], 1.0, delta=0.01)
        self.assertEqual(scan["header"]["frame_id"], "/base_laser_link")
        expected = round((scan["angle_max"] - scan["angle_min"]) / scan["angle_increment"])
        self.assertAlmostEqual(len(scan["ranges"]), expected, delta=1)
        self.assertAlmostEqual(scan["angle_min"], -scan["angle_max"])
        self.assertAlmostEqual(imu["linear_acceleration"]["z"], 9.81, delta=1.0)
        self.assertIn("latitude", fix)
        self.assertGreater(clock["clock"], 0)

    def test_rospy_reads_the_camera(self):
        _, node = self.start()
        image, info = node.run(
            """
            image, info = [], []
            rospy.Subscriber('/robot/camera/image', Image, image.append)
            rospy.Subscriber('/robot/camera/camera_info', CameraInfo, info.append)
            wait_until(lambda: image and info)
            first = image[0]
            result = [[first.width, first.height, first.encoding, first.step, len(first.data), first.header.frame_id], info[0]]
            """
        )
        self.assertEqual(image, [32, 16, "rgba8", 128, 2048, "/robot/camera"])
        self.assertEqual((info["width"], info["height"], info["distortion_model"]), (32, 16, "plumb_bob"))
        self.assertEqual(info["K"][0], info["P"][0])

    def test_frames_are_published_in_tf(self):
        _, node = self.start()
        frames = node.run(
            """
            import collections
            frames = {}
            def collect(message):
                for transform in message.transforms:
                    frames[transform.child_frame_id] = transform.header.frame_id
            rospy.Subscriber('/tf', TFMessage, collect)
            wait_until(lambda: len(frames) >= 2)
            result = frames
            """
        )
        self.assertEqual(frames.get("/base_footprint"), "/odom")
        self.assertEqual(frames.get("/robot/camera"), "base_link")

    def test_command_line_tools_show_the_node(self):
        master, _ = self.start()
        wait_until(lambda: "/robot/pose" in master.topics())
        self.assertIn("/morse", self.tool(master, "rosnode", "list"))
        node = self.tool(master, "rosnode", "info", "/morse")
        self.assertIn("/robot/pose [geometry_msgs/PoseStamped]", node)
        topic = self.tool(master, "rostopic", "info", "/robot/motion")
        self.assertIn("Type: geometry_msgs/Twist", topic)
        self.assertIn("/morse", topic.split("Subscribers:")[1])
        echoed = self.tool(master, "rostopic", "echo", "-n", "1", "/robot/pose")
        self.assertIn("frame_id:", echoed)
        self.assertIn("orientation:", echoed)

    def test_two_subscribers_receive_the_same_messages(self):
        master, node = self.start()
        other = self.start_node(master, "other")
        other.run(MESSAGES)
        collect = """
            poses = []
            subscriber = rospy.Subscriber('/robot/pose', PoseStamped, poses.append)
            wait_until(lambda: len(poses) > 5)
            """
        node.run(collect)
        other.run(collect)
        last = node.run("result = poses[-1].header.seq") + 10
        seqs = f"wait_until(lambda: poses[-1].header.seq >= {last}); result = [pose.header.seq for pose in poses]"
        first, second = node.run(seqs), other.run(seqs)
        shared = sorted(set(first) & set(second))
        self.assertGreater(len(shared), 5)
        self.assertEqual(shared, list(range(shared[0], shared[-1] + 1)), "no message is lost")


class Example(RosTestCase):
    def test_client_of_the_example_drives_its_robot(self):
        master = self.start_master()
        self.run_ros_scene(ROOT / "examples" / "ros1_teleop.py", master)
        client = subprocess.Popen(
            [PYTHON, "-W", "ignore", str(ROOT / "examples" / "ros1_teleop_client.py")],
            env={**os.environ, **master.environment},
            stdout=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(client.stdout.close)
        self.addCleanup(client.wait)
        self.addCleanup(client.kill)
        places = [float(client.stdout.readline().split()[1]) for _ in range(6)]
        self.assertGreater(abs(places[-1] - places[0]), 0.2)


if __name__ == "__main__":
    unittest.main()
