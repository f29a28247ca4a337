//! Body settings of a node.

use glam::DVec3;
use serde::Serialize;

use crate::model::Softness;

/// Settings of a body, as in the file; nothing is derived from geometry.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Physics {
    /// The body type.
    pub body: BodyType,
    /// The collision shape.
    pub bounds: Bounds,
    /// Mass. \[kg\]
    pub mass: f64,
    /// Radius of a sphere or of the default bounds of a moving body \[m\].
    pub radius: f64,
    /// Factor on the moments of inertia, which are those of its shape as a solid of its mass.
    pub form_factor: f64,
    /// Share of the linear velocity lost in a second: velocity is multiplied by (1 − this)^seconds.
    pub linear_damping: f64,
    /// Share of the angular velocity lost in a second: it is multiplied by (1 − this)^seconds.
    pub angular_damping: f64,
    /// Collision margin around the shape. \[m\]
    pub margin: f64,
    /// Lowest speed while moving; 0 for none. \[m/s\]
    pub speed_min: f64,
    /// Highest speed; 0 for none. \[m/s\]
    pub speed_max: f64,
    /// Coulomb friction of the first material.
    pub friction: f64,
    /// Direction along which the surface holds; `None` if friction is the same in all directions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction_direction: Option<FrictionDirection>,
    /// Restitution of the first material.
    pub elasticity: f64,
    /// Bits of the groups it belongs to.
    pub collision_group: u16,
    /// Bits of the groups it collides with.
    pub collision_mask: u16,
    /// Axes along which it cannot move: x, y, z.
    pub locked_translation: [bool; 3],
    /// Axes about which it cannot rotate: x, y, z.
    pub locked_rotation: [bool; 3],
    /// Share of its weight that a force at its center of mass compensates.
    #[serde(skip_serializing_if = "is_zero")]
    pub gravity_compensation: f64,
    /// Further switches.
    pub flags: PhysicsFlags,
    /// Friction of its surface against spinning about the normal of a contact and against rolling \[m\]: the largest torque per normal
    /// force. A contact has the sum of those of both sides, each times the friction coefficient of the other side, as in Bullet.
    #[serde(skip_serializing_if = "is_none")]
    pub rolling_resistance: [f64; 2],
    /// Surface of a collision shape for contacts with shapes that also have one, in MJCF files.
    pub contact: Option<ContactMaterial>,
    /// Contacts with single shapes whose numbers the file gives for the pair, in MJCF files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<PairContact>,
}

/// Numbers of the contacts of two shapes, which both have them; those that are `None` are mixed from both surfaces.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairContact {
    /// Number of the pair in the file.
    pub pair: u32,
    /// Coefficients of friction: sliding along both tangents (no unit), spinning, rolling about both tangents \[m\].
    pub friction: Option<[f64; 5]>,
    /// Motions that a contact resists: 1 for penetration, 3 with sliding, 4 with spinning, 6 with rolling.
    pub dimension: Option<u8>,
    /// Time constant and damping ratio of the softness: see [`Softness`].
    pub reference: Option<[f64; 2]>,
    /// Time constant and damping ratio of friction instead of those of the contact, in elliptic cones.
    pub friction_reference: Option<[f64; 2]>,
    /// Impedance of the softness: see [`Softness`].
    pub impedance: Option<[f64; 5]>,
    /// Distance at which the force begins \[m\].
    pub margin: Option<f64>,
}

/// A fluid that fills the world and has one velocity everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fluid {
    /// Density \[kg/m³\].
    pub density: f64,
    /// Dynamic viscosity \[Pa·s\].
    pub viscosity: f64,
    /// Its velocity along the axes of the file \[m/s\].
    pub wind: DVec3,
}

/// Surface of a collision shape for contacts with shapes that also have one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ContactMaterial {
    /// Coefficients of friction: sliding along both tangents (no unit), spinning, rolling about both tangents \[m\]. A contact has the
    /// larger ones of both sides.
    pub friction: [f64; 5],
    /// Motions that a contact resists: 1 for penetration, 3 with sliding, 4 with spinning, 6 with rolling. A contact has the larger of
    /// both sides.
    pub dimension: u8,
    /// Whether the cone of friction is a pyramid with edges above the tangents. A contact has one if both sides have.
    pub has_pyramid: bool,
    /// Impedance of friction in relation to that of penetration, above 0. A contact has the larger of both sides.
    pub impedance_ratio: f64,
    /// Softness; a contact has a weighted mean of both sides.
    pub softness: Softness,
    /// Weight of the softness in the mean.
    pub weight: f64,
    /// Distance from the shape at which the force begins \[m\]. A contact has the sum of both sides.
    pub margin: f64,
    /// If the priorities differ, the contact has friction, dimension and softness of the higher one alone.
    pub priority: i32,
}

