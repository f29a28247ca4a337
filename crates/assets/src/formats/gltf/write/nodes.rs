//! Nodes with their poses, lights and cameras.

use glam::{DAffine3, DMat4, DVec3};
use serde_json::{Map, Value, json};

use crate::display_color::in_light;
use crate::formats::gltf::lights_cameras::{ASPECT_RATIO, CANDELA, LUX};
use crate::formats::gltf::upright::TURN;
use crate::formats::gltf::write::Export;
use crate::model::{Falloff, LightKind, Node, NodeId, NodeKind, NodeRole, Projection, Transform};

/// Turn of a camera or light below its node: glTF's frames of both look along −z, ours too, and the frames of nodes differ.
const LENS_ROTATION: [f64; 4] = [-std::f64::consts::FRAC_1_SQRT_2, 0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2];

/// Nodes, roots, skins, cameras and lights of a file.
pub(super) type NodeLists = (Vec<Value>, Vec<usize>, Vec<Value>, Vec<Value>, Vec<Value>);

impl Export<'_> {
    /// Writes all nodes; node i of the model is node i of the file, bones and lenses follow.
    pub(super) fn nodes(&mut self) -> NodeLists {
        let model = self.model;
        let mut nodes: Vec<Value> = Vec::with_capacity(model.nodes.len());
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); model.nodes.len()];
        let mut roots = Vec::new();
        let (mut cameras, mut lights) = (Vec::new(), Vec::new());
        for node in &model.nodes {
            let value = self.node(node);
            nodes.push(value);
        }
        let (bones, skins) = self.bones(&mut nodes, &mut children);
        for (index, node) in model.nodes.iter().enumerate() {
            let mut parent_from_node = node.parent_from_node;
            match (node.parent, node.parent_bone.as_ref()) {
                (Some(parent), Some(bone)) if bones.contains_key(&(parent, bone.as_str())) => {
                    let (number, armature_from_bone) = bones[&(parent, bone.as_str())];
                    children[number].push(index);
                    parent_from_node = armature_from_bone.inverse() * parent_from_node;
                }
                (Some(parent), _) => children[parent.index()].push(index),
                (None, _) => roots.push(index),
            }
            place(&mut nodes[index], &parent_from_node);
        }
        for (index, node) in model.nodes.iter().enumerate() {
            let lens = match node.kind {
                NodeKind::Camera(id) => {
                    cameras.push(self.camera(id.index()));
                    json!({"camera": cameras.len() - 1})
                }
                NodeKind::Light(id) => {
                    let Some(light) = self.light(id.index(), &node.name) else { continue };
                    lights.push(light);
                    json!({"extensions": {"KHR_lights_punctual": {"light": lights.len() - 1}}})
                }
                _ => continue,
            };
            children[index].push(nodes.len());
            children.push(Vec::new());
            let mut value = lens;
            value["name"] = json!(format!("{}/lens", node.name));
            value["rotation"] = json!(LENS_ROTATION);
            nodes.push(value);
        }
        for (node, below) in nodes.iter_mut().zip(children) {
            if !below.is_empty() {
                node["children"] = json!(below);
            }
        }
        (nodes, roots, skins, cameras, lights)
    }

    fn node(&mut self, node: &Node) -> Value {
        let mut value = json!({"name": node.name});
        if let Some(mesh) = self.mesh_of(node) {
            value["mesh"] = json!(mesh);
        }
        if node.visibility.hidden_in_render || node.role == NodeRole::Collision {
            value["extensions"] = json!({"KHR_node_visibility": {"visible": false}});
            self.extensions.insert("KHR_node_visibility", Value::Null);
        }
        let extras: Map<String, Value> = self.extras(node);
        if !extras.is_empty() {
            value["extras"] = Value::Object(extras);
        }
        if let NodeKind::Other(kind) = &node.kind {
            self.omit("objects of other kinds become empties", &format!("{} ({kind})", node.name));
        }
        if !node.motions.is_empty() {
            self.omit("motions by logic bricks are left out", &node.name);
        }
        if !node.detectors.is_empty() {
            self.omit("near sensors and radars of the file are left out", &node.name);
        }
        value
    }

    fn camera(&self, index: usize) -> Value {
        let camera = &self.model.cameras[index];
        match camera.projection {
            Projection::Perspective { focal_length, sensor_width } => {
                let half_width = f64::from(sensor_width) / 2.0 / f64::from(focal_length);
                let angle = 2.0 * libm::atan(half_width / f64::from(ASPECT_RATIO));
                let mut lens = json!({"yfov": angle, "aspectRatio": ASPECT_RATIO, "znear": camera.near});
                if camera.far.is_finite() {
                    lens["zfar"] = json!(camera.far);
                }
                json!({"name": camera.name, "type": "perspective", "perspective": lens})
            }
            Projection::Orthographic { width } => {
                let (x, y) = (width / 2.0, width / 2.0 / ASPECT_RATIO);
                let lens =
                    json!({"xmag": x, "ymag": y, "znear": camera.near, "zfar": camera.far.min(f32::MAX)});
                json!({"name": camera.name, "type": "orthographic", "orthographic": lens})
            }
        }
    }

    fn light(&mut self, index: usize, node: &str) -> Option<Value> {
        let light = &self.model.lights[index];
        let (kind, unit) = match light.kind {
            LightKind::Sun => ("directional", LUX),
            LightKind::Point => ("point", CANDELA),
            LightKind::Spot => ("spot", CANDELA),
            LightKind::Area => {
                self.omit("lights with an area become points", node);
                ("point", CANDELA)
            }
            LightKind::Hemi => {
                self.omit("hemispheres of light become suns", node);
                ("directional", LUX)
            }
        };
        if light.energy < 0.0 || !(light.diffuse || light.specular) {
            self.omit("lights that give no light are left out", node);
            return None;
        }
        let usual = matches!(light.falloff, Falloff::Weighted { linear: 0.0, quadratic: 1.0 });
        if !matches!(light.kind, LightKind::Sun | LightKind::Hemi) && (!usual || light.sphere) {
            self.omit("lights fade with the square of the distance", node);
        }
        let color = light.rgb.map(in_light);
        let mut value =
            json!({"name": light.name, "type": kind, "intensity": light.energy * unit, "color": color});
        if kind != "directional" {
            value["range"] = json!(2.0 * light.distance);
        }
        if kind == "spot" {
            value["spot"] =
                json!({"outerConeAngle": (light.spot_angle / 2.0).min(std::f32::consts::FRAC_PI_2)});
        }
        Some(value)
    }
}

/// Sets the pose of a node: as translation, rotation and scale, or as a matrix if it has shear.
pub(super) fn place(value: &mut Value, parent_from_node: &DAffine3) {
    let lying = TURN.inverse() * *parent_from_node * TURN;
    let (Transform { translation, rotation, scale }, sheared) = Transform::of(&lying);
    if sheared {
        value["matrix"] = json!(DMat4::from(lying).to_cols_array());
        return;
    }
    if translation != DVec3::ZERO {
        value["translation"] = json!(translation.to_array());
    }
    if rotation.xyz() != DVec3::ZERO {
        value["rotation"] = json!(rotation.to_array());
    }
    if (scale - DVec3::ONE).abs().max_element() > 1e-12 {
        value["scale"] = json!(scale.to_array());
    }
}

/// Whether a node hangs on another one, at any depth.
pub(super) fn is_below(nodes: &[Node], node: NodeId, above: NodeId) -> bool {
    let up = |at: &NodeId| nodes[at.index()].parent;
    std::iter::successors(Some(node), up).skip(1).any(|at| at == above)
}
