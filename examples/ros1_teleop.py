"""A robot in ROS 1: drive it with a Twist, read its odometry, laser scan and camera.

In one terminal:   roscore                       (Debian: apt install python3-rosmaster; rosmaster --core)
In a second one:   morse run ros1_teleop.py
In a third one:    python3 ros1_teleop_client.py  (Debian: apt install python3-rospy)
or:                rostopic pub -r 10 /cmd_vel geometry_msgs/Twist '{linear: {x: 1.0}, angular: {z: 0.3}}'
"""

from morse.builder import ATRV, Environment, Hokuyo, MotionVW, Odometry, VideoCamera

robot = ATRV()

motion = MotionVW()
motion.add_stream("ros", topic="/cmd_vel")
robot.append(motion)

odometry = Odometry()
odometry.level("integrated")
odometry.add_stream("ros", topic="/odom")
robot.append(odometry)

scan = Hokuyo()
scan.translate(x=0.3, z=0.4)
scan.add_stream("ros", topic="/scan")
robot.append(scan)

camera = VideoCamera()
camera.translate(x=0.2, z=0.9)
camera.properties(cam_width=320, cam_height=240)
camera.add_stream("ros")
robot.append(camera)

env = Environment("indoors-1/boxes")
