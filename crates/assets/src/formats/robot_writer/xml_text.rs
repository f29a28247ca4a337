//! Numbers and poses in the text of XML files.

use std::fmt::{Display, Write};

use glam::{DAffine3, DQuat, DVec3};
use xmlwriter::{Options, XmlWriter};

/// Largest number that counts as zero in poses: they are products of matrices. \[m or rad\]
const ROUNDING: f64 = 1e-14;

/// A writer with two spaces for each level.
pub(super) fn writer() -> XmlWriter {
    let options = Options { indent: xmlwriter::Indent::Spaces(2), ..Options::default() };
    XmlWriter::new(options)
}

/// Attributes whose values may have any characters.
pub(super) trait EscapedAttributes {
    fn attribute(&mut self, name: &str, value: &(impl Display + ?Sized));
}

impl EscapedAttributes for XmlWriter {
    fn attribute(&mut self, name: &str, value: &(impl Display + ?Sized)) {
        self.write_attribute(name, &escaped(&value.to_string()));
    }
}

/// A text without the characters of markup, but for quotes, which the writer replaces.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Writes an element with a text, on one line.
pub(super) fn text_element(xml: &mut XmlWriter, name: &str, text: &str) {
    xml.start_element(name);
    end_with_text(xml, text);
}

/// Writes the text of an element, on the line of its beginning, and ends it.
pub(super) fn end_with_text(xml: &mut XmlWriter, text: &str) {
    xml.set_preserve_whitespaces(true);
    xml.write_text(&escaped(text));
    xml.end_element();
    xml.set_preserve_whitespaces(false);
}

/// Numbers with a space between them; each reads back as the same number.
pub(super) fn numbers(values: &[f64]) -> String {
    let mut text = String::new();
    for value in values {
        let separator = if text.is_empty() { "" } else { " " };
        // A text takes everything.
        let _ = write!(text, "{separator}{}", value + 0.0);
    }
    text
}

pub(super) fn vector(value: DVec3) -> String {
    numbers(&value.to_array())
}

/// Translation, without rounding errors near zero.
pub(super) fn translation(pose: &DAffine3) -> [f64; 3] {
    pose.translation.to_array().map(round)
}

/// Rotations about the fixed x, then y, then z, as URDF and SDF have them. \[rad\]
pub(super) fn roll_pitch_yaw(pose: &DAffine3) -> [f64; 3] {
    let (yaw, pitch, roll) = rotation(pose).to_euler(glam::EulerRot::ZYX);
    [roll, pitch, yaw].map(round)
}

/// The rotation as w, x, y, z.
pub(super) fn quaternion(pose: &DAffine3) -> [f64; 4] {
    let DQuat { x, y, z, w } = rotation(pose);
    [w, x, y, z].map(round)
}

fn rotation(pose: &DAffine3) -> DQuat {
    DQuat::from_mat3(&pose.matrix3).normalize()
}

fn round(value: f64) -> f64 {
    if value.abs() < ROUNDING { 0.0 } else { value }
}
