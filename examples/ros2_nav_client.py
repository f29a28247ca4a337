"""Sends the robot of ros2_nav.py to a point of the map and prints its distance until it has arrived.

    python3 examples/ros2_nav_client.py X Y

Needs rclpy: that of ROS 2, or
`pip install ros-rclpy ros-rmw-fastrtps-cpp ros-std-msgs ros-geometry-msgs ros-nav-msgs ros-tracetools`.
"""

import math
import sys

import rclpy
from geometry_msgs.msg import PoseStamped
from nav_msgs.msg import Odometry

# The actuator stops nearer than this to the goal.
TOLERANCE_M = 0.5


class Client:
    def __init__(self, node, goal):
        self.goal, self.distance_m = goal, math.inf
        self.publisher = node.create_publisher(PoseStamped, "/goal_pose", 10)
        self.subscription = node.create_subscription(Odometry, "/odom", self.take_odometry, 10)
        node.create_timer(1.0, self.report)
        self.is_sent = False

    def report(self):
        """Sends the goal as soon as the simulator listens, and then prints the distance to it."""
        if not self.is_sent and self.publisher.get_subscription_count() > 0:
            message = PoseStamped()
            message.header.frame_id = "map"
            message.pose.position.x, message.pose.position.y = self.goal
            self.publisher.publish(message)
            self.is_sent = True
        elif self.is_sent:
            print("%.2f m to go" % self.distance_m, flush=True)

    def take_odometry(self, message):
        # The frame odom has the start pose of the robot, which is the origin of the map in this scene.
        at = message.pose.pose.position
        self.distance_m = math.hypot(self.goal[0] - at.x, self.goal[1] - at.y)

    def has_arrived(self):
        return self.is_sent and self.distance_m <= TOLERANCE_M


def main():
    """Sends the goal and waits until the robot has arrived."""
    goal = tuple(float(word) for word in sys.argv[1:3])
    rclpy.init()
    node = rclpy.create_node("navigation_client")
    client = Client(node, goal)
    while not client.has_arrived():
        rclpy.spin_once(node)
    print("arrived, %.2f m from the goal" % client.distance_m)
    node.destroy_node()
    rclpy.shutdown()


if __name__ == "__main__":
    main()
