"""The log of the simulator on `/rosout` of ROS 2, with a real DDS peer."""

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

# As rclcpp and rqt_console ask for it.
ROSOUT = qos(latched=True, depth=1000)
INFO, WARN = 20, 30


class RosoutTest(Ros2TestCase):
    def test_the_log_comes_at_once_and_to_those_who_come_later(self):
        simulator, peer = self.start(SCENE)
        log = peer.reader("/rosout", t.Log, ROSOUT)
        goals = peer.client("/robot/waypoint/navigate_to_pose/_action/send_goal", t.NAVIGATE_SEND_GOAL)
        header = t.Header(t.Time(0, 0), "map")
        nowhere = t.Pose(t.Point(float("nan"), 0.0, 0.0), t.Quaternion(0.0, 0.0, 0.0, 1.0))
        goal = t.NavigateToPoseGoal(pose=t.PoseStamped(header, nowhere), behavior_tree="")
        before = time.time()
        self.assertFalse(goals.call(goal_id=list(os.urandom(16)), goal=goal).accepted)
        warned = log.first(lambda line: "not finite" in line.msg)
        self.assertEqual(warned.level, WARN)
        self.assertTrue(warned.name.startswith("morse."), warned.name)
        self.assertTrue(warned.file.endswith(".rs") and warned.line > 0)
        self.assertAlmostEqual(warned.stamp.sec, before, delta=5)
        simulator.wait_for("not finite")
        later = Peer(peer.domain).reader("/rosout", t.Log, ROSOUT)
        self.assertEqual(later.first(lambda line: "not finite" in line.msg).msg, warned.msg)
        informed = log.first(lambda line: line.level == INFO)
        self.assertTrue(informed.name.startswith("morse"))


if __name__ == "__main__":
    unittest.main()
