//! Converts body types of model files to types of physics.

use morse_assets::model::BodyType;
use morse_world::PhysicsType;

/// Whether a body of this type takes part in collisions.
pub(super) fn collides(body: BodyType) -> bool {
    physics_type(body).is_some_and(|physics| physics != PhysicsType::Sensor)
}

/// The type of physics of a body; `None` for a body outside of physics.
pub(super) fn physics_type(body: BodyType) -> Option<PhysicsType> {
    match body {
        BodyType::NoCollision | BodyType::Occluder | BodyType::Navmesh => None,
        BodyType::Static => Some(PhysicsType::Static),
        BodyType::Dynamic => Some(PhysicsType::Dynamic),
        BodyType::RigidBody | BodyType::SoftBody => Some(PhysicsType::RigidBody),
        BodyType::Sensor => Some(PhysicsType::Sensor),
        BodyType::Character => Some(PhysicsType::Character),
    }
}
