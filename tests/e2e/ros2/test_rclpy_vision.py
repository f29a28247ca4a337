"""Cameras of segmentation, boxes, normals and optical flow, heard by genuine rclpy: types, encodings and exact values."""

import math
import struct
import unittest

from rclpy_peers import in_each_distribution, record

WIDTH, HEIGHT = 32, 16
# Focal length of a camera with `cam_focal=35`. [px]
FOCAL = WIDTH * 35.0 / 32.0

# The front of the cube is at x = 2, 1.5 m ahead of the cameras.
SCENE = """
import bpy
from morse.builder.bpymorse import *
from morse.builder import *

box = Cube('box')
box.scale = (0.25, 0.25, 0.25)
box.translate(2.25, 0.0, 0.5)
box.properties(Label='PARCEL', Type='parcel', Temperature=60.0)

robot = FakeRobot()

def add(camera, topic):
    camera.translate(x=0.5, z=0.5)
    camera.properties(cam_width=32, cam_height=16, cam_near=0.1)
    camera.add_stream('ros2', topic=topic)
    robot.append(camera)

add(SegmentationCamera('segments'), '/segments')
add(BoundingBoxCamera('boxes'), '/boxes')
add(NormalCamera('normals'), '/normals')
add(OpticalFlowCamera('flow'), '/flow')
add(EventCamera('events'), '/events')
thermal = ThermalCamera('thermal')
thermal.properties(netd=0.0)
add(thermal, '/thermal')
right = VideoCamera('right')
right.properties(stereo_baseline=0.12)
add(right, '/right')

env = Environment('empty')
"""

HEAR = """
for topic, kind in topics:
    peer.listen(topic, kind)
wait_until(lambda: all(peer.listen(*topic) for topic in topics), 60.0)
result = {topic: peer.listen(topic, kind)[:1] for topic, kind in topics}
"""

HEAR_LATCHED = """
from rclpy.qos import DurabilityPolicy, QoSProfile
from vision_msgs.msg import LabelInfo

policies = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
heard = {}
for topic in topics:
    node.create_subscription(LabelInfo, topic, lambda message, topic=topic: heard.setdefault(topic, message), policies)
wait_until(lambda: len(heard) == len(topics), 60.0)
result = {
    topic: [[entry.class_id, entry.class_name] for entry in message.class_map] for topic, message in heard.items()
}
"""


def pixel(image, count, kind, column, row):
    """The numbers of a pixel of an image with `count` numbers of four bytes each."""
    data = bytes(image.data)
    return struct.unpack_from("<%d%s" % (count, kind), data, row * image.step + 4 * count * column)


class Vision:
    def heard(self, wanted):
        self.start(SCENE)
        self.node = self.start_node()
        heard = self.node.run(HEAR, topics=wanted)
        return {topic: record(messages[0]) for topic, messages in heard.items()}

    def test_segmentation_has_two_images_and_names_for_both(self):
        image = "sensor_msgs/msg/Image"
        wanted = [("/segments/image", image), ("/segments/class_image", image)]
        wanted.append(("/segments/camera_info", "sensor_msgs/msg/CameraInfo"))
        heard = self.heard(wanted)
        names = self.node.run(HEAR_LATCHED, topics=["/segments/label_info", "/segments/instance_info"])
        self.assertEqual(names["/segments/label_info"], [[1, "parcel"]])
        number = next(number for number, name in names["/segments/instance_info"] if name == "PARCEL")
        for topic, middle in (("/segments/image", number), ("/segments/class_image", 1)):
            picture = heard[topic]
            self.assertEqual((picture.encoding, picture.step, picture.width), ("32SC1", 4 * WIDTH, WIDTH))
            self.assertEqual(picture.header.frame_id, "segments_optical_frame")
            self.assertEqual(pixel(picture, 1, "i", WIDTH // 2, HEIGHT // 2), (middle,))
            self.assertEqual(pixel(picture, 1, "i", 0, 0), (0,), "the sky has no surface")
        self.assertAlmostEqual(heard["/segments/camera_info"].k[0], FOCAL, 9)

    def test_boxes_are_those_of_the_cube(self):
        flat, spatial = "vision_msgs/msg/Detection2DArray", "vision_msgs/msg/Detection3DArray"
        heard = self.heard([("/boxes/boxes_2d", flat), ("/boxes/boxes_2d_full", flat), ("/boxes/boxes_3d", spatial)])
        side = 0.5 * FOCAL / 1.5
        for topic in ("/boxes/boxes_2d", "/boxes/boxes_2d_full"):
            (found,) = heard[topic].detections
            self.assertLessEqual(abs(found.bbox.size_x - side), 1.0)
            self.assertLessEqual(abs(found.bbox.size_y - side), 1.0)
            self.assertLessEqual(abs(found.bbox.center.position.x - WIDTH / 2), 1.0)
            self.assertEqual(found.results[0].hypothesis.class_id, "parcel")
            self.assertEqual(found.results[0].hypothesis.score, 1.0)
        (found,) = heard["/boxes/boxes_3d"].detections
        self.assertEqual(heard["/boxes/boxes_3d"].header.frame_id, "boxes_optical_frame")
        middle, size = found.bbox.center.position, found.bbox.size
        for value, expected in ((middle.x, 0.0), (middle.y, 0.0), (middle.z, 1.75)):
            self.assertAlmostEqual(value, expected, 6)
        for value in (size.x, size.y, size.z):
            self.assertAlmostEqual(value, 0.5, 6)

    def test_normals_and_flow_are_images_of_floats(self):
        image = "sensor_msgs/msg/Image"
        heard = self.heard([("/normals/image", image), ("/flow/image", image)])
        normals, flow = heard["/normals/image"], heard["/flow/image"]
        self.assertEqual((normals.encoding, normals.step), ("32FC3", 12 * WIDTH))
        for value, expected in zip(pixel(normals, 3, "f", WIDTH // 2, HEIGHT // 2), (0.0, 0.0, -1.0)):
            self.assertAlmostEqual(value, expected, 5)
        self.assertEqual((flow.encoding, flow.step), ("32FC2", 8 * WIDTH))
        for value in pixel(flow, 2, "f", WIDTH // 2, HEIGHT // 2):
            self.assertTrue(math.isfinite(value) and abs(value) < 1e-3, value)


    def test_temperatures_events_and_the_right_camera_of_a_pair(self):
        wanted = [("/thermal/image", "sensor_msgs/msg/Image"), ("/events/events", "dvs_msgs/msg/EventArray")]
        heard = self.heard([*wanted, ("/right/camera_info", "sensor_msgs/msg/CameraInfo")])
        thermal, events, right = heard["/thermal/image"], heard["/events/events"], heard["/right/camera_info"]
        self.assertEqual((thermal.encoding, thermal.step), ("32FC1", 4 * WIDTH))
        (middle,) = pixel(thermal, 1, "f", WIDTH // 2, HEIGHT // 2)
        self.assertAlmostEqual(middle, 60.0, 3)
        self.assertEqual((events.width, events.height, events.events), (WIDTH, HEIGHT, []), "nothing moves")
        self.assertAlmostEqual(right.p[3], -FOCAL * 0.12, 9)
        self.assertEqual((right.p[0], right.p[7], right.p[11]), (right.k[0], 0.0, 0.0))


globals().update(in_each_distribution(Vision))

if __name__ == "__main__":
    unittest.main()
