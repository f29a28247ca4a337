//! The rapier bodies of the world, and their step by one tick.
//!
//! Each node with a body has a *carrier* in rapier, which holds its shapes: the moving body of its anchor, so that everything
//! mounted on a robot is rigidly part of it, or a separate fixed body.
//!
//! A tick is one rapier step with the number of internal solver sub-steps in the settings. Contacts are computed once per
//! tick; gravity, forces, friction and positions in each sub-step. One rapier step per sub-step gives the same motion at 1.6
//! times the cost (1,000 driven boxes: 2.1 ms instead of 1.25 ms per tick).

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec3;
use rapier3d::dynamics::RigidBodyBuilder;
use rapier3d::geometry::{ColliderBuilder, SharedShape};
use rapier3d::math::Pose as EnginePose;
use rapier3d::pipeline::ActiveEvents;
use rapier3d::prelude::{CoefficientCombineRule, MassProperties};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::physics::body::collision_groups;
use crate::physics::body::divergence;
use crate::physics::body::mass;
use crate::physics::body::mass::Mass;
use crate::physics::body::pulls::Pulls;
use crate::physics::body::state::{Activity, Body, Part};
use crate::physics::body::store::Bodies;
use crate::physics::body::tuning::Tunings;
use crate::physics::constraints::Constraint;
use crate::physics::contacts::contact_forces::ContactForce;
use crate::physics::contacts::recycling_range::{ContactRecycling, Range};
use crate::physics::contacts::recycling_rule::RecyclingRule;
use crate::physics::contacts::touches::Touches;
use crate::physics::contacts::turning_friction;
use crate::physics::convert::{pose_from_engine, pose_to_engine};
use crate::physics::couplings::Couplings;
use crate::physics::engine_world::EngineWorld;
use crate::physics::joints::{Joint, Mechanism, MechanismSolver};
use crate::physics::planar::motion::Standing;
use crate::physics::planar::store::PlanarBodies;
use crate::physics::rapier_config;
use crate::physics::shapes::collider_shape::ColliderShape;
use crate::raycast::RayKinds;
use crate::tree::node_tree::Tree;
use crate::{BodySpec, JointId, NodeId, PhysicsSettings, PhysicsType, Pose, ThreadTeam, WorldEvent};

/// Number of bodies whose poses one parallel task reads. Smaller tasks do not pay off.
const BODIES_PER_TASK: usize = 128;
/// The same while the threads of a team are awake.
const BODIES_PER_TASK_AWAKE: usize = 8;

/// A body this far below all places at which bodies were added counts as fallen out of the world. [m]
const FALLS_M: f64 = 10.0;

/// All bodies, and the rapier world that moves them.
#[derive(Serialize, Deserialize)]
pub(crate) struct Physics {
    pub(crate) engine: EngineWorld,
    pub(crate) bodies: Bodies,
    /// Nodes whose bodies can move, in order.
    pub(crate) movers: Vec<NodeId>,
    /// The watched bodies, which the coming tick processes.
    pub(crate) watched: Vec<NodeId>,
    /// The largest margin of a body so far. [m]
    pub(crate) margin_max: f64,
    /// The number of bodies that ignore margins.
    pub(crate) ignoring_margins: u32,
    /// The largest margin of a surface so far. [m]
    pub(crate) contact_margin_max: f64,
    pub(crate) tick_s: f64,
    /// The lowest point of a body when it was added; infinite without bodies. [m]
    pub(crate) lowest: f64,
    /// Pairs of bodies that do not collide, the smaller node first.
    pub(crate) apart: BTreeSet<[NodeId; 2]>,
    /// Pairs of bodies that collide although a joint connects them.
    pub(crate) colliding: BTreeSet<[NodeId; 2]>,
    pub(crate) joints: Vec<Joint>,
    /// Indices of removed joints that are below the largest index in use.
    pub(crate) vacant_joints: BTreeSet<u32>,
    pub(crate) joints_by_name: BTreeMap<String, JointId>,
    /// Equalities, tendons and motors.
    pub(crate) couplings: Couplings,
    pub(crate) mechanisms: Vec<Mechanism>,
    /// Contacts of mechanisms in the last tick, while a component reads them.
    pub(crate) contact_forces: Vec<ContactForce>,
    /// Whether a component reads the forces at contacts.
    pub(crate) records_contact_forces: bool,
    /// Models of the mechanisms, in the same order; made again when they are missing.
    #[serde(skip)]
    pub(crate) solvers: Vec<MechanismSolver>,
    /// Constraints, in the order of adding.
    pub(crate) constraints: Vec<Constraint>,
    /// The rule by which contacts are recycled in the coming tick.
    pub(crate) recycling_rule: RecyclingRule,
    /// Bodies that move without rapier.
    pub(crate) planar: PlanarBodies,
    /// Settings of bodies that programs have changed.
    pub(crate) tuning: Tunings,
    /// Springs by which users pull bodies.
    pub(crate) pulls: Pulls,
    /// Whether the list of mechanisms is out of date.
    pub(crate) stale: bool,
    /// Bodies of mechanisms that left the range, and were suspended.
    pub(crate) halted: BTreeSet<NodeId>,
    /// The number of times a sleeping body was woken between two steps.
    pub(crate) wakes: u64,
}

