//! Quantities of whole mechanisms: center of mass, momentum, energy.

use glam::{DQuat, DVec3};

use crate::data::Data;
use crate::model::Model;
use crate::rigid_inertia::RigidInertia;
use crate::spatial::Spatial;
use crate::spec::JointKind;
use crate::tendon;
use crate::tree_matrix;

/// Inertia of a mechanism about its origin, after the positions.
fn whole(model: &Model, data: &Data, tree: usize) -> RigidInertia {
    let mut sum = RigidInertia::default();
    data.inertias[model.trees[tree].bodies.clone()].iter().for_each(|inertia| sum += *inertia);
    sum
}

/// Center of mass of a mechanism in the world, after the positions. [m]
pub fn center_of_mass(model: &Model, data: &Data, tree: usize) -> DVec3 {
    let (_, center, _) = whole(model, data, tree).parts();
    data.origins[tree] + center
}

/// Mass of a mechanism. [kg]
pub fn total_mass(model: &Model, tree: usize) -> f64 {
    model.bodies[model.trees[tree].bodies.clone()].iter().map(|body| body.mass).sum()
}

/// Centroidal momentum of a mechanism, after the velocities: angular about its center of mass [kg m²/s] and linear [kg m/s],
/// along the axes of the world. Armatures have none.
pub fn centroidal_momentum(model: &Model, data: &Data, tree: usize) -> Spatial {
    let mut sum = Spatial::ZERO;
    for body in model.trees[tree].bodies.clone() {
        sum += data.inertias[body].momentum(data.velocities[body]);
    }
    let (_, center, _) = whole(model, data, tree).parts();
    Spatial { angular: sum.angular - center.cross(sum.linear), linear: sum.linear }
}

/// Kinetic energy with that of armatures, after the mass matrix. [J]
pub fn kinetic_energy(model: &Model, data: &Data, v: &[f64]) -> f64 {
    let mut product = vec![0.0; v.len()];
    tree_matrix::multiply(model, 0..v.len(), &data.mass, v, &mut product);
    0.5 * product.iter().zip(v).map(|(a, b)| a * b).sum::<f64>()
}

/// Potential energy of gravity and springs, after the positions: zero at the world's origin with springs at rest. [J]
pub fn potential_energy(model: &Model, data: &Data, q: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (tree, origin) in data.origins.iter().enumerate() {
        let inertia = whole(model, data, tree);
        sum -= model.spec.gravity.dot(inertia.moment + *origin * inertia.mass);
    }
    for spring in &model.springs {
        let body = &model.bodies[spring.body];
        let stretch = match body.kind {
            JointKind::Ball => DQuat::from_slice(&q[body.q_at..]).to_scaled_axis().length(),
            _ => q[body.q_at] - spring.reference,
        };
        sum += spring.polynomial.energy(spring.stiffness, stretch);
    }
    for tendon in model.tendons.iter().filter(|tendon| tendon.polynomial.is_spring(tendon.stiffness)) {
        let length = tendon::length(data, tendon, q);
        let beyond = length - length.clamp(tendon.rest[0], tendon.rest[1]);
        sum += tendon.polynomial.energy(tendon.stiffness, beyond);
    }
    sum
}
