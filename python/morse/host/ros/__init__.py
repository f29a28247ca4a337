"""ROS for users' code: messages, times, topics and names of rospy. The simulator has the node."""
