//! Message and service types by package, as in ROS: `sensor_msgs::LaserScan`.
// Written by messages/generate.py.

pub mod ackermann_msgs;
pub mod actionlib_msgs;
pub mod asctec_msgs;
pub mod control_msgs;
pub mod geometry_msgs;
pub mod morse_msgs;
pub mod move_base_msgs;
pub mod nav2_msgs;
pub mod nav_msgs;
pub mod rcl_interfaces;
pub mod rosgraph_msgs;
pub mod sensor_msgs;
pub mod simulation_interfaces;
pub mod std_msgs;
pub mod std_srvs;
pub mod tf2_msgs;
pub mod trajectory_msgs;
