"""ROS 2 topics of sensors and actuators, with a real DDS peer."""

import math
import unittest

from ros2_peers import LATCHED, SENSOR_DATA, Ros2TestCase, wait_until
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

odometry = Odometry()
robot.append(odometry)
odometry.add_stream('ros2', topic='/odom')

scan = Hokuyo()
scan.translate(x=0.3, z=0.5)
robot.append(scan)
scan.properties(scan_window=180.0, resolution=1.0, laser_range=10.0)
scan.add_stream('ros2', topic='/scan')

imu = IMU()
robot.append(imu)
imu.add_stream('ros2')

env = Environment('empty', fastmode=True)
"""


class TopicsTest(Ros2TestCase):
    @classmethod
    def setUpClass(cls):
        case = cls("test_node_is_announced")
        cls.simulator, cls.peer = case.start(SCENE)
        cls.addClassCleanup(case.doCleanups)

    def test_node_is_announced(self):
        announcements = self.peer.reader("ros_discovery_info", t.ParticipantEntitiesInfo, LATCHED)
        nodes = lambda message: [(node.node_namespace, node.node_name) for node in message.node_entities_info_seq]
        message = announcements.first(lambda message: ("/", "morse") in nodes(message))
        node = message.node_entities_info_seq[0]
        self.assertGreaterEqual(len(node.writer_gid_seq), 6)
        self.assertGreaterEqual(len(node.reader_gid_seq), 1)

    def test_pose_message_has_the_pose_of_the_robot(self):
        pose = self.peer.reader("/robot/pose", t.PoseStamped).first()
        self.assertEqual(pose.header.frame_id, "map")
        self.assertAlmostEqual(pose.pose.position.x, 1.0, 2)
        self.assertAlmostEqual(pose.pose.position.y, 2.0, 2)
        self.assertAlmostEqual(pose.pose.orientation.w, 1.0, 3)

    def test_twist_drives_the_robot_and_changes_its_odometry(self):
        odometry = self.peer.reader("/odom", t.Odometry)
        twists = self.peer.publish_to("/cmd_vel", t.Twist)
        before = odometry.newest()
        zero = t.Vector3(0.0, 0.0, 0.0)
        twists.write(t.Twist(linear=t.Vector3(1.0, 0.0, 0.0), angular=zero))
        odometry.received.clear()
        moved = odometry.first(lambda message: message.pose.pose.position.x > before.pose.pose.position.x + 0.2)
        self.assertEqual((moved.header.frame_id, moved.child_frame_id), ("odom", "base_footprint"))
        twists.write(t.Twist(linear=zero, angular=zero))

    def test_scan_has_its_rays_and_frame(self):
        scan = self.peer.reader("/scan", t.LaserScan, SENSOR_DATA).first()
        self.assertEqual(len(scan.ranges), 181)
        self.assertAlmostEqual(scan.angle_min, -math.pi / 2, 5)
        self.assertAlmostEqual(scan.range_max, 10.0, 5)
        self.assertFalse(scan.header.frame_id.startswith("/"))

    def test_imu_measures_gravity(self):
        imu = self.peer.reader("/robot/imu", t.Imu, SENSOR_DATA).first()
        self.assertAlmostEqual(abs(imu.linear_acceleration.z), 9.81, 0)

    def test_clock_advances_and_stamps_have_its_time(self):
        clock = self.peer.reader("/clock", t.Clock, SENSOR_DATA)
        nanoseconds = lambda time: time.sec * 10**9 + time.nanosec
        first = nanoseconds(clock.first().clock)
        later = nanoseconds(clock.newest().clock)
        self.assertGreater(later, first)
        stamp = nanoseconds(self.peer.reader("/robot/pose", t.PoseStamped).newest().header.stamp)
        self.assertGreater(stamp, first)
        self.assertLess(stamp, nanoseconds(clock.newest().clock) + 10**9)

    def test_transforms_form_one_tree(self):
        moving = self.peer.reader("/tf", t.TFMessage, SENSOR_DATA)
        fixed = self.peer.reader("/tf_static", t.TFMessage, LATCHED)
        scan_frame = self.peer.reader("/scan", t.LaserScan, SENSOR_DATA).first().header.frame_id
        parents = {}

        def known():
            for message in moving.take() + fixed.take():
                for transform in message.transforms:
                    child, parent = transform.child_frame_id, transform.header.frame_id
                    self.assertEqual(parents.setdefault(child, parent), parent, "two parents of " + child)
            return scan_frame in parents and "odom" in parents and "base_footprint" in parents

        wait_until(known, "transforms of the tree: " + str(parents))
        chain = [scan_frame]
        # A chain that is longer has a cycle.
        while chain[-1] in parents and len(chain) <= len(parents):
            chain.append(parents[chain[-1]])
        self.assertEqual(chain[-1], "map", chain)
        self.assertIn("base_link", chain)


class StaticTest(Ros2TestCase):
    def test_sensor_transform_is_latched(self):
        _, peer = self.start(SCENE)
        frame = peer.reader("/scan", t.LaserScan, SENSOR_DATA).first().header.frame_id
        transforms = peer.reader("/tf_static", t.TFMessage, LATCHED)
        known = lambda message: {transform.child_frame_id: transform for transform in message.transforms}
        transform = known(transforms.first(lambda message: frame in known(message)))[frame]
        self.assertAlmostEqual(transform.transform.translation.x, 0.3, 5)


if __name__ == "__main__":
    unittest.main()
