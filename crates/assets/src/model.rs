//! The model that all readers produce: a tree of named nodes with meshes, materials and other data.
//!
//! Meters, kilograms, seconds, radians; right-handed frames with z up. A matrix called `a_from_b` maps coordinates in
//! frame b to coordinates in frame a. Cameras and lights look along −z of their node, with +y up, as in Blender.

use std::sync::Arc;

mod actuator;
mod aim;
mod armature;
mod coupling;
mod effort_polynomial;
mod fixed_base;
mod ids;
mod joint;
mod keyframe;
mod light;
mod links;
mod loop_closure;
mod material;
mod mesh;
mod node;
mod physics;
mod scene;
mod transform;
mod view;

pub use crate::model::actuator::{Activation, Actuator, Muscle, SiteTransmission, SliderCrank};
pub use crate::model::aim::{Aim, AimKind};
pub use crate::model::armature::{Armature, Bone, BoneConstraint, IkSettings};
pub(crate) use crate::model::coupling::shifted;
pub use crate::model::coupling::{
    Equality, EqualityKind, LinkFrame, LinkPoint, Softness, Tendon, TendonPath, Waypoint,
};
pub use crate::model::effort_polynomial::EffortPolynomial;
pub use crate::model::ids::{ArmatureId, CameraId, LightId, MaterialId, MeshId, NodeId, TextureId};
pub use crate::model::joint::{
    BallAxis, Inertial, Joint, JointKind, JointLimits, JointMotor, JointSpring, Mimic, ServoDamping,
    ServoGains,
};
pub use crate::model::keyframe::Keyframe;
pub use crate::model::light::{Camera, Falloff, Light, LightKind, Projection};
pub(crate) use crate::model::loop_closure::{LoopJoint, close_loop};
pub(crate) use crate::model::material::physically_based::Scaled;
pub use crate::model::material::texture_layer::{
    BlendMode, Channel, Relief, TextureCoordinates, TextureLayer,
};
pub use crate::model::material::{Material, Pixels, Shading, SpecularShader, Texture, TextureData};
pub use crate::model::mesh::skin::Skin;
pub use crate::model::mesh::{Mesh, MeshCounts};
pub use crate::model::node::motion::{Directed, Motion, MotionSchedule};
pub use crate::model::node::property::Property;
pub use crate::model::node::{Detector, DetectorKind, Group, Node, NodeKind, NodeRole, Shape, Visibility};
pub use crate::model::physics::{
    BodyType, Bounds, BoundsShape, ContactMaterial, Fluid, FrictionDirection, PairContact, Physics,
    PhysicsFlags,
};
pub use crate::model::scene::{EarthOrigin, SceneSettings, WorldSettings};
pub use crate::model::transform::Transform;
pub use crate::model::view::{Headlight, ViewSettings, Viewpoint};

/// The contents of a file, as one tree.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Name of the file or of the model in it.
    pub name: String,
    /// The program that wrote the file: "Blender 2.65, 32 bit".
    pub generator: String,
    /// Nodes in the order of the file; nodes made from group instances come last. No node is its own ancestor.
    pub nodes: Vec<Node>,
    /// Meshes; several nodes may use one.
    pub meshes: Vec<Mesh>,
    /// Materials of the surfaces.
    pub materials: Vec<Material>,
    /// Images that materials use.
    pub textures: Vec<Texture>,
    /// Lights on nodes.
    pub lights: Vec<Light>,
    /// Cameras on nodes.
    pub cameras: Vec<Camera>,
    /// Skeletons on nodes.
    pub armatures: Vec<Armature>,
    /// Joints between nodes (URDF).
    pub joints: Vec<Joint>,
    /// Equalities that are not mimic joints (MJCF).
    pub equalities: Vec<Equality>,
    /// Tendons (MJCF).
    pub tendons: Vec<Tendon>,
    /// Actuators of joints, tendons and sites (MJCF).
    pub actuators: Vec<Actuator>,
    /// Cameras and lights that follow links or look at them (MJCF).
    pub aims: Vec<Aim>,
    /// Named poses (MJCF).
    pub keyframes: Vec<Keyframe>,
    /// Pairs of links that do not collide with each other.
    pub apart: Vec<[NodeId; 2]>,
    /// Pairs of links that collide although a joint connects them.
    pub colliding: Vec<[NodeId; 2]>,
    /// Named groups of nodes, which other nodes can instantiate.
    pub groups: Vec<Group>,
    /// The text of a URDF file, with the paths of its mesh files.
    pub description: Option<Arc<str>>,
    /// The fluid around its bodies (MJCF).
    pub fluid: Option<Fluid>,
    /// Longest step with which its joints move \[s\] (MJCF); `None` for that of the scene.
    pub step_max_s: Option<f64>,
    /// Scene settings, if the file has any.
    pub scene: Option<SceneSettings>,
    /// Settings of the world, if the file is a world (SDF).
    pub world: Option<WorldSettings>,
    /// Light of the camera, sky and first viewpoint (MJCF).
    pub view: Option<ViewSettings>,
}
