//! The contents of an asset, for `morse inspect FILE [--json]`.

mod tree;

use glam::{DVec3, EulerRot};
use serde::Serialize;

use crate::model::{
    Actuator, Armature, Detector, Equality, Inertial, Joint, Keyframe, Light, Mesh, Model, Motion, Node,
    NodeId, NodeKind, NodeRole, Physics, Property, SceneSettings, Shape, Tendon, Transform, ViewSettings,
    Visibility, WorldSettings,
};
use crate::{Format, Loaded};

/// A summary of an asset, without its vertices.
#[derive(Clone, Debug, Serialize)]
pub struct Inspection {
    /// Name of the model.
    pub name: String,
    /// Kind of the file.
    pub format: Format,
    /// The program that wrote the file.
    pub generator: String,
    /// Counts over the whole asset.
    pub totals: Totals,
    /// Smallest and largest world coordinates of all meshes \[m\].
    pub bounds: Option<[DVec3; 2]>,
    /// Settings of the game engine, if the file has them.
    pub scene: Option<SceneSettings>,
    /// Settings of the world, if the file is a world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub world: Option<WorldSettings>,
    /// Longest step of its joints, if the file gives one. \[s\]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step_max_s: Option<f64>,
    /// Light of the camera, sky and first viewpoint, if the file gives them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<ViewSettings>,
    /// Nodes in the order of the model.
    pub nodes: Vec<InspectedNode>,
    /// Skeletons of the model.
    pub armatures: Vec<Armature>,
    /// Joints between nodes.
    pub joints: Vec<Joint>,
    /// Equalities that are not mimic joints.
    pub equalities: Vec<Equality>,
    /// Tendons of the model, in the order of the file.
    pub tendons: Vec<Tendon>,
    /// Actuators of joints, tendons and sites.
    pub actuators: Vec<Actuator>,
    /// Named poses, with the commands of the actuators.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keyframes: Vec<Keyframe>,
    /// Pairs of links that do not collide, by their indices.
    pub apart: Vec<[NodeId; 2]>,
    /// Omissions and corrections of the reader.
    pub warnings: Vec<String>,
}

/// Counts over the whole asset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Objects of the file.
    pub objects: usize,
    /// Nodes from group instances.
    pub instanced: usize,
    /// Vertices of the objects, as in the file.
    pub vertices: usize,
    /// Triangles of the objects, as in the file.
    pub triangles: usize,
    /// Triangles of all nodes, with modifiers applied and groups instantiated.
    pub triangles_shown: usize,
    /// Number of materials.
    pub materials: usize,
    /// Number of images.
    pub textures: usize,
    /// Bones of all skeletons.
    pub bones: usize,
    /// Joints between nodes.
    pub joints: usize,
    /// Properties of the objects.
    pub properties: usize,
}

/// A node.
#[derive(Clone, Debug, Serialize)]
pub struct InspectedNode {
    /// Its name.
    pub name: String,
    /// Its kind: `mesh`, `empty`, `light` …
    pub kind: String,
    /// Index of its parent in the list.
    pub parent: Option<usize>,
    /// The bone of the parent that it is attached to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bone: Option<String>,
    /// Position in the parent. \[m\]
    pub location: DVec3,
    /// Orientation in the parent: rotations about the fixed x, then y, then z. \[rad\]
    pub rotation: DVec3,
    /// Scale in the parent.
    pub scale: DVec3,
    /// Position in the world. \[m\]
    pub world_location: DVec3,
    /// Size of its mesh along the axes of the world. \[m\]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<DVec3>,
    /// Triangles, with modifiers applied.
    pub triangles: usize,
    /// Names of its materials.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<String>,
    /// Its body.
    pub physics: Physics,
    /// Mass, center of mass and inertia, if the file gives them in full.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inertial: Option<Inertial>,
    /// Its properties, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<(String, Property)>,
    /// Its near sensors and radars.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub detectors: Vec<Detector>,
    /// Its own motions, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub motions: Vec<Motion>,
    /// Its light.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub light: Option<Light>,
    /// Its visibility.
    pub visibility: Visibility,
    /// Its role.
    pub role: NodeRole,
    /// Whether it comes from a group instance.
    pub instanced: bool,
    /// Whether scenes leave it out because of its name.
    pub left_out: bool,
}

