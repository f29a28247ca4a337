//! Sections of an MJCF file behind its bodies: exclusions of contacts, couplings and loops, actuators.

use xmlwriter::XmlWriter;

use super::attributes::softness;
use super::sites::Sites;
use crate::formats::robot_writer::link_tree::LinkTree;
use crate::formats::robot_writer::omissions::Omissions;
use crate::formats::robot_writer::xml_text::{EscapedAttributes, numbers};
use crate::model::{Activation, Actuator, Equality, EqualityKind, Joint, Mimic, shifted};

/// Writes the sections.
pub(super) fn write(xml: &mut XmlWriter, tree: &LinkTree<'_>, sites: &Sites, omissions: &mut Omissions) {
    exclusions(xml, tree);
    equalities(xml, tree, sites, omissions);
    actuators(xml, tree, omissions);
}

/// Pairs of links that do not collide.
fn exclusions(xml: &mut XmlWriter, tree: &LinkTree<'_>) {
    if tree.model.apart.is_empty() {
        return;
    }
    xml.start_element("contact");
    for pair in &tree.model.apart {
        let [Some(one), Some(other)] = pair.map(|node| tree.link_of(node)) else { continue };
        if !one.is_world() && !other.is_world() {
            xml.start_element("exclude");
            xml.attribute("body1", &one.name);
            xml.attribute("body2", &other.name);
            xml.end_element();
        }
    }
    xml.end_element();
}

fn equalities(xml: &mut XmlWriter, tree: &LinkTree<'_>, sites: &Sites, omissions: &mut Omissions) {
    let model = tree.model;
    let mimics: Vec<(&Joint, &Mimic)> =
        model.joints.iter().filter_map(|joint| Some((joint, joint.mimic.as_ref()?))).collect();
    if mimics.is_empty() && model.equalities.is_empty() {
        return;
    }
    let reference =
        |name: &str| model.joints.iter().find(|joint| joint.name == name).map_or(0.0, |joint| joint.position);
    let is_written = |name: &str| tree.moving_joint(name).is_some();
    xml.start_element("equality");
    for (joint, mimic) in mimics {
        if ![&joint.name, &mimic.joint].into_iter().all(|name| is_written(name)) {
            omissions.note("couplings with joints that do not move are left out", &joint.name);
            continue;
        }
        // Positions of MuJoCo's polynomial begin at the references of both joints.
        let offset = mimic.multiplier * reference(&mimic.joint) + mimic.offset - joint.position;
        coupling(xml, &joint.name, Some(&mimic.joint), [offset, mimic.multiplier, 0.0, 0.0, 0.0]);
        xml.end_element();
    }
    for (number, equality) in model.equalities.iter().enumerate() {
        match &equality.kind {
            EqualityKind::Joint { joint, other, polynomial } => {
                if ![Some(joint), other.as_ref()].into_iter().flatten().all(|name| is_written(name)) {
                    omissions.note("couplings with joints that do not move are left out", &equality.name);
                    continue;
                }
                let at = other.as_deref().map_or(0.0, &reference);
                let mut polynomial = shifted(polynomial, -at);
                polynomial[0] -= reference(joint);
                coupling(xml, joint, other.as_deref(), polynomial);
            }
            EqualityKind::Connect { .. } | EqualityKind::Weld { .. } => {
                let name = |end: usize| sites.get(&(number, end)).map(|site| site.name.as_str());
                let (Some(a), Some(b)) = (name(0), name(1)) else { continue };
                let is_weld = matches!(equality.kind, EqualityKind::Weld { .. });
                xml.start_element(if is_weld { "weld" } else { "connect" });
                xml.attribute("site1", a);
                xml.attribute("site2", b);
                if let EqualityKind::Weld { torque_scale, .. } = equality.kind {
                    xml.attribute("torquescale", &torque_scale);
                }
            }
            EqualityKind::Tendon { .. } => continue,
        }
        let Equality { softness: soft, .. } = equality;
        softness(xml, ["solref", "solimp"], soft);
        xml.end_element();
    }
    xml.end_element();
}

/// Begins a coupling of joints.
fn coupling(xml: &mut XmlWriter, joint: &str, other: Option<&str>, polynomial: [f64; 5]) {
    xml.start_element("joint");
    xml.attribute("joint1", joint);
    if let Some(other) = other {
        xml.attribute("joint2", other);
    }
    xml.attribute("polycoef", &numbers(&polynomial));
}

fn actuators(xml: &mut XmlWriter, tree: &LinkTree<'_>, omissions: &mut Omissions) {
    if tree.model.actuators.is_empty() {
        return;
    }
    xml.start_element("actuator");
    for actuator in &tree.model.actuators {
        let joint = actuator.joint.as_deref();
        let joint = joint.filter(|name| tree.moving_joint(name).is_some_and(|joint| joint.ball.is_none()));
        match joint.filter(|_| is_affine(actuator)) {
            Some(joint) => general(xml, actuator, joint),
            None => omissions
                .note("actuators other than affine ones of hinges and slides are left out", &actuator.name),
        }
    }
    xml.end_element();
}

/// Whether the force is linear in command, position and velocity.
fn is_affine(actuator: &Actuator) -> bool {
    actuator.muscle.is_none()
        && actuator.damping_ratio.is_none()
        && actuator.crank.is_none()
        && actuator.site.is_none()
}

fn general(xml: &mut XmlWriter, actuator: &Actuator, joint: &str) {
    xml.start_element("general");
    xml.attribute("name", &actuator.name);
    xml.attribute("joint", joint);
    xml.attribute("gear", &actuator.gear);
    let [by_length, by_velocity] = actuator.gain_by;
    if actuator.gain_by == [0.0; 2] {
        xml.attribute("gainprm", &actuator.gain);
    } else {
        xml.attribute("gaintype", "affine");
        xml.attribute("gainprm", &numbers(&[actuator.gain, by_length, by_velocity]));
    }
    if actuator.bias != [0.0; 3] {
        xml.attribute("biastype", "affine");
        xml.attribute("biasprm", &numbers(&actuator.bias));
    }
    let (kind, time_s) = match actuator.activation {
        Activation::ExactFilter(time_s) => ("filterexact", Some(time_s)),
        Activation::Filter(time_s) => ("filter", Some(time_s)),
        Activation::Integrator => ("integrator", None),
        Activation::None | Activation::Muscle { .. } => ("none", None),
    };
    if kind != "none" {
        xml.attribute("dyntype", kind);
    }
    if let Some(time_s) = time_s {
        xml.attribute("dynprm", &time_s);
    }
    for (name, range) in [
        ("ctrlrange", actuator.command_range),
        ("forcerange", actuator.force_range),
        ("actrange", actuator.activation_range),
    ] {
        if let Some(range) = range {
            xml.attribute(name, &numbers(&range));
        }
    }
    xml.end_element();
}
