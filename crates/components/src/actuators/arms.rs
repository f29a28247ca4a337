//! Actuators that move the joints of arms, hands, people and pan-tilt units.

pub(crate) mod armature;
pub(crate) mod gripper;
pub(crate) mod joint_controller;
pub(crate) mod joint_gripper;
pub(crate) mod mocap_control;
pub(crate) mod pa_10;
pub(crate) mod ptu;
