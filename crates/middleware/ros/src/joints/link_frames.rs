//! Transforms of the links of a robot on `/tf` and `/tf_static`, as `robot_state_publisher` sends them.

use std::collections::BTreeMap;

use glam::DQuat;
use morse_world::{JointKind, Pose, World};
use roxmltree::Document;

use super::joint::Joint;
use super::names::BASE_LINK;
use crate::node_interface::{Node, NodeError};
use crate::streams::Streams;

/// The links of a robot that move against their parents.
#[derive(Default)]
pub(super) struct LinkFrames {
    moving: Vec<Link>,
}

struct Link {
    parent: String,
    child: String,
    joint: Joint,
}

impl LinkFrames {
    /// Publishes the fixed links of a robot, and opens the transforms of the moving links. Frames that a stream publishes are left to it.
    ///
    /// `description` is the URDF text whose links the clients know. `joints` are all joints of the robot.
    pub(super) fn open<N: Node>(
        streams: &Streams<N>,
        robot: &str,
        description: &str,
        joints: &[Joint],
    ) -> Result<Self, NodeError> {
        let prefix = streams.frame_prefix(robot);
        let frame = |link: &str| format!("{prefix}{link}");
        let links = links_of(description)?;
        let mut frames = Self::default();
        // The frame of a robot is `base_link`; the root link of its file may have another name.
        let is_child = |link: &str| links.values().any(|(_, child)| child == link);
        let root = links.values().map(|(parent, _)| parent).find(|parent| !is_child(parent));
        if let Some(root) = root.filter(|root| *root != BASE_LINK) {
            fix(streams, robot, (&frame(BASE_LINK), &frame(root)), Pose::IDENTITY)?;
        }
        for joint in joints {
            let Some((parent, child)) = links.get(&joint.name) else { continue };
            let (parent, child) = (frame(parent), frame(child));
            if !joint.moves() {
                fix(streams, robot, (&parent, &child), joint.parent_from_joint)?;
            } else if streams.claim_link(robot, &child)? {
                frames.moving.push(Link { parent, child, joint: joint.clone() });
            }
        }
        Ok(frames)
    }

    /// Publishes the moving links after a tick. `stamp_ns` is its time.
    pub(super) fn publish<N: Node>(&self, streams: &Streams<N>, stamp_ns: i64, world: &World) {
        if self.moving.is_empty() {
            return;
        }
        let transforms: Vec<(&str, &str, Pose)> = self
            .moving
            .iter()
            .map(|link| (link.parent.as_str(), link.child.as_str(), parent_from_link(&link.joint, world)))
            .collect();
        streams.send_links(stamp_ns, &transforms);
    }
}

fn fix<N: Node>(
    streams: &Streams<N>,
    robot: &str,
    (parent, child): (&str, &str),
    parent_from_child: Pose,
) -> Result<(), NodeError> {
    if streams.claim_link(robot, child)? {
        streams.fix_link(robot, (parent, child), parent_from_child)?;
    }
    Ok(())
}

/// The pose of the child link of a joint in its parent link.
fn parent_from_link(joint: &Joint, world: &World) -> Pose {
    let position = joint.read(world).position;
    let joint_from_link = match joint.kind {
        JointKind::Fixed => Pose::IDENTITY,
        JointKind::Prismatic => Pose::from_translation(joint.axis * position),
        JointKind::Revolute | JointKind::Continuous => {
            Pose::from_rotation(DQuat::from_axis_angle(joint.axis, position))
        }
    };
    joint.parent_from_joint * joint_from_link
}

/// Parent and child link of each joint of a URDF text, by the name of the joint.
fn links_of(text: &str) -> Result<BTreeMap<String, (String, String)>, NodeError> {
    let document =
        Document::parse(text).map_err(|error| NodeError(format!("the URDF of the robot: {error}")))?;
    let joints = document.root_element().children().filter(|tag| tag.has_tag_name("joint"));
    let link = |joint: roxmltree::Node<'_, '_>, end: &str| {
        let tag = joint.children().find(|tag| tag.has_tag_name(end))?;
        tag.attribute("link").map(str::to_owned)
    };
    let named = joints.filter_map(|joint| {
        Some((joint.attribute("name")?.to_owned(), (link(joint, "parent")?, link(joint, "child")?)))
    });
    Ok(named.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_a_text_are_found_by_joint() {
        let text = r#"<robot name="r"><link name="base"/><link name="arm"/>
            <joint name="turn" type="revolute"><parent link="base"/><child link="arm"/></joint></robot>"#;
        let links = links_of(text).unwrap();
        assert_eq!(links["turn"], ("base".to_owned(), "arm".to_owned()));
        assert!(links_of("<robot").is_err());
    }
}
