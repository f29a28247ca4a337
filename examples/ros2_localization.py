"""A robot for robot_localization: odometry, an IMU and GPS, without the transforms that the filter publishes.

Start it with `morse run examples/ros2_localization.py`, then, with ROS 2:

    ros2 run robot_localization ekf_node --ros-args --params-file examples/ros2_localization.yaml
    ros2 run robot_localization navsat_transform_node --ros-args --params-file examples/ros2_localization.yaml \\
        -r imu:=/imu/data
"""

from morse.builder import ATRV, GPS, IMU, Environment, MotionVW, Odometry

robot = ATRV("robot")

motion = MotionVW()
motion.add_stream("ros2", topic="/cmd_vel")
robot.append(motion)

odometry = Odometry()
odometry.frequency(30)
odometry.add_stream("ros2", topic="/odom", pub_tf=False)
robot.append(odometry)

imu = IMU()
imu.frequency(60)
imu.add_stream("ros2", topic="/imu/data")
robot.append(imu)

gps = GPS()
gps.level("raw")
gps.frequency(5)
gps.add_stream("ros2", topic="/gps/fix")
robot.append(gps)

env = Environment("outdoors")
env.properties(longitude=1.4333, latitude=43.6, altitude=135.0)
env.configure_stream_manager("ros2", map_to_odom=False)
