//! Conversion from y up to z up: the quarter turn about x that maps (x, y, z) to (x, −z, y).

use glam::{DAffine3, DMat3, DMat4, DQuat, DVec3, Vec3};
use gltf_json::Node;

/// The rotation as a matrix, from y up to z up.
pub(super) const TURN: DAffine3 =
    DAffine3 { matrix3: DMat3::from_cols(DVec3::X, DVec3::Z, DVec3::NEG_Y), translation: DVec3::ZERO };

/// A point or a direction.
pub(super) fn upright([x, y, z]: [f32; 3]) -> Vec3 {
    Vec3::new(x, -z, y)
}

/// Pose and scale of a node in its parent, between frames that both have z up.
pub(super) fn parent_from_node(node: &Node) -> DAffine3 {
    let standing = match node.matrix {
        Some(matrix) => DAffine3::from_mat4(DMat4::from_cols_array(&matrix.map(f64::from))),
        None => {
            let [x, y, z, w] =
                node.rotation.map_or([0.0, 0.0, 0.0, 1.0], |rotation| rotation.0.map(f64::from));
            let rotation = DQuat::from_xyzw(x, y, z, w);
            let rotation = if rotation.length() > 0.0 { rotation.normalize() } else { DQuat::IDENTITY };
            let vector = |numbers: Option<[f32; 3]>, otherwise: DVec3| {
                numbers.map_or(otherwise, |numbers| DVec3::from_array(numbers.map(f64::from)))
            };
            DAffine3::from_scale_rotation_translation(
                vector(node.scale, DVec3::ONE),
                rotation,
                vector(node.translation, DVec3::ZERO),
            )
        }
    };
    TURN * standing * TURN.inverse()
}

/// Frame of a camera or light in its node. These frames are not rotated: they look along −z, which has become +y.
pub(super) fn node_from_lens() -> DAffine3 {
    TURN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_frames_turn_together() {
        let node = Node {
            translation: Some([1.0, 2.0, 3.0]),
            rotation: Some(gltf_json::scene::UnitQuaternion([0.1, 0.2, 0.3, 0.9])),
            scale: Some([2.0, 1.0, 0.5]),
            ..Node::default()
        };
        let point = [0.3, -0.7, 1.1];
        let standing = DAffine3::from_scale_rotation_translation(
            DVec3::new(2.0, 1.0, 0.5),
            DQuat::from_xyzw(0.1, 0.2, 0.3, 0.9).normalize(),
            DVec3::new(1.0, 2.0, 3.0),
        );
        let expected = standing.transform_point3(Vec3::from_array(point).as_dvec3());
        let found = parent_from_node(&node).transform_point3(upright(point).as_dvec3());
        assert!(found.abs_diff_eq(upright(expected.as_vec3().to_array()).as_dvec3(), 1e-5));
        assert_eq!(upright([0.0, 1.0, 0.0]), Vec3::Z);
        assert!(node_from_lens().transform_vector3(DVec3::NEG_Z).abs_diff_eq(DVec3::Y, 1e-12));
    }
}
