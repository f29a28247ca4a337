//! Affine transforms as translation, rotation and scale.

use glam::{DAffine3, DMat3, DQuat, DVec3};
use serde::Serialize;

/// A transform of scale, rotation and translation, applied in this order.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Transform {
    /// Translation. \[m\]
    pub translation: DVec3,
    /// Unit quaternion (x, y, z, w).
    pub rotation: DQuat,
    /// Along the axes before rotation. All three are negative in a mirrored frame.
    pub scale: DVec3,
}

impl Transform {
    /// Decomposes a matrix; also returns whether it has shear, which this form cannot represent.
    ///
    /// A mirrored frame has all three scales negative, as Blender's own tools show it. An axis of length zero keeps
    /// the rotation that the other axes define.
    #[must_use]
    pub fn of(matrix: &DAffine3) -> (Transform, bool) {
        let columns = matrix.matrix3;
        let mut scale = DVec3::new(columns.x_axis.length(), columns.y_axis.length(), columns.z_axis.length());
        if columns.determinant() < 0.0 {
            scale = -scale;
        }
        let x = columns.x_axis * scale.x.recip();
        let y = columns.y_axis * scale.y.recip();
        let (x, y) = match (x.is_finite(), y.is_finite()) {
            (true, true) => (x, y),
            (true, false) => (x, x.any_orthonormal_vector()),
            (false, true) => (y.any_orthonormal_vector(), y),
            (false, false) => (DVec3::X, DVec3::Y),
        };
        let z = columns.z_axis * scale.z.recip();
        let sheared = x.dot(y).abs() > 1e-4 || (z.is_finite() && x.cross(y).dot(z) < 1.0 - 1e-4);
        let x = x.normalize_or(DVec3::X);
        let y = (y - x * x.dot(y)).try_normalize().unwrap_or_else(|| x.any_orthonormal_vector());
        let rotation = DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))).normalize();
        (Transform { translation: matrix.translation, rotation, scale }, sheared)
    }

    /// The transform as a matrix.
    #[must_use]
    pub fn matrix(&self) -> DAffine3 {
        DAffine3::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: &DAffine3, b: &DAffine3) -> bool {
        a.abs_diff_eq(*b, 1e-9)
    }

    #[test]
    fn a_matrix_without_shear_survives_the_split() {
        for scale in [DVec3::ONE, DVec3::new(2.0, 0.5, 3.0), DVec3::splat(-1.5), DVec3::new(-1.0, 1.0, 1.0)] {
            let rotation = DQuat::from_euler(glam::EulerRot::ZYX, 0.3, -1.2, 2.5);
            let matrix =
                DAffine3::from_scale_rotation_translation(scale, rotation, DVec3::new(1.0, 2.0, 3.0));
            let (split, sheared) = Transform::of(&matrix);
            assert!(!sheared && near(&split.matrix(), &matrix), "{scale}");
        }
    }

    #[test]
    fn shear_is_reported() {
        let mut matrix = DAffine3::IDENTITY;
        matrix.matrix3.y_axis = DVec3::new(0.5, 1.0, 0.0);
        assert!(Transform::of(&matrix).1);
    }

    #[test]
    fn a_flat_frame_has_a_rotation() {
        for scale in
            [DVec3::ZERO, DVec3::new(1.0, 0.0, 1.0), DVec3::new(0.0, 1.0, 1.0), DVec3::new(1.0, 1.0, 0.0)]
        {
            let matrix = DAffine3::from_scale(scale);
            let (split, _) = Transform::of(&matrix);
            assert!(split.rotation.is_finite() && (split.rotation.length() - 1.0).abs() < 1e-9, "{scale}");
        }
    }
}
