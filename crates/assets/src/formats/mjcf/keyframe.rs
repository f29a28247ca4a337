//! Keyframes: named poses. Those of the keyframe `home` are the ones of the robot at the start.

use glam::{DAffine3, DQuat, DVec3, EulerRot};

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::document::Tag;
use crate::model::{Keyframe, NodeId};

/// Name of the keyframe in which the robot starts.
const HOME: &str = "home";

/// The numbers of a joint in `qpos`, in the order of the bodies.
#[derive(Debug, Clone, Copy)]
pub(super) enum Coordinates {
    /// Position and orientation of a body in the world.
    Free(NodeId),
    /// A quaternion; the index of the first of three hinges.
    Ball(usize),
    /// The index of a hinge or a slide.
    Axis(usize),
}

impl Coordinates {
    fn count(self) -> usize {
        match self {
            Coordinates::Free(_) => 7,
            Coordinates::Ball(_) => 4,
            Coordinates::Axis(_) => 1,
        }
    }
}

impl Import<'_> {
    /// Reads `<keyframe>`. The model starts in the first keyframe `home`.
    pub(super) fn keyframes(&mut self, root: &Tag) -> Result<(), ReadError> {
        let tags = root.children("keyframe").flat_map(|section| section.children("key"));
        for (number, tag) in tags.enumerate() {
            let name = tag.attribute("name").map_or_else(|| number.to_string(), str::to_owned);
            match self.keyframe(tag, &name) {
                Ok(keyframe) => self.model.keyframes.push(keyframe),
                Err(error) if name == HOME => return Err(error),
                Err(error) => {
                    self.note(&format!("keyframes that do not fit the model are left out: {error}"), &name)
                }
            }
        }
        let home = self.model.keyframes.iter().find(|keyframe| keyframe.name == HOME).cloned();
        if let Some(home) = home {
            self.model.start_at(&home);
        }
        Ok(())
    }

    fn keyframe(&self, tag: &Tag, name: &str) -> Result<Keyframe, ReadError> {
        let own = Attributes::own(tag);
        // Parts that a keyframe does not give have their reference values.
        let mut keyframe = Keyframe {
            name: name.to_owned(),
            positions: self.model.joints.iter().map(|joint| joint.position).collect(),
            poses: self.coordinates.iter().filter_map(|joint| self.free_pose(*joint)).collect(),
            commands: self.model.actuators.iter().map(|actuator| actuator.command).collect(),
        };
        if let Some(commands) = own.list("ctrl")? {
            let (given, wanted) = (commands.len(), keyframe.commands.len());
            if given != wanted {
                let problem =
                    format!("ctrl of keyframe {name} has {given} numbers, and there are {wanted} actuators");
                return Err(tag.error(problem));
            }
            keyframe.commands = commands;
        }
        let mocaps = self.mocap_poses(&own, name)?;
        let Some(positions) = own.list("qpos")? else {
            keyframe.poses.extend(mocaps);
            return Ok(keyframe);
        };
        let (given, wanted) =
            (positions.len(), self.coordinates.iter().map(|joint| joint.count()).sum::<usize>());
        if given != wanted {
            let problem =
                format!("qpos of keyframe {name} has {given} numbers, and the joints have {wanted}");
            return Err(tag.error(problem));
        }
        keyframe.poses.clear();
        let mut rest = &positions[..];
        for joint in &self.coordinates {
            let (own, further) = rest.split_at(joint.count());
            rest = further;
            match *joint {
                Coordinates::Axis(joint) => keyframe.positions[joint] = own[0],
                Coordinates::Ball(first) => {
                    let (x, y, z) = quaternion(tag, name, own)?.to_euler(EulerRot::XYZ);
                    keyframe.positions[first..first + 3].copy_from_slice(&[x, y, z]);
                }
                Coordinates::Free(node) => {
                    let rotation = quaternion(tag, name, &own[3..])?;
                    let place = DVec3::from_slice(&own[..3]);
                    keyframe.poses.push((node, DAffine3::from_rotation_translation(rotation, place)));
                }
            }
        }
        keyframe.poses.extend(mocaps);
        Ok(keyframe)
    }

    /// The poses of the bodies that clients move.
    fn mocap_poses(&self, own: &Attributes<'_>, name: &str) -> Result<Vec<(NodeId, DAffine3)>, ReadError> {
        let count = self.mocaps.len();
        let given = |attribute: &str, width: usize| match own.list(attribute)? {
            Some(numbers) if numbers.len() != count * width => {
                let (given, wanted) = (numbers.len(), count * width);
                let problem = format!("{attribute} of keyframe {name} has {given} numbers, not {wanted}");
                Err(own.tag.error(problem))
            }
            numbers => Ok(numbers),
        };
        let (places, rotations) = (given("mpos", 3)?, given("mquat", 4)?);
        let mut poses = Vec::with_capacity(count);
        for (number, &node) in self.mocaps.iter().enumerate() {
            let mut pose = self.model.nodes[node.index()].parent_from_node;
            if let Some(rotations) = &rotations {
                let rotation = quaternion(own.tag, name, &rotations[4 * number..])?;
                pose = DAffine3::from_rotation_translation(rotation, pose.translation);
            }
            if let Some(places) = &places {
                pose.translation = DVec3::from_slice(&places[3 * number..]);
            }
            poses.push((node, pose));
        }
        Ok(poses)
    }

    /// The pose of a body that moves freely.
    fn free_pose(&self, joint: Coordinates) -> Option<(NodeId, DAffine3)> {
        let Coordinates::Free(node) = joint else { return None };
        Some((node, self.model.nodes.get(node.index())?.parent_from_node))
    }
}

/// A rotation in the order w, x, y, z.
fn quaternion(tag: &Tag, name: &str, numbers: &[f64]) -> Result<DQuat, ReadError> {
    let quaternion = DQuat::from_xyzw(numbers[1], numbers[2], numbers[3], numbers[0]);
    if quaternion.length() < 1e-9 {
        return Err(tag.error(format!("keyframe {name} has a rotation of zero length")));
    }
    Ok(quaternion.normalize())
}
