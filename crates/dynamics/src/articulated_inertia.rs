//! Articulated-body inertias: general symmetric maps from motion to force.

use std::ops::{AddAssign, Mul};

use glam::{DMat3, DVec3};

use crate::spatial::Spatial;

/// A spatial inertia, which maps motion to momentum: the symmetric matrix `[angular coupling; couplingᵀ linear]`.
#[derive(Debug, Clone, Copy)]
pub struct ArticulatedInertia {
    angular: DMat3,
    coupling: DMat3,
    linear: DMat3,
}

impl ArticulatedInertia {
    /// The inertia of a body with a mass [kg], a center of mass [m] and an inertia tensor about the center [kg m²].
    pub fn new(mass: f64, center: DVec3, tensor: DMat3) -> ArticulatedInertia {
        let coupling = skew(center) * mass;
        ArticulatedInertia {
            angular: tensor + coupling * skew(center).transpose(),
            coupling,
            linear: DMat3::from_diagonal(DVec3::splat(mass)),
        }
    }

    /// The articulated inertia after projecting out a joint. `u` is the force per unit of joint acceleration, `d` its
    /// component along the axis.
    pub fn without(&self, u: Spatial, d: f64) -> ArticulatedInertia {
        let v = u * d.recip();
        ArticulatedInertia {
            angular: self.angular - outer(u.angular, v.angular),
            coupling: self.coupling - outer(u.angular, v.linear),
            linear: self.linear - outer(u.linear, v.linear),
        }
    }

    /// The acceleration that a force causes.
    pub fn solve(&self, force: Spatial) -> Spatial {
        let through = self.coupling * self.linear.inverse();
        let about = self.angular - through * self.coupling.transpose();
        let angular = about.inverse() * (force.angular - through * force.linear);
        let linear = self.linear.inverse() * (force.linear - self.coupling.transpose() * angular);
        Spatial { angular, linear }
    }
}

impl AddAssign for ArticulatedInertia {
    fn add_assign(&mut self, other: ArticulatedInertia) {
        self.angular += other.angular;
        self.coupling += other.coupling;
        self.linear += other.linear;
    }
}

impl Mul<Spatial> for &ArticulatedInertia {
    type Output = Spatial;

    fn mul(self, motion: Spatial) -> Spatial {
        Spatial {
            angular: self.angular * motion.angular + self.coupling * motion.linear,
            linear: self.coupling.transpose() * motion.angular + self.linear * motion.linear,
        }
    }
}

/// The matrix of the cross product with a vector on the left.
fn skew(v: DVec3) -> DMat3 {
    DMat3::from_cols(DVec3::new(0.0, v.z, -v.y), DVec3::new(-v.z, 0.0, v.x), DVec3::new(v.y, -v.x, 0.0))
}

/// The outer product `a bᵀ`.
fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CENTER: DVec3 = DVec3::new(0.3, -0.2, 0.5);
    const TURN: DVec3 = DVec3::new(0.7, 1.1, -0.4);

    fn body() -> ArticulatedInertia {
        ArticulatedInertia::new(2.0, CENTER, DMat3::from_diagonal(DVec3::new(0.1, 0.2, 0.3)))
    }

    #[test]
    fn rotation_about_center_of_mass_has_angular_momentum_only() {
        let motion = Spatial { angular: TURN, linear: -TURN.cross(CENTER) };
        let momentum = &body() * motion;
        assert!(momentum.linear.length() < 1e-15);
        assert!((momentum.angular - TURN * DVec3::new(0.1, 0.2, 0.3)).length() < 1e-15);
    }

    #[test]
    fn force_at_center_of_mass_causes_no_rotation() {
        let push = DVec3::new(4.0, -6.0, 2.0);
        let found = body().solve(Spatial { angular: CENTER.cross(push), linear: push });
        assert!(found.angular.length() < 1e-14);
        assert!((found.linear - push / 2.0).length() < 1e-14);
    }
}
