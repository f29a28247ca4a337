//! Where the nodes are at some moment of a recording, from the transforms in it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::{DQuat, DVec3};
use morse_ros::Header2;
use morse_ros::messages::tf2_msgs::TFMessage;
use morse_viewer::ViewerNode;
use morse_world::Pose;

use crate::cdr;

/// Name of the fixed frame of recordings.
const WORLD: &str = "map";

/// The pose of a node relative to its parent at that time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Placed {
    /// Index of the node that carried it; `None` for the world.
    parent: Option<usize>,
    parent_from_node: Pose,
}

/// The nodes of the scene, which do not change while a recording is shown.
#[derive(Debug)]
pub(crate) struct Nodes {
    /// Number for pages, and the index of the parent that pages have.
    listed: Vec<(u32, Option<usize>)>,
    by_name: BTreeMap<String, usize>,
    initial: Poses,
}

/// The poses of all nodes at a moment. Copies share them until one changes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Poses(Arc<Vec<Placed>>);

impl Nodes {
    /// The nodes that pages know.
    pub(crate) fn new(nodes: &[ViewerNode]) -> Nodes {
        let index_of: BTreeMap<u32, usize> =
            nodes.iter().enumerate().map(|(index, node)| (node.number, index)).collect();
        let parent = |node: &ViewerNode| node.parent.and_then(|parent| index_of.get(&parent).copied());
        let placed =
            nodes.iter().map(|it| Placed { parent: parent(it), parent_from_node: it.parent_from_node });
        let mut by_name = BTreeMap::new();
        for (index, node) in nodes.iter().enumerate() {
            // Bones can have the name of a node; the nodes come first.
            by_name.entry(node.name.clone()).or_insert(index);
        }
        Nodes {
            listed: nodes.iter().map(|node| (node.number, parent(node))).collect(),
            by_name,
            initial: Poses(Arc::new(placed.collect())),
        }
    }

    /// The poses before the first transform.
    pub(crate) fn initial(&self) -> Poses {
        self.initial.clone()
    }

    /// Takes a message of the topic of transforms, and notes the nodes that it moved.
    pub(crate) fn take(
        &self,
        data: &[u8],
        poses: &mut Poses,
        moved: &mut BTreeSet<usize>,
    ) -> Result<(), String> {
        let message: TFMessage<Header2> = cdr::read(data)?;
        let placed = Arc::make_mut(&mut poses.0);
        for transform in message.transforms {
            let Some(&index) = self.by_name.get(&transform.child_frame_id) else { continue };
            let (t, r) = (transform.transform.translation, transform.transform.rotation);
            let pose = Pose {
                translation: DVec3::new(t.x, t.y, t.z),
                rotation: DQuat::from_xyzw(r.x, r.y, r.z, r.w),
            };
            // A damaged file can hold anything.
            let Some(pose) = pose.normalized() else { continue };
            let carrier = &transform.header.frame_id;
            let parent = if carrier == WORLD { None } else { self.by_name.get(carrier).copied() };
            placed[index] = Placed { parent, parent_from_node: pose };
            moved.insert(index);
        }
        Ok(())
    }

    /// The poses of nodes in the parents that pages have, by number.
    pub(crate) fn shown(&self, poses: &Poses, moved: impl Iterator<Item = usize>) -> Vec<(u32, Pose)> {
        let pose = |index: usize| {
            let (number, parent) = self.listed[index];
            let placed = poses.0[index];
            let shown = match (placed.parent == parent, parent) {
                (true, _) => placed.parent_from_node,
                (false, None) => poses.world_from(index),
                (false, Some(parent)) => poses.world_from(parent).inverse() * poses.world_from(index),
            };
            (number, shown)
        };
        moved.map(pose).collect()
    }

    /// Indices of all nodes.
    pub(crate) fn all(&self) -> std::ops::Range<usize> {
        0..self.listed.len()
    }

    /// Index of a node by name.
    pub(crate) fn index_of(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// Bytes that the poses of a moment take.
    pub(crate) fn bytes(&self) -> usize {
        self.listed.len() * size_of::<Placed>()
    }
}

impl Poses {
    /// The pose of a node in the world.
    pub(crate) fn world_from(&self, index: usize) -> Pose {
        let mut pose = self.0[index].parent_from_node;
        let mut parent = self.0[index].parent;
        // A damaged file can have circles.
        for _ in 0..self.0.len() {
            let Some(at) = parent else { break };
            pose = self.0[at].parent_from_node * pose;
            parent = self.0[at].parent;
        }
        pose
    }
}

#[cfg(test)]
mod tests {
    use morse_ros::Header;
    use morse_ros::messages::geometry_msgs::{Quaternion, Transform, TransformStamped, Vector3};

    use super::*;

    fn at(x: f64) -> Pose {
        Pose { translation: DVec3::new(x, 0.0, 0.0), rotation: DQuat::IDENTITY }
    }

    fn message(parent: &str, child: &str, x: f64) -> Vec<u8> {
        let transform = TransformStamped {
            header: Header2::new(0, 0, parent),
            child_frame_id: child.to_owned(),
            transform: Transform {
                translation: Vector3 { x, y: 0.0, z: 0.0 },
                rotation: Quaternion { x: 0.0, y: 0.0, z: 0.0, w: 1.0 },
            },
        };
        let message = TFMessage { transforms: vec![transform] };
        let mut bytes = vec![0, 1, 0, 0];
        bytes.extend(cdr_encoding::to_vec::<_, byteorder::LittleEndian>(&message).unwrap());
        bytes
    }

    #[test]
    fn a_carried_node_is_shown_at_its_pose_in_the_world() {
        let node = |number, name: &str, parent| ViewerNode {
            number,
            name: name.to_owned(),
            parent,
            parent_from_node: at(1.0),
        };
        let nodes = Nodes::new(&[node(7, "arm", None), node(9, "box", None)]);
        let (mut poses, mut moved) = (nodes.initial(), BTreeSet::new());
        nodes.take(&message("map", "arm", 5.0), &mut poses, &mut moved).unwrap();
        nodes.take(&message("arm", "box", 0.5), &mut poses, &mut moved).unwrap();
        nodes.take(&message("map", "nobody", 0.5), &mut poses, &mut moved).unwrap();
        // The page has the box in the world.
        assert_eq!(nodes.shown(&poses, moved.iter().copied()), [(7, at(5.0)), (9, at(5.5))]);
        nodes.take(&message("box", "arm", 1.0), &mut poses, &mut moved).unwrap();
        assert!(poses.world_from(0).translation.is_finite(), "a circle ends");
        assert!(nodes.take(&[0, 1], &mut poses, &mut moved).is_err());
    }
}
