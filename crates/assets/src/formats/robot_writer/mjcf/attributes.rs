//! Poses and softness as attributes of MJCF.

use glam::DAffine3;
use xmlwriter::XmlWriter;

use crate::formats::robot_writer::xml_text::{EscapedAttributes, numbers, quaternion, translation};
use crate::model::Softness;

/// Writes a softness that is not MuJoCo's own.
pub(super) fn softness(xml: &mut XmlWriter, [reference, impedance]: [&str; 2], given: &Softness) {
    let usual = Softness::default();
    if given.reference != usual.reference {
        xml.attribute(reference, &numbers(&given.reference));
    }
    if given.impedance != usual.impedance {
        xml.attribute(impedance, &numbers(&given.impedance));
    }
}

/// Writes a pose.
pub(super) fn place(xml: &mut XmlWriter, pose: &DAffine3) {
    xml.attribute("pos", &numbers(&translation(pose)));
    let turn = quaternion(pose);
    if turn != [1.0, 0.0, 0.0, 0.0] {
        xml.attribute("quat", &numbers(&turn));
    }
}
