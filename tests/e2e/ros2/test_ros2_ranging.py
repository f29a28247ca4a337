"""Scans, ranges, clouds and depth images in ROS 2: angles, limits, rows and density agree with the content."""

import math
import struct
import unittest

from ros2_peers import SENSOR_DATA, Ros2TestCase
import ros2_types as t

SCANNERS = """
from morse.builder import *

robot = ATRV()
for name, window, resolution in (('a', 270, 0.8), ('b', 180, 0.7), ('c', 100, 0.3), ('d', 360, 1.0)):
    scan = Hokuyo(name)
    scan.properties(scan_window=window, resolution=resolution)
    scan.add_stream('ros2', topic='/' + name)
    robot.append(scan)
layers = SickLDMRS('e')
layers.add_stream('ros2', topic='/e')
layers.add_stream('ros2', topic='/f', scan_per_layer=True)
robot.append(layers)
near = Hokuyo('near')
near.translate(x=0.9, z=0.3)
near.properties(scan_window=40, resolution=1.0)
near.add_stream('ros2', topic='/near')
robot.append(near)
infrared = Infrared()
infrared.translate(x=0.9, z=0.3)
infrared.add_stream('ros2', topic='/infrared')
robot.append(infrared)
sick = Sick()
sick.translate(x=0.9, z=0.6)
sick.add_stream('ros2', 'morse.middleware.ros.laserscanner.PointCloud2Publisher', topic='/points')
robot.append(sick)
battery = Battery()
battery.add_stream('ros2', topic='/battery')
robot.append(battery)
wall = Cube('wall')
wall.set_physics_type('STATIC')
wall.scale = (0.5, 0.5, 0.5)
wall.translate(x=1.6, z=0.5)
env = Environment('empty', fastmode=True)
"""

CAMERAS = """
from morse.builder import *

robot = FakeRobot()
robot.translate(z=5)
d = DepthCamera()
d.properties(classpath='morse.sensors.depth_camera.DepthVideoCamera', cam_width=64, cam_height=48, cam_fov=60.0)
d.add_stream('ros2', topic='/d')
robot.append(d)
k = DepthCamera()
k.properties(cam_width=64, cam_height=48, cam_fov=60.0, keep_resolution=True)
k.add_stream('ros2', topic='/k')
robot.append(k)
wall = Cube('wall')
wall.scale = (0.5, 5, 5)
wall.translate(x=3.5, y=5, z=5)
post = Cube('post')
post.scale = (0.05, 0.05, 1.0)
post.translate(x=0.5, y=0.15, z=5)
env = Environment('empty')
"""


def points(cloud):
    """The points of a cloud, row by row."""
    data = bytes(cloud.data)
    at = range(0, len(data), cloud.point_step)
    return [struct.unpack_from("<3f", data, offset) for offset in at]


class Ranging(Ros2TestCase):
    @classmethod
    def setUpClass(cls):
        case = cls("test_scans_have_the_rays_that_their_angles_describe")
        cls.simulator, cls.peer = case.start(SCANNERS)
        cls.addClassCleanup(case.doCleanups)

    def first(self, topic, message):
        return self.peer.reader(topic, message, SENSOR_DATA).first()

    def check(self, scan, count):
        rays = (scan.angle_max - scan.angle_min) / scan.angle_increment + 1
        self.assertAlmostEqual(rays, count, delta=1e-2)
        self.assertEqual(len(scan.ranges), count)
        for distance in scan.ranges:
            self.assertTrue(distance == math.inf or scan.range_min <= distance <= scan.range_max, distance)

    def test_scans_have_the_rays_that_their_angles_describe(self):
        for topic, count, last in (("/a", 338, 2.34921), ("/b", 258, None), ("/c", 334, None), ("/d", 360, None)):
            with self.subTest(topic):
                scan = self.first(topic, t.LaserScan)
                self.check(scan, count)
                if last is not None:
                    self.assertAlmostEqual(scan.angle_max, last, 4)
        self.assertAlmostEqual(self.first("/d", t.LaserScan).angle_max, math.radians(179), 5)

    def test_layers_are_a_cloud_or_scans_of_their_own(self):
        cloud = self.first("/e", t.PointCloud2)
        self.assertEqual((cloud.height, cloud.width), (4, 401))
        self.assertEqual(len(cloud.data), cloud.height * cloud.row_step)
        for layer in range(4):
            self.check(self.first("/f/layer%d" % layer, t.LaserScan), 401)

    def test_smallest_range_is_not_above_the_measured_ranges(self):
        scan = self.first("/near", t.LaserScan)
        self.check(scan, 41)
        self.assertAlmostEqual(min(scan.ranges), 0.2, 2)

    def test_infrared_sensor_is_a_range(self):
        near = self.first("/infrared", t.Range)
        self.assertAlmostEqual(near.range, 0.2, 2)
        self.assertAlmostEqual(near.field_of_view, math.radians(20.0), 5)
        self.assertTrue(near.min_range <= near.range <= near.max_range)

    def test_battery_has_its_state(self):
        state = self.peer.reader("/battery", t.BatteryState).first()
        self.assertTrue(0.9 < state.percentage <= 1.0 and state.present)

    def test_rays_without_a_hit_are_no_points(self):
        cloud = self.first("/points", t.PointCloud2)
        finite = [point for point in points(cloud) if all(map(math.isfinite, point))]
        self.assertEqual((cloud.height, cloud.width, cloud.is_dense), (1, 181, False))
        self.assertTrue(0 < len(finite) < 181)
        self.assertTrue(all(math.hypot(*point) > 0.1 for point in finite))


class Depths(Ros2TestCase):
    def test_depths_beyond_the_limits_are_not_numbers_of_the_range(self):
        _, peer = self.start(CAMERAS)
        image = peer.reader("/d/image", t.Image, SENSOR_DATA).first()
        depths = struct.unpack("<%df" % (64 * 48), bytes(image.data))
        at = lambda column, row: depths[row * 64 + column]
        self.assertEqual(at(60, 2), math.inf, "sky")
        self.assertAlmostEqual(at(5, 2), 3.0, 2, "wall")
        self.assertEqual(at(16, 24), -math.inf, "post")
        self.assertEqual({depth for depth in depths if depth < 1.0 or depth >= 20.0}, {math.inf, -math.inf})
        cloud = peer.reader("/k", t.PointCloud2, SENSOR_DATA).first()
        self.assertEqual((cloud.height, cloud.width, cloud.row_step, cloud.is_dense), (48, 64, 64 * 12, False))
        rows = [points(cloud)[row * 64 : row * 64 + 64] for row in range(48)]
        self.assertTrue(all(map(math.isnan, rows[2][60])) and all(map(math.isnan, rows[24][16])))
        heights = [row[5][1] for row in rows if math.isfinite(row[5][1])]
        self.assertEqual(heights, sorted(heights), "y is down")
        self.assertLess(heights[0], 0.0)


if __name__ == "__main__":
    unittest.main()
