"""ROS 2 cameras and the map, with a real DDS peer: frames, formats, compressed topics, and the place of an object in all of them."""

import math
import struct
import unittest

from ros2_peers import LATCHED, SENSOR_DATA, Ros2TestCase
import ros2_types as t

# The front of the cube is at x = 2.
SCENE = """
import bpy
from morse.builder.bpymorse import *
from morse.builder import *

bpy.ops.mesh.primitive_cube_add(radius=0.5, location=(2.5, 0.0, 0.5))

robot = FakeRobot()

def add(camera, topic, **options):
    camera.translate(x=0.5, z=0.5)
    camera.properties(cam_width=32, cam_height=16, cam_near=0.1)
    camera.add_stream('ros2', topic=topic, **options)
    robot.append(camera)

add(VideoCamera('camera'), '/cam')
add(VideoCamera('other'), '/other', compressed_format='png', encoding='rgba8')
add(DepthCamera('points'), '/points')
picture = DepthCamera('depth')
picture.properties(classpath='morse.sensors.depth_camera.DepthVideoCamera')
add(picture, '/depth')

env = Environment('empty')
env.configure_stream_manager('ros2', map={'resolution': 0.1})
"""


def turned(q, v):
    """A vector rotated by a quaternion."""
    x, y, z, w = q.x, q.y, q.z, q.w
    cross = lambda a, b: (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    twice = [2.0 * c for c in cross((x, y, z), v)]
    return [a + w * b + c for a, b, c in zip(v, twice, cross((x, y, z), twice))]


class CamerasTest(Ros2TestCase):
    @classmethod
    def setUpClass(cls):
        case = cls("test_pictures_are_rgb_in_an_optical_frame")
        cls.simulator, cls.peer = case.start(SCENE)
        cls.addClassCleanup(case.doCleanups)
        fixed = cls.peer.reader("/tf_static", t.TFMessage, LATCHED)
        complete = lambda message: len(message.transforms) >= 8
        cls.parents = {link.child_frame_id: link for link in fixed.first(complete).transforms}

    def in_robot(self, frame, point):
        """A point of a frame in the frame of the robot."""
        # Each frame occurs once in a chain.
        for _ in self.parents:
            if frame == "base_link":
                break
            link = self.parents[frame]
            offset = link.transform.translation
            point = [a + b for a, b in zip(turned(link.transform.rotation, point), (offset.x, offset.y, offset.z))]
            frame = link.header.frame_id
        self.assertEqual(frame, "base_link", "the chain of frames has a cycle")
        return point

    def test_pictures_are_rgb_in_an_optical_frame(self):
        image = self.peer.reader("/cam/image", t.Image, SENSOR_DATA).first()
        self.assertEqual((image.encoding, image.step, len(image.data)), ("rgb8", 96, 96 * 16))
        self.assertEqual(image.header.frame_id, "cam_optical_frame")
        other = self.peer.reader("/other/image", t.Image, SENSOR_DATA).first()
        self.assertEqual((other.encoding, other.step), ("rgba8", 128))
        link = self.parents["cam_optical_frame"]
        self.assertEqual(link.header.frame_id, "cam_link")
        for optical, body in ([(0, 0, 1), (1, 0, 0)], [(1, 0, 0), (0, -1, 0)], [(0, 1, 0), (0, 0, -1)]):
            for a, b in zip(turned(link.transform.rotation, optical), body):
                self.assertAlmostEqual(a, b, 6)
        body = self.parents["cam_link"]
        self.assertEqual(body.header.frame_id, "base_link")
        self.assertAlmostEqual(abs(body.transform.rotation.w), 1.0, 6)

    def test_camera_info_has_five_coefficients(self):
        for name in ("/cam", "/depth"):
            info = self.peer.reader(name + "/camera_info", t.CameraInfo, SENSOR_DATA).first()
            self.assertEqual((info.distortion_model, list(info.d)), ("plumb_bob", [0.0] * 5))
            self.assertEqual(info.header.frame_id, name[1:] + "_optical_frame")

    def test_points_and_depths_are_at_the_object(self):
        cloud = self.peer.reader("/points", t.PointCloud2, SENSOR_DATA).first()
        self.assertEqual(cloud.header.frame_id, "points_optical_frame")
        points = [struct.unpack_from("<3f", bytes(cloud.data), at) for at in range(0, len(cloud.data), cloud.point_step)]
        placed = [self.in_robot(cloud.header.frame_id, point) for point in points if all(map(math.isfinite, point))]
        front = [p for p in placed if abs(p[1]) < 0.4 and 0.1 < p[2] < 0.9 and p[0] < 3.0]
        self.assertTrue(front)
        self.assertTrue(all(abs(point[0] - 2.0) < 0.01 for point in front), front)
        depth = self.peer.reader("/depth/image", t.Image, SENSOR_DATA).first()
        self.assertEqual((depth.encoding, depth.step), ("32FC1", 128))
        middle = struct.unpack_from("<f", bytes(depth.data), depth.step * 8 + 4 * 16)[0]
        self.assertAlmostEqual(middle, 1.5, 3)

    def test_compressed_pictures_are_jpeg_png_and_depths(self):
        read = lambda topic: self.peer.reader(topic, t.CompressedImage, SENSOR_DATA).first()
        jpeg = read("/cam/image/compressed")
        self.assertEqual((jpeg.format, bytes(jpeg.data[:3])), ("rgb8; jpeg compressed bgr8", b"\xff\xd8\xff"))
        self.assertEqual(jpeg.header.frame_id, "cam_optical_frame")
        png = read("/other/image/compressed")
        self.assertEqual((png.format, bytes(png.data[:4])), ("rgb8; png compressed bgr8", b"\x89PNG"))
        depth = read("/depth/image/compressedDepth")
        self.assertEqual(depth.format, "32FC1; compressedDepth png")
        data = bytes(depth.data)
        self.assertEqual((data[:4], data[12:16]), (bytes(4), b"\x89PNG"))
        self.assertEqual(struct.unpack(">2I", data[28:36]), (32, 16), "width and height of the PNG")

    def test_late_subscriber_receives_the_map_with_the_object(self):
        grid = self.peer.reader("/map", t.OccupancyGrid, LATCHED).first()
        self.assertEqual(grid.header.frame_id, "map")
        self.assertAlmostEqual(grid.info.resolution, 0.1, 6)
        corner = grid.info.origin.position
        self.assertEqual(len(grid.data), grid.info.width * grid.info.height)
        occupied = [divmod(index, grid.info.width) for index, value in enumerate(grid.data) if value == 100]
        columns = [corner.x + 0.1 * column for _, column in occupied]
        rows = [corner.y + 0.1 * row for row, _ in occupied]
        for edge, expected in ((min(columns), 2.0), (max(columns), 2.9), (min(rows), -0.5), (max(rows), 0.4)):
            self.assertLess(abs(edge - expected), 0.101)
        self.assertEqual(set(grid.data), {0, 100})


if __name__ == "__main__":
    unittest.main()
