//! Joints that close a loop of links, as equalities: a tree of links has no place for them.

use glam::DVec3;

use crate::model::{Equality, EqualityKind, LinkFrame, LinkPoint, Softness};

/// Distance from the origin of a hinge to each of the two points of its axis that are connected. \[m\]
const HINGE_HALF_M: f64 = 0.05;

/// A joint that can close a loop.
pub(crate) enum LoopJoint {
    /// Both frames coincide.
    Fixed,
    /// Both frames share a line along this unit axis of the frames.
    Hinge(DVec3),
    /// Both origins coincide.
    Ball,
}

/// The equalities of a joint between two frames, without limits, damping and friction: a fixed joint welds the frames, a ball joint
/// connects their origins, a hinge two points of its axis.
pub(crate) fn close_loop(name: &str, [a, b]: [LinkFrame; 2], joint: &LoopJoint) -> Vec<Equality> {
    let softness = Softness::default();
    let points = match joint {
        LoopJoint::Fixed => {
            let kind = EqualityKind::Weld { a, b, torque_scale: 1.0 };
            return vec![Equality { name: name.to_owned(), kind, softness }];
        }
        LoopJoint::Hinge(axis) => vec![*axis * -HINGE_HALF_M, *axis * HINGE_HALF_M],
        LoopJoint::Ball => vec![DVec3::ZERO],
    };
    let on = |frame: &LinkFrame, point: DVec3| LinkPoint {
        link: frame.link,
        point: frame.link_from_frame.transform_point3(point),
    };
    let equality = |(number, point): (usize, DVec3)| {
        let name = if number == 0 { name.to_owned() } else { format!("{name}/{number}") };
        Equality { name, kind: EqualityKind::Connect { a: on(&a, point), b: on(&b, point) }, softness }
    };
    points.into_iter().enumerate().map(equality).collect()
}
