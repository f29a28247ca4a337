"""Streams and a request manager written in Python, beside the built-in ones."""

import os
import sys

from morse.builder import ATRV, Environment, MotionVW, Pose, Waypoint

sys.path.append(os.path.dirname(os.path.abspath(__file__)))

robot = ATRV()
pose = Pose()
robot.append(pose)
pose.add_stream("socket", "own_parts.streams.Line")
pose.add_stream("own_parts.streams.Udp", "own_parts.streams.UdpPublisher")
motion = MotionVW()
robot.append(motion)
motion.add_stream("socket", "own_parts.streams.Words")
waypoint = Waypoint()
robot.append(waypoint)
waypoint.add_service("socket", config="own_parts.requests.Datagrams")

env = Environment("empty", fastmode=True)
env.configure_stream_manager("own_parts.streams.Udp", port=5005)
