"""Two robots for clients in other languages: `rover` gets commands, `scout` gets goals.

    morse run examples/socket_robots.py
    cc -o socket_client examples/socket_client.c && ./socket_client
    node examples/socket_client.js
"""

from morse.builder import ATRV, Environment, MotionVW, Pose, Waypoint

rover = ATRV()

motion = MotionVW()
motion.add_stream('socket')
rover.append(motion)

pose = Pose()
pose.add_stream('socket')
rover.append(pose)

scout = ATRV()
scout.translate(y=4.0)

waypoint = Waypoint()
waypoint.add_service('socket')
scout.append(waypoint)

env = Environment('empty')
