//! Masses and moments of inertia.

use glam::{DMat3, DVec3};
use rapier3d::prelude::{MassProperties, Matrix};
use serde::{Deserialize, Serialize};

use crate::physics::convert::{pose_to_engine, vector_from_engine, vector_to_engine};
use crate::physics::shapes::collider_shape::ColliderShape;
use crate::{BodySpec, Pose};

/// Radius of the sphere from which the inertia of a body without shapes is computed. [m]
const BARE_RADIUS_M: f64 = 1.0;

/// The mass and mass distribution of a body, in the frame of its node.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Mass {
    /// Mass. [kg]
    pub(crate) mass: f64,
    /// Center of mass. [m]
    pub(crate) center: DVec3,
    /// Inertia tensor about the center of mass. [kg m²]
    pub(crate) tensor: DMat3,
    /// Mass whose weight is compensated. [kg]
    pub(crate) weightless: f64,
    /// That mass times the place of its center. [kg m]
    pub(crate) weightless_moment: DVec3,
}

impl Mass {
    /// The described mass distribution, or an estimate from the shapes.
    pub(crate) fn of(spec: &BodySpec, solids: &[ColliderShape]) -> Mass {
        let (center, tensor) = match spec.inertia {
            Some(inertia) => (inertia.center_of_mass, inertia.tensor),
            None => (
                spec.center_of_mass,
                DMat3::from_diagonal(local_inertia(spec.mass, solids, spec.margin) * spec.form_factor),
            ),
        };
        let weightless = spec.mass * spec.gravity_compensation;
        Mass { mass: spec.mass, center, tensor, weightless, weightless_moment: center * weightless }
    }

    /// The combined mass of this body and a second body fixed to it.
    pub(crate) fn with(&self, own_from_other: Pose, other: &Mass) -> Mass {
        let mass = self.mass + other.mass;
        let other_center = own_from_other.transform_point(other.center);
        let center = (self.center * self.mass + other_center * other.mass) / mass;
        let turn = DMat3::from_quat(own_from_other.rotation);
        let other_tensor = turn * other.tensor * turn.transpose();
        let tensor = self.tensor
            + steiner(self.mass, self.center - center)
            + other_tensor
            + steiner(other.mass, other_center - center);
        let other_moment = turn * other.weightless_moment + own_from_other.translation * other.weightless;
        Mass {
            mass,
            center,
            tensor,
            weightless: self.weightless + other.weightless,
            weightless_moment: self.weightless_moment + other_moment,
        }
    }

    /// Share of the weight that acts: 1 without compensation.
    pub(crate) fn weight_share(&self) -> f64 {
        if self.weightless == 0.0 { 1.0 } else { 1.0 - self.weightless / self.mass }
    }

    /// Moments of inertia about the axes of the node through the center of mass. [kg m²]
    pub(crate) fn moments(&self) -> DVec3 {
        DVec3::new(self.tensor.x_axis.x, self.tensor.y_axis.y, self.tensor.z_axis.z)
    }

    /// Inverse inertia tensor; zero about axes without inertia. [1/(kg m²)]
    pub(crate) fn inverse_tensor(&self) -> DMat3 {
        let moments = self.moments();
        if self.tensor == DMat3::from_diagonal(moments) {
            let inverse = DVec3::select(moments.cmpgt(DVec3::ZERO), moments.recip(), DVec3::ZERO);
            return DMat3::from_diagonal(inverse);
        }
        self.tensor.inverse()
    }

    /// rapier's mass properties. The origin of a rapier body is its center of mass. Bodies that do not rotate get zero
    /// inertia.
    pub(crate) fn for_engine(&self, turns: bool) -> MassProperties {
        let center = vector_to_engine(DVec3::ZERO);
        let moments = self.moments();
        if !turns {
            // rapier treats zero inertia as infinite: contacts and torques cannot rotate the body.
            return MassProperties::new(center, self.mass as f32, vector_to_engine(DVec3::ZERO));
        }
        if self.tensor == DMat3::from_diagonal(moments) {
            return MassProperties::new(center, self.mass as f32, vector_to_engine(moments));
        }
        let [x, y, z] = [self.tensor.x_axis, self.tensor.y_axis, self.tensor.z_axis];
        let columns = Matrix::from_cols(vector_to_engine(x), vector_to_engine(y), vector_to_engine(z));
        MassProperties::with_inertia_matrix(center, self.mass as f32, columns)
    }
}

