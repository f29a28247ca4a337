//! Rows of single joints: limits, dry friction, servos.

use glam::{DQuat, DVec3};

use super::{Law, Response, Rows, Source};
use crate::forces::MotorEffort;
use crate::model::Model;
use crate::moments::Moment;
use crate::options::Options;
use crate::spec::JointKind;
use crate::state::Servo;

/// Adds the rows of limits that are violated.
pub(crate) fn add_limits(model: &Model, options: &Options, q: &[f64], v: &[f64], rows: &mut Rows) {
    for limit in &model.limits {
        let body = &model.bodies[limit.body];
        if options.rigid_limits && !limit.is_soft && body.kind != JointKind::Ball {
            continue;
        }
        let mut add = |distance: f64, motion: &[f64]| {
            let support = rows.support.len();
            rows.support.extend((0..motion.len()).map(|axis| (body.v_at + axis) as u32));
            rows.elements.extend(motion);
            rows.push(Law::Unilateral, Source::Limit, 1, support);
            rows.set(
                0,
                v,
                Response {
                    parameters: &limit.parameters,
                    position: distance,
                    violation: distance,
                    inverse_inertia: model.dofs[body.v_at].inverse_inertia,
                    step: options.step,
                    is_friction: false,
                    // A limit with a softness of its own returns as fast as that asks for.
                    recovery_speed: if limit.is_soft { f64::INFINITY } else { options.recovery_speed },
                },
            );
        };
        if body.kind == JointKind::Ball {
            let turned = DQuat::from_slice(&q[body.q_at..]);
            let turned = if turned.w < 0.0 { -turned } else { turned };
            let (axis, angle) = turned.to_axis_angle();
            let distance = limit.range[1] - angle;
            if distance < 0.0 {
                let axis: DVec3 = -axis;
                add(distance, &axis.to_array());
            }
            continue;
        }
        let position = q[body.q_at];
        let [low, high] = limit.range;
        if position < low {
            add(position - low, &[1.0]);
        }
        if position > high {
            add(high - position, &[-1.0]);
        }
    }
}

/// Weight of rigid stops: their error is the velocity that the load changes in a step, in shares.
const RIGID: f64 = 1e6;

/// Distance from a limit within which its row is added. [m or rad]
const NEAR: f64 = 1e-3;

/// Adds the rows of rigid limits: at the end of the step, the velocity leads at most to the limit. `acceleration` is that
/// without constraints.
pub(crate) fn add_rigid_limits(
    model: &Model,
    options: &Options,
    q: &[f64],
    v: &[f64],
    acceleration: &[f64],
    rows: &mut Rows,
) {
    let step = options.step;
    for limit in &model.limits {
        let body = &model.bodies[limit.body];
        if body.kind == JointKind::Ball || limit.is_soft {
            continue;
        }
        let (position, velocity) = (q[body.q_at], v[body.v_at]);
        for (sign, bound) in [(1.0, limit.range[0]), (-1.0, limit.range[1])] {
            let distance = sign * (position - bound);
            let coming = sign * (velocity + step * acceleration[body.v_at]);
            if distance + 2.0 * step * coming.min(0.0) >= NEAR {
                continue;
            }
            let support = rows.support.len();
            rows.support.push(body.v_at as u32);
            rows.elements.push(sign);
            rows.push(Law::Unilateral, Source::Limit, 1, support);
            let row = rows.reference.len() - 1;
            let least = (-distance / step).min(options.recovery_speed);
            rows.reference[row] = (least - sign * velocity) / step;
            rows.weight[row] = RIGID / model.dofs[body.v_at].inverse_inertia;
        }
    }
}

/// Adds the rows of dry friction.
pub(crate) fn add_dry_friction(model: &Model, options: &Options, v: &[f64], rows: &mut Rows) {
    for friction in &model.frictions {
        let dof = &model.dofs[friction.dof];
        let support = rows.support.len();
        rows.support.push(friction.dof as u32);
        rows.elements.push(1.0);
        rows.push(Law::Clamped { low: -dof.friction, high: dof.friction }, Source::DryFriction, 1, support);
        rows.set(
            0,
            v,
            Response {
                parameters: &friction.parameters,
                position: 0.0,
                violation: 0.0,
                inverse_inertia: dof.inverse_inertia,
                step: options.step,
                is_friction: true,
                recovery_speed: options.recovery_speed,
            },
        );
    }
}

/// The rotation vector of a ball, by the shorter way. [rad]
fn rotation_vector(q: &[f64]) -> DVec3 {
    let turned = DQuat::from_slice(q);
    let turned = if turned.w < 0.0 { -turned } else { turned };
    turned.to_scaled_axis()
}

/// Adds the rows of the servos of a step, as those of motors. Positions of balls are parts of their rotation vectors.
pub(crate) fn add_step_servos(
    model: &Model,
    options: &Options,
    q: &[f64],
    v: &[f64],
    servos: &[Servo],
    rows: &mut Rows,
) {
    let step = options.step;
    for (index, servo) in servos.iter().enumerate() {
        let weight = step * (step * servo.stiffness + servo.damping);
        if weight <= 0.0 {
            continue;
        }
        let support = rows.support.len();
        rows.support.push(servo.dof as u32);
        rows.elements.push(1.0);
        let law = Law::Clamped { low: -servo.max_effort, high: servo.max_effort };
        rows.push(law, Source::Servo(index), 1, support);
        let row = rows.reference.len() - 1;
        let velocity = v[servo.dof];
        let body = &model.bodies[model.dofs[servo.dof].body];
        let position = match body.kind {
            JointKind::Ball => rotation_vector(&q[body.q_at..])[servo.dof - body.v_at],
            _ => q[body.q_at],
        };
        let ahead = servo.position - position - step * velocity;
        rows.weight[row] = weight;
        rows.reference[row] =
            (servo.stiffness * ahead + servo.damping * (servo.velocity - velocity)) / weight;
    }
}

/// Adds the rows of servos. The effort at the end of the step, `e - k h (v + h a) - d h a` with the effort `e` at its
/// start, the stiffness `k` and the damping `d`, is a linear function of the acceleration `a`, within the effort limits.
///
/// Castro et al., An unconstrained convex formulation of compliant contact, IEEE T-RO 2022, section VI.
pub(crate) fn add_servos(options: &Options, motors: &[MotorEffort], moments: &[Moment], rows: &mut Rows) {
    let step = options.step;
    for (index, (effort, moment)) in motors.iter().zip(moments).enumerate().filter(|(_, it)| it.0.is_servo())
    {
        let (stiffness, damping) = (effort.stiffness.max(0.0), effort.damping.max(0.0));
        let weight = step * (step * stiffness + damping);
        let support = rows.support.len();
        for (dof, element) in &moment.elements {
            rows.support.push(*dof as u32);
            rows.elements.push(*element);
        }
        let [low, high] = effort.limits;
        rows.push(Law::Clamped { low, high }, Source::Motor(index), 1, support);
        let row = rows.reference.len() - 1;
        rows.weight[row] = weight;
        rows.reference[row] = (effort.wanted - step * stiffness * effort.velocity) / weight;
    }
}
