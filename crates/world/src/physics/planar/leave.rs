//! When bodies leave planar motion, and how rapier gets them back.

use rapier3d::dynamics::RigidBody;
use rapier3d::geometry::{BoundingVolume, ColliderHandle};
use rapier3d::parry::bounding_volume::Aabb;

use crate::NodeId;
use crate::physics::contacts::recycling_range::ContactRecycling;
use crate::physics::convert::{pose_to_engine, vector_from_engine, vector_to_engine};
use crate::physics::planar::enter::WAITS_TICKS;
use crate::physics::rapier_world::Physics;

/// What other bodies may move in a tick beyond their speed: by contacts, forces and gravity. [m]
const BEYOND_SPEED_M: f32 = 0.05;

impl Physics {
    /// Returns a body to rapier if it is in planar motion.
    pub(crate) fn leave_planar(&mut self, id: NodeId) {
        let Some(place) = self.bodies.get_mut(id).and_then(|body| body.planar.take()) else { return };
        let Some((planar, moved)) = self.planar.remove(place) else { return };
        if let Some(moved) = moved.and_then(|moved| self.bodies.get_mut(moved)) {
            moved.planar = Some(place);
        }
        let Some(body) = self.bodies.get_mut(id) else { return };
        body.seen = pose_to_engine(planar.world_from_centre());
        body.contact_recycling = ContactRecycling::none(body.seen);
        body.planar_wait_ticks = WAITS_TICKS;
        body.driven = planar.is_driven();
        body.is_to_move = planar.is_driven();
        body.kept = planar.velocities();
        if let Some(in_engine) = self.engine.bodies.get_mut(body.handle) {
            let [linear, angular] = body.kept.map(vector_to_engine);
            in_engine.set_enabled(true);
            in_engine.set_position(body.seen, true);
            in_engine.set_linvel(linear, true);
            in_engine.set_angvel(angular, true);
            in_engine.wake_up(true);
        }
        self.watch(id);
    }

    /// Returns bodies to rapier, before a tick, that do not stay in planar motion: those whose drives stopped, those whose
    /// zones others are about to enter, and those that leave their zones and find no new ones.
    pub(crate) fn release_planar(&mut self) {
        if self.planar.bodies().is_empty() {
            return;
        }
        let reaches: Vec<_> = self.watched.iter().filter_map(|&id| self.reach(id)).collect();
        for reach in reaches {
            self.release_within(&reach);
        }
        let tick_s = self.tick_s;
        let restless =
            self.planar.bodies().iter().filter(|body| !body.moves_level(tick_s) || !body.has_room(tick_s));
        for id in restless.map(|body| body.node).collect::<Vec<_>>() {
            if self.find_new_zone(id).is_none() {
                self.leave_planar(id);
            }
        }
    }

    /// Returns the bodies to rapier whose zones some shapes overlap that were put there by hand or will be removed.
    pub(crate) fn release_around(&mut self, shapes: &[ColliderHandle]) {
        if self.planar.bodies().is_empty() {
            return;
        }
        self.planar.note_placed(shapes);
        let colliders = shapes.iter().filter_map(|&shape| self.engine.colliders.get(shape));
        for reach in colliders.map(|collider| collider.compute_aabb()).collect::<Vec<_>>() {
            self.release_within(&reach.loosened(BEYOND_SPEED_M));
        }
    }

    fn release_within(&mut self, reach: &Aabb) {
        let reach = [reach.mins, reach.maxs].map(vector_from_engine);
        for owner in self.planar.zones().meeting(reach) {
            self.leave_planar(owner);
        }
    }

    /// Gives a body in planar motion another zone; `None` if it cannot go on in planar motion.
    fn find_new_zone(&mut self, id: NodeId) -> Option<()> {
        let body = self.body(id)?;
        let (place, handle) = (body.planar?, body.handle);
        let planar = self.planar.get(place).filter(|planar| planar.moves_level(self.tick_s))?;
        let middle = planar.world_from_centre().translation;
        let (extent, ground, way) = (planar.extent, planar.surface.collider, planar.way(self.tick_s));
        self.shrink_neighbours(id, middle, extent);
        let free = self.free_zone(id, handle, middle, extent, ground, way)?;
        self.planar.set_zone(place, free);
        Some(())
    }

    /// The box that the body of a node, which rapier moves, may reach in the coming tick.
    fn reach(&self, id: NodeId) -> Option<Aabb> {
        let in_engine = self.engine.bodies.get(self.body(id)?.handle)?;
        let boxes = in_engine
            .colliders()
            .iter()
            .filter_map(|&shape| Some(self.engine.colliders.get(shape)?.compute_aabb()));
        let now = boxes.reduce(|one, other| one.merged(&other))?;
        Some(now.loosened(way(in_engine, self.tick_s as f32) + BEYOND_SPEED_M))
    }
}

/// How far a point of a body may move in a tick at its speed. [m]
fn way(in_engine: &RigidBody, tick_s: f32) -> f32 {
    let turns = in_engine.angvel().length() * in_engine.mass_properties().max_extent();
    (in_engine.linvel().length() + turns) * tick_s
}
