//! Message and service types by package, as in ROS: `sensor_msgs::LaserScan`. `build.rs` writes them from their definitions.

include!(concat!(env!("OUT_DIR"), "/messages.rs"));