impl Clone for Physics {
    fn clone(&self) -> Physics {
        Physics {
            engine: self.engine.clone(),
            bodies: self.bodies.clone(),
            movers: self.movers.clone(),
            watched: self.watched.clone(),
            margin_max: self.margin_max,
            ignoring_margins: self.ignoring_margins,
            contact_margin_max: self.contact_margin_max,
            tick_s: self.tick_s,
            lowest: self.lowest,
            apart: self.apart.clone(),
            colliding: self.colliding.clone(),
            joints: self.joints.clone(),
            vacant_joints: self.vacant_joints.clone(),
            joints_by_name: self.joints_by_name.clone(),
            couplings: self.couplings.clone(),
            mechanisms: self.mechanisms.clone(),
            contact_forces: self.contact_forces.clone(),
            records_contact_forces: self.records_contact_forces,
            solvers: Vec::new(),
            constraints: self.constraints.clone(),
            recycling_rule: self.recycling_rule,
            planar: self.planar.clone(),
            tuning: self.tuning.clone(),
            pulls: self.pulls.clone(),
            stale: self.stale,
            halted: self.halted.clone(),
            wakes: self.wakes,
        }
    }
}

impl Physics {
    pub(crate) fn new(settings: &PhysicsSettings) -> Physics {
        Physics {
            engine: EngineWorld::new(rapier_config::new(settings)),
            bodies: Bodies::default(),
            movers: Vec::new(),
            watched: Vec::new(),
            margin_max: 0.0,
            ignoring_margins: 0,
            contact_margin_max: 0.0,
            tick_s: settings.tick_s,
            lowest: f64::INFINITY,
            apart: BTreeSet::new(),
            colliding: BTreeSet::new(),
            joints: Vec::new(),
            vacant_joints: BTreeSet::new(),
            joints_by_name: BTreeMap::new(),
            couplings: Couplings::default(),
            mechanisms: Vec::new(),
            contact_forces: Vec::new(),
            records_contact_forces: false,
            solvers: Vec::new(),
            constraints: Vec::new(),
            recycling_rule: RecyclingRule::Bodies,
            planar: PlanarBodies::default(),
            tuning: Tunings::new(),
            pulls: Pulls::new(),
            stale: false,
            halted: BTreeSet::new(),
            wakes: 0,
        }
    }

