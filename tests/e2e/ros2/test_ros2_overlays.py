"""A user-defined overlay in Python, called over ROS 2 with a real DDS peer."""

import json

from harness import ROOT
from ros2_peers import Ros2TestCase
import ros2_types as t

SCENE = f"""
import sys
from morse.builder import *

sys.path.append({str(ROOT / "examples")!r})

robot = ATRV()
ptu = PTU()
robot.append(ptu)
ptu.add_service('ros2')
ptu.add_overlay('ros2', 'own_parts.overlays.Neck')

env = Environment('empty', fastmode=True)
"""


class Ros2OverlaysTest(Ros2TestCase):
    def test_overlay_and_component_have_services_under_their_own_names(self):
        _, peer = self.start(SCENE)
        answer = peer.client("/neck/angles", t.TRIGGER).call()
        self.assertTrue(answer.success, answer.message)
        self.assertEqual(json.loads(answer.message), {"left": 0.0, "up": 0.0})
        answer = peer.client("/robot/ptu/get_pan_tilt", t.TRIGGER).call()
        self.assertTrue(answer.success, answer.message)
        answer = peer.client("/neck/look", t.CALL).call(arguments="[10.0, 5.0]")
        self.assertTrue(answer.success, answer.result)
