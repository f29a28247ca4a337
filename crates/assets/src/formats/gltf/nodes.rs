//! The tree of nodes.

use glam::DAffine3;
use gltf_json::{Index, Node as Source};

use crate::ReadError;
use crate::formats::gltf::Import;
use crate::formats::gltf::extras::{JointExtras, NodeExtras, node_extras};
use crate::formats::gltf::lights_cameras;
use crate::formats::gltf::node_name::node_name;
use crate::formats::gltf::place::Place;
use crate::formats::gltf::skeleton::{Skeletons, finish};
use crate::formats::gltf::skin::Weights;
use crate::formats::gltf::upright::{node_from_lens, parent_from_node};
use crate::model::{CameraId, LightId, MeshId, Node, NodeId, NodeKind, Visibility};
use crate::warnings::names;

const VISIBILITY: &str = "KHR_node_visibility";

impl<'a> Import<'a> {
    /// Reads all nodes. `weights` are those of the vertices of meshes by joints of skins.
    pub(super) fn nodes(&mut self, weights: &[Weights]) -> Result<(), ReadError> {
        let mut skeletons = Skeletons::of(self.root);
        let mut places: Vec<Option<Place>> = vec![None; self.root.nodes.len()];
        // Stack of nodes still to be read, with their parents; the next one is the last.
        let mut waiting: Vec<(usize, Place)> =
            self.roots().into_iter().rev().map(|root| (root, Place::World)).collect();
        while let Some((index, parent)) = waiting.pop() {
            let Some(source) = self.root.nodes.get(index) else {
                self.warnings.add(format!("node {index} is not in the file; it is left out"));
                continue;
            };
            let name = node_name(source, index);
            if places[index].is_some() {
                self.warnings.add(format!("{name}: it has several parents; the first one counts"));
                continue;
            }
            self.budget.nodes(1, "nodes")?;
            let place = self.node(source, index, name, &parent, &mut skeletons)?;
            let children = source.children.as_deref().unwrap_or_default();
            waiting.extend(children.iter().rev().map(|child| (child.value(), place.clone())));
            places[index] = Some(place);
        }
        let left_out = places.iter().enumerate().filter(|(_, place)| place.is_none());
        let left_out: Vec<String> =
            left_out.map(|(index, _)| node_name(&self.root.nodes[index], index)).collect();
        if !left_out.is_empty() {
            let list = names(left_out.iter().map(String::as_str));
            self.warnings.add(format!("nodes that the default scene does not show are left out: {list}"));
        }
        finish(&mut self.model.armatures, &skeletons);
        self.skins(&places, weights)
    }

    /// The roots of the default scene, or of the file if it has no scene.
    fn roots(&self) -> Vec<usize> {
        let scene = self.root.scene.map_or(0, |scene| scene.value());
        if let Some(scene) = self.root.scenes.get(scene) {
            return scene.nodes.iter().map(Index::value).collect();
        }
        let mut is_child = vec![false; self.root.nodes.len()];
        for child in self.root.nodes.iter().flat_map(|node| node.children.iter().flatten()) {
            if let Some(known) = is_child.get_mut(child.value()) {
                *known = true;
            }
        }
        (0..is_child.len()).filter(|&index| !is_child[index]).collect()
    }