    /// Adds the body of the newest node of the tree.
    pub(crate) fn add(&mut self, tree: &Tree, id: NodeId, spec: &BodySpec, solids: Vec<ColliderShape>) {
        let moves = spec.physics.moves();
        let own = if moves { Mass::of(spec, &solids) } else { Mass::default() };
        let seen = pose_to_engine(tree.world_from(id) * Pose::from_translation(own.center));
        let builder = if moves {
            RigidBodyBuilder::dynamic()
                .additional_mass_properties(own.for_engine(spec.physics.turns()))
                .linear_damping(mass::damping_for_engine(spec.linear_damping, self.tick_s))
                .angular_damping(mass::damping_for_engine(spec.angular_damping, self.tick_s))
                .gravity_scale(own.weight_share() as f32)
                .can_sleep(spec.allow_sleep)
                // rapier's default damps bodies that rotate faster than 7.5 turns per second.
                .allow_fast_rotation(true)
        } else {
            RigidBodyBuilder::fixed()
        };
        let mut in_engine = builder.pose(seen).user_data(id.user_data()).build();
        if moves && spec.allow_sleep {
            in_engine.activation_mut().normalized_linear_threshold = rapier_config::SLEEP_BELOW;
        }
        let handle = self.engine.insert_body(in_engine);
        let world_from_node = tree.world_from(id);
        let bottoms = solids.iter().map(|solid| {
            let world_from_solid = pose_to_engine(world_from_node * solid.node_from_solid);
            f64::from(solid.shape.compute_aabb(&world_from_solid).mins.z)
        });
        self.lowest = bottoms.fold(self.lowest, f64::min);
        let parts = solids
            .into_iter()
            .enumerate()
            .map(|(number, solid)| Part {
                collider: self.engine.insert_collider(
                    ColliderBuilder::new(solid.shape)
                        // Otherwise rapier integrates over the volume of a mesh, even for zero density.
                        .mass_properties(MassProperties::default())
                        .friction(spec.friction as f32)
                        .friction_combine_rule(CoefficientCombineRule::Multiply)
                        .restitution(spec.restitution as f32)
                        .restitution_combine_rule(CoefficientCombineRule::Multiply)
                        .active_events(ActiveEvents::COLLISION_EVENTS)
                        .sensor(spec.physics == PhysicsType::Sensor)
                        .collision_groups(collision_groups::groups(
                            solid.bare.is_some(),
                            spec.ignores_margins,
                        ))
                        .user_data(id.user_data()),
                    Some(handle),
                ),
                node_from_part: solid.node_from_solid,
                margin: if solid.bare.is_some() { spec.margin } else { 0.0 },
                bare: solid.bare,
                bare_collider: None,
                material: spec.materials.get(number).copied().flatten().map(Box::new),
                pairs: spec.pairs.get(number).cloned().unwrap_or_default().into_boxed_slice(),
            })
            .collect();
        self.margin_max = self.margin_max.max(spec.margin);
        let margins = spec.materials.iter().flatten().map(|material| material.margin);
        // The margin of a contact is the sum of those of both sides.
        let of_pairs = spec.pairs.iter().flatten().filter_map(|pair| pair.margin).map(|margin| margin / 2.0);
        self.contact_margin_max = margins.chain(of_pairs).fold(self.contact_margin_max, f64::max);
        let body = Body {
            physics: spec.physics,
            own: Box::new(own),
            total: Box::new(own),
            fluid: spec.fluid.map(Box::new),
            center: own.center,
            linked: false,
            ignores_margins: spec.ignores_margins,
            mechanism: 0,
            handle,
            parts,
            locked: spec.locked,
            suspended: false,
            kept: [DVec3::ZERO; 2],
            pinned: false,
            driven: false,
            is_to_move: false,
            was_driven: false,
            planar_wait_ticks: 0,
            rolls: false,
            pushed: false,
            twisted: false,
            is_touched_at_side: false,
            relieved: false,
            seen,
            contact_recycling: ContactRecycling::none(seen),
            is_due: true,
            finds_contacts: false,
            sleeps: false,
            is_watched: false,
            half_thickness: f32::INFINITY,
        };
        self.bodies.insert(id, body);
        self.add_bare_colliders(tree, id);
        if moves {
            self.movers.push(id);
            self.watch(id);
        }
        self.attach_shapes(tree, id);
    }

