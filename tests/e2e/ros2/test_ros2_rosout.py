"""The simulator's log on `/rosout` of ROS 2, with a real DDS peer."""

import os
import time
import unittest

from ros2_peers import Peer, Ros2TestCase, qos
import ros2_types as t

SCENE = """
from morse.builder import *

robot = ATRV()
waypoint = Waypoint()
robot.append(waypoint)
waypoint.add_service('ros2')

env = Environment('empty')
"""

# QoS of the subscriptions of rclcpp and rqt_console.
ROSOUT = qos(latched=True, depth=1000)
INFO, WARN = 20, 30


class RosoutTest(Ros2TestCase):
    def test_log_reaches_early_and_late_subscribers(self):
        simulator, peer = self.start(SCENE)
        log = peer.reader("/rosout", t.Log, ROSOUT)
        goals = peer.client("/robot/waypoint/navigate_to_pose/_action/send_goal", t.NAVIGATE_SEND_GOAL)
        header = t.Header(t.Time(0, 0), "map")
        nowhere = t.Pose(t.Point(float("nan"), 0.0, 0.0), t.Quaternion(0.0, 0.0, 0.0, 1.0))
        goal = t.NavigateToPoseGoal(pose=t.PoseStamped(header, nowhere), behavior_tree="")
        before = time.time()
        self.assertFalse(goals.call(goal_id=list(os.urandom(16)), goal=goal).accepted)
        warning = log.first(lambda line: "not finite" in line.msg)
        self.assertEqual(warning.level, WARN)
        self.assertTrue(warning.name.startswith("morse."), warning.name)
        self.assertTrue(warning.file.endswith(".rs") and warning.line > 0)
        self.assertAlmostEqual(warning.stamp.sec, before, delta=5)
        simulator.wait_for("not finite")
        later = Peer(peer.domain).reader("/rosout", t.Log, ROSOUT)
        self.assertEqual(later.first(lambda line: "not finite" in line.msg).msg, warning.msg)
        info = log.first(lambda line: line.level == INFO)
        self.assertTrue(info.name.startswith("morse"))


if __name__ == "__main__":
    unittest.main()
