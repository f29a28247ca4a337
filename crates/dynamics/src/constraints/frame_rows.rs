//! Rows of constraints between frames of two links, given for one step.

use glam::DVec3;
use morse_geometry::Pose;

use super::{Law, Pull, Response, Rows, Source};
use crate::data::Data;
use crate::model::Model;
use crate::options::Options;
use crate::relative_motion::{inverse_inertia, motion_at, motion_of_point, relative_chain};
use crate::state::FrameConstraint;

/// Adds the rows of all constraints: one for each locked axis, and one for each limit that is passed.
pub(crate) fn add_frame_constraints(
    model: &Model,
    options: &Options,
    data: &Data,
    v: &[f64],
    constraints: &[FrameConstraint],
    rows: &mut Rows,
) {
    for constraint in constraints {
        let [a, b] = [constraint.a, constraint.b].map(|link| link.and_then(|link| model.links[link].body));
        let world_from = |link: Option<usize>, pose: Pose| match link {
            Some(link) => data.world_from_link(model, link) * pose,
            None => pose,
        };
        let on_a = world_from(constraint.a, constraint.a_from_frame);
        let on_b = world_from(constraint.b, constraint.b_from_frame);
        let along = on_a.rotation.conjugate() * (on_b.translation - on_a.translation);
        let turned = on_a.rotation.conjugate() * on_b.rotation;
        let turned = if turned.w < 0.0 { -turned } else { turned };
        // Angles about each axis, exact for a rotation about one axis.
        let about = [turned.x, turned.y, turned.z].map(|part| 2.0 * libm::atan2(part, turned.w));
        let point = on_b.translation;
        let [motion_a, motion_b] = [a, b].map(|body| motion_of_point(model, data, body, point)[1]);
        for (number, limits) in constraint.limits.iter().enumerate() {
            let Some([low, high]) = *limits else { continue };
            let is_rotation = number >= 3;
            let value = if is_rotation { about[number - 3] } else { along[number] };
            let (law, sign, position) = match () {
                () if low == high => (Law::Equality, 1.0, value - low),
                () if value < low => (Law::Unilateral, 1.0, value - low),
                () if value > high => (Law::Unilateral, -1.0, high - value),
                () => continue,
            };
            let axis = on_a.rotation * DVec3::AXES[number % 3] * sign;
            let support = rows.support.len();
            relative_chain(model, a, b, |dof, side| {
                let motion = motion_at(model, data, dof, point) * side;
                rows.support.push(dof as u32);
                rows.elements.push(axis.dot(if is_rotation { motion.angular } else { motion.linear }));
            });
            rows.push(law, Source::Equality, 1, support);
            rows.set(
                0,
                v,
                Response {
                    parameters: &constraint.parameters,
                    position,
                    violation: position,
                    inverse_inertia: inverse_inertia(model, a, b)[usize::from(is_rotation)],
                    step: options.step,
                    is_friction: false,
                    recovery_speed: options.recovery_speed,
                },
            );
            // The acceleration of the row at zero acceleration of the joints.
            let drift = motion_b - motion_a;
            let row = rows.reference.len() - 1;
            rows.reference[row] -= axis.dot(if is_rotation { drift.angular } else { drift.linear });
            if !is_rotation {
                rows.pulls.push(Pull { plus: (b, point), minus: (a, point), axis, row });
            }
        }
    }
}
