"""Streams with messages of ROS 1 made in Python: a scan cropped to the front, and commands from a joystick."""

import math

import rospy
from sensor_msgs.msg import Joy, LaserScan
from std_msgs.msg import Float32

from morse.middleware.ros import ROSPublisherTF, ROSSubscriber


class FrontScan(ROSPublisherTF):
    """The middle third of a scan, and its smallest range on a separate topic."""

    ros_class = LaserScan

    def initialize(self):
        ROSPublisherTF.initialize(self)
        self.nearest = rospy.Publisher(self.topic_name + "/nearest", Float32, queue_size=1)

    def default(self, ci="unused"):
        sensor = self.component_instance
        ranges = self.data["range_list"]
        third = len(ranges) // 3
        message = LaserScan(header=self.get_ros_header(), range_max=sensor.laser_range)
        message.ranges = ranges[third:-third]
        message.angle_increment = math.radians(sensor.resolution)
        message.angle_max = message.angle_increment * (len(message.ranges) - 1) / 2
        message.angle_min = -message.angle_max
        self.publish_with_robot_transform(message)
        self.nearest.publish(min(message.ranges))


class Stick(ROSSubscriber):
    """Commands from the first stick of a gamepad."""

    ros_class = Joy

    def update(self, message):
        turn, forward = message.axes[:2]
        self.data["v"] = 2.0 * forward
        self.data["w"] = turn
