"""Cameras of segmentation, boxes, normals, flow, events, temperatures and markers in ROS 1: rospy reads their messages.

Debian has no packages of vision_msgs, dvs_msgs and apriltag_ros. Their messages are decoded by the definition that the
publisher sends when it connects, as rosbag and rostopic do.
"""

import math
import struct
import unittest

from ros1_peers import RosTestCase

WIDTH, HEIGHT = 32, 16
#: Focal length of a camera with `cam_focal=35`. [px]
FOCAL = WIDTH * 35.0 / 32.0

#: The front of the cube is at x = 2, 1.5 m ahead of the cameras. The marker is behind the robot.
SCENE = """
from morse.builder import *
from morse.builder.bpymorse import *

box = Cube('box')
box.scale = (0.25, 0.25, 0.25)
box.translate(2.25, 0.0, 0.5)
box.properties(Label='PARCEL', Type='parcel', Temperature=60.0)

robot = FakeRobot()

def add(camera):
    camera.translate(x=0.5, z=0.5)
    camera.properties(cam_width=32, cam_height=16, cam_near=0.1)
    camera.add_stream('ros')
    robot.append(camera)

add(SegmentationCamera('segments'))
add(BoundingBoxCamera('boxes'))
add(NormalCamera('normals'))
add(OpticalFlowCamera('flow'))
add(EventCamera('events'))
thermal = ThermalCamera('thermal')
thermal.properties(netd=0.0)
add(thermal)

detector = MarkerDetector('detector')
detector.translate(x=-0.5, z=1.0)
# Cameras turn about the vertical by `x`, as in MORSE.
detector.rotate(x=math.pi)
detector.properties(corner_noise=0.0)
detector.add_stream('ros')
robot.append(detector)
marker = FiducialMarker('tag36h11', 7, 0.4)
marker.translate(-3.5, -0.6, 1.0)
marker.rotate(math.pi / 2, 0.0, math.pi / 2 + 0.3)

env = Environment('empty')
"""

# genpy's modules are made in one thread.
HEAR = """
from genpy.dynamic import generate_dynamic
wanted, heard, kept, result = {topics!r}, {{}}, [], {{}}
for topic in wanted:
    kept.append(rospy.Subscriber(topic, rospy.AnyMsg, lambda message, topic: heard.setdefault(topic, message), topic))
wait_until(lambda: set(wanted) <= set(heard), 60)
for subscriber in kept:
    subscriber.unregister()
for topic, message in heard.items():
    header = message._connection_header
    kind = header['type']
    decoded = generate_dynamic(kind, header['message_definition'])[kind]()
    decoded.deserialize(message._buff)
    result[topic] = [kind, header['md5sum'], decoded._md5sum, decoded]
"""


def pixel(image, count, kind, column, row):
    """The numbers of a pixel of an image with `count` numbers of four bytes each."""
    return struct.unpack_from("<%d%s" % (count, kind), bytes(image["data"]), row * image["step"] + 4 * count * column)


class Vision(RosTestCase):
    def heard(self, **kinds):
        """The first message of each topic `/robot/...`, whose type and MD5 sum are checked."""
        master = self.start_master()
        self.run_ros_scene(SCENE, master)
        topics = {name: "/robot/" + name.replace("__", "/") for name in kinds}
        got = self.start_node(master).run(HEAR.format(topics=list(topics.values())))
        messages = {}
        for name, topic in topics.items():
            kind, sent_md5, md5, messages[name] = got[topic]
            self.assertEqual((kind, sent_md5), (kinds[name], md5), topic)
        return messages

    def test_images_have_the_values_of_their_pixels(self):
        image = "sensor_msgs/Image"
        heard = self.heard(
            segments__image=image, segments__class_image=image, normals__image=image, flow__image=image, thermal__image=image
        )
        middle = (WIDTH // 2, HEIGHT // 2)
        labels = heard["segments__class_image"]
        self.assertEqual((labels["encoding"], labels["step"], labels["width"]), ("32SC1", 4 * WIDTH, WIDTH))
        self.assertEqual(pixel(labels, 1, "i", *middle), (1,))
        self.assertEqual(pixel(labels, 1, "i", 0, 0), (0,), "the sky has no surface")
        self.assertGreater(pixel(heard["segments__image"], 1, "i", *middle), (0,))
        normals = heard["normals__image"]
        self.assertEqual((normals["encoding"], normals["step"]), ("32FC3", 12 * WIDTH))
        for value, expected in zip(pixel(normals, 3, "f", *middle), (0.0, 0.0, -1.0)):
            self.assertAlmostEqual(value, expected, 5)
        flow = heard["flow__image"]
        self.assertEqual((flow["encoding"], flow["step"]), ("32FC2", 8 * WIDTH))
        for value in pixel(flow, 2, "f", *middle):
            self.assertTrue(math.isfinite(value) and abs(value) < 1e-3, value)
        thermal = heard["thermal__image"]
        self.assertEqual(thermal["encoding"], "32FC1")
        self.assertAlmostEqual(pixel(thermal, 1, "f", *middle)[0], 60.0, 3)

    def test_boxes_are_those_of_the_cube_and_nothing_that_moves_gives_events(self):
        flat, spatial = "vision_msgs/Detection2DArray", "vision_msgs/Detection3DArray"
        heard = self.heard(
            boxes__boxes_2d=flat, boxes__boxes_2d_full=flat, boxes__boxes_3d=spatial, events__events="dvs_msgs/EventArray"
        )
        side = 0.5 * FOCAL / 1.5
        for topic in ("boxes__boxes_2d", "boxes__boxes_2d_full"):
            (found,) = heard[topic]["detections"]
            self.assertLessEqual(abs(found["bbox"]["size_x"] - side), 1.0)
            self.assertLessEqual(abs(found["bbox"]["center"]["x"] - WIDTH / 2), 1.0)
            self.assertEqual((found["results"][0]["id"], found["results"][0]["score"]), (1, 1.0))
        (found,) = heard["boxes__boxes_3d"]["detections"]
        middle, size = found["bbox"]["center"]["position"], found["bbox"]["size"]
        for axis, expected in (("x", 0.0), ("y", 0.0), ("z", 1.75)):
            self.assertAlmostEqual(middle[axis], expected, 6)
            self.assertAlmostEqual(size[axis], 0.5, 6)
        events = heard["events__events"]
        self.assertEqual((events["width"], events["height"], events["events"]), (WIDTH, HEIGHT, []))

    def test_markers_have_their_numbers_sizes_and_poses(self):
        heard = self.heard(detector__detections="apriltag_ros/AprilTagDetectionArray")
        (found,) = heard["detector__detections"]["detections"]
        self.assertEqual((found["id"], found["size"]), ([7], [0.4]))
        place = found["pose"]["pose"]["pose"]["position"]
        # 3 m ahead, 0.6 m to the left, along -x of the optical frame.
        for axis, expected in (("x", -0.6), ("y", 0.0), ("z", 3.0)):
            self.assertAlmostEqual(place[axis], expected, delta=1e-4)


if __name__ == "__main__":
    unittest.main()
