"""The simulator's log on `/rosout` of ROS 1, read with rospy."""

import unittest

from ros1_peers import RosTestCase

SCENE = """
from morse.builder import *

robot = ATRV()
motion = MotionVW()
robot.append(motion)
motion.add_stream('ros')
clock = Clock()
robot.append(clock)
clock.add_stream('ros', topic='/clock')
waypoint = Waypoint()
robot.append(waypoint)
waypoint.add_service('ros')

env = Environment('empty')
"""


class RosoutTest(RosTestCase):
    def test_rospy_reads_the_log(self):
        master = self.start_master()
        simulator = self.run_ros_scene(SCENE, master)
        node = self.start_node(master)
        line, count = node.run(
            """
            from geometry_msgs.msg import Twist
            from rosgraph_msgs.msg import Log
            lines = []
            subscriber = rospy.Subscriber('/rosout', Log, lines.append)
            wait_until(lambda: '/morse' in [connection[1] for connection in subscriber.impl.get_stats_info()] or lines)
            drive = rospy.Publisher('/robot/motion', Twist, queue_size=10)
            wait_until(lambda: drive.get_num_connections() > 0)
            command = Twist()
            command.linear.x = float('nan')
            drive.publish(command)
            warnings = lambda: [line for line in lines if line.name == '/morse' and line.level == Log.WARN]
            result = [wait_until(warnings)[0], len(warnings())]
            """
        )
        self.assertIn("/robot/motion", line["msg"])
        self.assertTrue(line["msg"].startswith("[middleware.ros]"), line["msg"])
        self.assertTrue(line["file"].endswith(".rs") and line["line"] > 0)
        self.assertGreater(line["header"]["stamp"], 0)
        self.assertEqual(count, 1)
        simulator.wait_for("a command on /robot/motion")


if __name__ == "__main__":
    unittest.main()
