//! The one type all readers fill: a tree of named nodes and what they refer to.
//!
//! Metres, kilograms, seconds, radians; right-handed frames with z up. A matrix called `a_from_b` turns
//! coordinates in frame b into coordinates in frame a. Cameras and lights look along −z of their node, with
//! +y up, as in Blender.

mod armature;
mod ids;
mod joint;
mod light;
mod material;
mod mesh;
mod node;
mod physics;
mod property;
mod scene;
mod skin;
mod transform;
mod tree;

pub use armature::{Armature, Bone, BoneConstraint, IkSettings};
pub use ids::{ArmatureId, CameraId, LightId, MaterialId, MeshId, NodeId, TextureId};
pub use joint::{Inertial, Joint, JointKind, JointLimits, Mimic};
pub use light::{Camera, Light, LightKind, Projection};
pub use material::{Material, Pixels, Texture, TextureData};
pub use mesh::{Mesh, MeshCounts};
pub use node::{Detector, DetectorKind, Group, Node, NodeKind, NodeRole, Shape, Visibility};
pub use physics::{BodyType, Bounds, BoundsShape, Physics, PhysicsFlags};
pub use property::Property;
pub use scene::SceneSettings;
pub use skin::Skin;
pub use transform::Transform;

/// Everything that a file says, in one tree.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Name of the file or of the model in it.
    pub name: String,
    /// What wrote the file, for people: "Blender 2.65, 32 bit".
    pub generator: String,
    /// Nodes in the order of the file; nodes made from group instances come last. No node is its own ancestor.
    pub nodes: Vec<Node>,
    /// Meshes; several nodes may use one.
    pub meshes: Vec<Mesh>,
    /// Materials.
    pub materials: Vec<Material>,
    /// Images that materials use.
    pub textures: Vec<Texture>,
    /// Lights.
    pub lights: Vec<Light>,
    /// Cameras.
    pub cameras: Vec<Camera>,
    /// Skeletons.
    pub armatures: Vec<Armature>,
    /// Joints between nodes (URDF).
    pub joints: Vec<Joint>,
    /// Named groups of nodes, which other nodes show again.
    pub groups: Vec<Group>,
    /// What the file says about the simulation as a whole, if it does.
    pub scene: Option<SceneSettings>,
}
