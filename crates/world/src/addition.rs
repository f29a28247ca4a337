//! Addition of nodes, with their bodies and visuals.

use crate::physics::shapes::collider_shape;
use crate::{NodeId, NodeSpec, PhysicsType, Visual, World, WorldError};

/// See [`World::add_node`].
pub(crate) fn add_node(world: &mut World, spec: NodeSpec) -> Result<NodeId, WorldError> {
    spec.validate()?;
    // A node of type `NoCollision` has visuals but no body.
    let is_ghost = spec.body.as_ref().is_some_and(|body| body.physics == PhysicsType::NoCollision);
    let body = spec.body.as_ref().filter(|_| !is_ghost);
    let solids = match body {
        Some(body) => collider_shape::solids(&spec.name, body, spec.scale, &mut world.solids)?,
        None => Vec::new(),
    };
    let visuals = match spec.body.as_ref().filter(|_| is_ghost) {
        Some(body) => {
            let parts = body.shapes.iter();
            let parts: Vec<_> = parts.map(|(at, shape)| Visual::new(shape.clone()).at(*at)).collect();
            Some((world.rays.build_visuals(&spec.name, spec.scale, &parts, &mut world.solids)?, parts))
        }
        None => None,
    };
    let free = body.is_some_and(|body| body.physics.moves());
    let id = world.tree.add(&spec, free)?;
    world.wheels.invalidate_node_sets_above(&world.tree, id);
    if let Some(body) = body {
        world.visuals.set_surfaces(id, collider_shape::surfaces(body, &solids));
        world.physics.add(&world.tree, id, body, solids);
        world.rays.enter_body(&world.physics, id);
    }
    if let Some((forms, parts)) = visuals {
        world.rays.enter_visuals(id, forms);
        world.visuals.set(id, parts);
    }
    Ok(id)
}
