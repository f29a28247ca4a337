//! Unique names of the joints and links of a robot.

use std::collections::BTreeSet;

/// The link of the robot itself.
pub(super) const BASE_LINK: &str = "base_link";

/// The names in use.
pub(super) struct Names<'a> {
    joints: BTreeSet<String>,
    links: BTreeSet<String>,
    /// Whether TF already has a frame of this name: two publishers must not send its transform.
    is_frame: &'a dyn Fn(&str) -> bool,
}

impl<'a> Names<'a> {
    pub(super) fn new(is_frame: &'a dyn Fn(&str) -> bool) -> Self {
        let base = || BTreeSet::from([BASE_LINK.to_owned()]);
        Self { joints: base(), links: base(), is_frame }
    }

    /// A unique name for a joint: `own`, or `owner.own` if another joint of the robot has this name.
    pub(super) fn joint(&mut self, own: &str, owner: &str) -> String {
        let mut name = if self.joints.contains(own) { format!("{owner}.{own}") } else { own.to_owned() };
        while !self.joints.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// A unique name for the child link of a joint: the name of the joint, or a similar name if TF has this frame.
    pub(super) fn link(&mut self, joint: &str) -> String {
        let mut name = joint.to_owned();
        if (self.is_frame)(&name) {
            name.push_str("_link");
        }
        while (self.is_frame)(&name) || !self.links.insert(name.clone()) {
            name.push('_');
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let is_frame = |name: &str| name == "camera" || name == "camera_link";
        let mut names = Names::new(&is_frame);
        assert_eq!(names.joint("pan", "robot.ptu"), "pan");
        assert_eq!(names.joint("pan", "robot.other"), "robot.other.pan");
        assert_eq!(names.joint("pan", "robot.other"), "robot.other.pan_");
        assert_eq!(names.joint("base_link", "robot.arm"), "robot.arm.base_link");
        assert_eq!(names.link("pan"), "pan");
        assert_eq!(names.link("camera"), "camera_link_");
    }
}
