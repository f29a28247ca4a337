"""Discovery time between ROS 2 programs and the simulator, also on a machine with the loopback interface only."""

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

# Time from the start of the simulation, or of the peer, to the first message. [s]
LIMIT_S = 1.0


class DiscoveryTest(Ros2TestCase):
    def test_earlier_peer_is_discovered(self):
        peer = Peer(self.new_domain())
        poses = peer.reader("/robot/pose", t.PoseStamped)
        # Paces the peer: the simulator must start after the peer's initial announcements, which cannot be observed.
        time.sleep(0.5)
        simulator, _ = self.start(SCENE, ROS_DOMAIN_ID=str(peer.domain))
        start_s = time.monotonic()
        poses.first()
        self.assertLess(time.monotonic() - start_s, LIMIT_S)
        self.assertEqual([line for line in simulator.lines if "rtps" in line], [])

    def test_later_peer_is_discovered(self):
        _, first = self.start(SCENE)
        first.reader("/robot/pose", t.PoseStamped).first()
        start_s = time.monotonic()
        Peer(first.domain).reader("/robot/pose", t.PoseStamped).first()
        self.assertLess(time.monotonic() - start_s, LIMIT_S)

    def test_peer_discovers_two_simulators_of_one_domain(self):
        peer = Peer(self.new_domain())
        poses, other_poses = (peer.reader("/%s/pose" % name, t.PoseStamped) for name in ("robot", "other"))
        self.start(SCENE, ROS_DOMAIN_ID=str(peer.domain))
        self.start(SCENE.replace("robot = ATRV()", "robot = ATRV('other')"), ROS_DOMAIN_ID=str(peer.domain))
        poses.first()
        other_poses.first()


if __name__ == "__main__":
    unittest.main()
