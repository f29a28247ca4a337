//! Poses of elements: a position, and a rotation in one of five forms.

use glam::{DAffine3, DMat3, DQuat, DVec3};

use crate::ReadError;
use crate::formats::mjcf::attributes::{Attributes, numbers};
use crate::formats::mjcf::compiler::Compiler;

/// Names of the attributes that give a rotation.
const ROTATIONS: [&str; 5] = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];

impl Attributes<'_> {
    /// The pose given by `pos` and one of the rotations.
    pub(super) fn pose(&self, compiler: &Compiler) -> Result<DAffine3, ReadError> {
        let position = DVec3::from_array(self.array("pos")?.unwrap_or_default());
        Ok(DAffine3::from_rotation_translation(self.rotation(compiler)?.unwrap_or_default(), position))
    }

    /// The rotation that the element gives, in any of the five forms. Its own comes before one of its class.
    pub(super) fn rotation(&self, compiler: &Compiler) -> Result<Option<DQuat>, ReadError> {
        let own = ROTATIONS.iter().filter_map(|name| Some((*name, self.tag.attribute(name)?)));
        let of_class = ROTATIONS.iter().filter_map(|name| Some((*name, *self.defaults.get(name)?)));
        let Some((name, text)) = own.chain(of_class).next() else { return Ok(None) };
        let found = numbers(self.tag, name, text)?;
        rotation(name, &found, compiler).map(Some).ok_or_else(|| {
            self.tag.error(format!("{name}=\"{text}\" of <{}> is not a rotation", self.tag.name))
        })
    }
}

/// A rotation in one of the five forms of MJCF; `None` if the numbers are none.
fn rotation(name: &str, numbers: &[f64], compiler: &Compiler) -> Option<DQuat> {
    let vector = |at: usize| DVec3::from_slice(numbers.get(at..at + 3).unwrap_or(&[f64::NAN; 3]));
    match (name, numbers.len()) {
        ("quat", 4) => {
            let quaternion = DQuat::from_xyzw(numbers[1], numbers[2], numbers[3], numbers[0]);
            (quaternion.length() > 1e-12).then(|| quaternion.normalize())
        }
        ("axisangle", 4) => {
            Some(DQuat::from_axis_angle(vector(0).try_normalize()?, compiler.angle(numbers[3])))
        }
        ("euler", 3) => {
            let angles = [0, 1, 2].map(|at| compiler.angle(numbers[at]));
            Some(compiler.euler_sequence.iter().zip(angles).fold(DQuat::IDENTITY, |turned, (axis, angle)| {
                let axis_of = |upper: char| match upper {
                    'X' => DVec3::X,
                    'Y' => DVec3::Y,
                    _ => DVec3::Z,
                };
                let turn = DQuat::from_axis_angle(axis_of(axis.to_ascii_uppercase()), angle);
                // Lower case: about axes that turn with the frame. Upper case: about fixed axes.
                if axis.is_ascii_lowercase() { turned * turn } else { turn * turned }
            }))
        }
        ("xyaxes", 6) => {
            let x = vector(0).try_normalize()?;
            let y = vector(3);
            let y = (y - x * x.dot(y)).try_normalize()?;
            Some(DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))))
        }
        ("zaxis", 3) => Some(DQuat::from_rotation_arc(DVec3::Z, vector(0).try_normalize()?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use glam::EulerRot;

    use super::*;

    fn turned(name: &str, numbers: &[f64]) -> DQuat {
        rotation(name, numbers, &Compiler::default()).unwrap()
    }

    #[test]
    fn the_five_forms_give_the_same_rotation() {
        let quarter = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
        let half = std::f64::consts::FRAC_1_SQRT_2;
        for (name, numbers) in [
            ("quat", &[half, 0.0, 0.0, half][..]),
            ("axisangle", &[0.0, 0.0, 2.0, 90.0]),
            ("euler", &[0.0, 0.0, 90.0]),
            ("xyaxes", &[0.0, 1.0, 0.0, -1.0, 0.0, 0.0]),
        ] {
            assert!(turned(name, numbers).angle_between(quarter) < 1e-7, "{name}");
        }
        assert!((turned("zaxis", &[1.0, 0.0, 0.0]) * DVec3::Z).abs_diff_eq(DVec3::X, 1e-12));
    }

    #[test]
    fn euler_angles_follow_the_sequence_of_the_compiler() {
        let (x, z) = (DQuat::from_rotation_x(0.3), DQuat::from_rotation_z(0.5));
        let with = |sequence: [char; 3], angles: [f64; 3]| {
            let compiler = Compiler { euler_sequence: sequence, degrees: false, ..Compiler::default() };
            rotation("euler", &angles, &compiler).unwrap()
        };
        assert!(with(['x', 'y', 'z'], [0.3, 0.0, 0.5]).angle_between(x * z) < 1e-7);
        assert!(with(['X', 'Y', 'Z'], [0.3, 0.0, 0.5]).angle_between(z * x) < 1e-7);
        assert!(with(['z', 'y', 'x'], [0.5, 0.0, 0.3]).angle_between(z * x) < 1e-7);
        let standard = DQuat::from_euler(EulerRot::XYZ, 0.3, 0.4, 0.5);
        assert!(with(['x', 'y', 'z'], [0.3, 0.4, 0.5]).angle_between(standard) < 1e-7);
    }

    #[test]
    fn numbers_that_are_no_rotation_are_refused() {
        for (name, numbers) in [
            ("quat", &[0.0; 4][..]),
            ("quat", &[1.0; 3]),
            ("zaxis", &[0.0; 3]),
            ("xyaxes", &[1.0, 0.0, 0.0, 2.0, 0.0, 0.0]),
        ] {
            assert!(rotation(name, numbers, &Compiler::default()).is_none(), "{name}");
        }
    }
}
