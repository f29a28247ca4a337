"""Declarations of robot files of Gazebo and ROS, beside links and joints, as components of MORSE."""
