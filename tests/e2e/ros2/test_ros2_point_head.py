"""The ROS 2 action `PointHead` of pan-tilt units, with a real DDS peer."""

import json
import math
import unittest

from ros2_peers import ActionClient, Ros2TestCase, wait_until
import ros2_types as t

SCENE = """
from morse.builder import *

robot = ATRV()
robot.translate(x=1.0)
ptu = PTU()
ptu.translate(z=1.0)
ptu.properties(Speed=0.5)
robot.append(ptu)
ptu.add_service('ros2')
odometry = Odometry()
robot.append(odometry)
odometry.add_stream('ros2', topic='/odom')

env = Environment('empty')
"""

SUCCEEDED, CANCELED, ABORTED = 4, 5, 6
NOW = t.Time(0, 0)


class PointHeadTest(Ros2TestCase):
    def setUp(self):
        self.simulator, self.peer = self.start(SCENE)
        self.action = ActionClient(self.peer, "/robot/ptu/point_head", t.POINT_HEAD)
        self.angles = self.peer.client("/robot/ptu/get_pan_tilt", t.TRIGGER)

    def point(self, x, y, z, frame="map", axis=(0.0, 0.0, 0.0)):
        """Sends a goal."""
        target = t.PointStamped(t.Header(NOW, frame), t.Point(float(x), float(y), float(z)))
        more = {"pointing_frame": "", "min_duration": NOW, "max_velocity": 0.0}
        return self.action.send(target=target, pointing_axis=t.Vector3(*axis), **more)

    def pan_tilt(self):
        return json.loads(self.angles.call().message)

    def test_unit_turns_to_the_point_and_publishes_its_error(self):
        # Left of the unit, in the world frame.
        goal_id, accepted = self.point(1.0, 50.0, 1.0)
        self.assertTrue(accepted)
        self.assertEqual(self.action.result(goal_id)[0], SUCCEEDED)
        pan, tilt = self.pan_tilt()
        self.assertAlmostEqual(pan, math.pi / 2, delta=0.03)
        self.assertAlmostEqual(tilt, 0.0, delta=0.03)
        errors = [feedback.pointing_angle_error for feedback in self.action.feedback_on(goal_id)]
        # The unit turns by half a radian per second, so that there are about 30 feedback messages.
        self.assertGreater(len(errors), 10)
        self.assertAlmostEqual(errors[0], math.pi / 2, delta=0.15)
        self.assertLess(errors[-1], 0.15)
        self.assertEqual(errors, sorted(errors, reverse=True))

    def test_goal_in_a_frame_of_the_robot_is_reached(self):
        self.peer.wait_for_ticks("/odom", t.Odometry)
        goal_id, accepted = self.point(0.0, -50.0, 1.0, frame="base_link", axis=(1.0, 0.0, 0.0))
        self.assertTrue(accepted)
        self.assertEqual(self.action.result(goal_id)[0], SUCCEEDED)
        self.assertAlmostEqual(self.pan_tilt()[0], -math.pi / 2, delta=0.03)

    def test_goals_are_canceled_and_replaced(self):
        older, _ = self.point(-50.0, 1.0, 1.0)
        wait_until(lambda: self.action.feedback_on(older), "feedback")
        newer, _ = self.point(1.0, -50.0, 1.0)
        self.assertEqual(self.action.result(older)[0], ABORTED)
        self.assertEqual(self.action.cancel(newer), 0)
        self.assertEqual(self.action.result(newer)[0], CANCELED)
        stopped = self.pan_tilt()
        last, _ = self.point(100.0, 0.0, 1.0)
        self.assertEqual(self.action.result(last)[0], SUCCEEDED)
        self.assertNotEqual(self.pan_tilt(), stopped)
        self.assertEqual(self.action.cancel(last), 3, "the goal has ended")

    def test_invalid_goals_are_refused(self):
        self.assertFalse(self.point(float("nan"), 0, 0)[1])
        self.assertFalse(self.point(1, 0, 0, frame="moon")[1])
        self.assertFalse(self.point(1, 0, 0, axis=(0.0, 0.0, 1.0))[1])
        for reason in ("not finite", "`moon`", "x axis"):
            self.simulator.wait_for(reason)


if __name__ == "__main__":
    unittest.main()
