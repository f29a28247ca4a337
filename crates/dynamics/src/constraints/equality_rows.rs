//! Rows of equalities: points that coincide, poses that coincide, joints that follow joints.

use glam::{DQuat, DVec3};
use morse_geometry::Pose;

use super::tendon_rows::{Following, add_tendon_equality};
use super::{Law, Pull, Response, Rows, Source, evaluate};
use crate::data::Data;
use crate::model::{Attachment, Equality, EqualityRows, Model};
use crate::options::Options;
use crate::relative_motion::{common_chain, inverse_inertia, motion_at, motion_of_point, relative_chain};
use crate::spatial::Spatial;
use crate::tendon::TendonLength;

/// Adds the rows of all equalities.
pub(crate) fn add_equalities(
    model: &Model,
    options: &Options,
    data: &Data,
    q: &[f64],
    v: &[f64],
    tendons: &[TendonLength],
    rows: &mut Rows,
) {
    for equality in &model.equalities {
        match &equality.rows {
            EqualityRows::Connect => add_pose(model, options, data, v, equality, None, rows),
            EqualityRows::Weld { torque_scale } => {
                add_pose(model, options, data, v, equality, Some(*torque_scale), rows);
            }
            EqualityRows::Tendon { tendon, other, polynomial } => {
                let (tendon, other, parameters) = (*tendon, *other, &equality.parameters);
                let following = Following { tendon, other, polynomial, parameters };
                add_tendon_equality(model, options, v, tendons, following, rows);
            }
            EqualityRows::Joint { joint, other, polynomial } => {
                let (value, slope) = match other {
                    None => (polynomial[0], 0.0),
                    Some((q_at, _)) => evaluate(polynomial, q[*q_at]),
                };
                let support = rows.support.len();
                let mut members = [(joint.1, 1.0), (joint.1, 0.0)];
                let mut count = 1;
                if let Some((_, dof)) = other {
                    members[1] = (*dof, -slope);
                    count = 2;
                    members.sort_by_key(|(dof, _)| *dof);
                }
                for (dof, element) in &members[..count] {
                    rows.support.push(*dof as u32);
                    rows.elements.push(*element);
                }
                rows.push(Law::Equality, Source::Equality, 1, support);
                let position = q[joint.0] - value;
                let inverse = |dof: usize| model.dofs[dof].inverse_inertia;
                rows.set(
                    0,
                    v,
                    Response {
                        parameters: &equality.parameters,
                        position,
                        violation: position,
                        inverse_inertia: inverse(joint.1) + other.map_or(0.0, |(_, dof)| inverse(dof)),
                        step: options.step,
                        is_friction: false,
                        recovery_speed: options.recovery_speed,
                    },
                );
            }
        }
    }
}

/// The pose of an attachment in the world.
fn world_from_frame(data: &Data, attachment: &Attachment) -> Pose {
    let body = attachment.body.map_or(Pose::IDENTITY, |body| data.world_from_body[body]);
    body * attachment.body_from_frame
}

/// Adds three rows for the points of two frames, and three for their rotations if a weight for them is given.
fn add_pose(
    model: &Model,
    options: &Options,
    data: &Data,
    v: &[f64],
    equality: &Equality,
    torque_scale: Option<f64>,
    rows: &mut Rows,
) {
    let (a, b) = (equality.a.body, equality.b.body);
    let [on_a, on_b] = [&equality.a, &equality.b].map(|attachment| world_from_frame(data, attachment));
    let mut positions = [0.0; 6];
    (on_a.translation - on_b.translation).write_to_slice(&mut positions[..3]);
    let count = if let Some(scale) = torque_scale {
        let error = on_b.rotation.conjugate() * on_a.rotation;
        (DVec3::new(error.x, error.y, error.z) * scale).write_to_slice(&mut positions[3..]);
        6
    } else {
        3
    };
    let support = rows.support.len();
    // Common ancestors move both points differently while these are apart.
    rows.support.extend(common_chain(model, b, a));
    relative_chain(model, b, a, |dof, _| rows.support.push(dof as u32));
    let width = rows.support.len() - support;
    let elements = rows.elements.len();
    rows.elements.resize(elements + count * width, 0.0);
    let mut place = elements;
    let mut add = |motion: Spatial| {
        for axis in 0..3 {
            rows.elements[place + axis * width] = motion.linear[axis];
        }
        if let Some(scale) = torque_scale {
            // The rate of the quaternion of the error for a relative angular velocity.
            let rate =
                on_b.rotation.conjugate() * DQuat::from_vec4(motion.angular.extend(0.0)) * on_a.rotation;
            let rate = DVec3::new(rate.x, rate.y, rate.z) * (0.5 * scale);
            for axis in 0..3 {
                rows.elements[place + (3 + axis) * width] = rate[axis];
            }
        }
        place += 1;
    };
    for dof in common_chain(model, b, a).iter().map(|dof| *dof as usize) {
        add(motion_at(model, data, dof, on_a.translation) - motion_at(model, data, dof, on_b.translation));
    }
    relative_chain(model, b, a, |dof, sign| {
        let point = if sign > 0.0 { on_a.translation } else { on_b.translation };
        add(motion_at(model, data, dof, point) * sign);
    });
    rows.push(Law::Equality, Source::Equality, count, support);
    let violation = positions[..count].iter().map(|value| value * value).sum::<f64>().sqrt();
    let inverse = inverse_inertia(model, a, b);
    let drift = drift(model, data, equality, on_a, on_b, torque_scale);
    for (row, position) in positions[..count].iter().enumerate() {
        rows.set(
            row,
            v,
            Response {
                parameters: &equality.parameters,
                position: *position,
                violation,
                inverse_inertia: inverse[row / 3],
                step: options.step,
                is_friction: false,
                recovery_speed: options.recovery_speed,
            },
        );
        // The acceleration of the row is that of its Jacobian times the acceleration of the joints, and this.
        let at = rows.reference.len() - count + row;
        rows.reference[at] -= drift[row];
        if row < 3 {
            let [plus, minus] = [(a, on_a.translation), (b, on_b.translation)];
            rows.pulls.push(Pull { plus, minus, axis: DVec3::AXES[row], row: at });
        }
    }
}

/// Product of the time derivative of the rows' Jacobian and the velocity. The rates of quaternions are products of
/// quaternions without real part.
fn drift(
    model: &Model,
    data: &Data,
    equality: &Equality,
    on_a: Pose,
    on_b: Pose,
    torque_scale: Option<f64>,
) -> [f64; 6] {
    let [velocity_a, acceleration_a] = motion_of_point(model, data, equality.a.body, on_a.translation);
    let [velocity_b, acceleration_b] = motion_of_point(model, data, equality.b.body, on_b.translation);
    let mut drift = [0.0; 6];
    (acceleration_a.linear - acceleration_b.linear).write_to_slice(&mut drift[..3]);
    if let Some(scale) = torque_scale {
        let pure = |vector: DVec3| DQuat::from_vec4(vector.extend(0.0));
        let relative = velocity_a.angular - velocity_b.angular;
        let rate = pure(acceleration_a.angular - acceleration_b.angular)
            + (pure(relative) * pure(velocity_a.angular) - pure(velocity_b.angular) * pure(relative)) * 0.5;
        let rate = on_b.rotation.conjugate() * rate * on_a.rotation;
        (DVec3::new(rate.x, rate.y, rate.z) * (0.5 * scale)).write_to_slice(&mut drift[3..]);
    }
    drift
}
