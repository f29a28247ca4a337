//! Body settings of an object in a scene. The model or class of the object gives absent settings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::serial::{is_default, optional_number};

/// Kinds of physics, under the names that `set_physics_type` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Physics {
    /// No collisions.
    NoCollision,
    /// The body collides, and physics does not move it.
    Static,
    /// Physics translates the body, but forces and collisions do not rotate it.
    Dynamic,
    /// Physics translates and rotates the body.
    RigidBody,
    /// A deformable body.
    SoftBody,
    /// The object hides objects behind it in rendering, and does not collide.
    #[serde(rename = "OCCLUDE")]
    Occluder,
    /// Contacts are detected but have no effect.
    Sensor,
    /// A navigation mesh, for path planning only.
    Navmesh,
    /// The body moves as a game character: it climbs steps and falls.
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
    /// Triangles of the mesh.
    TriangleMesh,
    /// Capsule along Z.
    Capsule,
}

/// Body settings of an object in a scene.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BodySettings {
    /// Physics type.
    #[serde(skip_serializing_if = "is_default")]
    pub physics: Option<Physics>,
    /// Mass (kg).
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub mass: Option<f64>,
    /// Friction coefficient of all materials of the object, 0 to 100.
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub friction: Option<f64>,
    /// Collision shape.
    #[serde(skip_serializing_if = "is_default")]
    pub bounds: Option<Bounds>,
    /// Whether the shapes of the children belong to the body.
    #[serde(skip_serializing_if = "is_default")]
    pub compound: Option<bool>,
    /// Radius of the sphere or capsule in collisions (m).
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub radius: Option<f64>,
    /// Whether collisions of the object and all its descendants are disabled.
    #[serde(skip_serializing_if = "is_default")]
    pub ghost: bool,
    /// Fraction of the linear velocity that is lost per second, 0 to 1.
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub linear_damping: Option<f64>,
    /// Fraction of the angular velocity that is lost per second, 0 to 1.
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub angular_damping: Option<f64>,
    /// Collision margin of hulls and triangle meshes (m).
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub margin: Option<f64>,
    /// Whether physics may put the body to sleep while it rests. The default is true; the model file has no effect.
    #[serde(skip_serializing_if = "is_default")]
    pub allow_sleep: Option<bool>,
    /// Axes of the world along which physics does not move the body.
    #[serde(skip_serializing_if = "is_default")]
    pub lock_location: Option<[bool; 3]>,
    /// Axes of the world about which physics does not rotate the body.
    #[serde(skip_serializing_if = "is_default")]
    pub lock_rotation: Option<[bool; 3]>,
}
