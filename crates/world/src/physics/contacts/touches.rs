//! Detection of shapes that began to touch in a tick.

use std::sync::{Mutex, PoisonError};

use rapier3d::dynamics::{RigidBodySet, SoftBodySet, SoftBodyTearEvent};
use rapier3d::geometry::{ColliderHandle, ColliderSet, CollisionEvent, ContactPair};
use rapier3d::math::Real;
use rapier3d::pipeline::EventHandler;

/// Collects shapes that began to touch.
#[derive(Default)]
pub(crate) struct Touches(Mutex<Vec<ColliderHandle>>);

impl Touches {
    pub(crate) fn into_shapes(self) -> Vec<ColliderHandle> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl EventHandler for Touches {
    fn handle_collision_event(
        &self,
        _: &RigidBodySet,
        _: &ColliderSet,
        event: CollisionEvent,
        _: Option<&ContactPair>,
    ) {
        if let CollisionEvent::Started(one, other, _) = event {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).extend([one, other]);
        }
    }

    fn handle_contact_force_event(
        &self,
        _: Real,
        _: &RigidBodySet,
        _: &ColliderSet,
        _: &ContactPair,
        _: Real,
    ) {
    }

    fn handle_soft_body_tear_event(&self, _: &SoftBodySet, _: &SoftBodyTearEvent) {}
}
