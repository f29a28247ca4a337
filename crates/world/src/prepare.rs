//! What the engine is told before it advances: which bodies move, which have gone too far to keep their contacts, and whether
//! one of them is fast.

use rapier3d::dynamics::{LockedAxes, RigidBodyType};

use crate::convert::vector_to_engine;
use crate::engine;
use crate::keeping::Keeping;
use crate::leeway::{Leeway, Range};
use crate::physics::Physics;
use crate::tree::Tree;

/// Part of its half thickness from which on what a body covers in a tick is fast: half of what the engine allows, since contacts
/// may make it faster.
const FAST_FROM: f32 = 0.25;

impl Physics {
    /// Brings what was asked of the bodies since the last tick into the engine.
    pub(crate) fn prepare(&mut self, tree: &Tree) {
        let relink = std::mem::take(&mut self.stale);
        if relink {
            self.unlink(tree);
        }
        let some_fast = self.set_kinds(tree);
        if relink {
            self.link(tree);
        }
        // Only then somebody has to look at what is between the old and the new place of a body, which costs the engine a
        // tenth of its time.
        let sweeps = some_fast || !self.mechanisms.is_empty();
        self.engine.integration_parameters.max_ccd_substeps = usize::from(sweeps);
        self.engine.integration_parameters.normalized_contact_recycle_distance =
            self.keeping.engine_keeps_within();
    }

    /// Makes bodies move or stand still, and marks those whose contacts have to be found. Gives whether one of them may be fast in the coming tick.
    fn set_kinds(&mut self, tree: &Tree) -> bool {
        let tick_s = self.tick_s as f32;
        let falls = self.engine.gravity.length() * tick_s;
        let mut some_fast = false;
        let mut marks = Vec::new();
        for &id in &self.movers {
            let Some(body) = self.bodies[id.index()].as_mut() else {
                continue;
            };
            let Some(in_engine) = self.engine.bodies.get(body.handle) else {
                continue;
            };
            let kind = if tree.node(id).free && !body.suspended {
                RigidBodyType::Dynamic
            } else {
                RigidBodyType::Fixed
            };
            // A drive holds the turn rate it was given against the friction of its own wheels, which the
            // box that stands for them would suffer: contacts do not turn the body about the vertical in a
            // tick for which its turn rate was set.
            let locked =
                if body.holds_its_turn_rate() { LockedAxes::ROTATION_LOCKED_Z } else { LockedAxes::empty() };
            let more_iterations = match () {
                () if body.linked => engine::MORE_ITERATIONS_OF_MECHANISMS,
                () if body.driven => 0,
                () => engine::MORE_ITERATIONS,
            };
            body.driven = false;
            if kind == RigidBodyType::Dynamic {
                let turns = in_engine.angvel().length() * in_engine.mass_properties().max_extent();
                let covers_m = (in_engine.linvel().length() + turns + falls) * tick_s;
                some_fast |= body.pushed || body.twisted || covers_m > FAST_FROM * body.half_thickness;
            }
            body.is_due = body.leeway.range == Range::Nowhere;
            if body.is_due {
                body.leeway = Leeway::none(*in_engine.position());
            }
            let finds_contacts = match self.keeping {
                Keeping::Bodies => body.is_due,
                Keeping::Pairs => false,
                Keeping::Settling => true,
            };
            if finds_contacts != body.finds_contacts {
                body.finds_contacts = finds_contacts;
                marks.push((body.handle, finds_contacts));
            }
            let same = in_engine.body_type() == kind && in_engine.locked_axes() == locked;
            if same && in_engine.additional_pgs_iterations() == more_iterations {
                continue;
            }
            if let Some(in_engine) = self.engine.bodies.get_mut(body.handle) {
                in_engine.set_additional_pgs_iterations(more_iterations);
                let resumed = kind == RigidBodyType::Dynamic && !in_engine.is_dynamic();
                in_engine.set_body_type(kind, true);
                in_engine.set_locked_axes(locked, false);
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
