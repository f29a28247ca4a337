//! Velocities of bodies and the recursive Newton-Euler algorithm.
//!
//! Featherstone, Rigid Body Dynamics Algorithms, 2008, sections 3.5 and 5.3.

use glam::DVec3;

use crate::data::Data;
use crate::model::Model;
use crate::spatial::Spatial;
use crate::spec::JointKind;

/// Computes velocities of bodies and rates of motion subspaces, after the positions.
pub fn update_velocities(model: &Model, v: &[f64], data: &mut Data) {
    for (index, body) in model.bodies.iter().enumerate() {
        let mut velocity = body.parent.map_or(Spatial::ZERO, |parent| data.velocities[parent]);
        let mut at = body.v_at;
        let end = at + body.kind.dofs();
        if body.kind == JointKind::Free {
            // Its translations are along fixed axes of the world.
            data.subspace_rate[at..at + 3].fill(Spatial::ZERO);
            velocity.linear += DVec3::from_slice(&v[at..]);
            at += 3;
        }
        let before = velocity;
        let rates = &mut data.subspace_rate[at..end];
        for ((rate, motion), v) in rates.iter_mut().zip(&data.subspace[at..end]).zip(&v[at..end]) {
            *rate = before.cross_motion(*motion);
            velocity += *motion * *v;
        }
        data.velocities[index] = velocity;
    }
}

/// Computes the effort that keeps the velocity constant, after positions and velocities.
pub fn update_bias(model: &Model, v: &[f64], data: &mut Data) {
    let mut bias = std::mem::take(&mut data.bias);
    inverse_dynamics(model, v, None, data, &mut bias);
    data.bias = bias;
}

/// Writes the effort for an acceleration (zero if `None`) to `efforts`, after positions and velocities: the product of mass
/// matrix and acceleration without armatures, plus the bias.
pub fn inverse_dynamics(
    model: &Model,
    v: &[f64],
    acceleration: Option<&[f64]>,
    data: &mut Data,
    efforts: &mut [f64],
) {
    let ground = Spatial { angular: DVec3::ZERO, linear: -model.spec.gravity };
    for (index, body) in model.bodies.iter().enumerate() {
        let mut total = body.parent.map_or(ground, |parent| data.accelerations[parent]);
        for dof in body.v_at..body.v_at + body.kind.dofs() {
            total += data.subspace_rate[dof] * v[dof];
            if let Some(acceleration) = acceleration {
                total += data.subspace[dof] * acceleration[dof];
            }
        }
        data.accelerations[index] = total;
        let velocity = data.velocities[index];
        let inertia = &data.inertias[index];
        data.forces[index] = inertia.momentum(total) + velocity.cross_force(inertia.momentum(velocity));
    }
    for (index, body) in model.bodies.iter().enumerate().rev() {
        let force = data.forces[index];
        let dofs = body.v_at..body.v_at + body.kind.dofs();
        for (effort, motion) in efforts[dofs.clone()].iter_mut().zip(&data.subspace[dofs]) {
            *effort = motion.dot(force);
        }
        if let Some(parent) = body.parent {
            data.forces[parent] += force;
        }
    }
}
