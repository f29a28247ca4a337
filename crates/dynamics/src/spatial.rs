//! Spatial vectors: six-dimensional velocities and forces with an angular and a linear part.
//!
//! All vectors refer to the same point and the same axes, so that vectors of different links can be added. Names and
//! rules follow Featherstone (Rigid Body Dynamics Algorithms, 2008, chapter 2).

use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

use glam::DVec3;
use serde::{Deserialize, Serialize};

/// A velocity or an acceleration, whose linear part is that of the body's point at the origin; or a force with its
/// moment about the origin.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Spatial {
    /// Angular velocity [rad/s] or acceleration, or moment about the origin [N m].
    pub angular: DVec3,
    /// Velocity [m/s] or acceleration of the point at the origin, or force [N].
    pub linear: DVec3,
}

impl Spatial {
    /// The zero vector.
    pub const ZERO: Spatial = Spatial { angular: DVec3::ZERO, linear: DVec3::ZERO };

    /// Scalar product of a motion and a force.
    #[inline]
    pub fn dot(self, other: Spatial) -> f64 {
        self.angular.dot(other.angular) + self.linear.dot(other.linear)
    }

    /// The velocity of the point at an offset from the origin [m] of this motion. [m/s]
    #[inline]
    pub fn at(self, offset: DVec3) -> DVec3 {
        self.linear + self.angular.cross(offset)
    }

    /// Spatial cross product with a motion.
    #[inline]
    pub fn cross_motion(self, motion: Spatial) -> Spatial {
        Spatial {
            angular: self.angular.cross(motion.angular),
            linear: self.angular.cross(motion.linear) + self.linear.cross(motion.angular),
        }
    }

    /// Spatial cross product with a force.
    #[inline]
    pub fn cross_force(self, force: Spatial) -> Spatial {
        Spatial {
            angular: self.angular.cross(force.angular) + self.linear.cross(force.linear),
            linear: self.angular.cross(force.linear),
        }
    }
}

impl Add for Spatial {
    type Output = Spatial;

    #[inline]
    fn add(self, other: Spatial) -> Spatial {
        Spatial { angular: self.angular + other.angular, linear: self.linear + other.linear }
    }
}

impl AddAssign for Spatial {
    #[inline]
    fn add_assign(&mut self, other: Spatial) {
        *self = *self + other;
    }
}

impl Sub for Spatial {
    type Output = Spatial;

    #[inline]
    fn sub(self, other: Spatial) -> Spatial {
        Spatial { angular: self.angular - other.angular, linear: self.linear - other.linear }
    }
}

impl SubAssign for Spatial {
    #[inline]
    fn sub_assign(&mut self, other: Spatial) {
        *self = *self - other;
    }
}

impl Mul<f64> for Spatial {
    type Output = Spatial;

    #[inline]
    fn mul(self, factor: f64) -> Spatial {
        Spatial { angular: self.angular * factor, linear: self.linear * factor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motion_and_force_cross_products_are_dual() {
        // v · (w ×* f) = -(w × v) · f
        let [v, w, f] = [1.0, 2.0, 3.0].map(|k: f64| Spatial {
            angular: DVec3::new(k.sin(), k.cos(), 0.3 * k),
            linear: DVec3::new(k, -0.5, k.tan()),
        });
        assert!((v.dot(w.cross_force(f)) + w.cross_motion(v).dot(f)).abs() < 1e-13);
    }
}
