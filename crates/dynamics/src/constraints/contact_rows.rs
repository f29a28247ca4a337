//! Rows of contacts: normal, sliding, spinning and rolling.

use super::{LEAST, Law, Response, Rows, Source};
use crate::contact::{Contact, ContactKind};
use crate::data::Data;
use crate::model::Model;
use crate::options::Options;
use crate::relative_motion::{inverse_inertia, motion_at, relative_chain};

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
