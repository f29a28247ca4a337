//! Nodes: what stands where, below what, and what it is.

use glam::{DAffine3, DVec3};
use serde::Serialize;

use super::{
    ArmatureId, CameraId, Inertial, LightId, MaterialId, MeshId, NodeId, Physics, Property, Transform,
};

/// One object of a file.
#[derive(Clone, Debug)]
pub struct Node {
    /// Name in the file. A node made from a group instance is called `INSTANCE/MEMBER`.
    pub name: String,
    /// The node it moves with.
    pub parent: Option<NodeId>,
    /// The bone of the parent it moves with, if the parent is a skeleton.
    pub parent_bone: Option<String>,
    /// Pose and scale in the parent, as the file shows it: with the inverse that Blender keeps for a parent, and
    /// for the pose of the bone. A matrix, because such products may have shear.
    pub parent_from_node: DAffine3,
    /// What it is.
    pub kind: NodeKind,
    /// Material of each slot; the triangles of a mesh name slots.
    pub materials: Vec<Option<MaterialId>>,
    /// Named values, in the order of the file.
    pub properties: Vec<(String, Property)>,
    /// What the file says about its body.
    pub physics: Physics,
    /// Mass and inertia, if the file gives them in full (URDF).
    pub inertial: Option<Inertial>,
    /// Near sensors and radars.
    pub detectors: Vec<Detector>,
    /// Where it is hidden.
    pub visibility: Visibility,
    /// What the node is for.
    pub role: NodeRole,
    /// The group instance that brought the node in; such nodes are not objects of the file.
    pub instance: Option<NodeId>,
}

impl Node {
    /// An empty at the place of its parent.
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

    /// Scenes leave out what is called `_…`: helpers of whoever made the file.
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

/// What a node is.
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
    /// Shows a group again; its members follow as nodes of their own, unless the group is missing.
    Instance {
        /// Name of the group.
        group: String,
    },
    /// Something that has no meaning here (curves, text, speakers …): kept as a frame.
    Other(String),
}

/// A solid centred on its node; cylinders and capsules stand along z.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Edge to edge \[m\].
    Box {
        /// Along x, y, z.
        size: DVec3,
    },
    /// \[m\]
    Sphere {
        /// Radius.
        radius: f64,
    },
    /// \[m\]
    Cylinder {
        /// Radius.
        radius: f64,
        /// From end to end.
        length: f64,
    },
    /// A cylinder with half a sphere at each end \[m\].
    Capsule {
        /// Radius of cylinder and spheres.
        radius: f64,
        /// Length of the cylinder alone.
        length: f64,
    },
}

/// What a node is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeRole {
    /// To be seen and to collide, as its physics says.
    #[default]
    Ordinary,
    /// To be seen only (URDF).
    Visual,
    /// To collide only (URDF).
    Collision,
}

/// Where a node is hidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Visibility {
    /// In the editor's view.
    pub hidden_in_view: bool,
    /// For the mouse of the editor.
    pub unselectable: bool,
    /// In pictures: cameras do not see it.
    pub hidden_in_render: bool,
}

/// A sensor of the file that watches for nodes with a property.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Detector {
    /// Name in the file.
    pub name: String,
    /// Property that a node must have to be seen; empty for any node.
    pub property: String,
    /// Where it looks.
    pub kind: DetectorKind,
}

/// Where a [`Detector`] looks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DetectorKind {
    /// All around.
    Near {
        /// Seen when nearer \[m\].
        distance: f64,
        /// Lost when farther \[m\].
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

/// Nodes under a common name.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// The point in the world that instances of the group put at their own origin.
    pub origin: DVec3,
    /// Its members.
    pub members: Vec<NodeId>,
}
