//! The pose of an object in its parent.

use glam::{DAffine3, DMat3, DQuat, DVec3};

use crate::formats::blend::view::View;

/// Kinds of parenting, in the low four bits of `partype`.
const AS_SKELETON: i64 = 4;
const TO_VERTEX: i64 = 5;
const TO_THREE_VERTICES: i64 = 6;
const TO_BONE: i64 = 7;

/// The kind of parenting of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parenting {
    Object,
    /// Deformed by it.
    Skeleton,
    Vertex,
    Bone,
}

impl Parenting {
    pub(super) fn of(object: &View<'_>) -> Parenting {
        match object.int("partype") & 15 {
            AS_SKELETON => Parenting::Skeleton,
            TO_VERTEX | TO_THREE_VERTICES => Parenting::Vertex,
            TO_BONE => Parenting::Bone,
            _ => Parenting::Object,
        }
    }
}

/// Pose and scale in the parent, or in the world without one.
pub(super) fn parent_from_object(object: &View<'_>, parent: Option<&View<'_>>) -> DAffine3 {
    let own = own_transform(object);
    let Some(parent) = parent else { return own };
    match Parenting::of(object) {
        Parenting::Object | Parenting::Skeleton => object.matrix("parentinv") * own,
        Parenting::Bone if !object.has("obmat") => {
            let tail = posed_tail(parent, &object.text("parsubstr")).unwrap_or(DAffine3::IDENTITY);
            tail * object.matrix("parentinv") * own
        }
        Parenting::Vertex if !object.has("obmat") => object.matrix("parentinv") * own,
        // The matrices stored in the file, up to Blender 4.1, contain the pose of the bone or the vertex.
        Parenting::Bone | Parenting::Vertex => {
            let between = parent.matrix("obmat").inverse() * object.matrix("obmat");
            if between.is_finite() { between } else { object.matrix("parentinv") * own }
        }
    }
}

/// The frame at the tail of a bone in the pose of an armature.
fn posed_tail(armature: &View<'_>, bone: &str) -> Option<DAffine3> {
    let channels = armature.follow_as("pose", "bPose")?.list("chanbase");
    let channel = channels.iter().find(|channel| channel.text("name") == bone)?;
    let length = (channel.vector("pose_tail") - channel.vector("pose_head")).length();
    let pose = channel.matrix("pose_mat") * DAffine3::from_translation(DVec3::Y * length);
    pose.is_finite().then_some(pose)
}

/// From the fields that the user edits: location, rotation, scale, and the delta of each.
fn own_transform(object: &View<'_>) -> DAffine3 {
    let translation = object.vector("loc") + object.vector("dloc");
    // Up to 2.61 a delta was added to the scale, since then it multiplies.
    let scale = if object.has("dscale") {
        object.vector("size") * object.vector("dscale")
    } else {
        object.vector("size") + object.vector("dsize")
    };
    let rotation = match object.int("rotmode") {
        0 => quaternion(object, "dquat") * quaternion(object, "quat"),
        -1 => axis_angle(object, "drotAxis", "drotAngle") * axis_angle(object, "rotAxis", "rotAngle"),
        order => euler_matrix(object.vector("drot"), order) * euler_matrix(object.vector("rot"), order),
    };
    DAffine3::from_mat3_translation(rotation * DMat3::from_diagonal(scale), translation)
}

/// Stored as w, x, y, z. Zero means that the field was never set.
fn quaternion(object: &View<'_>, field: &str) -> DMat3 {
    let [w, x, y, z] = object.floats(field);
    let length = DQuat::from_xyzw(x, y, z, w).length();
    if length == 0.0 { DMat3::IDENTITY } else { DMat3::from_quat(DQuat::from_xyzw(x, y, z, w) / length) }
}

fn axis_angle(object: &View<'_>, axis: &str, angle: &str) -> DMat3 {
    match object.vector(axis).try_normalize() {
        Some(axis) => DMat3::from_axis_angle(axis, object.float(angle)),
        None => DMat3::IDENTITY,
    }
}

/// Rotations about the fixed axes, one after the other: 1 XYZ, 2 XZY, 3 YXZ, 4 YZX, 5 ZXY, 6 ZYX.
pub(super) fn euler_matrix(angles: DVec3, order: i64) -> DMat3 {
    let x = DMat3::from_rotation_x(angles.x);
    let y = DMat3::from_rotation_y(angles.y);
    let z = DMat3::from_rotation_z(angles.z);
    match order {
        2 => y * z * x,
        3 => z * x * y,
        4 => x * z * y,
        5 => y * x * z,
        6 => x * y * z,
        _ => z * y * x,
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::*;

    #[test]
    fn the_order_says_which_axis_turns_first() {
        let quarter = DVec3::new(FRAC_PI_2, FRAC_PI_2, 0.0);
        // XYZ: the rotation about x maps y to z, then the rotation about y maps z to x.
        assert!((euler_matrix(quarter, 1) * DVec3::Y).abs_diff_eq(DVec3::X, 1e-12));
        // YXZ: the rotation about y keeps y, then the rotation about x maps it to z.
        assert!((euler_matrix(quarter, 3) * DVec3::Y).abs_diff_eq(DVec3::Z, 1e-12));
    }
}
