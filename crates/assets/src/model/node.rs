//! Nodes: pose, parent and kind.

pub(super) mod motion;
pub(super) mod property;
mod tree;

use glam::{DAffine3, DVec3};
use serde::Serialize;

use crate::model::{
    ArmatureId, CameraId, Inertial, LightId, MaterialId, MeshId, Motion, NodeId, Physics, Property, Transform,
};

/// One object of a file.
#[derive(Clone, Debug)]
pub struct Node {
    /// Name in the file. A node made from a group instance is called `INSTANCE/MEMBER`.
    pub name: String,
    /// The parent node.
    pub parent: Option<NodeId>,
    /// The bone of the parent that it is attached to, if the parent is a skeleton.
    pub parent_bone: Option<String>,
    /// Pose and scale in the parent, in the pose that was saved: with Blender's parent inverse, and relative to the
    /// pose of the bone. A matrix, because such products may have shear.
    pub parent_from_node: DAffine3,
    /// Its kind.
    pub kind: NodeKind,
    /// Material of each slot; the triangles of a mesh refer to slots.
    pub materials: Vec<Option<MaterialId>>,
    /// Named values, in the order of the file.
    pub properties: Vec<(String, Property)>,
    /// The body settings of the file.
    pub physics: Physics,
    /// Mass and inertia, if the file gives them in full (URDF).
    pub inertial: Option<Inertial>,
    /// Near sensors and radars.
    pub detectors: Vec<Detector>,
    /// Its own motions, in order.
    pub motions: Vec<Motion>,
    /// Its visibility.
    pub visibility: Visibility,
    /// Its role.
    pub role: NodeRole,
    /// The group instance that it comes from; such nodes are not objects of the file.
    pub instance: Option<NodeId>,
}

impl Node {
    /// An empty at the origin of its parent.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Node {
        Node {
            name: name.into(),
            parent: None,
            parent_bone: None,
            parent_from_node: DAffine3::IDENTITY,
            kind: NodeKind::Empty,
            materials: Vec::new(),
            properties: Vec::new(),
            physics: Physics::default(),
            inertial: None,
            detectors: Vec::new(),
            motions: Vec::new(),
            visibility: Visibility::default(),
            role: NodeRole::Ordinary,
            instance: None,
        }
    }

    /// Pose and scale in the parent, and whether shear was lost.
    #[must_use]
    pub fn transform(&self) -> (Transform, bool) {
        Transform::of(&self.parent_from_node)
    }

    /// The value of a property.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Whether scenes leave the node out: its name starts with `_`, which marks helper objects.
    #[must_use]
    pub fn is_left_out(&self) -> bool {
        self.name.starts_with('_')
    }

    /// The mesh, if it is one.
    #[must_use]
    pub fn mesh(&self) -> Option<MeshId> {
        match self.kind {
            NodeKind::Mesh(mesh) => Some(mesh),
            _ => None,
        }
    }
}

/// The kind of a node.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeKind {
    /// A frame.
    Empty,
    /// A mesh.
    Mesh(MeshId),
    /// A solid of known dimensions (URDF).
    Shape(Shape),
    /// A light.
    Light(LightId),
    /// A camera.
    Camera(CameraId),
    /// A skeleton.
    Armature(ArmatureId),
    /// A group instance; copies of its members follow as nodes, unless the group is missing.
    Instance {
        /// Name of the group.
        group: String,
    },
    /// An unsupported kind (curves, text, speakers …): kept as a frame.
    Other(String),
}

/// A solid centered on its node; the axis of cylinders and capsules is z.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A box.
    Box {
        /// Edge lengths along x, y, z. \[m\]
        size: DVec3,
    },
    /// A sphere.
    Sphere {
        /// Radius. \[m\]
        radius: f64,
    },
    /// A cylinder.
    Cylinder {
        /// Radius. \[m\]
        radius: f64,
        /// Length. \[m\]
        length: f64,
    },
    /// A cylinder with half a sphere at each end.
    Capsule {
        /// Radius of cylinder and spheres. \[m\]
        radius: f64,
        /// Length of the cylinder alone. \[m\]
        length: f64,
    },
}

impl Shape {
    /// Raises sizes below a smallest one \[m\] to it. A capsule may have no length. Returns whether one was raised.
    pub(crate) fn raise_sizes(&mut self, smallest: f64) -> bool {
        let before = *self;
        match self {
            Shape::Box { size } => *size = size.max(DVec3::splat(smallest)),
            Shape::Cylinder { radius, length } => {
                (*radius, *length) = (radius.max(smallest), length.max(smallest));
            }
            Shape::Sphere { radius } | Shape::Capsule { radius, .. } => *radius = radius.max(smallest),
        }
        *self != before
    }
}

/// The role of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeRole {
    /// Visible and colliding, according to its physics settings.
    #[default]
    Ordinary,
    /// Visible only (URDF).
    Visual,
    /// To collide only (URDF).
    Collision,
}

/// Visibility flags of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Visibility {
    /// Hidden in the editor's view.
    pub hidden_in_view: bool,
    /// Not selectable in the editor.
    pub unselectable: bool,
    /// Hidden in rendering: cameras do not see it.
    pub hidden_in_render: bool,
}

/// A sensor of the file that detects nodes with a property.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Detector {
    /// Name in the file.
    pub name: String,
    /// Property that a detected node must have; empty for any node.
    pub property: String,
    /// Its range.
    pub kind: DetectorKind,
}

/// The range of a [`Detector`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DetectorKind {
    /// A sphere.
    Near {
        /// A node is detected when nearer than this. \[m\]
        distance: f64,
        /// A detected node is lost when farther than this. \[m\]
        reset_distance: f64,
    },
    /// In a cone.
    Radar {
        /// Opening angle of the cone \[rad\].
        angle: f64,
        /// Height of the cone \[m\].
        distance: f64,
        /// Direction in the frame of the node.
        axis: DVec3,
    },
}

/// A named group of nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// The point of the world that instances of the group place at their own origin.
    pub origin: DVec3,
    /// Its members.
    pub members: Vec<NodeId>,
}
