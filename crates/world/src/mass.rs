//! Masses and moments of inertia.

use glam::{DMat3, DVec3};
use rapier3d::prelude::{MassProperties, Matrix};
use serde::{Deserialize, Serialize};

use crate::convert::{pose_to_engine, vector_from_engine, vector_to_engine};
use crate::solid::Solid;
use crate::{BodySpec, Pose};

/// Moments of inertia of bodies are this share of those of their shapes: the original's form factor, which
/// the tuning of its controllers (quadrotors …) counts on.
const INERTIA_FORM_FACTOR: f64 = 0.4;

/// Radius of the ball that stands for a body without shapes. [m]
const BARE_RADIUS_M: f64 = 1.0;

/// The mass of a body and how it is spread, in the frame of its node.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Mass {
    /// [kg]
    pub(crate) mass: f64,
    /// Centre of mass. [m]
    pub(crate) centre: DVec3,
    /// About the centre of mass. [kg m²]
    pub(crate) tensor: DMat3,
}

impl Mass {
    /// As a description says, or as the shapes let guess.
    pub(crate) fn of(spec: &BodySpec, solids: &[Solid]) -> Mass {
        match spec.inertia {
            Some(inertia) => Mass { mass: spec.mass, centre: inertia.centre_of_mass, tensor: inertia.tensor },
            None => Mass {
                mass: spec.mass,
                centre: DVec3::ZERO,
                tensor: DMat3::from_diagonal(local_inertia(spec.mass, solids)),
            },
        }
    }

    /// Of this and another body that stands in it.
    pub(crate) fn with(&self, own_from_other: Pose, other: &Mass) -> Mass {
        let mass = self.mass + other.mass;
        let other_centre = own_from_other.transform_point(other.centre);
        let centre = (self.centre * self.mass + other_centre * other.mass) / mass;
        let turn = DMat3::from_quat(own_from_other.rotation);
        let other_tensor = turn * other.tensor * turn.transpose();
        let tensor = self.tensor
            + steiner(self.mass, self.centre - centre)
            + other_tensor
            + steiner(other.mass, other_centre - centre);
        Mass { mass, centre, tensor }
    }

    /// Moments of inertia about the axes of the node through the centre of mass. [kg m²]
    pub(crate) fn moments(&self) -> DVec3 {
        DVec3::new(self.tensor.x_axis.x, self.tensor.y_axis.y, self.tensor.z_axis.z)
    }

    /// Turn rate for each unit of angular impulse; none about axes without inertia. [1/(kg m²)]
    pub(crate) fn inverse_tensor(&self) -> DMat3 {
        let moments = self.moments();
        if self.tensor == DMat3::from_diagonal(moments) {
            let inverse = DVec3::select(moments.cmpgt(DVec3::ZERO), moments.recip(), DVec3::ZERO);
            return DMat3::from_diagonal(inverse);
        }
        self.tensor.inverse()
    }

    /// What the engine needs, in whose body the centre of mass is the origin; no turning for bodies that only slide.
    pub(crate) fn for_engine(&self, turns: bool) -> MassProperties {
        let centre = vector_to_engine(DVec3::ZERO);
        let moments = self.moments();
        if !turns {
            // To the engine, no inertia is an infinite one: contacts and torques cannot turn the body.
            return MassProperties::new(centre, self.mass as f32, vector_to_engine(DVec3::ZERO));
        }
        if self.tensor == DMat3::from_diagonal(moments) {
            return MassProperties::new(centre, self.mass as f32, vector_to_engine(moments));
        }
        let [x, y, z] = [self.tensor.x_axis, self.tensor.y_axis, self.tensor.z_axis];
        let columns = Matrix::from_cols(vector_to_engine(x), vector_to_engine(y), vector_to_engine(z));
        MassProperties::with_inertia_matrix(centre, self.mass as f32, columns)
    }
}

/// Inertia of a point mass about the origin. [kg m²]
fn steiner(mass: f64, at: DVec3) -> DMat3 {
    let product = DMat3::from_cols(at * at.x, at * at.y, at * at.z);
    (DMat3::IDENTITY * at.length_squared() - product) * mass
}

/// Principal moments of inertia about the origin of the node, along its axes. [kg m²]
///
/// A ball counts as a solid ball, everything else as a solid box of its size, whatever its place in the
/// node; both times the form factor. This is how the original's physics engine reckons.
fn local_inertia(mass: f64, solids: &[Solid]) -> DVec3 {
    let moments = match solids {
        [] => ball(mass, BARE_RADIUS_M),
        [only] => match only.shape.as_ball() {
            Some(shape) => ball(mass, f64::from(shape.radius)),
            None => bounding_box(mass, solids),
        },
        _ => bounding_box(mass, solids),
    };
    moments * INERTIA_FORM_FACTOR
}

fn ball(mass: f64, radius: f64) -> DVec3 {
    DVec3::splat(0.4 * mass * radius * radius)
}

fn bounding_box(mass: f64, solids: &[Solid]) -> DVec3 {
    let corners = solids.iter().fold(None, |corners, solid| {
        let aabb = solid.shape.compute_aabb(&pose_to_engine(solid.node_from_solid));
        let (low, high) = (vector_from_engine(aabb.mins), vector_from_engine(aabb.maxs));
        match corners {
            None => Some((low, high)),
            Some((lowest, highest)) => Some((low.min(lowest), high.max(highest))),
        }
    });
    let (low, high) = corners.unwrap_or_default();
    let squares = ((high - low) / 2.0).powf(2.0);
    DVec3::new(squares.y + squares.z, squares.x + squares.z, squares.x + squares.y) * (mass / 3.0)
}

/// The engine's damping, `v /= 1 + k dt` once a tick, that equals the original's `v *= (1 - d)^dt`.
pub(crate) fn damping_for_engine(damping: f64, tick_s: f64) -> f32 {
    let kept = (1.0 - damping).powf(tick_s);
    // A damping of 1 stops everything; 1e9 leaves nothing that single precision can see.
    ((1.0 / kept - 1.0) / tick_s).clamp(0.0, 1e9) as f32
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;

    #[test]
    fn two_halves_of_a_rod_make_the_rod() {
        // A thin rod of 2 kg and 1 m along x: m l² / 12 about its middle; its halves stand a quarter metre off.
        let rod = |mass: f64, length: f64| Mass {
            mass,
            centre: DVec3::ZERO,
            tensor: DMat3::from_diagonal(DVec3::new(0.0, 1.0, 1.0) * mass * length * length / 12.0),
        };
        let turned = Pose {
            translation: DVec3::new(0.5, 0.0, 0.0),
            rotation: DQuat::from_rotation_z(std::f64::consts::PI),
        };
        let both = rod(1.0, 0.5).with(turned, &rod(1.0, 0.5));
        assert_eq!(both.mass, 2.0);
        assert!((both.centre - DVec3::new(0.25, 0.0, 0.0)).length() < 1e-15);
        assert!(both.tensor.abs_diff_eq(rod(2.0, 1.0).tensor, 1e-15), "{:?}", both.tensor);
    }
}
