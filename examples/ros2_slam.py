"""A robot for slam_toolbox, and for Nav2 with it: a scan, odometry and transforms; the map frame is left to SLAM.

Start it with `morse run examples/ros2_slam.py`, then, with ROS 2:

    ros2 launch slam_toolbox online_async_launch.py use_sim_time:=true slam_params_file:=examples/ros2_slam.yaml
"""

from morse.builder import ATRV, Environment, Hokuyo, MotionVW, Odometry

robot = ATRV("robot")

motion = MotionVW()
motion.add_stream("ros2", topic="/cmd_vel")
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
env.configure_stream_manager("ros2", map_to_odom=False)
