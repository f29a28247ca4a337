//! The bodies of the world inside the physics engine, and how they advance by one tick.
//!
//! Each node with a body has a *carrier* in the engine, which holds its shapes: the moving body of its anchor,
//! so that everything mounted on a robot is exactly part of it, or a fixed body of its own.
//!
//! A tick is one step of the engine with as many internal solver sub-steps as the settings say. Contacts are
//! found once a tick; gravity, forces, friction and positions are computed in each sub-step. One engine step per
//! sub-step gives the same motion at 1.6 times the cost (1,000 driven boxes: 2.1 ms instead of 1.25 ms a tick).

use std::collections::BTreeMap;

use glam::DVec3;
use rapier3d::dynamics::{RigidBodyBuilder, RigidBodyHandle};
use rapier3d::geometry::{ColliderBuilder, ColliderHandle, Shape, SharedShape};
use rapier3d::math::Pose as EnginePose;
use rapier3d::pipeline::{ActiveEvents, PhysicsWorld};
use rapier3d::prelude::{CoefficientCombineRule, MassProperties};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::convert::{pose_from_engine, pose_to_engine};
use crate::joints::{Joint, Mechanism};
use crate::keeping::Keeping;
use crate::kinship::Kinship;
use crate::leeway::{Leeway, Range, Touches};
use crate::mass::Mass;
use crate::solid::Solid;
use crate::tree::Tree;
use crate::{
    BodySpec, JointId, NodeId, PhysicsSettings, PhysicsType, Pose, WorldEvent, contain, engine, mass,
};

/// Bodies whose poses a thread reads at a time; fewer are not worth waking one for.
const BODIES_PER_TASK: usize = 128;

/// A shape of a body, in the engine.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Part {
    pub(crate) collider: ColliderHandle,
    pub(crate) node_from_part: Pose,
    /// Its shape without margin, if it has one.
    bare: Option<SharedShape>,
    /// How much larger it is in the engine. [m]
    margin: f64,
}

/// What the engine does not keep about a body.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Body {
    pub(crate) physics: PhysicsType,
    /// Of the body alone.
    pub(crate) own: Box<Mass>,
    /// With everything that fixed joints made part of it.
    pub(crate) total: Box<Mass>,
    /// Its centre of mass in the node, where the engine has the origin of the body. [m]
    pub(crate) centre: DVec3,
    /// Whether the engine moves it as part of a mechanism; its velocities are kept then.
    pub(crate) linked: bool,
    /// The body in the engine; unused while the node is mounted on a moving one.
    pub(crate) handle: RigidBodyHandle,
    pub(crate) parts: Vec<Part>,
    /// Whether physics is told to leave it alone.
    pub(crate) suspended: bool,
    /// Its velocities while the engine does not have them.
    pub(crate) kept: [DVec3; 2],
    /// Whether somebody set its turn rate, or pushed it, since the last tick.
    pub(crate) driven: bool,
    pub(crate) pushed: bool,
    pub(crate) twisted: bool,
    /// The engine's pose that the pose of the node stands for.
    pub(crate) seen: EnginePose,
    /// Where its contacts were found, and how far from there they hold.
    pub(crate) leeway: Leeway,
    /// Whether it had gone too far before this tick.
    pub(crate) is_due: bool,
    /// Whether its shapes are marked, so that its contacts are found in each tick.
    pub(crate) finds_contacts: bool,
    /// Half the thickness of the thinnest shape it has carried; infinite without one that the engine sweeps. [m]
    pub(crate) half_thickness: f32,
}

impl Body {
    /// Whether contacts do not turn it about the vertical in the coming tick.
    pub(crate) fn holds_its_turn_rate(&self) -> bool {
        self.driven && !self.twisted && !self.linked
    }

    /// Its shapes in the engine.
    pub(crate) fn colliders(&self) -> impl Iterator<Item = ColliderHandle> {
        self.parts.iter().map(|part| part.collider)
    }

    /// One of its shapes in the engine, and how much larger it is there [m].
    pub(crate) fn part(&self, number: usize) -> Option<(ColliderHandle, f64)> {
        self.parts.get(number).map(|part| (part.collider, part.margin))
    }
}

