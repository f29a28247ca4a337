//! What a scene may say of an object's body. Absent means: as its model or class has it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::serial::{is_default, optional_number};

/// Kinds of physics, under the names that `set_physics_type` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Physics {
    /// Nothing collides with it.
    NoCollision,
    /// It collides and never moves by itself.
    Static,
    /// It moves but does not roll: forces and collisions turn it about no axis.
    Dynamic,
    /// It moves and turns freely.
    RigidBody,
    /// A deformable body.
    SoftBody,
    /// It hides what is behind it from the renderer, and does not collide.
    #[serde(rename = "OCCLUDE")]
    Occluder,
    /// Contacts are noticed but have no effect.
    Sensor,
    /// A navigation mesh, for path planning only.
    Navmesh,
    /// It is moved like the figure of a game: it climbs steps and falls.
    Character,
}

/// Shapes that stand for a body in collisions.
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

/// What a scene says of an object's body.
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
    /// Shape in collisions.
    #[serde(skip_serializing_if = "is_default")]
    pub bounds: Option<Bounds>,
    /// The shapes of its children belong to its body.
    #[serde(skip_serializing_if = "is_default")]
    pub compound: Option<bool>,
    /// Radius of the sphere or capsule in collisions (m).
    #[serde(with = "optional_number", skip_serializing_if = "is_default")]
    #[schemars(with = "Option<f64>")]
    pub radius: Option<f64>,
    /// It and all its descendants collide with nothing.
    #[serde(skip_serializing_if = "is_default")]
    pub ghost: bool,
}
