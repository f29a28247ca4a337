//! Cameras and lights that follow bodies (`track`, `trackcom`) or look at them (`targetbody`, `targetbodycom`).
//!
//! Source: MuJoCo's documentation, "XML reference", attribute `mode` of `camera` and `light`.

use glam::{DAffine3, DMat3, DQuat, DVec3};

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::body::WORLD;
use crate::model::{Aim, AimKind, NodeId, Transform};

/// A camera or light that follows a body, before all bodies are known.
pub(super) struct Follower {
    node: NodeId,
    /// The body that it follows or looks at.
    body: String,
    of_subtree: bool,
    looks: bool,
    /// Rotation from the node to the frame of the file's camera, which looks along −z with y up.
    camera_from_node: DQuat,
}

impl Import<'_> {
    /// Records the mode of the camera or light that is the next node, on a body. A light of the file looks along −z of its node.
    ///
    /// # Errors
    /// For a mode that MuJoCo does not have, or without the body to look at.
    pub(super) fn follow(
        &mut self,
        attributes: &Attributes<'_>,
        body: &str,
        camera_from_node: DQuat,
    ) -> Result<(), ReadError> {
        let tag = attributes.tag;
        let mode = attributes.text("mode").unwrap_or("fixed");
        let looks = match mode {
            "fixed" => return Ok(()),
            "track" | "trackcom" => false,
            "targetbody" | "targetbodycom" => true,
            other => {
                let known = "fixed, track, trackcom, targetbody, targetbodycom";
                return Err(tag.error(format!("mode \"{other}\" of <{}> is not one of {known}", tag.name)));
            }
        };
        let body = match attributes.text("target") {
            Some(target) if looks => target,
            None if looks => {
                return Err(tag.error(format!("<{}> with the mode {mode} has no target", tag.name)));
            }
            _ => body,
        };
        self.followers.push(Follower {
            node: NodeId::new(self.model.nodes.len()),
            body: body.to_owned(),
            of_subtree: mode.ends_with("com"),
            looks,
            camera_from_node,
        });
        Ok(())
    }

    /// Adds the aims of cameras and lights to the model, from the reference pose, and turns those that look at a body to it.
    pub(super) fn aims(&mut self) {
        let followers = std::mem::take(&mut self.followers);
        let world_from_nodes = if followers.is_empty() { Vec::new() } else { self.file_poses() };
        let world_from = |node: NodeId| world_from_nodes[node.index()];
        for follower in followers {
            let Follower { node, body, of_subtree, looks, camera_from_node } = follower;
            let Some(&link) = self.bodies.get(&body) else {
                let name = self.model.nodes[node.index()].name.clone();
                self.note(&format!("there is no body \"{body}\" to look at"), &name);
                continue;
            };
            // A follower of the world stands.
            if body == WORLD && !looks {
                continue;
            }
            // A body without a mass is where its origin is.
            let of_subtree = of_subtree && !self.model.parts_below(link).is_empty();
            let point = if of_subtree {
                self.center_below(link, &world_from_nodes)
            } else {
                world_from(link).translation
            };
            let world_from_node = world_from(node);
            let (transform, _) = Transform::of(&world_from_node);
            let kind = if looks {
                let back = world_from_node.translation - point;
                if let Some(back) = back.try_normalize() {
                    let right = DVec3::Z.cross(back).normalize_or(DVec3::X);
                    let turn = DQuat::from_mat3(&DMat3::from_cols(right, back.cross(right), back));
                    let node_from_turned = transform.rotation.inverse() * turn * camera_from_node;
                    let pose = &mut self.model.nodes[node.index()].parent_from_node;
                    pose.matrix3 *= DMat3::from_quat(node_from_turned.normalize());
                }
                AimKind::LookAt { camera_from_node }
            } else {
                let (root, _) = Transform::of(&world_from(NodeId::new(0)));
                let root_from_world = root.rotation.inverse();
                AimKind::Follow {
                    offset: root_from_world * (transform.translation - point),
                    rotation: (root_from_world * transform.rotation).normalize(),
                }
            };
            if self.model.top_of(node) == self.model.top_of(link) {
                self.model.aims.push(Aim { node, link, of_subtree, kind });
            } else {
                // The ground is an object of its own.
                let name = self.model.nodes[node.index()].name.clone();
                self.note(
                    "lights above the ground of a robot that moves freely keep their direction at the start",
                    &name,
                );
            }
        }
    }

    /// The center of mass of a link with all links below it. [m]
    fn center_below(&self, link: NodeId, world_from_nodes: &[DAffine3]) -> DVec3 {
        let (mut mass, mut moment) = (0.0, DVec3::ZERO);
        for part in self.model.parts_below(link) {
            if let Some(inertial) = &self.model.nodes[part.index()].inertial {
                let center = inertial.node_from_inertia.translation;
                mass += inertial.mass;
                moment += world_from_nodes[part.index()].transform_point3(center) * inertial.mass;
            }
        }
        moment / mass
    }
}