/// The direction along which a surface has its friction, such as that of a wheel with rollers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FrictionDirection {
    /// Name of the link whose frame has the direction; `None` for that of the surface.
    pub frame: Option<String>,
    /// Direction in that frame.
    pub direction: DVec3,
    /// Friction across the direction, as a share of that along it: 0 to 1.
    pub across: f64,
}

impl FrictionDirection {
    /// The direction, from the coefficients along and across it. `None` without a direction, and for a coefficient across that is
    /// not below the one along: friction is then the same in all directions.
    pub(crate) fn of(frame: Option<&str>, direction: DVec3, along: f64, across: f64) -> Option<Self> {
        let is_directed = direction.length() > 1e-9 && (0.0..along).contains(&across);
        is_directed.then(|| FrictionDirection {
            frame: frame.map(str::to_owned),
            direction: direction.normalize(),
            across: across / along,
        })
    }
}

/// Whether all coefficients are zero.
fn is_none(resistance: &[f64; 2]) -> bool {
    *resistance == [0.0; 2]
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

impl Default for Physics {
    /// No collision; the other values are those of a new object in Blender.
    fn default() -> Self {
        Physics {
            body: BodyType::NoCollision,
            bounds: Bounds::Default,
            mass: 1.0,
            radius: 1.0,
            form_factor: 0.4,
            linear_damping: 0.04,
            angular_damping: 0.1,
            margin: 0.04,
            speed_min: 0.0,
            speed_max: 0.0,
            friction: 0.5,
            friction_direction: None,
            rolling_resistance: [0.0; 2],
            elasticity: 0.0,
            collision_group: 1,
            collision_mask: u16::MAX,
            locked_translation: [false; 3],
            locked_rotation: [false; 3],
            gravity_compensation: 0.0,
            flags: PhysicsFlags::default(),
            contact: None,
            pairs: Vec::new(),
        }
    }
}

/// The body type, under Blender's names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs)]
pub enum BodyType {
    #[default]
    NoCollision,
    Static,
    /// Moves without rotating.
    Dynamic,
    /// Moves and rotates.
    RigidBody,
    SoftBody,
    Occluder,
    /// Detects contacts without affecting them.
    Sensor,
    Navmesh,
    Character,
}

impl BodyType {
    /// Every type, in the order of Blender's numbers.
    pub const ALL: [BodyType; 9] = [
        BodyType::NoCollision,
        BodyType::Static,
        BodyType::Dynamic,
        BodyType::RigidBody,
        BodyType::SoftBody,
        BodyType::Occluder,
        BodyType::Sensor,
        BodyType::Navmesh,
        BodyType::Character,
    ];

    /// Blender's name: `RIGID_BODY`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            BodyType::NoCollision => "NO_COLLISION",
            BodyType::Static => "STATIC",
            BodyType::Dynamic => "DYNAMIC",
            BodyType::RigidBody => "RIGID_BODY",
            BodyType::SoftBody => "SOFT_BODY",
            BodyType::Occluder => "OCCLUDER",
            BodyType::Sensor => "SENSOR",
            BodyType::Navmesh => "NAVMESH",
            BodyType::Character => "CHARACTER",
        }
    }
}

/// The collision shape of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Bounds {
    /// The default of Blender's game engine: the triangles of a static body, a sphere of [`Physics::radius`] for a
    /// moving one.
    #[default]
    Default,
    /// This shape, fitted around the mesh.
    Fitted(BoundsShape),
}

/// The kind of a fitted shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs)]
pub enum BoundsShape {
    Box,
    Sphere,
    /// A cylinder along z.
    Cylinder,
    /// A cone along z.
    Cone,
    TriangleMesh,
    ConvexHull,
    /// A capsule along z.
    Capsule,
}

impl BoundsShape {
    /// Every shape.
    pub const ALL: [BoundsShape; 7] = [
        BoundsShape::Box,
        BoundsShape::Sphere,
        BoundsShape::Cylinder,
        BoundsShape::Cone,
        BoundsShape::TriangleMesh,
        BoundsShape::ConvexHull,
        BoundsShape::Capsule,
    ];

    /// Blender's name: `CONVEX_HULL`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            BoundsShape::Box => "BOX",
            BoundsShape::Sphere => "SPHERE",
            BoundsShape::Cylinder => "CYLINDER",
            BoundsShape::Cone => "CONE",
            BoundsShape::TriangleMesh => "TRIANGLE_MESH",
            BoundsShape::ConvexHull => "CONVEX_HULL",
            BoundsShape::Capsule => "CAPSULE",
        }
    }
}

/// Switches of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PhysicsFlags {
    /// Its children with bounds are part of this body.
    pub compound: bool,
    /// Sensors of the file can detect it.
    pub actor: bool,
    /// Nothing collides with it.
    pub ghost: bool,
    /// Blender's "no sleeping". It kept the logic of the game engine awake, and the simulator does not follow it.
    pub no_sleep: bool,
}
