"""How fast programs of ROS 2 and the simulator find each other, on a machine with loopback only too."""

import time
import unittest

from ros2_peers import Peer, Ros2TestCase
import ros2_types as t

SCENE = """
from morse.builder import *

robot = ATRV()
pose = Pose()
robot.append(pose)
pose.add_stream('ros2')
env = Environment('empty', fastmode=True)
"""

# From the beginning of the simulation, or of the peer, to the first message.
LIMIT_S = 1.0


class DiscoveryTest(Ros2TestCase):
    def test_a_peer_that_was_there_first_is_found(self):
        peer = Peer(self.new_domain())
        poses = peer.reader("/robot/pose", t.PoseStamped)
        # The first announcements of the peer are over.
        time.sleep(0.5)
        simulator, _ = self.start(SCENE, ROS_DOMAIN_ID=str(peer.domain))
        begin = time.monotonic()
        poses.first()
        self.assertLess(time.monotonic() - begin, LIMIT_S)
        noise = [line for line in simulator.lines if "rustdds" in line]
        self.assertEqual(noise, [])

    def test_a_peer_that_comes_later_is_found(self):
        _, first = self.start(SCENE)
        first.reader("/robot/pose", t.PoseStamped).first()
        begin = time.monotonic()
        Peer(first.domain).reader("/robot/pose", t.PoseStamped).first()
        self.assertLess(time.monotonic() - begin, LIMIT_S)

    def test_a_peer_finds_two_simulators_of_one_domain(self):
        peer = Peer(self.new_domain())
        poses, others = (peer.reader("/%s/pose" % name, t.PoseStamped) for name in ("robot", "other"))
        self.start(SCENE, ROS_DOMAIN_ID=str(peer.domain))
        self.start(SCENE.replace("robot = ATRV()", "robot = ATRV('other')"), ROS_DOMAIN_ID=str(peer.domain))
        poses.first()
        others.first()


if __name__ == "__main__":
    unittest.main()
