//! Body settings of an object in a scene. An absent setting means: that of its model or class.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::serial::{is_default, optional_number};

/// Kinds of physics, under the names that `set_physics_type` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Physics {
    /// No collisions.
    NoCollision,
    /// It collides and never moves by itself.
    Static,
    /// It moves without rolling: forces and collisions do not turn it.
    Dynamic,
    /// It moves and turns freely.
    RigidBody,
    /// A deformable body.
    SoftBody,
    /// It hides objects behind it in rendering, and does not collide.
    #[serde(rename = "OCCLUDE")]
    Occluder,
    /// Contacts are detected but have no effect.
    Sensor,
    /// A navigation mesh, for path planning only.
    Navmesh,
    /// It moves like a game character: it climbs steps and falls.
    Character,
}

/// Collision shapes of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Bounds {
    /// Box around the mesh.
    Box,
    /// Sphere around the mesh.
    Sphere,
    /// Cylinder along Z.
    Cylinder,
    /// Cone along Z.
    Cone,
    /// Convex hull of the mesh.
    ConvexHull,
    /// The triangles themselves.
    TriangleMesh,
    /// Capsule along Z.
    Capsule,
}

/// Body settings of an object in a scene.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BodySettings {
    /// Kind of physics.
    #[serde(skip_serializing_if = "is_default")]
    pub physics: Option<Physics>,
    /// Mass (kg).
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub mass: Option<f64>,
    /// Coefficient of friction of all its materials, 0 to 100.
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub friction: Option<f64>,
    /// Collision shape.
    #[serde(skip_serializing_if = "is_default")]
    pub bounds: Option<Bounds>,
    /// Whether the shapes of its children belong to its body.
    #[serde(skip_serializing_if = "is_default")]
    pub compound: Option<bool>,
    /// Radius of the sphere or capsule in collisions (m).
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub radius: Option<f64>,
    /// Whether it and all its descendants collide with nothing.
    #[serde(skip_serializing_if = "is_default")]
    pub ghost: bool,
    /// Share of the linear velocity lost in a second, 0 to 1.
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub linear_damping: Option<f64>,
    /// Share of the angular velocity lost in a second, 0 to 1.
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub angular_damping: Option<f64>,
    /// Collision margin of hulls and triangle meshes (m).
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub margin: Option<f64>,
    /// Whether physics may put it to sleep while it rests; by default it may, whatever its model file says.
    #[serde(skip_serializing_if = "is_default")]
    pub allow_sleep: Option<bool>,
    /// Axes of the world along which physics does not move it.
    #[serde(skip_serializing_if = "is_default")]
    pub lock_location: Option<[bool; 3]>,
    /// Axes of the world about which physics does not turn it.
    #[serde(skip_serializing_if = "is_default")]
    pub lock_rotation: Option<[bool; 3]>,
}
