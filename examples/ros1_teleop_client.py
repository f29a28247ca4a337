"""Drives the robot of ros1_teleop.py in a circle and prints its position and its scan. Needs rospy."""

import rospy
from geometry_msgs.msg import Twist
from nav_msgs.msg import Odometry
from sensor_msgs.msg import LaserScan

rospy.init_node("teleop")
command = rospy.Publisher("/cmd_vel", Twist, queue_size=1)
rate = rospy.Rate(2)
while not rospy.is_shutdown():
    twist = Twist()
    twist.linear.x = 0.5
    twist.angular.z = 0.2
    command.publish(twist)
    position = rospy.wait_for_message("/odom", Odometry).pose.pose.position
    nearest = min(rospy.wait_for_message("/scan", LaserScan).ranges)
    print("x %.2f m, y %.2f m, nearest obstacle %.2f m" % (position.x, position.y, nearest), flush=True)
    rate.sleep()
