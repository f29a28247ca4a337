//! URDF of a robot: its joints, and links without shapes.

use std::fmt::Write as _;

use morse_world::JointKind;

use super::joint::Joint;
use super::names::BASE_LINK;

/// The URDF of a robot. The limits of effort and velocity are unknown and written as zero.
pub(super) fn text(robot: &str, joints: &[Joint]) -> String {
    let mut text = String::from("<?xml version=\"1.0\"?>\n");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "<robot name=\"{}\">\n  <link name=\"{BASE_LINK}\"/>", escaped(robot));
    for joint in joints {
        let (name, link, parent) = (escaped(&joint.name), escaped(&joint.link), escaped(&joint.parent));
        let kind = match joint.kind {
            JointKind::Fixed => "fixed",
            JointKind::Revolute => "revolute",
            JointKind::Continuous => "continuous",
            JointKind::Prismatic => "prismatic",
        };
        let (place, euler) = (joint.parent_from_joint.translation, joint.parent_from_joint.euler());
        let _ = writeln!(
            text,
            "  <link name=\"{link}\"/>\n  <joint name=\"{name}\" type=\"{kind}\">\n    <parent link=\"{parent}\"/>\n    \
             <child link=\"{link}\"/>\n    <origin xyz=\"{} {} {}\" rpy=\"{} {} {}\"/>",
            place.x, place.y, place.z, euler.roll, euler.pitch, euler.yaw
        );
        if joint.moves() {
            let [x, y, z] = joint.axis.to_array().map(tidy);
            let _ = writeln!(text, "    <axis xyz=\"{x} {y} {z}\"/>");
        }
        if joint.moves() && joint.kind != JointKind::Continuous {
            let [lower, upper] = joint.limits;
            let _ = writeln!(
                text,
                "    <limit lower=\"{lower}\" upper=\"{upper}\" effort=\"0\" velocity=\"0\"/>"
            );
        }
        text.push_str("  </joint>\n");
    }
    text.push_str("</robot>\n");
    text
}

/// Rounds a component of a unit vector to zero if it differs from zero only by rounding errors.
fn tidy(component: f64) -> f64 {
    if component.abs() < 1e-12 { 0.0 } else { component }
}

/// Escapes a text for an XML attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joints::tree;

    #[test]
    fn joints_have_parents_axes_and_limits() {
        let (world, robot, _) = tree::tests::robot();
        let text = text("a<b", &tree::tests::joints(&world, robot));
        for part in [
            "<robot name=\"a&lt;b\">",
            "<joint name=\"turn\" type=\"revolute\">\n    <parent link=\"base_link\"/>\n    <child link=\"turn\"/>",
            "<axis xyz=\"0 0 1\"/>\n    <limit lower=\"-1\" upper=\"2\"",
            "<joint name=\"slide\" type=\"prismatic\">\n    <parent link=\"turn\"/>",
            "<axis xyz=\"0 1 0\"/>\n    <limit lower=\"0\" upper=\"0.5\"",
            "<joint name=\"robot.arm.base_link\" type=\"fixed\">\n    <parent link=\"slide\"/>",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        assert_eq!(text.matches("<axis").count(), 2, "fixed joints have no axis");
    }
}
