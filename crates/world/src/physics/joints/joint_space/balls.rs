//! Ball joints of an island: three joints in a row, which are one joint of three degrees of freedom in its model.

use glam::{DMat3, DQuat, DVec3};
use morse_dynamics::articulated_body::Chain;

use crate::Pose;
use crate::physics::joints::{Joint, Mechanism};

/// Marks the three joints of each ball joint: the number of each within its ball, `None` for a hinge or slide. Three joints are a
/// ball joint if nothing else hangs on the links between them.
pub(super) fn balls(mechanism: &Mechanism, chain: &Chain, joints: &[Joint]) -> Vec<Option<u8>> {
    let axis = |number: usize| joints[*mechanism.joints.get(number)?].ball.map(|ball| ball.number);
    let carries_one = |number: usize| {
        let carried = chain.links.iter().filter(|link| link.carrier == Some(number)).count();
        carried == 1 && chain.links.get(number + 1).is_some_and(|link| link.carrier == Some(number))
    };
    let mut found = vec![None; mechanism.joints.len()];
    for first in 0..found.len() {
        let is_ball = (0..3).all(|number| axis(first + number) == Some(number as u8));
        if is_ball && carries_one(first) && carries_one(first + 1) {
            for number in 0..3 {
                found[first + number] = Some(number as u8);
            }
        }
    }
    found
}

/// The rotation of turns about x, then y, then z. [rad]
pub(super) fn rotation([x, y, z]: [f64; 3]) -> DQuat {
    DQuat::from_rotation_x(x) * DQuat::from_rotation_y(y) * DQuat::from_rotation_z(z)
}

/// The angles of turns about x, then y, then z, whose product is a rotation. Of the two solutions, the one whose first angle is
/// nearer to that before. [rad]
///
/// The second and third angle are those of the rotation that remains after the first one: their product is exact where the first
/// one is arbitrary, with y at ±90°.
pub(super) fn angles(rotation: DQuat, before: f64) -> [f64; 3] {
    let axes = DMat3::from_quat(rotation);
    let (sine, cosine) = (-axes.z_axis.y, axes.z_axis.z);
    let mut x = if sine == 0.0 && cosine == 0.0 { before } else { libm::atan2(sine, cosine) };
    let [ahead, behind] = [x, x + std::f64::consts::PI].map(|angle| wrapped(angle - before).abs());
    if behind < ahead {
        x = wrapped(x + std::f64::consts::PI);
    }
    let rest = DMat3::from_rotation_x(-x) * axes;
    let y = libm::atan2(rest.z_axis.x, rest.z_axis.z);
    let z = libm::atan2(rest.x_axis.y, rest.y_axis.y);
    [x, y, z]
}

/// An angle from -π to π. [rad]
fn wrapped(angle: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    if angle > PI {
        angle - TAU
    } else if angle < -PI {
        angle + TAU
    } else {
        angle
    }
}

/// The rotation vector from 0 to a rotation, by the shorter way. [rad]
pub(super) fn vector(rotation: DQuat) -> DVec3 {
    let rotation = if rotation.w < 0.0 { -rotation } else { rotation };
    rotation.to_scaled_axis()
}

/// Pose of the center of mass of the last link of a ball joint in the frame of the ball, without a rotation. `first` is the number
/// of its first link.
pub(super) fn ball_from_center(chain: &Chain, first: usize) -> Pose {
    let links = &chain.links;
    links[first].axis_from_center
        * links[first + 1].carrier_from_axis
        * links[first + 1].axis_from_center
        * links[first + 2].carrier_from_axis
        * links[first + 2].axis_from_center
}

/// Poses of the centers of the first and second link of a ball joint, in the frame of the ball.
pub(super) fn between(chain: &Chain, first: usize, [x, y, _]: [f64; 3]) -> [Pose; 2] {
    let turned = |angle| Pose::from_rotation(DQuat::from_rotation_x(angle));
    let links = &chain.links;
    let one = turned(x) * links[first].axis_from_center;
    [one, one * links[first + 1].carrier_from_axis * turned(y) * links[first + 1].axis_from_center]
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::*;

    #[test]
    fn angles_give_the_rotation_also_where_two_axes_coincide() {
        for y in [0.3, -1.2, 2.0, FRAC_PI_2, FRAC_PI_2 - 1e-9, -FRAC_PI_2 + 1e-13] {
            for (x, z) in [(0.1, 0.2), (-2.0, 3.0), (1.5, -0.7)] {
                let wanted = rotation([x, y, z]);
                let found = rotation(angles(wanted, x));
                assert!(wanted.dot(found).abs() > 1.0 - 1e-15, "{x} {y} {z}");
                let difference = (wanted * found.conjugate()).xyz().length();
                assert!(difference < 1e-15, "{x} {y} {z}: {difference}");
            }
        }
    }

    #[test]
    fn angles_continue_beyond_a_quarter_turn() {
        let before = [0.1, 1.5, 0.2];
        let found = angles(rotation([0.1, 1.7, 0.2]), before[0]);
        let difference = DVec3::from_array(found) - DVec3::new(0.1, 1.7, 0.2);
        assert!(difference.length() < 1e-12, "{found:?}");
    }
}