/// All bodies and the engine that moves them.
#[derive(Serialize, Deserialize)]
pub(crate) struct Physics {
    pub(crate) engine: PhysicsWorld,
    pub(crate) bodies: Vec<Option<Body>>,
    /// Nodes whose bodies can move, in order.
    pub(crate) movers: Vec<NodeId>,
    /// The largest margin of a body so far. [m]
    pub(crate) margin_max: f64,
    pub(crate) tick_s: f64,
    pub(crate) joints: Vec<Joint>,
    pub(crate) joints_by_name: BTreeMap<String, JointId>,
    pub(crate) mechanisms: Vec<Mechanism>,
    /// By which rule contacts are kept in the coming tick.
    pub(crate) keeping: Keeping,
    /// Whether mechanisms are no longer in the engine as they should be.
    pub(crate) stale: bool,
}

impl Physics {
    pub(crate) fn new(settings: &PhysicsSettings) -> Physics {
        Physics {
            engine: engine::new(settings),
            bodies: Vec::new(),
            movers: Vec::new(),
            margin_max: 0.0,
            tick_s: settings.tick_s,
            joints: Vec::new(),
            joints_by_name: BTreeMap::new(),
            mechanisms: Vec::new(),
            keeping: Keeping::Bodies,
            stale: false,
        }
    }

    /// Gives the newest node of the tree its body.
    pub(crate) fn add(&mut self, tree: &Tree, id: NodeId, spec: &BodySpec, solids: Vec<Solid>) {
        let moves = spec.physics.moves();
        let own = if moves { Mass::of(spec, &solids) } else { Mass::default() };
        let seen = pose_to_engine(tree.world_from(id) * Pose::from_translation(own.centre));
        let builder = if moves {
            RigidBodyBuilder::dynamic()
                .additional_mass_properties(own.for_engine(spec.physics.turns()))
                .linear_damping(mass::damping_for_engine(spec.linear_damping, self.tick_s))
                .angular_damping(mass::damping_for_engine(spec.angular_damping, self.tick_s))
                .can_sleep(spec.allow_sleep)
                // The default brakes what turns faster than 7.5 turns a second.
                .allow_fast_rotation(true)
        } else {
            RigidBodyBuilder::fixed()
        };
        let mut in_engine = builder.pose(seen).user_data(u128::from(id.0)).build();
        if moves && spec.allow_sleep {
            in_engine.activation_mut().normalized_linear_threshold = engine::SLEEP_BELOW;
        }
        let handle = self.engine.insert_body(in_engine);
        let parts = solids
            .into_iter()
            .map(|solid| Part {
                collider: self.engine.insert_collider(
                    ColliderBuilder::new(solid.shape)
                        // Even without density the engine would integrate over the volume of a surface.
                        .mass_properties(MassProperties::default())
                        .friction(spec.friction as f32)
                        .friction_combine_rule(CoefficientCombineRule::Multiply)
                        .restitution(spec.restitution as f32)
                        .restitution_combine_rule(CoefficientCombineRule::Multiply)
                        .active_events(ActiveEvents::COLLISION_EVENTS)
                        .sensor(spec.physics == PhysicsType::Sensor)
                        .user_data(u128::from(id.0)),
                    Some(handle),
                ),
                node_from_part: solid.node_from_solid,
                margin: if solid.bare.is_some() { spec.margin } else { 0.0 },
                bare: solid.bare,
            })
            .collect();
        self.margin_max = self.margin_max.max(spec.margin);
        self.bodies.resize(id.index(), None);
        self.bodies.push(Some(Body {
            physics: spec.physics,
            own: Box::new(own),
            total: Box::new(own),
            centre: own.centre,
            linked: false,
            handle,
            parts,
            suspended: false,
            kept: [DVec3::ZERO; 2],
            driven: false,
            pushed: false,
            twisted: false,
            seen,
            leeway: Leeway::none(seen),
            is_due: true,
            finds_contacts: false,
            half_thickness: f32::INFINITY,
        }));
        if moves {
            self.movers.push(id);
        }
        self.mount(tree, id);
    }

