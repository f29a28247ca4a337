//! The range in which the contacts of a body stay valid.

use rapier3d::math::{Pose as EnginePose, Real, Vector};
use serde::{Deserialize, Serialize};

/// The distance that every point of boxes and hulls may move. Two of them may then move by 5 cm relative to each
/// other, as in rapier. [m]
pub(super) const NEAR_M: Real = 0.025;
/// The distance if the body, or what it touches, is round or uneven: its contact points do not stay where they are on
/// it. [m]
pub(super) const ROUND_M: Real = 0.002;
/// The distance that a body may move along flat ground. [m]
pub(super) const ALONG_M: Real = 0.5;
/// The distance that any point of it may rise or sink meanwhile: if it tilts, other corners touch. [m]
const OFF_M: Real = 0.005;

/// The pose at which the contacts of a body were computed, and the range in which they stay valid.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct ContactRecycling {
    pub(super) world_from_body: EnginePose,
    pub(crate) range: Range,
}

/// The range in which the contacts of a body stay valid.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum Range {
    /// None: contacts are computed in the coming tick.
    Nowhere,
    /// Every point of the body may move by this distance. [m]
    Near(Real),
    /// Unlimited: the body touches nothing.
    Anywhere,
    /// Motion along flat ground with this normal, with hardly any motion of points along the normal.
    Along(Vector),
}

impl ContactRecycling {
    /// An empty range at this pose: contacts are computed in the coming tick.
    pub(crate) fn none(world_from_body: EnginePose) -> ContactRecycling {
        ContactRecycling { world_from_body, range: Range::Nowhere }
    }

    /// Whether a body at this pose, no point of which is farther than `extent` [m] from its centre, has left the range.
    pub(super) fn is_exceeded(&self, world_from_body: &EnginePose, extent: Real) -> bool {
        let way = world_from_body.translation - self.world_from_body.translation;
        let turn = world_from_body.rotation * self.world_from_body.rotation.inverse();
        match self.range {
            Range::Nowhere => true,
            Range::Anywhere => false,
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
    /// The range for a body with two contacts: the smaller of both.
    pub(super) fn and(self, other: Range) -> Range {
        match (self, other) {
            (Range::Along(up), Range::Along(same)) if up.dot(same) > 0.9999 => self,
            (Range::Nowhere, _) | (_, Range::Nowhere) => Range::Nowhere,
            (Range::Anywhere, range) | (range, Range::Anywhere) => range,
            _ => Range::Near(self.in_any_direction().min(other.in_any_direction())),
        }
    }

    fn in_any_direction(self) -> Real {
        match self {
            Range::Nowhere => 0.0,
            Range::Anywhere => Real::MAX,
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
    fn a_way_and_a_turn_count_together() {
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
    fn along_the_ground_there_is_more_room_than_out_of_it() {
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
    fn of_two_ranges_the_smaller_one_counts() {
        let [flat, slope] = [Vector::Z, Vector::X].map(Range::Along);
        assert_eq!(flat.and(flat), flat);
        assert_eq!(flat.and(slope), Range::Near(NEAR_M));
        assert_eq!(flat.and(Range::Near(ROUND_M)), Range::Near(ROUND_M));
        assert_eq!(Range::Near(ROUND_M).and(Range::Nowhere), Range::Nowhere);
        assert_eq!(Range::Anywhere.and(flat), flat);
    }
}