/// Sums up what was loaded.
#[must_use]
pub fn inspect(loaded: &Loaded) -> Inspection {
    let model = &loaded.model;
    let world_from_nodes = model.world_from_nodes();
    let nodes = model.nodes.iter().zip(&world_from_nodes);
    Inspection {
        name: model.name.clone(),
        format: loaded.format,
        generator: model.generator.clone(),
        totals: totals(model),
        bounds: model.world_bounds().map(|(low, high)| [low, high]),
        scene: model.scene.clone(),
        world: model.world,
        step_max_s: model.step_max_s,
        view: model.view.clone(),
        nodes: nodes.map(|(node, world_from_node)| inspect_node(model, node, world_from_node)).collect(),
        armatures: model.armatures.clone(),
        joints: model.joints.clone(),
        equalities: model.equalities.clone(),
        tendons: model.tendons.clone(),
        actuators: model.actuators.clone(),
        keyframes: model.keyframes.clone(),
        apart: model.apart.clone(),
        warnings: loaded.warnings.clone(),
    }
}

fn totals(model: &Model) -> Totals {
    let mesh_of = |node: &Node| Some(&model.meshes[node.mesh()?.index()]);
    let objects: Vec<&Node> = model.objects().map(|(_, node)| node).collect();
    let in_file =
        |count: fn(&Mesh) -> usize| objects.iter().filter_map(|node| mesh_of(node)).map(count).sum();
    Totals {
        objects: objects.len(),
        instanced: model.nodes.len() - objects.len(),
        vertices: in_file(|mesh| mesh.in_file.vertices),
        triangles: in_file(|mesh| mesh.in_file.triangles),
        triangles_shown: model.nodes.iter().filter_map(mesh_of).map(|mesh| mesh.triangles.len()).sum(),
        materials: model.materials.len(),
        textures: model.textures.len(),
        bones: model.armatures.iter().map(|armature| armature.bones.len()).sum(),
        joints: model.joints.len(),
        properties: objects.iter().map(|node| node.properties.len()).sum(),
    }
}

fn inspect_node(model: &Model, node: &Node, world_from_node: &glam::DAffine3) -> InspectedNode {
    let (transform, _) = node.transform();
    let mesh = node.mesh().map(|mesh| &model.meshes[mesh.index()]);
    let bounds = mesh.and_then(|mesh| mesh.bounds(world_from_node));
    let materials = node.materials.iter().flatten().map(|id| model.materials[id.index()].name.clone());
    let light = match node.kind {
        NodeKind::Light(light) => Some(model.lights[light.index()].clone()),
        _ => None,
    };
    InspectedNode {
        name: node.name.clone(),
        kind: kind(model, node),
        parent: node.parent.map(crate::model::NodeId::index),
        bone: node.parent_bone.clone(),
        location: transform.translation,
        rotation: rotation(&transform),
        scale: transform.scale,
        world_location: world_from_node.translation,
        size: bounds.map(|(low, high)| high - low),
        triangles: mesh.map_or(0, |mesh| mesh.triangles.len()),
        materials: materials.collect(),
        physics: node.physics.clone(),
        inertial: node.inertial,
        properties: node.properties.clone(),
        detectors: node.detectors.clone(),
        motions: node.motions.clone(),
        light,
        visibility: node.visibility,
        role: node.role,
        instanced: node.instance.is_some(),
        left_out: node.is_left_out(),
    }
}

fn rotation(transform: &Transform) -> DVec3 {
    let (z, y, x) = transform.rotation.to_euler(EulerRot::ZYX);
    DVec3::new(x, y, z)
}

fn kind(model: &Model, node: &Node) -> String {
    match &node.kind {
        NodeKind::Empty => "empty".to_owned(),
        NodeKind::Mesh(_) => "mesh".to_owned(),
        NodeKind::Shape(Shape::Box { size }) => format!("box {} × {} × {} m", size.x, size.y, size.z),
        NodeKind::Shape(Shape::Sphere { radius }) => format!("sphere of radius {radius} m"),
        NodeKind::Shape(Shape::Cylinder { radius, length }) => {
            format!("cylinder of radius {radius} m, {length} m long")
        }
        NodeKind::Shape(Shape::Capsule { radius, length }) => {
            format!("capsule of radius {radius} m, {length} m long")
        }
        NodeKind::Light(light) => format!("light {}", model.lights[light.index()].kind.name()),
        NodeKind::Camera(_) => "camera".to_owned(),
        NodeKind::Armature(armature) => {
            format!("armature of {} bones", model.armatures[armature.index()].bones.len())
        }
        NodeKind::Instance { group } => format!("instance of group {group}"),
        NodeKind::Other(kind) => kind.to_lowercase(),
    }
}