/// Inertia of a point mass about the origin. [kg m²]
fn steiner(mass: f64, at: DVec3) -> DMat3 {
    let product = DMat3::from_cols(at * at.x, at * at.y, at * at.z);
    (DMat3::IDENTITY * at.length_squared() - product) * mass
}

/// Principal moments of inertia about the origin of the node, along its axes. [kg m²]
///
/// A single sphere counts as a solid sphere, every other shape as a solid box of its size, regardless of its pose in the
/// node. The margin of a hull [m] is added three times on each side, or twice if the hull is one of several shapes. This
/// reproduces Bullet, the physics engine of the original MORSE: it adds the margin when it computes the box of a hull, when
/// the box is queried, and for the inertia of a single hull.
fn local_inertia(mass: f64, solids: &[ColliderShape], margin: f64) -> DVec3 {
    match solids {
        [] => ball(mass, BARE_RADIUS_M),
        [only] => match only.shape.as_ball() {
            Some(shape) => ball(mass, f64::from(shape.radius)),
            None => bounding_box(mass, solids, 2.0 * margin),
        },
        _ => bounding_box(mass, solids, margin),
    }
}

fn ball(mass: f64, radius: f64) -> DVec3 {
    DVec3::splat(0.4 * mass * radius * radius)
}

/// Moments of inertia of the bounding box of shapes. Hulls are enlarged by `larger` [m] on each side. [kg m²]
fn bounding_box(mass: f64, solids: &[ColliderShape], larger: f64) -> DVec3 {
    let corners = solids.iter().fold(None, |corners, solid| {
        let aabb = solid.shape.compute_aabb(&pose_to_engine(solid.node_from_solid));
        let larger = if solid.shape.as_convex_polyhedron().is_some() { larger } else { 0.0 };
        let (low, high) = (vector_from_engine(aabb.mins) - larger, vector_from_engine(aabb.maxs) + larger);
        match corners {
            None => Some((low, high)),
            Some((lowest, highest)) => Some((low.min(lowest), high.max(highest))),
        }
    });
    let (low, high) = corners.unwrap_or_default();
    let squares = ((high - low) / 2.0).powf(2.0);
    DVec3::new(squares.y + squares.z, squares.x + squares.z, squares.x + squares.y) * (mass / 3.0)
}

/// rapier's damping coefficient k, applied as `v /= 1 + k dt` once a tick, that is equivalent to `v *= (1 - d)^dt` of the
/// original MORSE.
pub(crate) fn damping_for_engine(damping: f64, tick_s: f64) -> f32 {
    let kept = libm::pow(1.0 - damping, tick_s);
    // A damping of 1 stops all motion; 1e9 leaves a velocity too small for single precision.
    ((1.0 / kept - 1.0) / tick_s).clamp(0.0, 1e9) as f32
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;

    #[test]
    fn combined_halves_of_a_rod_have_the_inertia_of_the_rod() {
        // A thin rod of 2 kg and 1 m along x: m l² / 12 about its center; the centers of its halves are 0.25 m from it.
        let rod = |mass: f64, length: f64| Mass {
            mass,
            center: DVec3::ZERO,
            tensor: DMat3::from_diagonal(DVec3::new(0.0, 1.0, 1.0) * mass * length * length / 12.0),
            ..Mass::default()
        };
        let turned = Pose {
            translation: DVec3::new(0.5, 0.0, 0.0),
            rotation: DQuat::from_rotation_z(std::f64::consts::PI),
        };
        let both = rod(1.0, 0.5).with(turned, &rod(1.0, 0.5));
        assert_eq!(both.mass, 2.0);
        assert!((both.center - DVec3::new(0.25, 0.0, 0.0)).length() < 1e-15);
        assert!(both.tensor.abs_diff_eq(rod(2.0, 1.0).tensor, 1e-15), "{:?}", both.tensor);
    }
}
