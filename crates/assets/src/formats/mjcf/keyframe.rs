//! Keyframes: the positions of the keyframe `home` are those of the robot at the start.

use glam::{DAffine3, DQuat, DVec3, EulerRot};

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::document::Tag;
use crate::model::NodeId;

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
    /// Reads `<keyframe>`.
    pub(super) fn keyframes(&mut self, root: &Tag) -> Result<(), ReadError> {
        let mut is_found = false;
        for tag in root.children("keyframe").flat_map(|section| section.children("key")) {
            let name = tag.attribute("name").map_or_else(|| tag.place(), str::to_owned);
            if name == HOME && !is_found {
                is_found = true;
                self.start_at(tag)?;
            } else {
                self.note("keyframes other than \"home\" are left out", &name);
            }
        }
        Ok(())
    }

    fn start_at(&mut self, tag: &Tag) -> Result<(), ReadError> {
        let own = Attributes::own(tag);
        if let Some(commands) = own.list("ctrl")? {
            let wanted = self.model.actuators.len();
            if commands.len() != wanted {
                let problem = format!(
                    "ctrl of keyframe {HOME} has {} numbers, and there are {wanted} actuators",
                    commands.len()
                );
                return Err(tag.error(problem));
            }
            self.model.actuators.iter_mut().zip(commands).for_each(|(actuator, it)| actuator.command = it);
        }
        let Some(positions) = own.list("qpos")? else { return Ok(()) };
        let wanted: usize = self.coordinates.iter().map(|joint| joint.count()).sum();
        if positions.len() != wanted {
            let problem = format!(
                "qpos of keyframe {HOME} has {} numbers, and the joints have {wanted}",
                positions.len()
            );
            return Err(tag.error(problem));
        }
        let mut rest = &positions[..];
        for joint in self.coordinates.clone() {
            let (own, further) = rest.split_at(joint.count());
            rest = further;
            match joint {
                Coordinates::Axis(joint) => self.model.joints[joint].position = own[0],
                Coordinates::Ball(first) => {
                    let (x, y, z) = quaternion(tag, own)?.to_euler(EulerRot::XYZ);
                    for (number, angle) in [x, y, z].into_iter().enumerate() {
                        self.model.joints[first + number].position = angle;
                    }
                }
                Coordinates::Free(node) => {
                    let rotation = quaternion(tag, &own[3..])?;
                    self.model.nodes[node.index()].parent_from_node =
                        DAffine3::from_rotation_translation(rotation, DVec3::from_slice(&own[..3]));
                }
            }
        }
        Ok(())
    }
}

/// A rotation in the order w, x, y, z.
fn quaternion(tag: &Tag, numbers: &[f64]) -> Result<DQuat, ReadError> {
    let quaternion = DQuat::from_xyzw(numbers[1], numbers[2], numbers[3], numbers[0]);
    if quaternion.length() < 1e-9 {
        return Err(tag.error(format!("qpos of keyframe {HOME} has a rotation of zero length")));
    }
    Ok(quaternion.normalize())
}
