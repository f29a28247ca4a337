"""ROS 1, tick by tick: an outside clock makes each step, so that tests see which tick a command acts in."""

import socket
import struct
import time
import unittest

from harness import TIMEOUT_S, free_ports
from ros1_peers import RawPeer, RosTestCase, header, wait_until

SCENE = """
from morse.builder import *
robot = ATRV()
motion = MotionVW()
motion.add_stream('ros')
robot.append(motion)
odometry = Odometry()
odometry.add_stream('ros')
robot.append(odometry)
pose = Pose()
pose.add_stream('socket')
robot.append(pose)
env = Environment('empty')
env.configure_stream_manager('socket', time_sync=True, sync_port={port})
"""

# Time in which a message comes from rospy to the simulator, while the simulation stands still. [s]
ON_ITS_WAY_S = 0.5


class Ticks(RosTestCase):
    def start(self):
        """A simulation that makes a step for each message of a clock, with a node that publishes twists."""
        port = free_ports(1)
        master = self.start_master()
        self.run_ros_scene(SCENE.format(port=port), master)
        self.node = self.start_node(master)
        self.node.run(
            """
            from geometry_msgs.msg import Twist, Vector3
            drive = rospy.Publisher('/robot/motion', Twist, queue_size=10)
            wait_until(lambda: drive.get_num_connections() > 0)
            """
        )
        wait_until(lambda: "/robot/odometry" in master.topics())
        self.odometry = RawPeer(master, "/robot/odometry")
        self.addCleanup(self.odometry.close)
        self.odometry.send(header(callerid="/raw", topic="/robot/odometry", type="*", md5sum="*"))
        self.assertEqual(self.odometry.header()["type"], "nav_msgs/Odometry")
        self.clock = socket.create_connection(("127.0.0.1", port), TIMEOUT_S)
        self.addCleanup(self.clock.close)
        # The last steps that wall time makes, and a first one of the clock.
        time.sleep(ON_ITS_WAY_S)
        self.clock.sendall(b"x")
        time.sleep(ON_ITS_WAY_S)
        self.odometry.socket.setblocking(False)
        try:
            while self.odometry.socket.recv(1 << 16):
                pass
        except BlockingIOError:
            pass
        self.odometry.socket.settimeout(TIMEOUT_S)

    def command(self, *speeds):
        self.node.run("for v in %r: drive.publish(Twist(Vector3(v, 0, 0), Vector3()))" % (speeds,))
        time.sleep(ON_ITS_WAY_S)

    def step(self):
        """Makes a step; gives the forward speed that its odometry has."""
        self.clock.sendall(b"x")
        message = self.odometry.message()
        (speed,) = struct.unpack_from("<d", message, len(message) - 36 * 8 - 6 * 8)
        return speed

    def test_a_command_acts_in_the_next_tick_and_shows_in_the_one_after_it(self):
        self.start()
        for speed in (1.0, -1.0, 0.5):
            before = self.step()
            self.command(speed)
            # Sensors read before actuators act.
            self.assertAlmostEqual(self.step(), before, delta=0.05)
            self.assertAlmostEqual(self.step(), speed, delta=0.2)

    def test_of_several_commands_between_two_ticks_the_first_counts(self):
        self.start()
        self.command(0.5, -1.0, 1.0)
        self.step()
        self.assertAlmostEqual(self.step(), 0.5, delta=0.2)
        self.command(-1.0)
        self.step()
        self.assertAlmostEqual(self.step(), -1.0, delta=0.2)


if __name__ == "__main__":
    unittest.main()
