//! Conditions under which bodies leave planar motion, and their return to rapier.

use glam::DVec3;
use rapier3d::dynamics::RigidBody;
use rapier3d::geometry::{BoundingVolume, ColliderHandle};
use rapier3d::parry::bounding_volume::Aabb;
use rayon::prelude::*;

use crate::NodeId;
use crate::physics::contacts::recycling_range::ContactRecycling;
use crate::physics::convert::{pose_to_engine, vector_from_engine, vector_to_engine};
use crate::physics::planar::enter::WAITS_TICKS;
use crate::physics::planar::free_zone::ZoneRequest;
use crate::physics::planar::motion::PlanarBody;
use crate::physics::planar::zones::FreeZone;
use crate::physics::rapier_world::Physics;
use crate::threads::ThreadTeam;

/// Distance that a body moved by rapier may cover in a tick in addition to its speed, due to contacts, forces and gravity. [m]
const BEYOND_SPEED_M: f32 = 0.05;

/// Number of bodies whose surroundings one parallel task checks. Smaller tasks do not pay off.
const BODIES_PER_TASK: usize = 16;
/// The same while the threads of a team are awake.
const BODIES_PER_TASK_AWAKE: usize = 4;
/// Number of bodies for which one parallel task finds new zones.
const ZONES_PER_TASK: usize = 2;

impl Physics {
    /// Returns a body to rapier if it is in planar motion.
    pub(crate) fn leave_planar(&mut self, id: NodeId) {
        if self.planar.is_empty() {
            return;
        }
        let Some(place) = self.bodies.place(id) else { return };
        let Some(planar) = self.planar.remove(place) else { return };
        let Some(body) = self.bodies.get_mut(id) else { return };
        body.seen = pose_to_engine(planar.world_from_center());
        body.contact_recycling = ContactRecycling::none(body.seen);
        body.planar_wait_ticks = WAITS_TICKS;
        body.driven = planar.is_driven();
        body.is_to_move = planar.is_driven();
        body.rolls = planar.rolls();
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

    /// Returns bodies to rapier, before a tick, that cannot stay in planar motion: bodies whose drives stopped, that a body
    /// moved by rapier may reach, or that leave their zones and find no new zones.
    pub(crate) fn release_planar(&mut self, team: Option<&ThreadTeam>) {
        if self.planar.is_empty() {
            return;
        }
        let met = |&id: &NodeId| {
            let reach = corners(&self.reach(id)?);
            let owners = self.planar.zones().meeting(reach);
            (!owners.is_empty()).then_some((reach, owners))
        };
        let bodies_per_task = if team.is_some() { BODIES_PER_TASK_AWAKE } else { BODIES_PER_TASK };
        let met: Vec<_> = self.watched.par_iter().with_min_len(bodies_per_task).filter_map(met).collect();
        for (reach, owners) in met {
            self.release_from(reach, owners);
        }
        let unsettled = self.planar.unsettled(self.tick_s, |node| self.bodies.place(node));
        let ahead = |id: &NodeId| self.zone_ahead(*id);
        let zones: Vec<_> = match team {
            Some(_) => unsettled.par_iter().with_min_len(ZONES_PER_TASK).map(ahead).collect(),
            None => unsettled.iter().map(ahead).collect(),
        };
        for (id, ahead) in unsettled.into_iter().zip(zones) {
            if self.find_new_zone(id, ahead).is_none() {
                self.leave_planar(id);
            }
        }
    }

    /// Keeps zones clear of shapes whose poses were set or that will be removed. Bodies that are too near return to rapier.
    pub(crate) fn release_around(&mut self, shapes: &[ColliderHandle]) {
        if self.planar.is_empty() {
            return;
        }
        self.planar.note_placed(shapes);
        self.release_on(shapes);
        let colliders = shapes.iter().filter_map(|&shape| self.engine.colliders.get(shape));
        for reach in colliders.map(|collider| collider.compute_aabb()).collect::<Vec<_>>() {
            let reach = corners(&reach.loosened(BEYOND_SPEED_M));
            let owners = self.planar.zones().meeting(reach);
            self.release_from(reach, owners);
        }
    }

    /// Returns the bodies whose ground is among these shapes to rapier.
    fn release_on(&mut self, shapes: &[ColliderHandle]) {
        let is_mesh = |&shape: &ColliderHandle| {
            self.engine.colliders.get(shape).is_some_and(|it| it.shape().as_trimesh().is_some())
        };
        // Most moved shapes are not ground.
        let meshes: Vec<_> = shapes.iter().copied().filter(is_mesh).collect();
        if meshes.is_empty() {
            return;
        }
        let on_them = self.planar.bodies().filter(|body| meshes.contains(&body.ground()));
        for id in on_them.map(|body| body.node).collect::<Vec<_>>() {
            self.leave_planar(id);
        }
    }

    /// Keeps the zones of these bodies clear of an axis-aligned box. Zones that no longer overlap the box are not changed.
    /// Bodies that are too near return to rapier.
    fn release_from(&mut self, reach: [DVec3; 2], owners: Vec<NodeId>) {
        for owner in owners {
            let Some(place) = self.bodies.place(owner) else { continue };
            let Some(planar) = self.planar.get(place).filter(|planar| planar.zone().overlaps_box(reach))
            else {
                continue;
            };
            match planar.zone_clear_of(reach) {
                Some(free) => self.planar.set_zone(place, free),
                None => self.leave_planar(owner),
            }
        }
    }

    /// The zone in which a body in planar motion stays longest, if it is free.
    fn zone_ahead(&self, id: NodeId) -> Option<FreeZone> {
        let planar = self.planar.get(self.bodies.place(id)?).filter(|it| it.moves_level(self.tick_s))?;
        self.free_zone_ahead(&self.zone_request(id, planar)?)
    }

    /// Finds a new zone for a body in planar motion: the zone `ahead`, which was free before other bodies got new zones, or a
    /// different zone. `None` if the body cannot stay in planar motion.
    fn find_new_zone(&mut self, id: NodeId, ahead: Option<FreeZone>) -> Option<()> {
        let place = self.bodies.place(id)?;
        let planar = self.planar.get(place).filter(|planar| planar.moves_level(self.tick_s))?;
        let is_free =
            |free: &FreeZone| self.planar.zones().overlapping(id, &planar.extent.zone(*free)).is_none();
        let free = match ahead.filter(is_free) {
            Some(free) => free,
            None => {
                let request = self.zone_request(id, planar)?;
                self.shrink_neighbors(id, request.middle, request.extent);
                self.free_zone(&request)?
            }
        };
        self.planar.set_zone(place, free);
        Some(())
    }

    /// The request for a new zone of a body in planar motion.
    fn zone_request(&self, id: NodeId, planar: &PlanarBody) -> Option<ZoneRequest> {
        Some(ZoneRequest {
            id,
            handle: self.body(id)?.handle,
            middle: planar.world_from_center().translation,
            velocities: planar.velocities(),
            extent: planar.extent,
            ground: planar.ground(),
        })
    }

    /// The box that the body of a node may reach in the coming tick, if rapier moves it.
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

/// The lowest and the highest corner of a box.
fn corners(reach: &Aabb) -> [DVec3; 2] {
    [reach.mins, reach.maxs].map(vector_from_engine)
}

/// The maximum distance that a point of a body moves in a tick at its velocities. [m]
fn way(in_engine: &RigidBody, tick_s: f32) -> f32 {
    let turns = in_engine.angvel().length() * in_engine.mass_properties().max_extent();
    (in_engine.linvel().length() + turns) * tick_s
}
