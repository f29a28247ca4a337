"""Messages of ROS 1 made in Python, as in streams of MORSE 1.4. The simulator's machine needs no ROS.

In one terminal:   roscore
In a second one:   morse run own_ros.py
In a third one:    rostopic echo /robot/scan/nearest
                   rostopic pub -1 /joy sensor_msgs/Joy '{axes: [0.1, 0.5]}'
"""

import os
import sys

from morse.builder import ATRV, Environment, Hokuyo, MotionVW, Odometry

sys.path.append(os.path.dirname(os.path.abspath(__file__)))

robot = ATRV()

scan = Hokuyo()
scan.translate(x=0.3, z=0.4)
scan.add_stream("ros", "own_parts.ros_streams.FrontScan", frame_id="laser")
robot.append(scan)

motion = MotionVW()
motion.add_stream("ros", "own_parts.ros_streams.Stick", topic="/joy")
robot.append(motion)

odometry = Odometry()
odometry.level("integrated")
odometry.add_stream("ros", topic="/odom")
robot.append(odometry)

env = Environment("indoors-1/boxes")
