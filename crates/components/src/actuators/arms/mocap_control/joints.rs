//! The joints of motion capture: positions, control points and bones.

use morse_sim::prelude::*;

/// Joint positions of a person: offsets from the robot's position, along the axes of the world. A joint at exactly
/// zero is not tracked.
#[derive(Data, Clone, Default)]
#[data(kind = Record)]
pub struct JointPositions {
    /// Base of the head on the neck. [m]
    head_position: DVec3,
    /// Middle of the neck. [m]
    neck_position: DVec3,
    /// Left wrist. [m]
    left_hand_position: DVec3,
    /// Right wrist. [m]
    right_hand_position: DVec3,
    /// Left elbow. [m]
    left_elbow_position: DVec3,
    /// Right elbow. [m]
    right_elbow_position: DVec3,
    /// Left shoulder. [m]
    left_shoulder_position: DVec3,
    /// Right shoulder. [m]
    right_shoulder_position: DVec3,
    /// Left hip. [m]
    left_hip_position: DVec3,
    /// Right hip. [m]
    right_hip_position: DVec3,
    /// Left ankle. [m]
    left_foot_position: DVec3,
    /// Right ankle. [m]
    right_foot_position: DVec3,
    /// Middle of the torso. [m]
    torso_position: DVec3,
    /// Left knee. [m]
    left_knee_position: DVec3,
    /// Right knee. [m]
    right_knee_position: DVec3,
}

/// A tracked joint: a part of the name of its control point, and the bone of the model of `Human` that ends in it.
pub(super) struct Joint {
    pub(super) point: &'static str,
    pub(super) bone: &'static str,
}

/// The tracked joints, in the order of the data fields.
pub(super) const JOINTS: [Joint; 15] = [
    Joint { point: "Head_Empty", bone: "neck03" },
    Joint { point: "Neck_Empty", bone: "neck01" },
    Joint { point: "Hand_Empty.L", bone: "lowerarm02_L" },
    Joint { point: "Hand_Empty.R", bone: "lowerarm02_R" },
    Joint { point: "Elbow_Empty.L", bone: "upperarm02_L" },
    Joint { point: "Elbow_Empty.R", bone: "upperarm02_R" },
    Joint { point: "Shoulder_Empty.L", bone: "shoulder01_L" },
    Joint { point: "Shoulder_Empty.R", bone: "shoulder01_R" },
    Joint { point: "Hip_Empty.L", bone: "pelvis_L" },
    Joint { point: "Hip_Empty.R", bone: "pelvis_R" },
    Joint { point: "Foot_Empty.L", bone: "lowerleg02_L" },
    Joint { point: "Foot_Empty.R", bone: "lowerleg02_R" },
    Joint { point: "Torso_Empty", bone: "spine03" },
    Joint { point: "Knee_Empty.L", bone: "upperleg02_L" },
    Joint { point: "Knee_Empty.R", bone: "upperleg02_R" },
];

pub(super) const SHOULDER_LEFT: usize = 6;
pub(super) const SHOULDER_RIGHT: usize = 7;
pub(super) const TORSO: usize = 12;

impl JointPositions {
    /// Position of each joint relative to the robot [m], in order; `None` for a joint that is not tracked.
    pub(super) fn tracked(&self) -> [Option<DVec3>; 15] {
        let positions = [
            self.head_position,
            self.neck_position,
            self.left_hand_position,
            self.right_hand_position,
            self.left_elbow_position,
            self.right_elbow_position,
            self.left_shoulder_position,
            self.right_shoulder_position,
            self.left_hip_position,
            self.right_hip_position,
            self.left_foot_position,
            self.right_foot_position,
            self.torso_position,
            self.left_knee_position,
            self.right_knee_position,
        ];
        positions.map(|position| (position != DVec3::ZERO).then_some(position))
    }
}
