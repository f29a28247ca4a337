"""ROS 1, tick by tick: an external clock triggers each step, so that tests know the tick in which a command acts."""

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

# Time for a message from rospy to reach the simulator. Its arrival cannot be observed, as the simulation is stopped. [s]
TRANSFER_S = 0.5


class Ticks(RosTestCase):
    def start(self):
        """Starts a simulation that makes one step for each message of a clock, and a node that publishes twists."""
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
        # Lets the last steps of the wall clock and a first step of the external clock pass, then drops their messages.
        time.sleep(TRANSFER_S)
        self.clock.sendall(b"x")
        time.sleep(TRANSFER_S)
        self.odometry.socket.setblocking(False)
        try:
            while self.odometry.socket.recv(1 << 16):
                pass
        except BlockingIOError:
            pass
        self.odometry.socket.settimeout(TIMEOUT_S)

    def command(self, *speeds):
        self.node.run("for v in %r: drive.publish(Twist(Vector3(v, 0, 0), Vector3()))" % (speeds,))
        time.sleep(TRANSFER_S)

    def step(self):
        """Makes a step and returns the forward speed of its odometry. [m/s]"""
        self.clock.sendall(b"x")
        message = self.odometry.message()
        (speed,) = struct.unpack_from("<d", message, len(message) - 36 * 8 - 6 * 8)
        return speed

    def test_command_acts_in_the_next_tick_and_is_measured_in_the_following_one(self):
        self.start()
        for speed in (1.0, -1.0, 0.5):
            before = self.step()
            self.command(speed)
            # Sensors read before actuators act.
            self.assertAlmostEqual(self.step(), before, delta=0.05)
            self.assertAlmostEqual(self.step(), speed, delta=0.2)

    def test_first_of_several_commands_between_two_ticks_is_used(self):
        self.start()
        self.command(0.5, -1.0, 1.0)
        self.step()
        self.assertAlmostEqual(self.step(), 0.5, delta=0.2)
        self.command(-1.0)
        self.step()
        self.assertAlmostEqual(self.step(), -1.0, delta=0.2)


if __name__ == "__main__":
    unittest.main()
