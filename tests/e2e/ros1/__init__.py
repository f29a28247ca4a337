"""ROS 1, against rospy and its tools."""
