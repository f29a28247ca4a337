"""A robot for ROS 2: velocity commands in, odometry, a laser scan and transforms out, and goals as an action and a topic.

Start it with `morse run examples/ros2_nav.py`, then the client: `python3 examples/ros2_nav_client.py 5 2`. With ROS 2,
`ros2 action send_goal` and the button "2D Goal Pose" of RViz send goals too.
"""

from morse.builder import ATRV, Environment, Hokuyo, MotionVW, Odometry, Waypoint

robot = ATRV("robot")

# Declared before the motion, so that velocity commands do not interrupt a goal.
waypoint = Waypoint("waypoint")
waypoint.add_service("ros2")
waypoint.add_stream("ros2", topic="/goal_pose")
robot.append(waypoint)

motion = MotionVW()
motion.add_stream("ros2", topic="/cmd_vel", timeout=0.5)
robot.append(motion)

odometry = Odometry()
odometry.add_stream("ros2", topic="/odom")
robot.append(odometry)

scan = Hokuyo()
scan.translate(x=0.3, z=0.6)
scan.properties(laser_range=15.0, resolution=1.0, scan_window=180.0)
scan.add_stream("ros2", topic="/scan")
robot.append(scan)

env = Environment("indoors-1/indoor-1")
