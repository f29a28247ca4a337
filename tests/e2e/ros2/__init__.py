"""ROS 2, against Cyclone DDS, Fast DDS and Zenoh."""