    pub(crate) fn body(&self, id: NodeId) -> Option<&Body> {
        self.bodies.get(id.index())?.as_ref()
    }

    /// The shapes of the body of a node without their margins, each with its `node_from_shape`.
    pub(crate) fn shapes(&self, id: NodeId) -> impl Iterator<Item = (Pose, &dyn Shape)> {
        let parts = self.body(id).map_or(&[][..], |body| &body.parts);
        parts.iter().filter_map(|part| {
            let collider = self.engine.colliders.get(part.collider)?;
            Some((part.node_from_part, part.bare.as_ref().map_or(collider.shape(), |bare| &**bare)))
        })
    }

    /// Nodes whose bodies can move, in order.
    pub(crate) fn movers(&self) -> &[NodeId] {
        &self.movers
    }

    /// Advances by one tick and writes the new poses into the tree. Gives the anchors that moved.
    pub(crate) fn advance(&mut self, tree: &mut Tree, events: &mut Vec<WorldEvent>) -> Vec<NodeId> {
        self.prepare(tree);
        self.drive_joints(tree);
        let touches = Touches::default();
        self.engine.step_with_events(&Kinship(tree), &touches);
        self.revive(tree, events);
        self.swing(tree);
        let moved = self.collect(tree, events);
        self.forget_contacts(&touches.into_shapes());
        self.collect_joints(tree, events);
        moved
    }

    /// Reads the new poses and clears the forces of the tick. Gives the anchors that moved.
    fn collect(&mut self, tree: &mut Tree, events: &mut Vec<WorldEvent>) -> Vec<NodeId> {
        let mut moved = Vec::new();
        let mut along = 0;
        let mut otherwise = 0;
        for (&id, outcome) in self.movers.iter().zip(self.outcomes(tree)) {
            let Some(body) = self.bodies[id.index()].as_mut() else {
                continue;
            };
            if let Some(range) = outcome.range {
                body.leeway.range = range;
            }
            let unpushed = !std::mem::take(&mut body.pushed) & !std::mem::take(&mut body.twisted);
            if !(unpushed && outcome.holds)
                && let Some(in_engine) = self.engine.bodies.get_mut(body.handle)
            {
                in_engine.reset_forces(false);
                in_engine.reset_torques(false);
                if !outcome.holds {
                    contain::put_back(in_engine, body, events);
                }
            }
            if let Some((seen, world_from_anchor)) = outcome.moved {
                match body.leeway.range {
                    Range::Along(_) => along += 1,
                    Range::Near(_) | Range::Nowhere => otherwise += 1,
                    Range::Anywhere => {}
                }
                body.seen = seen;
                tree.set_anchor_pose(id, world_from_anchor);
                moved.push(id);
            }
        }
        self.keeping = self.keeping.after(along, otherwise);
        moved
    }

    /// What became of each body that can move.
    fn outcomes(&self, tree: &Tree) -> Vec<Outcome> {
        let outcome = |&id: &NodeId| {
            let body = self.body(id).filter(|_| tree.node(id).free)?;
            let in_engine = self.engine.bodies.get(body.handle)?;
            if !body.linked && !contain::fits_in_engine(in_engine) {
                return Some(Outcome { holds: false, range: Some(Range::Nowhere), moved: None });
            }
            let seen = *in_engine.position();
            let world_from_centre = || pose_from_engine(&seen) * Pose::from_translation(-body.centre);
            let moved = (body.seen != seen).then(|| (seen, world_from_centre()));
            Some(Outcome { holds: true, range: self.new_range(body, in_engine), moved })
        };
        let outcome = |id| outcome(id).unwrap_or(Outcome { holds: true, range: None, moved: None });
        self.movers.par_iter().with_min_len(BODIES_PER_TASK).map(outcome).collect()
    }
}

/// What became of a body in a tick.
struct Outcome {
    /// Whether it is where it can be.
    holds: bool,
    /// How far its contacts hold, if that is new.
    range: Option<Range>,
    /// Where the engine has it now and where its node is then, if it has moved: others keep the double-precision pose they
    /// were given.
    moved: Option<(EnginePose, Pose)>,
}
