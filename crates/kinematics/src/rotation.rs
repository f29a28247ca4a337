//! Rotations of a bone, as quaternions and as up to three numbers about the bone's own axes.
//!
//! The meaning of the numbers depends on the free axes, as in Blender's game engine. One free axis: an angle. y with
//! either x or z: two successive angles, y last. x with z, or all three: a rotation vector.

use glam::{DQuat, DVec3};

/// Whether a rotation consists of a rotation about x or z, followed by a rotation about y.
fn is_successive(free: [bool; 3]) -> bool {
    free[1] && free[0] != free[2]
}

/// The quaternion of a rotation about the free axes.
pub(crate) fn rotation(turn: DVec3, free: [bool; 3]) -> DQuat {
    let turn = free_part(turn, free);
    if is_successive(free) {
        let first = DVec3::new(turn.x, 0.0, turn.z);
        return DQuat::from_scaled_axis(first) * DQuat::from_rotation_y(turn.y);
    }
    match free {
        [true, false, false] => DQuat::from_rotation_x(turn.x),
        [false, true, false] => DQuat::from_rotation_y(turn.y),
        [false, false, true] => DQuat::from_rotation_z(turn.z),
        _ => DQuat::from_scaled_axis(turn),
    }
}

/// The rotation about the free axes that is nearest to a quaternion.
pub(crate) fn components(rotation: DQuat, free: [bool; 3]) -> DVec3 {
    // Of the two quaternions of a rotation, the one with the smaller angle.
    let q = if rotation.w < 0.0 { -rotation } else { rotation };
    let angle = |part: f64| 2.0 * libm::atan2(part, q.w);
    if is_successive(free) || free.iter().filter(|&&free| free).count() == 1 {
        return free_part(DVec3::new(angle(q.x), angle(q.y), angle(q.z)), free);
    }
    free_part(q.to_scaled_axis(), free)
}

/// For each free axis, the angular velocity of the bone per unit of its number, in the frame that carries the bone.
pub(crate) fn columns(turn: DVec3, free: [bool; 3]) -> [DVec3; 3] {
    if is_successive(free) {
        let first = DQuat::from_scaled_axis(DVec3::new(turn.x, 0.0, turn.z));
        return [DVec3::X, first * DVec3::Y, DVec3::Z];
    }
    let alone = free.iter().filter(|&&free| free).count() == 1;
    if alone { DVec3::AXES } else { left_jacobian(turn) }
}

/// Angular velocities per unit of change of a rotation vector along x, y, z (the left Jacobian of SO(3)).
fn left_jacobian(vector: DVec3) -> [DVec3; 3] {
    let squared = vector.length_squared();
    let angle = squared.sqrt();
    // Below this angle the series expansions are exact in double precision.
    let (once, twice) = if angle < 1e-4 {
        (0.5 - squared / 24.0, 1.0 / 6.0 - squared / 120.0)
    } else {
        ((1.0 - libm::cos(angle)) / squared, (angle - libm::sin(angle)) / (squared * angle))
    };
    DVec3::AXES.map(|axis| {
        let across = vector.cross(axis);
        axis + across * once + vector.cross(across) * twice
    })
}

fn free_part(turn: DVec3, free: [bool; 3]) -> DVec3 {
    let part = |axis: usize| if free[axis] { turn[axis] } else { 0.0 };
    DVec3::new(part(0), part(1), part(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [[bool; 3]; 7] = [
        [true, false, false],
        [false, true, false],
        [false, false, true],
        [true, true, false],
        [false, true, true],
        [true, false, true],
        [true, true, true],
    ];

    #[test]
    fn components_invert_rotation_for_all_free_axes() {
        let turn = DVec3::new(0.7, -0.4, 1.1);
        for free in ALL {
            let expected = free_part(turn, free);
            let read = components(rotation(turn, free), free);
            assert!((read - expected).length() < 1e-12, "{free:?}: {read}");
        }
    }

    #[test]
    fn columns_match_finite_differences() {
        let turn = DVec3::new(0.7, -0.4, 1.1);
        let step = 1e-6;
        for free in ALL {
            let turn = free_part(turn, free);
            for (axis, column) in columns(turn, free).into_iter().enumerate().filter(|(axis, _)| free[*axis])
            {
                let there = rotation(turn + DVec3::AXES[axis] * step, free);
                let back = rotation(turn - DVec3::AXES[axis] * step, free);
                let seen = (there * back.inverse()).to_scaled_axis() / (2.0 * step);
                assert!((seen - column).length() < 1e-8, "{free:?} {axis}: {seen} {column}");
            }
        }
    }
}
