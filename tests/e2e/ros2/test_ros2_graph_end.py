"""The ROS 2 graph at the end of a simulator, and nodes that do not match."""

import re
import signal
import time
import unittest

from ros2_peers import Ros2TestCase, qos, wait_until
import ros2_types as t

SCENE = """
from morse.builder import *

robot = ATRV()
motion = MotionVW()
motion.add_stream('ros2', topic='/cmd_vel')
robot.append(motion)
pose = Pose()
robot.append(pose)
pose.add_stream('ros2')
env = Environment('empty', fastmode=True)
"""

# The lease of a participant, and the time in which a peer removes it. [s]
LEASE_S = 10.0
REMOVAL_S = 2.0


class GraphEndTest(Ros2TestCase):
    def matched(self):
        """A simulator, and a reader of a peer that is matched with it."""
        simulator, peer = self.start(SCENE)
        reader = peer.reader("/robot/pose", t.PoseStamped)
        reader.first()
        return simulator, reader.reader

    def test_topics_vanish_at_once_when_the_simulator_ends(self):
        simulator, reader = self.matched()
        simulator.process.send_signal(signal.SIGTERM)
        simulator.process.wait(30)
        start_s = time.monotonic()
        wait_until(lambda: not reader.get_matched_publications(), "the end of the topic")
        self.assertLess(time.monotonic() - start_s, 1.0)

    def test_topics_vanish_within_the_lease_when_the_simulator_is_killed(self):
        simulator, reader = self.matched()
        simulator.process.kill()
        start_s = time.monotonic()
        wait_until(lambda: not reader.get_matched_publications(), "the end of the topic")
        self.assertLess(time.monotonic() - start_s, LEASE_S + REMOVAL_S)

    def test_mismatch_is_logged_with_topic_and_advice(self):
        simulator, peer = self.start(SCENE)
        peer.writer("/cmd_vel", t.Twist, qos(reliable=False))
        line = wait_until(
            lambda: next((line for line in simulator.lines if "/cmd_vel: a node" in line), None), "a warning"
        )
        self.assertRegex(line, re.compile("RELIABLE.*publish with RELIABLE"))


if __name__ == "__main__":
    unittest.main()
