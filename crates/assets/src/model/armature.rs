//! Skeletons: rest pose, saved pose and limits of bones.

use glam::{DAffine3, DVec3};
use serde::Serialize;

/// A skeleton.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Armature {
    /// Name in the file.
    pub name: String,
    /// The bones; parents come before their children.
    pub bones: Vec<Bone>,
    /// Solver of inverse kinematics: 0 for Blender's legacy solver, 1 for iTaSC.
    pub ik_solver: i32,
}

/// A bone. Its own frame has the origin at the head and y along the bone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bone {
    /// Name in the file.
    pub name: String,
    /// Index of the parent in [`Armature::bones`].
    pub parent: Option<usize>,
    /// Position of the head at rest, in the frame of the armature. \[m\]
    pub head: DVec3,
    /// Position of the tail at rest, in the frame of the armature. \[m\]
    pub tail: DVec3,
    /// Rotation about its own y. \[rad\]
    pub roll: f64,
    /// Length. \[m\]
    pub length: f64,
    /// Its frame at rest: the columns are its local axes.
    pub armature_from_rest: DAffine3,
    /// Its frame in the pose that the file was saved in.
    pub armature_from_pose: DAffine3,
    /// Whether it deforms vertices.
    pub deforms: bool,
    /// Order of the angles of its rotation: 0 quaternion, −1 axis and angle, 1 XYZ, 2 XZY, 3 YXZ, 4 YZX, 5 ZXY, 6 ZYX.
    pub rotation_mode: i32,
    /// Settings for inverse kinematics.
    pub ik: IkSettings,
    /// Constraints, in order.
    pub constraints: Vec<BoneConstraint>,
}

/// Inverse kinematics settings of a bone, for its local x, y, z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct IkSettings {
    /// Axes about which it does not rotate.
    pub locked: [bool; 3],
    /// Axes with limits.
    pub limited: [bool; 3],
    /// Smallest angles \[rad\].
    pub min: [f64; 3],
    /// Largest angles \[rad\].
    pub max: [f64; 3],
    /// Stretch factor, 0 to 1; a value above 0 marks a prismatic bone.
    pub stretch: f64,
}

/// A constraint of a bone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoneConstraint {
    /// Name in the file.
    pub name: String,
    /// Blender's number of its type; 3 is inverse kinematics.
    pub kind: i32,
    /// Node that it follows (inverse kinematics).
    pub target: Option<String>,
    /// Bone of the target that it follows.
    pub target_bone: Option<String>,
    /// Number of bones it moves (inverse kinematics); 0 = up to the root.
    pub chain_length: i32,
    /// Blender's number of the constraint mode (inverse kinematics): 0 copies the pose of the target, 1 keeps a
    /// distance.
    pub ik_type: i32,
}