    /// Number of solver sub-steps of a tick.
    pub(crate) fn sub_steps(&self) -> u32 {
        self.engine.integration_parameters.num_solver_iterations.max(1) as u32
    }

    pub(crate) fn body(&self, id: NodeId) -> Option<&Body> {
        self.bodies.get(id)
    }

    /// The shapes of the body of a node without their margins, each with its `node_from_shape`.
    pub(crate) fn shapes(&self, id: NodeId) -> impl Iterator<Item = (Pose, &SharedShape)> {
        let parts = self.body(id).map_or(&[][..], |body| &body.parts);
        parts.iter().filter_map(|part| {
            let collider = self.engine.colliders.get(part.collider)?;
            Some((part.node_from_part, part.bare.as_ref().unwrap_or(collider.shared_shape())))
        })
    }

    /// Nodes whose bodies can move, in order.
    pub(crate) fn movers(&self) -> &[NodeId] {
        &self.movers
    }

    /// Advances by one tick and writes the new poses to the tree. Returns the anchors that moved; anchors in planar motion are
    /// marked in `marks` instead. `marks` has an entry for each node if any body is in planar motion.
    pub(crate) fn advance(
        &mut self,
        tree: &mut Tree,
        marks: &mut [RayKinds],
        events: &mut Vec<WorldEvent>,
        team: Option<&ThreadTeam>,
    ) -> Vec<NodeId> {
        self.release_planar(team);
        let watched = self.prepare(tree);
        self.drive_joints();
        let before = self.velocities_beside_mechanisms(tree, &watched);
        let touches = Touches::default();
        self.step_bodies(tree, marks, &touches, team);
        self.planar.forget_placed();
        self.revive(tree, events);
        let placed = self.advance_mechanisms(tree, &before, events);
        self.limit_speeds();
        let watched = self.watched_after_step(watched, &placed);
        let moved = self.collect(tree, &watched, &placed, events, team);
        self.forget_contacts(&touches.into_shapes());
        moved
    }

    /// Reads the new poses and clears the forces of the tick. `placed` lists the poses of bodies that rapier does not move, by
    /// node. Returns the anchors that moved, without those in planar motion.
    fn collect(
        &mut self,
        tree: &mut Tree,
        watched: &[NodeId],
        placed: &[(NodeId, Pose)],
        events: &mut Vec<WorldEvent>,
        team: Option<&ThreadTeam>,
    ) -> Vec<NodeId> {
        let mut moved = Vec::with_capacity(watched.len());
        let (mut along, mut otherwise) = (self.planar.len(), 0);
        let mut standing = Vec::new();
        // The watched bodies of the next tick; commands may already have added bodies.
        let mut watched_next = Vec::with_capacity(watched.len());
        for (&id, outcome) in watched.iter().zip(self.outcomes(tree, watched, placed, team)) {
            tree.note_motion(id);
            let Some(body) = self.bodies.get_mut(id) else {
                continue;
            };
            if let Some(range) = outcome.range {
                body.contact_recycling.range = range;
            }
            if body.follow(outcome.activity, outcome.is_free) {
                watched_next.push(id);
            }
            body.planar_wait_ticks = body.planar_wait_ticks.saturating_sub(u8::from(body.was_driven));
            standing.extend(outcome.standing.map(|standing| (id, standing)));
            if let Some(is_touched_at_side) = outcome.is_touched_at_side {
                body.is_touched_at_side = is_touched_at_side;
            }
            let unpushed = !std::mem::take(&mut body.pushed)
                & !std::mem::take(&mut body.twisted)
                & !std::mem::take(&mut body.relieved);
            if !(unpushed && outcome.is_valid)
                && let Some(in_engine) = self.engine.bodies.get_mut(body.handle)
            {
                in_engine.reset_forces(false);
                in_engine.reset_torques(false);
                if !outcome.is_valid {
                    divergence::put_back(in_engine, body, events);
                }
            }
            if let Some((seen, world_from_anchor)) = outcome.moved {
                match body.contact_recycling.range {
                    Range::Along(_) => along += 1,
                    Range::Near(_) | Range::Empty => otherwise += 1,
                    Range::Unlimited => {}
                }
                let below = self.lowest - FALLS_M;
                let before = tree.world_from(id).translation.z;
                if world_from_anchor.translation.z < below && before >= below {
                    events.push(WorldEvent::FellOff { node: id });
                }
                body.seen = seen;
                tree.set_anchor_pose(id, world_from_anchor);
                moved.push(id);
            }
        }
        watched_next.append(&mut self.watched);
        self.watched = watched_next;
        self.recycling_rule = self.recycling_rule.after(along, otherwise);
        self.enter_planar(tree, standing);
        moved
    }

