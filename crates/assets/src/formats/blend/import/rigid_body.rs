//! Rigid bodies of Blender 2.80 and later.

use glam::DAffine3;

use crate::formats::blend::view::View;
use crate::model::{BodyType, Bounds, BoundsShape, Mesh, Node, Physics, PhysicsFlags};

/// Bit of `flag`: its animation moves it, and it pushes the other bodies.
const ANIMATED: i64 = 1;
/// Bit of `flag`: it does not move.
const DISABLED: i64 = 1 << 5;
/// Bit of `flag`: it uses a margin of its own.
const OWN_MARGIN: i64 = 1 << 6;
/// The shape of a body that consists of the bodies below it.
const COMPOUND: i64 = 7;
/// Margin of a body without one of its own. \[m\]
const MARGIN_M: f64 = 0.04;

/// The settings of an object. `file_has_bodies` is whether any object of the file is a rigid body: in a file without any,
/// meshes are static, as they are in files of Blender's game engine.
pub(super) fn physics(object: &View<'_>, is_mesh: bool, file_has_bodies: bool) -> Physics {
    let Some(body) = object.follow_as("rigidbody_object", "RigidBodyOb") else {
        let is_static = is_mesh && !file_has_bodies;
        let body = if is_static { BodyType::Static } else { BodyType::NoCollision };
        return Physics { body, bounds: Bounds::Fitted(BoundsShape::TriangleMesh), ..Physics::default() };
    };
    let number = |field: &str| {
        let value = body.float(field);
        if value.is_finite() { value } else { 0.0 }
    };
    const PASSIVE: i64 = 1;
    let is_static = body.int("type") == PASSIVE || body.bit("flag", ANIMATED | DISABLED);
    // The bits of the collections in which it collides: two bodies that share one collide. The first one alone is the
    // setting of a new body.
    let collections = body.int("col_groups") as u16;
    Physics {
        body: if is_static { BodyType::Static } else { BodyType::RigidBody },
        bounds: Bounds::Fitted(shape(body.int("shape"))),
        mass: number("mass"),
        friction: number("friction"),
        elasticity: number("restitution"),
        linear_damping: number("lin_damping"),
        angular_damping: number("ang_damping"),
        margin: if body.bit("flag", OWN_MARGIN) { number("margin") } else { MARGIN_M },
        collision_group: collections,
        collision_mask: if collections == 1 { u16::MAX } else { collections },
        flags: PhysicsFlags {
            actor: true,
            compound: body.int("shape") == COMPOUND,
            ..PhysicsFlags::default()
        },
        ..Physics::default()
    }
}

/// Whether the file has a rigid body.
pub(super) fn has_bodies<'a>(mut objects: impl Iterator<Item = &'a View<'a>>) -> bool {
    objects.any(|object| object.address("rigidbody_object") != 0)
}

fn shape(number: i64) -> BoundsShape {
    match number {
        0 => BoundsShape::Box,
        1 => BoundsShape::Sphere,
        2 => BoundsShape::Capsule,
        3 => BoundsShape::Cylinder,
        4 => BoundsShape::Cone,
        5 | COMPOUND => BoundsShape::ConvexHull,
        _ => BoundsShape::TriangleMesh,
    }
}

/// Sets the radius of a ball around a rigid body, which files do not store: half of the largest side of its mesh, in the unit of the
/// mesh along x.
pub(in crate::formats::blend) fn fit_ball(node: &mut Node, meshes: &[Mesh]) {
    let mesh = node.mesh().and_then(|mesh| meshes.get(mesh.index()));
    let Some((low, high)) = mesh.and_then(|mesh| mesh.bounds(&DAffine3::IDENTITY)) else { return };
    let scale = node.transform().0.scale.abs();
    let radius = ((high - low) / 2.0 * scale).max_element() / scale.x;
    if radius.is_finite() {
        node.physics.radius = radius;
    }
}
