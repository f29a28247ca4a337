//! The work before a rapier step: determines which bodies move, which need new contacts, and whether any body is fast.

use glam::DVec3;
use rapier3d::dynamics::{LockedAxes, RigidBodyType};

use crate::NodeId;
use crate::physics::contacts::recycling_range::{ContactRecycling, Range};
use crate::physics::contacts::recycling_rule::RecyclingRule;
use crate::physics::contacts::turning_friction;
use crate::physics::contacts::wheel_traction::Traction;
use crate::physics::convert::vector_to_engine;
use crate::physics::rapier_config;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;

/// A body is fast if it covers this fraction of its half thickness in a tick. It is half of rapier's limit, because contacts
/// may accelerate the body.
const FAST_FROM: f32 = 0.25;

impl Physics {
    /// Writes the commands to bodies since the last tick to rapier. Returns the watched bodies.
    pub(crate) fn prepare(&mut self, tree: &Tree) -> Vec<NodeId> {
        if std::mem::take(&mut self.stale) {
            self.list_mechanisms(tree);
            self.watch_all();
        }
        let watched = self.watched_before_step();
        let some_fast = self.set_kinds(tree, &watched);
        if !self.mechanisms.is_empty() {
            watched.iter().for_each(|&id| self.find_contacts_ahead(id));
        }
        // Continuous collision detection takes a tenth of rapier's time, so it runs only in ticks in which a body may tunnel.
        let max_ccd_substeps = usize::from(some_fast);
        let normalized_contact_recycle_distance = self.recycling_rule.engine_keeps_within();
        let old = &self.engine.integration_parameters;
        // Every mutable access makes the engine step.
        if old.max_ccd_substeps != max_ccd_substeps
            || old.normalized_contact_recycle_distance != normalized_contact_recycle_distance
        {
            let new = &mut self.engine.integration_parameters;
            new.max_ccd_substeps = max_ccd_substeps;
            new.normalized_contact_recycle_distance = normalized_contact_recycle_distance;
        }
        watched
    }

    /// Sets bodies to dynamic or fixed, and marks bodies whose contacts must be computed. Returns whether any of them may be
    /// fast in the coming tick.
    fn set_kinds(&mut self, tree: &Tree, watched: &[NodeId]) -> bool {
        let tick_s = self.tick_s as f32;
        let falls = self.engine.gravity.length() * tick_s;
        let mut some_fast = false;
        let mut marks = Vec::new();
        for &id in watched {
            let Some(body) = self.bodies.get_mut(id) else {
                continue;
            };
            let Some(in_engine) = self.engine.bodies.get(body.handle) else {
                continue;
            };
            let kind = if tree.node(id).free && !body.stays() {
                RigidBodyType::Dynamic
            } else {
                RigidBodyType::Fixed
            };
            if std::mem::take(&mut body.pinned) {
                body.kept = [DVec3::ZERO; 2];
            }
            let rolls = std::mem::take(&mut body.rolls);
            let holds_turn_rate = body.holds_turn_rate();
            let mut locked = body.locked.for_engine();
            locked.set(LockedAxes::ROTATION_LOCKED_Z, holds_turn_rate | body.locked.rotation[2]);
            let more_iterations = match () {
                () if body.linked || body.driven => 0,
                () => rapier_config::MORE_ITERATIONS,
            };
            let driven = std::mem::take(&mut body.driven);
            let is_to_move = std::mem::take(&mut body.is_to_move);
            body.was_driven = driven && is_to_move && !body.pushed && !body.twisted;
            let (narrow_phase, bodies) = (&self.engine.narrow_phase, &self.engine.bodies);
            let mut traction = Traction::default();
            if rolls && !body.linked {
                traction = Traction::of(narrow_phase, bodies, in_engine, self.engine.gravity, tick_s);
            }
            if driven && !body.linked && body.is_touched_at_side {
                traction.torque += turning_friction::relief(narrow_phase, bodies, in_engine, tick_s);
            }
            body.relieved = traction != Traction::default();
            if kind == RigidBodyType::Dynamic && !body.linked {
                let turns = in_engine.angvel().length() * in_engine.mass_properties().max_extent();
                let covers_m = (in_engine.linvel().length() + turns + falls) * tick_s;
                some_fast |= body.pushed || body.twisted || covers_m > FAST_FROM * body.half_thickness;
            }
            body.is_due = body.contact_recycling.range == Range::Empty;
            if body.is_due {
                body.contact_recycling = ContactRecycling::none(*in_engine.position());
            }
            let finds_contacts = match self.recycling_rule {
                RecyclingRule::Bodies => body.is_due,
                RecyclingRule::Pairs => false,
                RecyclingRule::Settling => true,
            };
            if finds_contacts != body.finds_contacts {
                body.finds_contacts = finds_contacts;
                marks.push((body.handle, finds_contacts));
            }
            let same = in_engine.body_type() == kind && in_engine.locked_axes() == locked;
            if same && in_engine.additional_pgs_iterations() == more_iterations && !body.relieved {
                continue;
            }
            if let Some(in_engine) = self.engine.bodies.get_mut(body.handle) {
                in_engine.set_additional_pgs_iterations(more_iterations);
                let resumed = kind == RigidBodyType::Dynamic && !in_engine.is_dynamic();
                if !same {
                    in_engine.set_body_type(kind, true);
                    in_engine.set_locked_axes(locked, false);
                }
                in_engine.add_force(traction.force, false);
                in_engine.add_torque(traction.torque, false);
                if resumed {
                    in_engine.set_linvel(vector_to_engine(body.kept[0]), true);
                    in_engine.set_angvel(vector_to_engine(body.kept[1]), true);
                    some_fast = true;
                }
            }
        }
        for (body, finds_contacts) in marks {
            self.mark(body, finds_contacts);
        }
        some_fast
    }
}
