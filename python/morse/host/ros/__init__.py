"""ROS 1 for code of users: messages, times, topics and the names of rospy. The node itself is the simulator's."""