    fn node(
        &mut self,
        source: &'a Source,
        index: usize,
        name: String,
        parent: &Place,
        skeletons: &mut Skeletons,
    ) -> Result<Place, ReadError> {
        let is_bone = skeletons.is_bone(index);
        let extras = node_extras(source.extras.as_deref(), &name, is_bone, self.warnings);
        let here_from_node = parent_from_node(source);
        let bone_joint = match &extras.joint {
            Some(JointExtras::Bone(joint)) => Some(joint),
            _ => None,
        };
        let bone = skeletons.grow(&mut self.model, index, &name, here_from_node, parent, bone_joint);
        let (parent, here_from_node) = match &bone {
            // A joint without other data becomes a bone and no node.
            Some(bone) if is_plain(source, &extras) => return Ok(bone.clone()),
            Some(bone) => (bone, DAffine3::IDENTITY),
            None => (parent, here_from_node),
        };
        let mut node = Node::new(name);
        parent.put(&mut node, here_from_node);
        let id = NodeId::new(self.model.nodes.len());
        if let Some(JointExtras::Object(joint)) = &extras.joint {
            match node.parent {
                Some(parent) => self.model.joints.push(joint.between(&node.name, parent, id)),
                None => self.warnings.add(format!(
                    "{}: its joint is left out: a joint connects a node with the node above it",
                    node.name
                )),
            }
        }
        self.fill(source, &mut node, extras);
        self.add_with_instances(source, node)?;
        self.add_light_and_camera(source, id);
        Ok(bone.unwrap_or(Place::Node(id)))
    }

    fn fill(&mut self, source: &Source, node: &mut Node, extras: NodeExtras) {
        if let Some(mesh) = source.mesh.map(|mesh| mesh.value()) {
            if mesh < self.model.meshes.len() {
                node.kind = NodeKind::Mesh(MeshId::new(mesh));
                node.materials = self.slots(mesh);
            } else {
                self.warnings.add(format!("{}: mesh {mesh} is not in the file; it is an empty", node.name));
            }
        }
        let extensions = source.extensions.as_ref();
        let visibility = extensions.and_then(|extensions| extensions.others.get(VISIBILITY));
        if visibility.is_some_and(|record| record["visible"] == false) {
            node.visibility =
                Visibility { hidden_in_view: true, unselectable: false, hidden_in_render: true };
        }
        let material = node.materials.iter().flatten().next().map(|id| &self.model.materials[id.index()]);
        if let Some(material) = material {
            node.physics.friction = f64::from(material.friction);
            node.physics.elasticity = f64::from(material.elasticity);
        }
        if let Some(physics) = extras.physics {
            node.physics = physics;
        }
        node.properties = extras.properties;
        node.inertial = extras.inertial;
    }

    /// Adds the camera and the light of a node, each as a child, because their viewing direction differs.
    fn add_light_and_camera(&mut self, source: &Source, parent: NodeId) {
        let name = |what: &str, model: &crate::Model| format!("{}.{what}", model.nodes[parent.index()].name);
        let camera = source.camera.and_then(|camera| self.root.cameras.get(camera.value()));
        let camera_name = name("camera", &self.model);
        let camera = camera.and_then(|camera| lights_cameras::camera(camera, camera_name));
        let light = source.extensions.as_ref().and_then(|extensions| extensions.khr_lights_punctual.as_ref());
        let lights =
            self.root.extensions.as_ref().and_then(|extensions| extensions.khr_lights_punctual.as_ref());
        let light = light.zip(lights).and_then(|(light, lights)| lights.lights.get(light.light.value()));
        let light_name = name("light", &self.model);
        let light = light.and_then(|light| lights_cameras::light(light, light_name));

        if let Some(camera) = camera {
            let kind = NodeKind::Camera(CameraId::new(self.model.cameras.len()));
            self.push_lens(camera.name.clone(), kind, parent);
            self.model.cameras.push(camera);
        }
        if let Some(light) = light {
            let kind = NodeKind::Light(LightId::new(self.model.lights.len()));
            self.push_lens(light.name.clone(), kind, parent);
            self.model.lights.push(light);
        }
    }

    fn push_lens(&mut self, name: String, kind: NodeKind, parent: NodeId) {
        let node = Node { kind, parent: Some(parent), parent_from_node: node_from_lens(), ..Node::new(name) };
        self.model.nodes.push(node);
    }
}

fn is_plain(source: &Source, extras: &NodeExtras) -> bool {
    let has_light =
        source.extensions.as_ref().is_some_and(|extensions| extensions.khr_lights_punctual.is_some());
    source.mesh.is_none()
        && source.camera.is_none()
        && !has_light
        && extras.properties.is_empty()
        && extras.physics.is_none()
}
