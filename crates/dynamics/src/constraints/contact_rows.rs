//! Rows of contacts: normal, sliding, spinning and rolling.

use super::{LEAST, Law, Response, Rows, Source};
use crate::contact::{Contact, ContactKind, FrictionCone};
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
        if contact.cone == FrictionCone::Pyramidal && contact.kind != ContactKind::Frictionless {
            add_pyramid(model, options, data, v, (index, contact), rows);
            continue;
        }
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
        let friction = contact.coefficients();
        let law = match contact.kind {
            ContactKind::Frictionless => Law::Unilateral,
            _ => {
                let mu = friction[0] * (1.0 / contact.impedance_ratio.max(LEAST)).sqrt();
                Law::Cone { mu, friction }
            }
        };
        rows.push(law, Source::Contact(index), count, support);
        let violation = contact.distance - contact.margin;
        let sliding = contact.sliding_parameters();
        for row in 0..count {
            rows.set(
                row,
                v,
                Response {
                    parameters: if row == 0 { &contact.parameters } else { &sliding },
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
                rows.weight[first] * contact.impedance_ratio.max(LEAST) * share * share;
        }
    }
}

/// Adds a row for each edge of the pyramid of a contact: a unilateral one along the normal and, by the coefficient, a tangent.
fn add_pyramid(
    model: &Model,
    options: &Options,
    data: &Data,
    v: &[f64],
    (index, contact): (usize, &Contact),
    rows: &mut Rows,
) {
    let [a, b] = [contact.a, contact.b].map(|link| link.and_then(|link| model.links[link].body));
    let (axes, friction) = (contact.axes(), contact.coefficients());
    let edges = 2 * (contact.kind.rows() - 1);
    let support = rows.support.len();
    relative_chain(model, a, b, |dof, _| rows.support.push(dof as u32));
    let width = rows.support.len() - support;
    let elements = rows.elements.len();
    rows.elements.resize(elements + edges * width, 0.0);
    let mut place = elements;
    relative_chain(model, a, b, |dof, sign| {
        let motion = motion_at(model, data, dof, contact.point) * sign;
        let normal = axes[0].dot(motion.linear);
        for (number, coefficient) in friction[..edges / 2].iter().enumerate() {
            let part = if number < 2 { motion.linear } else { motion.angular };
            let along = coefficient * axes[(number + 1) % 3].dot(part);
            rows.elements[place + 2 * number * width] = normal + along;
            rows.elements[place + (2 * number + 1) * width] = normal - along;
        }
        place += 1;
    });
    let violation = contact.distance - contact.margin;
    let translation = inverse_inertia(model, a, b)[0];
    let mut weight = 0.0;
    for edge in 0..edges {
        rows.push_part(
            Law::Unilateral,
            Source::Edge { contact: index, edge },
            support,
            elements + edge * width,
        );
        rows.set(
            0,
            v,
            Response {
                parameters: &contact.parameters,
                position: violation,
                violation,
                inverse_inertia: translation * (1.0 + friction[0] * friction[0]),
                step: options.step,
                is_friction: false,
                recovery_speed: options.recovery_speed,
            },
        );
        // All edges have one regularization, so that the pyramid is as stiff along its normal as an elliptic cone. MuJoCo
        // documentation, chapter Computation, section Constraint model.
        let row = rows.weight.len() - 1;
        if edge == 0 {
            weight =
                rows.weight[row] * contact.impedance_ratio.max(LEAST) / (2.0 * friction[0] * friction[0]);
        }
        rows.weight[row] = weight;
    }
}