    /// Restores the bodies that rapier removed because their state was not finite. They are stopped at their last valid pose.
    fn revive(&mut self, tree: &Tree, events: &mut Vec<WorldEvent>) {
        let broken: Vec<_> = self.engine.quarantine().bodies().to_vec();
        for handle in broken {
            if let Some(in_engine) = self.engine.bodies.get_mut(handle) {
                in_engine.set_enabled(true);
                let node = NodeId::of_user_data(in_engine.user_data);
                events.push(WorldEvent::Diverged { node });
                self.halt(tree, node);
            }
        }
    }

    /// The result of the tick for each of these bodies.
    fn outcomes(
        &self,
        tree: &Tree,
        watched: &[NodeId],
        placed: &[(NodeId, Pose)],
        team: Option<&ThreadTeam>,
    ) -> Vec<Outcome> {
        let outcome = |id: &NodeId| {
            let body = self.body(*id).filter(|_| tree.node(*id).free)?;
            let in_engine = self.engine.bodies.get(body.handle)?;
            let activity = self.activity(tree, *id, body, in_engine);
            if !body.linked && !divergence::fits_in_engine(in_engine) {
                let range = Some(Range::Empty);
                return Some(Outcome {
                    is_valid: false,
                    range,
                    activity,
                    is_free: true,
                    ..Outcome::default()
                });
            }
            let seen = *in_engine.position();
            let world_from_center = || pose_from_engine(&seen) * Pose::from_translation(-body.center);
            let moved = match placed.binary_search_by_key(id, |(id, _)| *id) {
                Ok(place) => Some((seen, placed[place].1)),
                Err(_) if body.linked => None,
                Err(_) => (body.seen != seen).then(|| (seen, world_from_center())),
            };
            let is_touched = || turning_friction::is_touched_at_side(&self.engine.narrow_phase, in_engine);
            let is_touched_at_side = body.is_due.then(is_touched);
            let range = self.new_range(body, in_engine);
            let standing = self.standing(body, in_engine, range.unwrap_or(body.contact_recycling.range));
            Some(Outcome {
                is_valid: true,
                activity,
                is_free: true,
                range,
                is_touched_at_side,
                moved,
                standing,
            })
        };
        let outcome = |id| outcome(id).unwrap_or(Outcome { is_valid: true, ..Outcome::default() });
        let bodies_per_task = if team.is_some() { BODIES_PER_TASK_AWAKE } else { BODIES_PER_TASK };
        watched.par_iter().with_min_len(bodies_per_task).map(outcome).collect()
    }
}

/// The result of a tick for one body.
#[derive(Default)]
struct Outcome {
    /// Whether its state is valid.
    is_valid: bool,
    /// The activity of the body until the next tick.
    activity: Activity,
    /// Whether it moves independently of its parent.
    is_free: bool,
    /// Its recycling range, if it has changed.
    range: Option<Range>,
    /// Whether it has a contact at a side; `None` if its contacts were not computed.
    is_touched_at_side: Option<bool>,
    /// Its new rapier pose and the pose of its node, if it has moved. Bodies that have not moved keep their double-precision
    /// pose.
    moved: Option<(EnginePose, Pose)>,
    /// Its ground and size, if it may begin planar motion.
    standing: Option<Standing>,
}
