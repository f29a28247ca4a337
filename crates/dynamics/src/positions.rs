//! Forward kinematics: poses of bodies, motion subspaces of joints, inertias in the world.

use glam::{DMat3, DQuat, DVec3};
use morse_geometry::Pose;

use crate::data::Data;
use crate::model::Model;
use crate::rigid_inertia::RigidInertia;
use crate::spatial::Spatial;
use crate::spec::JointKind;

/// Computes poses, motion subspaces and inertias from positions.
pub fn update_positions(model: &Model, q: &[f64], data: &mut Data) {
    for (index, body) in model.bodies.iter().enumerate() {
        let parent = body.parent.map(|parent| data.world_from_body[parent]);
        let world_from_zero = parent.map_or(body.parent_from_body, |it| it * body.parent_from_body);
        let q = &q[body.q_at..];
        let world_from_body = match body.kind {
            JointKind::Fixed => world_from_zero,
            JointKind::Hinge => {
                let turn = DQuat::from_axis_angle(body.axis, q[0]);
                Pose { rotation: (world_from_zero.rotation * turn).normalize(), ..world_from_zero }
            }
            JointKind::Slide => {
                let along = world_from_zero.rotation * body.axis;
                Pose { translation: world_from_zero.translation + along * q[0], ..world_from_zero }
            }
            JointKind::Ball => {
                let turn = DQuat::from_slice(q);
                Pose { rotation: (world_from_zero.rotation * turn).normalize(), ..world_from_zero }
            }
            JointKind::Free => {
                Pose { translation: DVec3::from_slice(q), rotation: DQuat::from_slice(&q[3..]).normalize() }
            }
        };
        data.world_from_body[index] = world_from_body;
        let axes = DMat3::from_quat(world_from_body.rotation);
        data.rotations[index] = axes;
        if model.trees[body.tree].bodies.start == index {
            data.origins[body.tree] = world_from_body.translation;
        }
        let place = world_from_body.translation - data.origins[body.tree];
        let turns = |axis: DVec3| Spatial { angular: axis, linear: place.cross(axis) };
        let moves = |axis: DVec3| Spatial { angular: DVec3::ZERO, linear: axis };
        let subspace = &mut data.subspace[body.v_at..body.v_at + body.kind.dofs()];
        match body.kind {
            JointKind::Fixed => {}
            JointKind::Hinge => subspace[0] = turns(axes * body.axis),
            JointKind::Slide => subspace[0] = moves(axes * body.axis),
            JointKind::Ball => {
                subspace.copy_from_slice(&[axes.x_axis, axes.y_axis, axes.z_axis].map(turns));
            }
            JointKind::Free => {
                subspace[..3].copy_from_slice(&[DVec3::X, DVec3::Y, DVec3::Z].map(moves));
                subspace[3..].copy_from_slice(&[axes.x_axis, axes.y_axis, axes.z_axis].map(turns));
            }
        }
        let tensor = axes * body.tensor * axes.transpose();
        data.inertias[index] = RigidInertia::new(body.mass, place + axes * body.center, tensor);
    }
}

/// Moves positions along velocities for a time span [s].
pub fn integrate_positions(model: &Model, q: &mut [f64], v: &[f64], span: f64) {
    for body in &model.bodies {
        let (q, v) = (&mut q[body.q_at..], &v[body.v_at..]);
        match body.kind {
            JointKind::Fixed => {}
            JointKind::Hinge | JointKind::Slide => q[0] += span * v[0],
            JointKind::Ball => rotate(q, DVec3::from_slice(v), span),
            JointKind::Free => {
                let place = DVec3::from_slice(q) + DVec3::from_slice(v) * span;
                place.write_to_slice(q);
                rotate(&mut q[3..], DVec3::from_slice(&v[3..]), span);
            }
        }
    }
}

/// Turns a quaternion by an angular velocity [rad/s] along its own axes for a time span [s].
fn rotate(q: &mut [f64], velocity: DVec3, span: f64) {
    let turned = DQuat::from_slice(q).normalize() * DQuat::from_scaled_axis(velocity * span);
    turned.normalize().write_to_slice(q);
}
