"""The marker detector over ROS 2: messages of AprilTag, and a transform for each marker."""

import unittest

from ros2_peers import Ros2TestCase, wait_until
import ros2_types as t

SCENE = """
from morse.builder import *

robot = FakeRobot()
robot.translate(0.0, 0.0, 1.0)
detector = MarkerDetector()
detector.properties(corner_noise=0.0)
detector.add_stream('ros2', topic='/cam')
robot.append(detector)
marker = FiducialMarker('tag36h11', 7, 0.4)
marker.translate(3.0, 0.6, 1.0)
marker.rotate(math.pi / 2, 0.0, -math.pi / 2 + 0.3)
env = Environment('empty', fastmode=False)
"""


class Markers(Ros2TestCase):
    def test_detection_has_the_corners_of_the_marker_and_its_transform_the_pose(self):
        _, peer = self.start(SCENE)
        transforms = peer.reader("/tf", t.TFMessage)
        message = peer.reader("/cam/detections", t.AprilTagDetectionArray).first()
        self.assertEqual(message.header.frame_id, "cam_optical_frame")
        (found,) = message.detections
        self.assertEqual((found.family, found.id, found.hamming), ("tag36h11", 7, 0))
        self.assertGreater(found.decision_margin, 5.0)
        # 500 px, 0.6 m to the left at 3 m, and half of 640 and 480 pixels.
        self.assertAlmostEqual(found.centre.x, 220.0, delta=0.01)
        self.assertAlmostEqual(found.centre.y, 240.0, delta=0.01)
        lower_left, lower_right, upper_right, upper_left = found.corners
        self.assertTrue(lower_left.x < lower_right.x and upper_left.x < upper_right.x)
        self.assertTrue(upper_left.y < lower_left.y and upper_right.y < lower_right.y)
        h = found.homography
        # The lower left corner has the coordinates (-1, 1).
        self.assertAlmostEqual((h[1] - h[0] + h[2]) / (h[7] - h[6] + h[8]), lower_left.x, delta=1e-6)

        def of_marker():
            sent = [one for message in transforms.take() for one in message.transforms]
            return next((one for one in sent if one.child_frame_id == "tag36h11:7"), None)

        transform = wait_until(of_marker)
        self.assertEqual(transform.header.frame_id, "cam_optical_frame")
        place = transform.transform.translation
        for part, expected in zip((place.x, place.y, place.z), (-0.6, 0.0, 3.0)):
            self.assertAlmostEqual(part, expected, delta=1e-4)


if __name__ == "__main__":
    unittest.main()
