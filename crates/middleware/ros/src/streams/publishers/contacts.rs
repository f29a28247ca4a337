//! Contacts of a link: one entry for each object that touches it. Depths are unknown, and their lists are empty.

use std::collections::BTreeMap;

use glam::DVec3;
use morse_sim::contract::data::Field;
use morse_sim::transport::stream::Sample;

use super::{Opened, Stream};
use crate::header::Header;
use crate::messages::{gazebo_msgs, geometry_msgs, ros_gz_interfaces, std_msgs};
use crate::node_interface::Node;
use crate::streams::convert::vector3;
use crate::streams::fields::{field, points};

/// The contacts of a link with one object, in the frame of the sensor.
#[derive(Default)]
struct Touched {
    /// Places, normals out of the object, forces on the link. [m, N]
    contacts: Vec<[DVec3; 3]>,
}

/// The contacts of a reading by the name of the object.
fn by_object(sample: &Sample<'_>) -> BTreeMap<String, Touched> {
    let names = match field(sample, "touching") {
        Some(Field::Text(names)) => names.to_owned(),
        _ => String::new(),
    };
    let lists = ["points", "normals", "forces"].map(|name| points(sample, name));
    let mut found = BTreeMap::<String, Touched>::new();
    for (number, name) in names.split(',').enumerate().filter(|(_, name)| !name.is_empty()) {
        let vector = |list: &[[f32; 3]]| {
            list.get(number).map_or(DVec3::ZERO, |parts| DVec3::from_array(parts.map(f64::from)))
        };
        found.entry(name.to_owned()).or_default().contacts.push(lists.map(vector));
    }
    found
}

/// Force and torque about the origin of the sensor.
fn wrench([place, _, force]: &[DVec3; 3]) -> geometry_msgs::Wrench {
    geometry_msgs::Wrench { force: vector3(*force), torque: vector3(place.cross(*force)) }
}

/// Publishes the contacts as `gazebo_msgs/ContactsState`.
pub(super) fn states<N: Node>(stream: Stream<'_, N>) -> Opened {
    let own = stream.spec.component.to_owned();
    stream.open(move |sample, header| {
        let state = |(name, touched): (String, Touched)| {
            let sum = touched.contacts.iter().fold([DVec3::ZERO; 2], |[force, torque], [place, _, own]| {
                [force + own, torque + place.cross(*own)]
            });
            let [force, torque] = sum.map(vector3);
            gazebo_msgs::ContactState {
                info: format!("{} contacts", touched.contacts.len()),
                collision1_name: own.clone(),
                collision2_name: name,
                wrenches: touched.contacts.iter().map(wrench).collect(),
                total_wrench: geometry_msgs::Wrench { force, torque },
                contact_positions: touched.contacts.iter().map(|it| vector3(it[0])).collect(),
                contact_normals: touched.contacts.iter().map(|it| vector3(it[1])).collect(),
                depths: Vec::new(),
            }
        };
        let states = by_object(sample).into_iter().map(state).collect();
        Some(gazebo_msgs::ContactsState { header, states })
    })
}

/// Publishes the contacts as `ros_gz_interfaces/Contacts`.
pub(super) fn contacts<N: Node>(stream: Stream<'_, N>) -> Opened {
    let own = stream.spec.component.to_owned();
    let frame = stream.plan.frame.clone();
    stream.open(move |sample, header| {
        let entity = |name: &str| ros_gz_interfaces::Entity {
            id: 0,
            name: name.to_owned(),
            r#type: ros_gz_interfaces::Entity::COLLISION,
        };
        let contact = |(name, touched): (String, Touched)| {
            let force = |contact: &[DVec3; 3]| {
                let [place, normal, force] = *contact;
                ros_gz_interfaces::JointWrench {
                    header: N::Header::new(0, sample.stamp_ns, &frame),
                    body_1_name: std_msgs::String { data: own.clone() },
                    body_1_id: std_msgs::UInt32 { data: 0 },
                    body_2_name: std_msgs::String { data: name.clone() },
                    body_2_id: std_msgs::UInt32 { data: 0 },
                    body_1_wrench: wrench(contact),
                    body_2_wrench: wrench(&[place, normal, -force]),
                }
            };
            ros_gz_interfaces::Contact {
                collision1: entity(&own),
                collision2: entity(&name),
                positions: touched.contacts.iter().map(|it| vector3(it[0])).collect(),
                normals: touched.contacts.iter().map(|it| vector3(it[1])).collect(),
                depths: Vec::new(),
                wrenches: touched.contacts.iter().map(force).collect(),
            }
        };
        let contacts = by_object(sample).into_iter().map(contact).collect();
        Some(ros_gz_interfaces::Contacts { header, contacts })
    })
}
