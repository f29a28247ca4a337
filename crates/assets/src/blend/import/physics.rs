//! Body settings of an object.

use super::super::view::View;
use crate::model::{BodyType, Bounds, BoundsShape, Physics, PhysicsFlags};

const COMPOUND: i64 = 0x2;
const ACTOR: i64 = 0x4;
const GHOST: i64 = 0x200;
const HAS_BOUNDS: i64 = 0x800;
const NO_SLEEP: i64 = 0x1000;
/// In `gameflag2`, x first.
const LOCK_TRANSLATION: [i64; 3] = [1 << 2, 1 << 3, 1 << 4];
const LOCK_ROTATION: [i64; 3] = [1 << 5, 1 << 6, 1 << 7];

/// What the object says. Friction and elasticity come from its material, later.
pub(super) fn physics(object: &View<'_>) -> Physics {
    Physics {
        body: usize::try_from(object.int("body_type"))
            .ok()
            .and_then(|body| BodyType::ALL.get(body).copied())
            .unwrap_or_default(),
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

/// Numbers that are not finite read as 0, which every setting takes.
fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}
