//! The world of rapier, and whether a step of it can have an effect.

use std::ops::{Deref, DerefMut};

use rapier3d::pipeline::{EventHandler, PhysicsHooks, PhysicsWorld};
use serde::{Deserialize, Serialize};

use crate::physics::rapier_config;

/// Number of steps without active bodies after which a further step has no effect. The first one processes the changes of
/// bodies that fell asleep or were disabled.
const SETTLED_AFTER: u8 = 2;

/// The world of rapier.
///
/// Steps are skipped while no body is active and nothing was changed since the last steps, for example while all robots are
/// in planar motion: rapier takes time for a step even then.
#[derive(Serialize, Deserialize)]
pub(crate) struct EngineWorld {
    world: PhysicsWorld,
    /// Number of steps since the last change or active body, up to [`SETTLED_AFTER`]. Part of the state: a skipped step and
    /// a step without effect leave different internal counters in rapier.
    settled_steps: u8,
}

impl EngineWorld {
    pub(crate) fn new(world: PhysicsWorld) -> Self {
        Self { world, settled_steps: 0 }
    }

    /// Advances by one step of the engine, if it can have an effect.
    pub(crate) fn step_with_events(&mut self, hooks: &dyn PhysicsHooks, events: &dyn EventHandler) {
        if self.settled_steps >= SETTLED_AFTER {
            return;
        }
        self.world.step_with_events(hooks, events);
        let is_still = self.world.islands.active_bodies().next().is_none();
        self.settled_steps = if is_still { self.settled_steps + 1 } else { 0 };
    }
}

impl Clone for EngineWorld {
    fn clone(&self) -> Self {
        Self { world: rapier_config::copy(&self.world), settled_steps: self.settled_steps }
    }
}

impl Deref for EngineWorld {
    type Target = PhysicsWorld;

    fn deref(&self) -> &PhysicsWorld {
        &self.world
    }
}

/// Any mutable access counts as a change.
impl DerefMut for EngineWorld {
    fn deref_mut(&mut self) -> &mut PhysicsWorld {
        self.settled_steps = 0;
        &mut self.world
    }
}
