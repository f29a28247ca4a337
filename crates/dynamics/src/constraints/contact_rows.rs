//! Rows of contacts: normal, sliding, spinning and rolling.

use glam::DVec3;

use super::{LEAST, Law, Response, Rows, Source};
use crate::contact::{Contact, ContactKind};
use crate::data::Data;
use crate::model::Model;
use crate::options::Options;
use crate::spatial::Spatial;

fn chain(model: &Model, body: Option<usize>) -> &[u32] {
    body.map_or(&[][..], |body| model.chain(body))
}

/// The degrees of freedom that move both of two bodies, in ascending order.
pub(super) fn common_chain(model: &Model, a: Option<usize>, b: Option<usize>) -> &[u32] {
    let (a, b) = (chain(model, a), chain(model, b));
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    &a[..common]
}

/// The degrees of freedom that change the motion of a body in relation to a second one: those of either chain that are not
/// common ancestors, in ascending order, with the sign of each.
pub(crate) fn relative_chain(
    model: &Model,
    minus: Option<usize>,
    plus: Option<usize>,
    mut found: impl FnMut(usize, f64),
) {
    let common = common_chain(model, minus, plus).len();
    let (minus, plus) = (chain(model, minus), chain(model, plus));
    let (mut minus, mut plus) = (&minus[common..], &plus[common..]);
    loop {
        let is_minus = match (minus.first(), plus.first()) {
            (Some(a), Some(b)) => a < b,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => return,
        };
        let list = if is_minus { &mut minus } else { &mut plus };
        found(list[0] as usize, if is_minus { -1.0 } else { 1.0 });
        *list = &list[1..];
    }
}

/// Motion of a degree of freedom, about a point in the world.
#[inline]
pub(crate) fn motion_at(model: &Model, data: &Data, dof: usize, point: DVec3) -> Spatial {
    let motion = data.subspace[dof];
    let offset = point - data.origins[model.bodies[model.dofs[dof].body].tree];
    Spatial { angular: motion.angular, linear: motion.at(offset) }
}

/// Mean inverse inertia of translation and rotation between two bodies.
pub(super) fn inverse_inertia(model: &Model, a: Option<usize>, b: Option<usize>) -> [f64; 2] {
    let of = |body: Option<usize>| body.map_or([0.0; 2], |body| model.bodies[body].inverse_inertia);
    let (a, b) = (of(a), of(b));
    [a[0] + b[0], a[1] + b[1]]
}

/// Adds the rows of contacts nearer than their margin.
pub(crate) fn add_contacts(
    model: &Model,
    options: &Options,
    data: &Data,
    v: &[f64],
    contacts: &[Contact],
    rows: &mut Rows,
) {
    for (index, contact) in contacts.iter().enumerate().filter(|(_, it)| it.distance < it.margin) {
        let [a, b] = [contact.a, contact.b].map(|link| link.and_then(|link| model.links[link].body));
        let count = contact.kind.rows();
        let axes = contact.axes();
        let support = rows.support.len();
        relative_chain(model, a, b, |dof, _| rows.support.push(dof as u32));
        let width = rows.support.len() - support;
        let elements = rows.elements.len();
        rows.elements.resize(elements + count * width, 0.0);
        let mut place = elements;
        relative_chain(model, a, b, |dof, sign| {
            let motion = motion_at(model, data, dof, contact.point) * sign;
            for row in 0..count {
                let part = if row < 3 { motion.linear } else { motion.angular };
                rows.elements[place + row * width] = axes[row % 3].dot(part);
            }
            place += 1;
        });
        let friction = contact.cone();
        let law = match contact.kind {
            ContactKind::Frictionless => Law::Unilateral,
            _ => {
                let mu = friction[0] * (1.0 / options.impedance_ratio.max(LEAST)).sqrt();
                Law::Cone { mu, friction }
            }
        };
        rows.push(law, Source::Contact(index), count, support);
        let violation = contact.distance - contact.margin;
        for row in 0..count {
            rows.set(
                row,
                v,
                Response {
                    parameters: &contact.parameters,
                    position: if row == 0 { violation } else { 0.0 },
                    violation,
                    inverse_inertia: inverse_inertia(model, a, b)[0],
                    step: options.step,
                    is_friction: row > 0,
                    recovery_speed: options.recovery_speed,
                },
            );
        }
        // The regularization of friction follows that of the normal, so that the cone stays elliptic.
        let first = rows.reference.len() - count;
        for row in 1..count {
            let share = friction[row - 1] / friction[0];
            rows.weight[first + row] =
                rows.weight[first] * options.impedance_ratio.max(LEAST) * share * share;
        }
    }
}
