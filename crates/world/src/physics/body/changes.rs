//! Changes of the mass and the friction of bodies.

use crate::physics::body::MASS_KG;
use crate::{NodeId, World, WorldError};

/// The largest accepted friction coefficient.
const FRICTION_MAX: f64 = 1e6;

/// See [`World::set_mass`].
pub(crate) fn set_mass(world: &mut World, id: NodeId, mass_kg: f64) -> Result<(), WorldError> {
    if !MASS_KG.contains(&mass_kg) {
        return Err(WorldError::bad(world.name(id), "mass", mass_kg, "kilograms from 1e-6 to 1e12"));
    }
    let body = world.physics.bodies.get_mut(id).filter(|body| body.own.mass > 0.0);
    let Some(body) = body else {
        return Err(WorldError::bad(world.name(id), "mass", mass_kg, "for bodies that physics moves"));
    };
    let factor = mass_kg / body.own.mass;
    (body.own.mass, body.own.tensor) = (mass_kg, body.own.tensor * factor);
    let anchor = world.tree.anchor(id);
    world.physics.update_mass(&world.tree, anchor);
    world.physics.wake(anchor);
    world.tree.note_motion(anchor);
    Ok(())
}

/// See [`World::set_friction`].
pub(crate) fn set_friction(world: &mut World, id: NodeId, friction: f64) -> Result<(), WorldError> {
    if !(0.0..=FRICTION_MAX).contains(&friction) {
        return Err(WorldError::bad(world.name(id), "friction", friction, "0 to 1e6"));
    }
    let nodes = world.tree.subtree(id);
    let colliders: Vec<_> = (nodes.iter().filter_map(|&node| world.physics.body(node)))
        .flat_map(|body| body.colliders())
        .collect();
    let wheels = world.wheels.set_friction(id, friction);
    if colliders.is_empty() && wheels == 0 {
        return Err(WorldError::bad(world.name(id), "friction", friction, "for objects with a body"));
    }
    for collider in colliders {
        if let Some(collider) = world.physics.engine.colliders.get_mut(collider) {
            collider.set_friction(friction as f32);
        }
    }
    for node in nodes {
        let parts = world.physics.bodies.get_mut(node).into_iter().flat_map(|body| &mut body.parts);
        for material in parts.filter_map(|part| part.material.as_deref_mut()) {
            material.friction[0] = friction;
        }
        world.physics.wake(node);
    }
    world.tree.note_motion(id);
    Ok(())
}
