//! The range in which the contacts of a body stay valid.

use rapier3d::math::{Pose as EnginePose, Real, Vector};
use serde::{Deserialize, Serialize};

/// The distance that every point of a box or hull may move. Two such bodies may thus move by 5 cm relative to each other, as
/// in rapier. [m]
pub(super) const NEAR_M: Real = 0.025;
/// The distance if the body or a touched shape is round or uneven, so that contact points move along its surface. [m]
pub(super) const ROUND_M: Real = 0.002;
/// The distance that a body may move along flat ground. [m]
pub(super) const ALONG_M: Real = 0.5;
/// The distance that any of its points may rise or sink during this motion: if the body tilts, other corners touch. [m]
const OFF_M: Real = 0.005;

/// The pose at which the contacts of a body were computed, and the range in which they are valid.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct ContactRecycling {
    pub(super) world_from_body: EnginePose,
    pub(crate) range: Range,
}

/// The range in which the contacts of a body are valid.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum Range {
    /// Empty range: contacts are computed in the coming tick.
    Empty,
    /// Every point of the body may move by this distance. [m]
    Near(Real),
    /// Unlimited: the body touches nothing.
    Unlimited,
    /// Motion along flat ground with this normal, with little motion of points along the normal.
    Along(Vector),
}

impl ContactRecycling {
    /// An empty range at this pose: contacts are computed in the coming tick.
    pub(crate) fn none(world_from_body: EnginePose) -> ContactRecycling {
        ContactRecycling { world_from_body, range: Range::Empty }
    }

    /// Whether a body at this pose has left the range. No point of the body is farther than `extent` [m] from its center.
    pub(super) fn is_exceeded(&self, world_from_body: &EnginePose, extent: Real) -> bool {
        let way = world_from_body.translation - self.world_from_body.translation;
        let turn = world_from_body.rotation * self.world_from_body.rotation.inverse();
        match self.range {
            Range::Empty => true,
            Range::Unlimited => false,
            Range::Near(within) => {
                let chord = 2.0 * Vector::new(turn.x, turn.y, turn.z).length();
                way.length() + chord * extent > within
            }
            Range::Along(up) => {
                let tilt = (turn * up - up).length();
                way.dot(up).abs() + tilt * extent > OFF_M || way.length() > ALONG_M
            }
        }
    }
}

impl Range {
    /// The range for a body with two contacts: the smaller range.
    pub(super) fn and(self, other: Range) -> Range {
        match (self, other) {
            (Range::Along(up), Range::Along(same)) if up.dot(same) > 0.9999 => self,
            (Range::Empty, _) | (_, Range::Empty) => Range::Empty,
            (Range::Unlimited, range) | (range, Range::Unlimited) => range,
            _ => Range::Near(self.in_any_direction().min(other.in_any_direction())),
        }
    }

    fn in_any_direction(self) -> Real {
        match self {
            Range::Empty => 0.0,
            Range::Unlimited => Real::MAX,
            Range::Near(within) => within,
            Range::Along(_) => NEAR_M,
        }
    }
}

#[cfg(test)]
mod tests {
    use rapier3d::math::Rotation;

    use super::*;

    const EXTENT_M: Real = 2.0;

    fn turned(axis: Vector, angle: Real) -> EnginePose {
        EnginePose::from_parts(Vector::ZERO, Rotation::from_axis_angle(axis, angle))
    }

    #[test]
    fn translation_and_rotation_are_added() {
        let contact_recycling =
            ContactRecycling { range: Range::Near(0.1), ..ContactRecycling::none(EnginePose::IDENTITY) };
        let is_exceeded = |way: Real, turn: Real| {
            let pose = EnginePose { translation: Vector::Y * way, ..turned(Vector::X, turn) };
            contact_recycling.is_exceeded(&pose, EXTENT_M)
        };
        assert!(!is_exceeded(0.09, 0.0) && is_exceeded(0.11, 0.0));
        assert!(!is_exceeded(0.0, 0.045) && is_exceeded(0.0, -0.055));
        assert!(is_exceeded(0.09, 0.045));
    }

    #[test]
    fn range_along_the_ground_is_larger_than_normal_to_it() {
        let up = Vector::Z;
        let contact_recycling =
            ContactRecycling { range: Range::Along(up), ..ContactRecycling::none(EnginePose::IDENTITY) };
        let is_exceeded = |pose: EnginePose| contact_recycling.is_exceeded(&pose, EXTENT_M);
        let at = |way: Vector| EnginePose::from_translation(way);
        assert!(!is_exceeded(at(Vector::X * 0.45)) && is_exceeded(at(Vector::X * 0.55)));
        assert!(!is_exceeded(at(up * -0.004)) && is_exceeded(at(up * -0.006)));
        assert!(!is_exceeded(turned(up, 1.0)) && is_exceeded(turned(Vector::X, 0.02)));
    }

    #[test]
    fn combination_of_two_ranges_is_the_smaller_range() {
        let [flat, slope] = [Vector::Z, Vector::X].map(Range::Along);
        assert_eq!(flat.and(flat), flat);
        assert_eq!(flat.and(slope), Range::Near(NEAR_M));
        assert_eq!(flat.and(Range::Near(ROUND_M)), Range::Near(ROUND_M));
        assert_eq!(Range::Near(ROUND_M).and(Range::Empty), Range::Empty);
        assert_eq!(Range::Unlimited.and(flat), flat);
    }
}
