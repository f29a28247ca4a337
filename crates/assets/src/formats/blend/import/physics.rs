//! Body settings of an object.

use crate::formats::blend::view::View;
use crate::model::{BodyType, Bounds, BoundsShape, Physics, PhysicsFlags};

// Bits of `gameflag`.
const DYNAMIC: i64 = 0x1;
const COMPOUND: i64 = 0x2;
const ACTOR: i64 = 0x4;
const GHOST: i64 = 0x200;
const RIGID_BODY: i64 = 0x400;
const HAS_BOUNDS: i64 = 0x800;
const NO_SLEEP: i64 = 0x1000;
const COLLISION: i64 = 0x1_0000;
const SOFT_BODY: i64 = 0x2_0000;
const OCCLUDER: i64 = 0x4_0000;
const SENSOR: i64 = 0x8_0000;
const NAVMESH: i64 = 0x10_0000;
const CHARACTER: i64 = 0x40_0000;

/// Bits of `gameflag2`, x first.
const LOCK_TRANSLATION: [i64; 3] = [1 << 2, 1 << 3, 1 << 4];
const LOCK_ROTATION: [i64; 3] = [1 << 5, 1 << 6, 1 << 7];

/// The settings of the object. Friction and elasticity are added later, from its material.
pub(super) fn physics(object: &View<'_>) -> Physics {
    Physics {
        body: body_type(object),
        bounds: bounds(object),
        mass: finite(object.float("mass")),
        radius: finite(object.float("inertia")),
        form_factor: finite(object.float("formfactor")),
        linear_damping: finite(object.float("damping")),
        angular_damping: finite(object.float("rdamping")),
        margin: finite(object.float("margin")),
        speed_min: finite(object.float("min_vel")),
        speed_max: finite(object.float("max_vel")),
        collision_group: object.int("col_group") as u16,
        collision_mask: object.int("col_mask") as u16,
        locked_translation: LOCK_TRANSLATION.map(|bit| object.bit("gameflag2", bit)),
        locked_rotation: LOCK_ROTATION.map(|bit| object.bit("gameflag2", bit)),
        flags: PhysicsFlags {
            compound: object.bit("gameflag", COMPOUND),
            actor: object.bit("gameflag", ACTOR),
            ghost: object.bit("gameflag", GHOST),
            no_sleep: object.bit("gameflag", NO_SLEEP),
        },
        ..Physics::default()
    }
}

/// The body type of an object, by its flags, which decide in the game engine. The field `body_type` only stores the
/// last state of the user interface. It is zero in objects whose physics panel was never opened; these are static.
fn body_type(object: &View<'_>) -> BodyType {
    let has = |bit| object.bit("gameflag", bit);
    match () {
        () if !has(COLLISION) && has(OCCLUDER) => BodyType::Occluder,
        () if !has(COLLISION) && has(NAVMESH) => BodyType::Navmesh,
        () if !has(COLLISION) => BodyType::NoCollision,
        () if has(SENSOR) => BodyType::Sensor,
        () if has(CHARACTER) => BodyType::Character,
        () if !has(DYNAMIC) => BodyType::Static,
        () if has(SOFT_BODY) => BodyType::SoftBody,
        () if has(RIGID_BODY) => BodyType::RigidBody,
        () => BodyType::Dynamic,
    }
}

fn bounds(object: &View<'_>) -> Bounds {
    if !object.bit("gameflag", HAS_BOUNDS) {
        return Bounds::Default;
    }
    let field = if object.has("collision_boundtype") { "collision_boundtype" } else { "boundtype" };
    match object.int(field) {
        0 => Bounds::Fitted(BoundsShape::Box),
        1 => Bounds::Fitted(BoundsShape::Sphere),
        2 => Bounds::Fitted(BoundsShape::Cylinder),
        3 => Bounds::Fitted(BoundsShape::Cone),
        4 => Bounds::Fitted(BoundsShape::TriangleMesh),
        5 => Bounds::Fitted(BoundsShape::ConvexHull),
        7 => Bounds::Fitted(BoundsShape::Capsule),
        _ => Bounds::Default,
    }
}

/// Numbers that are not finite read as 0, which is valid for every setting.
fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}
