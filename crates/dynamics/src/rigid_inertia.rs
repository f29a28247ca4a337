//! Inertias of rigid bodies about a point that need not be the center of mass.

use std::ops::AddAssign;

use glam::{DMat3, DVec3};

use crate::spatial::Spatial;

/// A rigid-body inertia about the origin, in ten numbers.
///
/// Featherstone, Rigid Body Dynamics Algorithms, 2008, section 2.13.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct RigidInertia {
    /// Mass. [kg]
    pub mass: f64,
    /// Mass times the position of the center of mass. [kg m]
    pub moment: DVec3,
    /// Diagonal of the tensor about the origin: xx, yy, zz. [kg m²]
    pub diagonal: DVec3,
    /// The other elements of the tensor: yz, xz, xy. [kg m²]
    pub products: DVec3,
}

impl RigidInertia {
    /// From a mass [kg], a center of mass [m] and a tensor about the center [kg m²].
    #[inline]
    pub fn new(mass: f64, center: DVec3, tensor: DMat3) -> RigidInertia {
        let moment = center * mass;
        let square = center * moment;
        let diagonal = DVec3::new(tensor.x_axis.x, tensor.y_axis.y, tensor.z_axis.z)
            + DVec3::new(square.y + square.z, square.x + square.z, square.x + square.y);
        let products = DVec3::new(tensor.y_axis.z, tensor.x_axis.z, tensor.x_axis.y)
            - DVec3::new(moment.y * center.z, moment.x * center.z, moment.x * center.y);
        RigidInertia { mass, moment, diagonal, products }
    }

    /// Mass, center of mass and tensor about the center.
    pub fn parts(&self) -> (f64, DVec3, DMat3) {
        let center = if self.mass > 0.0 { self.moment / self.mass } else { DVec3::ZERO };
        let back = RigidInertia::new(-self.mass, center, DMat3::ZERO);
        let [diagonal, products] = [self.diagonal + back.diagonal, self.products + back.products];
        (self.mass, center, symmetric(diagonal, products))
    }

    /// The momentum of a motion: angular about the origin, and linear.
    #[inline]
    pub fn momentum(&self, motion: Spatial) -> Spatial {
        let w = motion.angular;
        let p = self.products;
        let about = DVec3::new(
            self.diagonal.x * w.x + p.z * w.y + p.y * w.z,
            p.z * w.x + self.diagonal.y * w.y + p.x * w.z,
            p.y * w.x + p.x * w.y + self.diagonal.z * w.z,
        );
        Spatial {
            angular: about + self.moment.cross(motion.linear),
            linear: motion.linear * self.mass + w.cross(self.moment),
        }
    }
}

impl AddAssign for RigidInertia {
    #[inline]
    fn add_assign(&mut self, other: RigidInertia) {
        self.mass += other.mass;
        self.moment += other.moment;
        self.diagonal += other.diagonal;
        self.products += other.products;
    }
}

/// The symmetric matrix of a diagonal and the elements yz, xz, xy.
pub(crate) fn symmetric(diagonal: DVec3, products: DVec3) -> DMat3 {
    DMat3::from_cols(
        DVec3::new(diagonal.x, products.z, products.y),
        DVec3::new(products.z, diagonal.y, products.x),
        DVec3::new(products.y, products.x, diagonal.z),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const CENTER: DVec3 = DVec3::new(0.3, -0.2, 0.5);

    fn tensor() -> DMat3 {
        symmetric(DVec3::new(0.3, 0.4, 0.5), DVec3::new(0.01, -0.02, 0.03))
    }

    #[test]
    fn rotation_about_center_of_mass_has_angular_momentum_only() {
        let turn = DVec3::new(0.7, 1.1, -0.4);
        let momentum = RigidInertia::new(2.0, CENTER, tensor())
            .momentum(Spatial { angular: turn, linear: -turn.cross(CENTER) });
        assert!(momentum.linear.length() < 1e-15);
        assert!((momentum.angular - tensor() * turn).length() < 1e-15);
    }

    #[test]
    fn parts_are_those_that_were_given() {
        let (mass, center, found) = RigidInertia::new(2.0, CENTER, tensor()).parts();
        assert_eq!(mass, 2.0);
        assert!((center - CENTER).length() < 1e-15);
        assert!((found - tensor()).to_cols_array().iter().all(|it| it.abs() < 1e-15));
    }
}
