//! Instances of a mesh (`EXT_mesh_gpu_instancing`): a node below the node of the file for each of them.

use gltf_json::accessor::Accessor;
use gltf_json::scene::UnitQuaternion;
use gltf_json::{Index, Node as Source};
use serde_json::Value;

use crate::ReadError;
use crate::formats::gltf::Import;
use crate::formats::gltf::upright::parent_from_node;
use crate::model::{Node, NodeId};

/// The name of the extension.
pub(super) const EXTENSION: &str = "EXT_mesh_gpu_instancing";

impl Import<'_> {
    /// Adds a node. If it has instances, it becomes a frame, and each instance a node below it with its mesh, body and
    /// properties.
    pub(super) fn add_with_instances(&mut self, source: &Source, node: Node) -> Result<(), ReadError> {
        let extension = source.extensions.as_ref().and_then(|extensions| extensions.others.get(EXTENSION));
        let attributes = extension.map(|extension| &extension["attributes"]);
        let Some(attributes) = attributes.filter(|_| node.mesh().is_some()) else {
            self.model.nodes.push(node);
            return Ok(());
        };
        let places = self.places(attributes, &node.name)?;
        let frame = Node {
            parent: node.parent,
            parent_bone: node.parent_bone.clone(),
            parent_from_node: node.parent_from_node,
            visibility: node.visibility,
            ..Node::new(node.name.clone())
        };
        let parent = Some(NodeId::new(self.model.nodes.len()));
        self.model.nodes.push(frame);
        for (number, place) in places.iter().enumerate() {
            self.model.nodes.push(Node {
                name: format!("{}/{number}", node.name),
                parent,
                parent_bone: None,
                parent_from_node: parent_from_node(place),
                ..node.clone()
            });
        }
        Ok(())
    }

    /// Translation, rotation and scale of each instance.
    fn places(&mut self, attributes: &Value, node: &str) -> Result<Vec<Source>, ReadError> {
        let accessor = |name: &str| {
            let index = u32::try_from(attributes.get(name)?.as_u64()?).ok()?;
            Some(Index::<Accessor>::new(index))
        };
        let [translations, rotations, scales] = ["TRANSLATION", "ROTATION", "SCALE"].map(accessor);
        let count =
            [translations, rotations, scales].into_iter().flatten().map(|index| self.count(index)).max();
        let count = count.unwrap_or(0);
        let place = format!("{node}, {EXTENSION}");
        self.budget.nodes(count, &place)?;
        let translations = translations.map(|index| self.floats::<3>(index, &place)).transpose()?;
        let rotations = rotations.map(|index| self.floats::<4>(index, &place)).transpose()?;
        let scales = scales.map(|index| self.floats::<3>(index, &place)).transpose()?;
        let instance = |number: usize| Source {
            translation: translations.as_ref().and_then(|list| list.get(number).copied()),
            rotation: rotations.as_ref().and_then(|list| list.get(number).copied()).map(UnitQuaternion),
            scale: scales.as_ref().and_then(|list| list.get(number).copied()),
            ..Source::default()
        };
        Ok((0..count).map(instance).collect())
    }
}
