"""A human who walks to the waypoints of a client."""

from morse.builder import *

human = Human()
pose = Pose()
human.append(pose)
pose.add_stream("socket")
motion = Waypoint()
motion.properties(ControlType="Position")
human.append(motion)
motion.add_stream("socket")

env = Environment("sandbox")
