"""A robot for Nav2: velocity commands, odometry, a scan, transforms, and the map of the environment on `/map`.

Start it with `morse run examples/ros2_nav2.py`, then, with ROS 2:

    ros2 launch nav2_bringup navigation_launch.py use_sim_time:=true params_file:=examples/ros2_nav2.yaml

The simulator publishes `/map` and `map -> odom` itself, so Nav2 needs neither map_server nor AMCL.
"""

from morse.builder import ATRV, Environment, Hokuyo, MotionVW, Odometry

robot = ATRV("robot")

motion = MotionVW()
motion.add_stream("ros2", topic="/cmd_vel", timeout=0.5)
robot.append(motion)

odometry = Odometry()
odometry.frequency(30)
odometry.add_stream("ros2", topic="/odom")
robot.append(odometry)

scan = Hokuyo()
scan.translate(x=0.3, z=0.6)
scan.frequency(10)
scan.properties(laser_range=15.0, resolution=1.0, scan_window=270.0)
scan.add_stream("ros2", topic="/scan")
robot.append(scan)

env = Environment("indoors-1/indoor-1")
env.configure_stream_manager("ros2", map=True)
