//! Peers of the tests of ROS 2: genuine rclpy of PyPI, in a virtual environment for each distribution.

use crate::python::environment::environment;

/// The packages of Jazzy and their versions. They have wheels for Debian's Python.
const JAZZY: [&str; 8] = [
    "ros-jazzy-rclpy==7.1.6",
    "ros-jazzy-rmw-fastrtps-cpp==8.4.3",
    "ros-jazzy-std-msgs==5.3.6",
    "ros-jazzy-geometry-msgs==5.3.6",
    "ros-jazzy-sensor-msgs==5.3.6",
    "ros-jazzy-nav-msgs==5.3.6",
    "ros-jazzy-trajectory-msgs==5.3.6",
    "ros-jazzy-std-srvs==5.3.6",
];
/// The packages of Kilted, likewise. Packages without the name of a distribution are those of the newest one.
const KILTED: [&str; 8] = [
    "ros-rclpy==9.1.2",
    "ros-rmw-fastrtps-cpp==9.3.3",
    "ros-std-msgs==5.5.1",
    "ros-geometry-msgs==5.5.1",
    "ros-sensor-msgs==5.5.1",
    "ros-nav-msgs==5.5.1",
    "ros-trajectory-msgs==5.5.1",
    "ros-std-srvs==5.5.1",
];

/// Installs the packages for this Python.
///
/// # Errors
/// If a package cannot be installed.
pub(crate) fn install(python: &str) -> Result<(), String> {
    environment(python, "target/rclpy-jazzy", &JAZZY)?;
    environment(python, "target/rclpy-kilted", &KILTED).map(drop)
}
