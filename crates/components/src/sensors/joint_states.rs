//! Sensors of the joints of arms, people, pan-tilt units and robots from files.

pub(crate) mod armature_pose;
pub(crate) mod human_posture;
pub(crate) mod joint_positions;
pub(crate) mod ptu_posture;
