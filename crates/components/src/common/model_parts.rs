//! Parts of robot and actuator models: joints, hands, pan-tilt units, wheels.

pub(crate) mod grasping;
pub(crate) mod hand;
pub(crate) mod joints;
pub(crate) mod omni_wheels;
pub(crate) mod pan_tilt;
pub(crate) mod robot_joints;
pub(crate) mod rotating_part;
pub(crate) mod steered_wheels;
pub(crate) mod trajectory;
pub(crate) mod wheel_joints;
pub(crate) mod wheel_visuals;
