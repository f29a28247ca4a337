//! Skins as skeletons: the joints of a skin become bones, and children of a joint are attached to its bone.

use std::collections::BTreeSet;

use glam::{DAffine3, DVec3};
use gltf_json::Root;

use crate::formats::gltf::extras::BoneJoint;
use crate::formats::gltf::place::Place;
use crate::model::{Armature, ArmatureId, Bone, Model, Node, NodeId, NodeKind};

/// Length of a bone if nothing else defines it. \[m\]
const LENGTH_M: f64 = 0.1;

/// Blender's number of the inverse kinematics solver for robots, used because glTF files do not store one.
const ITASC: i32 = 1;

/// Which nodes are joints, and the armatures made so far.
pub(super) struct Skeletons {
    /// For each node the skin that it is a joint of.
    skin_of: Vec<Option<usize>>,
    names: Vec<String>,
    /// For each armature of the model, the lengths of its bones in the file.
    lengths: Vec<Vec<Option<f64>>>,
    /// Armature nodes with the skin that each was made for.
    made: BTreeSet<(NodeId, usize)>,
}

impl Skeletons {
    pub(super) fn of(root: &Root) -> Skeletons {
        let mut skin_of = vec![None; root.nodes.len()];
        for (skin, source) in root.skins.iter().enumerate() {
            for joint in &source.joints {
                if let Some(known @ None) = skin_of.get_mut(joint.value()) {
                    *known = Some(skin);
                }
            }
        }
        let names = root.skins.iter().enumerate();
        let names =
            names.map(|(skin, source)| source.name.clone().unwrap_or_else(|| format!("armature {skin}")));
        Skeletons { skin_of, names: names.collect(), lengths: Vec::new(), made: BTreeSet::new() }
    }

    /// Whether a node is a bone.
    pub(super) fn is_bone(&self, index: usize) -> bool {
        self.skin_of.get(index).is_some_and(Option::is_some)
    }

    /// Makes a bone of a node that is a joint, and returns the parent of its children.
    pub(super) fn grow(
        &mut self,
        model: &mut Model,
        index: usize,
        name: &str,
        here_from_node: DAffine3,
        parent: &Place,
        joint: Option<&BoneJoint>,
    ) -> Option<Place> {
        let skin = self.skin_of.get(index).copied().flatten()?;
        let (armature, parent_bone, armature_from_bone) = match parent {
            Place::Bone { armature, bone, armature_from_bone, .. }
                if self.made.contains(&(*armature, skin)) =>
            {
                (*armature, Some(*bone), *armature_from_bone * here_from_node)
            }
            _ => (self.armature(model, skin, parent), None, here_from_node),
        };
        let NodeKind::Armature(id) = model.nodes[armature.index()].kind else { return None };
        let bones = &mut model.armatures[id.index()].bones;
        let head = armature_from_bone.translation;
        bones.push(Bone {
            name: name.to_owned(),
            parent: parent_bone,
            head,
            tail: head,
            roll: 0.0,
            length: 0.0,
            armature_from_rest: armature_from_bone,
            armature_from_pose: armature_from_bone,
            deforms: true,
            rotation_mode: 0,
            ik: joint.map(BoneJoint::ik).unwrap_or_default(),
            constraints: joint.and_then(BoneJoint::constraint).into_iter().collect(),
        });
        let bone = bones.len() - 1;
        let length = joint.and_then(|joint| joint.length).filter(|length| *length > 0.0);
        self.lengths[id.index()].push(length);
        Some(Place::Bone { armature, name: name.to_owned(), bone, armature_from_bone })
    }

    /// The node that gets the armature: the parent of the topmost joint if it is an empty, otherwise a new node.
    fn armature(&mut self, model: &mut Model, skin: usize, parent: &Place) -> NodeId {
        if let Place::Node(parent) = parent {
            if self.made.contains(&(*parent, skin)) {
                return *parent;
            }
            if model.nodes[parent.index()].kind == NodeKind::Empty {
                self.make(model, skin, *parent);
                return *parent;
            }
        }
        let mut node = Node::new(self.names[skin].clone());
        parent.put(&mut node, DAffine3::IDENTITY);
        model.nodes.push(node);
        let id = NodeId::new(model.nodes.len() - 1);
        self.make(model, skin, id);
        id
    }

    fn make(&mut self, model: &mut Model, skin: usize, node: NodeId) {
        model.nodes[node.index()].kind = NodeKind::Armature(ArmatureId::new(model.armatures.len()));
        let name = self.names[skin].clone();
        model.armatures.push(Armature { name, ik_solver: ITASC, ..Armature::default() });
        self.lengths.push(Vec::new());
        self.made.insert((node, skin));
    }
}

/// Sets the length of every bone: the length in the file, the distance to its first child, or the length of its parent.
pub(super) fn finish(armatures: &mut [Armature], skeletons: &Skeletons) {
    for (armature, lengths) in armatures.iter_mut().zip(&skeletons.lengths) {
        let mut first_child: Vec<Option<DVec3>> = vec![None; armature.bones.len()];
        for bone in &armature.bones {
            if let Some(parent) = bone.parent {
                first_child[parent].get_or_insert(bone.head);
            }
        }
        for place in 0..armature.bones.len() {
            let bone = &armature.bones[place];
            let along = bone.armature_from_rest.matrix3.y_axis.normalize_or(DVec3::Y);
            let reaches = first_child[place].filter(|child| child.distance(bone.head) > 1e-6);
            let inherited = bone.parent.map_or(LENGTH_M, |parent| armature.bones[parent].length);
            let tail = match (lengths[place], reaches) {
                (Some(length), _) => bone.head + along * length,
                (None, Some(child)) => child,
                (None, None) => bone.head + along * inherited,
            };
            let bone = &mut armature.bones[place];
            bone.tail = tail;
            bone.length = tail.distance(bone.head);
        }
    }
}
