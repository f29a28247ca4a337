//! Sensors of the joints of arms, people and pan-tilt units.

pub(crate) mod armature_pose;
pub(crate) mod human_posture;
pub(crate) mod ptu_posture;
