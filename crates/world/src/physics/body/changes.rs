//! Changes of the mass and the friction of bodies.

use crate::physics::body::MASS_KG;
use crate::{NodeId, World, WorldError};

/// The largest accepted friction coefficient.
const FRICTION_MAX: f64 = 1e6;

/// # Mass and friction
impl World {
    /// Sets the mass of the body of a node [kg]. The center of mass does not change, and the moments of inertia change in
    /// proportion. Bodies that fixed joints connect to it keep their masses.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] for a mass that physics cannot represent, and for a node without a body that moves.
    pub fn set_mass(&mut self, id: NodeId, mass_kg: f64) -> Result<(), WorldError> {
        if !MASS_KG.contains(&mass_kg) {
            return Err(WorldError::bad(self.name(id), "mass", mass_kg, "kilograms from 1e-6 to 1e12"));
        }
        let body = self.physics.bodies.get_mut(id).filter(|body| body.own.mass > 0.0);
        let Some(body) = body else {
            return Err(WorldError::bad(self.name(id), "mass", mass_kg, "for bodies that physics moves"));
        };
        let factor = mass_kg / body.own.mass;
        (body.own.mass, body.own.tensor) = (mass_kg, body.own.tensor * factor);
        let anchor = self.tree.anchor(id);
        self.physics.update_mass(&self.tree, anchor);
        self.physics.wake(anchor);
        self.tree.note_motion(anchor);
        Ok(())
    }

    /// Sets the friction coefficient of a node: that of its body, of the bodies on it, and of its simulated wheels. A contact
    /// uses the product of both sides.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] for a friction that is negative or too large, and for a node without a body.
    pub fn set_friction(&mut self, id: NodeId, friction: f64) -> Result<(), WorldError> {
        if !(0.0..=FRICTION_MAX).contains(&friction) {
            return Err(WorldError::bad(self.name(id), "friction", friction, "0 to 1e6"));
        }
        let nodes = self.tree.subtree(id);
        let colliders: Vec<_> = (nodes.iter().filter_map(|&node| self.physics.body(node)))
            .flat_map(|body| body.colliders())
            .collect();
        let wheels = self.wheels.set_friction(id, friction);
        if colliders.is_empty() && wheels == 0 {
            return Err(WorldError::bad(self.name(id), "friction", friction, "for objects with a body"));
        }
        for collider in colliders {
            if let Some(collider) = self.physics.engine.colliders.get_mut(collider) {
                collider.set_friction(friction as f32);
            }
        }
        for node in nodes {
            self.physics.wake(node);
        }
        self.tree.note_motion(id);
        Ok(())
    }
}
