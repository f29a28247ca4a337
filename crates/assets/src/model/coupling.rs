//! Equalities and tendons of a robot (MJCF): loops, couplings of joints, cords through points and around obstacles.

use glam::{DAffine3, DVec3};
use serde::Serialize;

use crate::model::{EffortPolynomial, NodeId};

/// Softness of a constraint, as MuJoCo gives it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Softness {
    /// Time constant \[s\] and damping ratio; or, if both are negative, stiffness and damping per unit of mass, negated.
    pub reference: [f64; 2],
    /// Least and largest impedance, width of the transition \[m or rad\], its midpoint as a share of the width, its power.
    pub impedance: [f64; 5],
}

impl Default for Softness {
    fn default() -> Softness {
        Softness { reference: [0.02, 1.0], impedance: [0.9, 0.95, 0.001, 0.5, 2.0] }
    }
}

/// A point of a link; a link of `None` is the world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LinkPoint {
    /// The link.
    pub link: Option<NodeId>,
    /// The point in the frame of the link. \[m\]
    pub point: DVec3,
}

/// A frame of a link; a link of `None` is the world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LinkFrame {
    /// The link.
    pub link: Option<NodeId>,
    /// The frame in that of the link.
    pub link_from_frame: DAffine3,
}

/// The things that an equality holds together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EqualityKind {
    /// Two points coincide.
    Connect {
        /// The first point.
        a: LinkPoint,
        /// The second point.
        b: LinkPoint,
    },
    /// Two frames coincide.
    Weld {
        /// The first frame.
        a: LinkFrame,
        /// The second frame.
        b: LinkFrame,
        /// Weight of the rotation in relation to the translation. \[m/rad\]
        torque_scale: f64,
    },
    /// The position of a joint is a polynomial of that of a second joint, or constant.
    Joint {
        /// The joint.
        joint: String,
        /// The second joint.
        other: Option<String>,
        /// Coefficients of the powers 0 to 4.
        polynomial: [f64; 5],
    },
    /// The change of a tendon's length since the pose of the file is a polynomial of that of a second tendon, or constant.
    Tendon {
        /// The tendon.
        tendon: String,
        /// The second tendon.
        other: Option<String>,
        /// Coefficients of the powers 0 to 4.
        polynomial: [f64; 5],
    },
}

impl EqualityKind {
    /// The frames at both ends of a loop; `None` for couplings.
    pub(crate) fn ends(&self) -> Option<[LinkFrame; 2]> {
        let at = |point: &LinkPoint| LinkFrame {
            link: point.link,
            link_from_frame: DAffine3::from_translation(point.point),
        };
        match self {
            EqualityKind::Connect { a, b } => Some([at(a), at(b)]),
            EqualityKind::Weld { a, b, .. } => Some([*a, *b]),
            EqualityKind::Joint { .. } | EqualityKind::Tendon { .. } => None,
        }
    }
}

/// The coefficients of p(x − shift) by powers of x.
pub(crate) fn shifted(polynomial: &[f64; 5], shift: f64) -> [f64; 5] {
    let mut found = [0.0; 5];
    for coefficient in polynomial.iter().rev() {
        // Horner's scheme: times (x − shift), plus the next coefficient.
        for power in (1..5).rev() {
            found[power] = found[power - 1] - shift * found[power];
        }
        found[0] = coefficient - shift * found[0];
    }
    found
}

/// A condition that holds at all times, with a softness.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Equality {
    /// Name in the file, or a name made from its place.
    pub name: String,
    /// The things that it holds together.
    pub kind: EqualityKind,
    /// Its softness.
    pub softness: Softness,
}

/// A part of the path of a cord.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Waypoint {
    /// A point that the cord passes through.
    Site(LinkPoint),
    /// A sphere, or a cylinder along z, between two points.
    Obstacle {
        /// Its frame.
        frame: LinkFrame,
        /// Whether it is a cylinder.
        is_cylinder: bool,
        /// Its radius. \[m\]
        radius: f64,
        /// A point on the side that the cord passes, or inside of the obstacle.
        side: Option<LinkPoint>,
    },
    /// The cord ends. The length of the next branch is divided by a number.
    Pulley {
        /// The number.
        divisor: f64,
    },
}

/// The length of a tendon.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TendonPath {
    /// The sum of positions of joints, each times a coefficient.
    Fixed(Vec<(String, f64)>),
    /// The length of a cord. \[m\]
    Spatial(Vec<Waypoint>),
}

/// A tendon.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tendon {
    /// Name in the file, or a name made from its number.
    pub name: String,
    /// Its length.
    pub path: TendonPath,
    /// Least and largest length.
    pub limits: Option<[f64; 2]>,
    /// Tension per length beyond the lengths at rest. \[N/m\]
    pub stiffness: f64,
    /// Least and largest length at rest; `None` for the length with all springs of joints at rest.
    pub rest: Option<[f64; 2]>,
    /// Viscous damping. \[N·s/m\]
    pub damping: f64,
    /// Parts of damping and spring that are not linear.
    pub polynomial: EffortPolynomial,
    /// Tension of dry friction. \[N\]
    pub friction: f64,
    /// Inertia of the change of length. \[kg\]
    pub armature: f64,
    /// Least and largest sum of the tensions of its actuators. \[N\]
    pub force_range: Option<[f64; 2]>,
    /// Softness of its limits.
    pub limit_softness: Softness,
    /// Softness of its dry friction.
    pub friction_softness: Softness,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifted_polynomial_has_the_values_of_the_original() {
        let original = [0.3, -1.0, 2.0, 0.5, -0.25];
        let value = |p: &[f64; 5], x: f64| p.iter().rev().fold(0.0, |sum, c| sum * x + c);
        for x in [-1.5, 0.0, 0.7, 3.0] {
            let found = value(&shifted(&original, 0.4), x);
            assert!((found - value(&original, x - 0.4)).abs() < 1e-12, "{x}: {found}");
        }
    }
}
