//! Transmissions of motors at a state: length, velocity, and effort on each degree of freedom for a unit of the motor's effort.

use glam::{DQuat, DVec3};
use morse_geometry::Pose;

use crate::contact::Contact;
use crate::data::Data;
use crate::model::{Attachment, Drive, Model, Motor};
use crate::relative_motion::{motion_at, relative_chain};
use crate::slider_crank;
use crate::tendon::TendonLength;

/// The transmission of a motor at a state.
#[derive(Debug, Clone, Default)]
pub(crate) struct Moment {
    pub length: f64,
    pub velocity: f64,
    /// Degree of freedom and effort on it, in ascending order.
    pub elements: Vec<(usize, f64)>,
}

/// Computes the transmissions, after the positions and the tendons.
pub(crate) fn update_moments(
    model: &Model,
    data: &Data,
    q: &[f64],
    v: &[f64],
    tendons: &[TendonLength],
    contacts: &[Contact],
    moments: &mut [Moment],
) {
    for (motor, moment) in model.motors.iter().zip(moments) {
        moment.elements.clear();
        match &motor.drive {
            Drive::Joints(members) => {
                moment.elements.extend(members.iter().map(|(_, dof, gear)| (*dof, *gear)));
                moment.length = 0.0;
                for (q_at, _, gear) in members {
                    moment.length += gear * q[*q_at];
                }
            }
            Drive::Tendon { tendon, gear } => {
                let length = &tendons[*tendon];
                let elements = model.tendons[*tendon].dofs.iter().zip(&length.elements);
                moment.elements.extend(elements.map(|(dof, element)| (*dof as usize, gear * element)));
                moment.length = gear * length.length;
            }
            Drive::Site { .. } => push_site(model, data, motor, moment),
            Drive::Adhesion(surface) => {
                moment.length = 0.0;
                press(model, data, contacts, *surface, &mut moment.elements);
            }
            Drive::Crank { crank, slider, rod, gear } => {
                let frames = [crank, slider].map(|it| world_from(data, it));
                let (rod_and_gear, elements) = ([*rod, *gear], &mut moment.elements);
                moment.length =
                    slider_crank::transmit(model, data, [crank, slider], frames, rod_and_gear, elements);
            }
        }
        moment.velocity = 0.0;
        for (dof, element) in &moment.elements {
            moment.velocity += element * v[*dof];
        }
    }
}

fn world_from(data: &Data, attachment: &Attachment) -> Pose {
    attachment.body.map_or(Pose::IDENTITY, |body| data.world_from_body[body]) * attachment.body_from_frame
}

/// A rotation as a vector, by at most half a turn.
fn rotation_vector(rotation: DQuat) -> DVec3 {
    let rotation = if rotation.w < 0.0 { -rotation } else { rotation };
    rotation.to_scaled_axis()
}

/// The mean over the contacts of a surface of their normal motions, towards each other: MuJoCo's documentation, "Actuator model",
/// section "Transmission", `body`.
fn press(model: &Model, data: &Data, contacts: &[Contact], surface: u64, elements: &mut Vec<(usize, f64)>) {
    let touching = || contacts.iter().filter(|it| it.surfaces.contains(&surface) && it.distance < it.margin);
    let share = 1.0 / touching().count().max(1) as f64;
    for contact in touching() {
        let [a, b] = [contact.a, contact.b].map(|link| link.and_then(|link| model.links[link].body));
        relative_chain(model, a, b, |dof, sign| {
            let element =
                -share * sign * contact.normal.dot(motion_at(model, data, dof, contact.point).linear);
            match elements.binary_search_by_key(&dof, |(known, _)| *known) {
                Ok(place) => elements[place].1 += element,
                Err(place) => elements.insert(place, (dof, element)),
            }
        });
    }
}

fn push_site(model: &Model, data: &Data, motor: &Motor, moment: &mut Moment) {
    let Drive::Site { site, reference, is_along_site, force, torque } = &motor.drive else { return };
    let world_from_site = world_from(data, site);
    let axes = reference.as_ref().map_or(world_from_site, |reference| world_from(data, reference));
    moment.length = 0.0;
    if reference.is_some() {
        let site = axes.inverse() * world_from_site;
        moment.length = site.translation.dot(*force) + rotation_vector(site.rotation).dot(*torque);
    }
    let along = if *is_along_site { world_from_site } else { axes };
    let (force, torque) = (along.transform_vector(*force), along.transform_vector(*torque));
    let base = reference.as_ref().and_then(|reference| reference.body);
    relative_chain(model, base, site.body, |dof, sign| {
        let point = if sign > 0.0 { world_from_site.translation } else { axes.translation };
        let motion = motion_at(model, data, dof, point);
        moment.elements.push((dof, sign * (motion.linear.dot(force) + motion.angular.dot(torque))));
    });
}
