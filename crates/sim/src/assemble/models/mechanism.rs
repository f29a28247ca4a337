//! Robots with joints (URDF): links become bodies, connected by joints.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{DAffine3, DMat3, DVec3};
use morse_assets::model;
use morse_assets::model::{BodyType, Model, Node, NodeRole, Transform};
use morse_scene::document::{BodySettings, Physics};
use morse_world::{
    BallAxis, EffortPolynomial, FrictionDirection, JointDrive, JointKind, JointLimits, JointSpec,
    JointSpring, Mimic, NodeId, NodeSpec, Pose, ServoDamping, ServoGains, WorldError,
};

use crate::assemble::Assembly;
use crate::assemble::models::links::{LinkBody, softness};
use crate::assemble::models::selection::{Piece, Pieces};
use crate::assemble::models::{Root, affine, properties_of};

/// Name of a link that represents the world if it has no mass.
const WORLD_LINK: &str = "world";

/// A joint between two pieces.
struct PieceJoint<'m> {
    joint: &'m model::Joint,
    parent: usize,
    child: usize,
    /// Longest step of the mechanism. [s]
    step_max_s: f64,
}

impl Assembly<'_> {
    /// Whether a model is a robot of links connected by joints.
    pub(super) fn is_mechanism(pieces: &Pieces<'_>) -> bool {
        pieces.list.iter().any(|piece| piece.node.inertial.is_some())
    }

    /// Adds a robot of links: its root is named like the object, the other links and their visuals are below it.
    pub(super) fn add_mechanism(
        &mut self,
        model: &Arc<Model>,
        pieces: &Pieces<'_>,
        root: &Root<'_>,
    ) -> Result<NodeId, WorldError> {
        if root.body.lock_location.is_some() || root.body.lock_rotation.is_some() {
            tracing::warn!("{}: axes of robots with joints cannot be locked; it moves freely", root.name);
        }
        if is_without_mass(pieces) && root.body.physics != Some(Physics::Static) {
            tracing::warn!("{}: its mass is 0, so it is static: physics does not move it", root.name);
        }
        let piece_joints = piece_joints(model, pieces);
        let (stored, _) = Transform::of(&pieces.list[0].model_from_piece);
        let parent_from_root = (root.parent_from_root)(&stored);
        let scale = parent_from_root.scale;
        let parent_from_root =
            Pose { translation: parent_from_root.translation, rotation: parent_from_root.rotation };
        let above =
            root.parent.map_or(Pose::IDENTITY, |parent| self.simulation.state.world.world_from(parent));
        let world_from_mesh = affine(above * parent_from_root) * DAffine3::from_scale(scale);
        let tops = pieces.tops();
        let mut nodes: Vec<NodeId> = Vec::with_capacity(pieces.list.len());
        let mut kinds: Vec<LinkBody> = Vec::with_capacity(pieces.list.len());
        for (number, piece) in pieces.list.iter().enumerate() {
            let frame = world_from_mesh * piece.root_from_piece(&pieces.list[0]);
            if tops[number] != 0 {
                // An object beside the mechanism.
                let parent = nodes[piece.parent.unwrap_or(0)];
                let settings = (!root.body.ghost).then(BodySettings::default);
                nodes.push(self.add_child(model, piece, Some(parent), frame, settings.as_ref())?);
                kinds.push(LinkBody::None);
                continue;
            }
            let parent = piece.parent.map(|parent| nodes[parent]);
            // The collision shapes of a link are part of its body and need no node of their own.
            if piece.node.role == NodeRole::Collision && parent.is_some() {
                nodes.extend(parent);
                kinds.push(LinkBody::None);
                continue;
            }
            let (transform, _) = Transform::of(&frame);
            let node_from_mesh = DMat3::from_quat(transform.rotation.inverse()) * frame.matrix3;
            let world_from_node = Pose { translation: transform.translation, rotation: transform.rotation };
            let kind = match (link_kind(model, pieces, &piece_joints, root, number), piece.parent) {
                (LinkBody::Still, Some(above)) if kinds[above].moves() => LinkBody::Carried,
                (kind, _) => kind,
            };
            kinds.push(kind);
            let body = self.cache.node_meshes.link_body(model, pieces, number, scale, kind, root.body);
            let (name, parent, properties) = match parent {
                None => (root.name.to_owned(), root.parent, root.properties.clone()),
                Some(parent) => (self.free_name(&piece.node.name), Some(parent), properties_of(piece)),
            };
            let parent_from_node = match parent {
                Some(parent) => self.simulation.state.world.world_from(parent).inverse() * world_from_node,
                None => world_from_node,
            };
            let spec = NodeSpec { parent, parent_from_node, body, properties, ..NodeSpec::new(name) };
            let node = self.simulation.state.world.add_node(spec)?;
            self.show(model, piece, node, node_from_mesh)?;
            nodes.push(node);
        }
        if kinds[0] != LinkBody::None {
            self.mount(root, nodes[0])?;
            self.add_piece_joints(root.name, piece_joints, &nodes, scale)?;
            self.add_couplings(root.name, model, pieces, &nodes, scale);
            self.filter_collisions(model, pieces, &nodes);
            self.add_aims(model, pieces, &nodes, scale);
            self.direct_friction(pieces, &nodes, &kinds)?;
            self.resist_rolling(pieces, &nodes, scale)?;
        }
        if let Some(text) = &model.description {
            self.simulation.state.world.set_description(nodes[0], Arc::clone(text));
        }
        Ok(nodes[0])
    }

    /// Attaches a robot to its parent.
    fn mount(&mut self, root: &Root<'_>, node: NodeId) -> Result<(), WorldError> {
        let world = &mut self.simulation.state.world;
        let Some(parent) = root.parent.filter(|_| world.is_free(node)) else { return Ok(()) };
        let name = format!("{}/mount", root.name);
        let spec = JointSpec::new(name, Some(parent), node, JointKind::Fixed);
        match world.add_joint(spec.at(world.parent_from(node))) {
            // A kinematic body, such as a walking person, carries the robot and is not affected by its weight.
            Err(WorldError::NotJointable { .. }) => world.attach(node, parent),
            added => added.map(|_| ()),
        }
    }

    /// Lets links pass through each other that the file keeps apart, and links collide that it lets collide across a joint.
    fn filter_collisions(&mut self, model: &Model, pieces: &Pieces<'_>, nodes: &[NodeId]) {
        if model.apart.is_empty() && model.colliding.is_empty() {
            return;
        }
        let numbers: BTreeMap<*const model::Node, usize> = pieces
            .list
            .iter()
            .enumerate()
            .map(|(number, piece)| (std::ptr::from_ref(piece.node), number))
            .collect();
        let node = |id: model::NodeId| {
            let number = numbers.get(&std::ptr::from_ref(model.nodes.get(id.index())?))?;
            nodes.get(*number).copied()
        };
        for [one, other] in &model.apart {
            if let (Some(one), Some(other)) = (node(*one), node(*other)) {
                self.simulation.state.world.ignore_collisions(one, other);
            }
        }
        for [one, other] in &model.colliding {
            if let (Some(one), Some(other)) = (node(*one), node(*other)) {
                self.simulation.state.world.collide_across_joint(one, other);
            }
        }
    }

    /// Gives surfaces the directions of friction of the file.
    fn direct_friction(
        &mut self,
        pieces: &Pieces<'_>,
        nodes: &[NodeId],
        kinds: &[LinkBody],
    ) -> Result<(), WorldError> {
        for (number, piece) in
            pieces.list.iter().enumerate().filter(|(number, _)| kinds[*number] != LinkBody::None)
        {
            let Some(given) = &piece.node.physics.friction_direction else { continue };
            let carrier = match &given.frame {
                None => Some(number),
                Some(name) => pieces.list.iter().position(|piece| piece.node.name == *name),
            };
            let world = &mut self.simulation.state.world;
            let Some(frame) = carrier.map(|carrier| nodes[carrier]) else {
                tracing::warn!(
                    "link {}: its direction of friction is given in {}, which is not a link; it is left out",
                    piece.node.name,
                    given.frame.as_deref().unwrap_or_default()
                );
                continue;
            };
            if world.has_body(nodes[number]) {
                let direction = FrictionDirection { frame, direction: given.direction, across: given.across };
                world.set_friction_direction(nodes[number], Some(direction))?;
            }
        }
        Ok(())
    }

    /// Gives surfaces the friction of the file against spinning and rolling.
    fn resist_rolling(
        &mut self,
        pieces: &Pieces<'_>,
        nodes: &[NodeId],
        scale: DVec3,
    ) -> Result<(), WorldError> {
        let world = &mut self.simulation.state.world;
        for (piece, node) in pieces.list.iter().zip(nodes) {
            let resistance = piece.node.physics.rolling_resistance;
            if resistance != [0.0; 2] && world.has_body(*node) {
                world.set_rolling_resistance(*node, resistance.map(|length| length * scale.x))?;
            }
        }
        Ok(())
    }

    /// Adds the joints. A mimic joint is added after the joint that it follows, and after the joints that connect both.
    fn add_piece_joints(
        &mut self,
        robot: &str,
        mut piece_joints: Vec<PieceJoint<'_>>,
        nodes: &[NodeId],
        scale: DVec3,
    ) -> Result<(), WorldError> {
        while !piece_joints.is_empty() {
            let waiting = piece_joints.len();
            let mut later = Vec::new();
            for piece_joint in piece_joints {
                let leads = |mimic: &model::Mimic| {
                    self.simulation.state.world.find_joint(&joint_name(robot, &mimic.joint)).is_some()
                };
                if !piece_joint.joint.mimic.as_ref().is_none_or(leads) {
                    later.push((piece_joint, None));
                    continue;
                }
                match self.add_piece_joint(robot, &piece_joint, nodes, scale, true) {
                    Err(WorldError::BadValue { what, allowed, .. })
                        if what == "mimic" && piece_joint.joint.mimic.is_some() =>
                    {
                        later.push((piece_joint, Some(allowed)));
                    }
                    added => added?,
                }
            }
            if later.len() == waiting {
                for (piece_joint, problem) in later.drain(..) {
                    let name = &piece_joint.joint.name;
                    match problem {
                        None => {
                            tracing::warn!("joint {name}: the joint it mimics is missing; it moves freely");
                        }
                        Some(allowed) => {
                            tracing::warn!("joint {name}: it can only mimic {allowed}; it moves freely");
                        }
                    }
                    self.add_piece_joint(robot, &piece_joint, nodes, scale, false)?;
                }
            }
            piece_joints = later.into_iter().map(|(piece_joint, _)| piece_joint).collect();
        }
        Ok(())
    }

    /// Adds a joint, which follows the joint that it mimics if `follows`.
    ///
    /// # Errors
    /// If the world refuses it; with `mimic` if nothing connects the joint with its leader yet.
    fn add_piece_joint(
        &mut self,
        robot: &str,
        piece_joint: &PieceJoint<'_>,
        nodes: &[NodeId],
        scale: DVec3,
        follows: bool,
    ) -> Result<(), WorldError> {
        let world = &mut self.simulation.state.world;
        let joint = piece_joint.joint;
        let (parent, child) = (nodes[piece_joint.parent], nodes[piece_joint.child]);
        if joint.kind == model::JointKind::Floating && world.is_free(child) {
            // The body of the child moves freely, with its own weight.
            return Ok(());
        }
        if matches!(joint.kind, model::JointKind::Floating | model::JointKind::Planar) {
            tracing::warn!(
                "joint {}: {:?} joints are not simulated; fixed, revolute, continuous, prismatic and those of free bodies are. It does not move",
                joint.name,
                joint.kind
            );
        }
        let leader = joint.mimic.as_ref().filter(|_| follows);
        let mimic = leader.and_then(|mimic| {
            let leader = world.find_joint(&joint_name(robot, &mimic.joint))?;
            Some(Mimic { leader, multiplier: mimic.multiplier, offset: mimic.offset })
        });
        let child_from_joint = Pose::from_translation(joint.anchor * scale);
        let spec = JointSpec {
            parent_from_joint: world.world_from(parent).inverse()
                * world.world_from(child)
                * child_from_joint,
            child_from_joint,
            position: joint.position,
            reference: joint.reference,
            axis: joint.axis,
            limits: limits(joint),
            damping: joint.damping,
            friction: joint.friction,
            mimic,
            armature: joint.armature,
            limit_softness: joint.limit_softness.map(softness),
            friction_softness: joint.friction_softness.map(softness),
            spring: joint.spring.map(|spring| JointSpring { stiffness: spring.stiffness, rest: spring.rest }),
            polynomial: polynomial(joint.polynomial),
            servo: joint.servo.map(servo),
            ball: joint.ball.map(|ball| BallAxis {
                number: ball.number,
                angle_max: ball.angle_max.unwrap_or(f64::INFINITY),
            }),
            step_max_s: piece_joint.step_max_s,
            ..JointSpec::new(joint_name(robot, &joint.name), Some(parent), child, kind(joint))
        };
        let id = world.add_joint(spec)?;
        if let Some(motor) = joint.motor.filter(|_| mimic.is_none()) {
            world.drive_joint(id, JointDrive::Velocity { target: motor.velocity, max_effort: motor.effort });
        }
        Ok(())
    }
}

/// The parts of springs and dampers that are not linear.
pub(super) fn polynomial(given: model::EffortPolynomial) -> EffortPolynomial {
    EffortPolynomial { stiffness: given.stiffness, damping: given.damping }
}

/// The name of a joint in the world.
pub(super) fn joint_name(robot: &str, joint: &str) -> String {
    format!("{robot}/{joint}")
}

/// The joints of a model whose links are both selected.
fn piece_joints<'m>(model: &'m Model, pieces: &Pieces<'_>) -> Vec<PieceJoint<'m>> {
    let number = |id: model::NodeId| {
        let node = model.nodes.get(id.index())?;
        pieces.list.iter().position(|piece| std::ptr::eq(piece.node, node))
    };
    let piece_joint = |joint| {
        let joint: &model::Joint = joint;
        Some(PieceJoint {
            joint,
            parent: number(joint.parent)?,
            child: number(joint.child)?,
            step_max_s: model.step_max_s.unwrap_or(f64::INFINITY),
        })
    };
    model.joints.iter().filter_map(piece_joint).collect()
}

/// Role of a piece in physics.
fn link_kind(
    model: &Model,
    pieces: &Pieces<'_>,
    piece_joints: &[PieceJoint<'_>],
    root: &Root<'_>,
    number: usize,
) -> LinkBody {
    let node = pieces.list[number].node;
    if root.body.ghost || root.body.physics == Some(Physics::NoCollision) || node.role == NodeRole::Visual {
        return LinkBody::None;
    }
    let weighs = node.inertial.is_some_and(|inertial| inertial.mass > 0.0);
    if number == 0 {
        let stands = root.body.physics == Some(Physics::Static)
            || (node.name == WORLD_LINK && !weighs)
            || is_fixed_by_file(model, node, weighs)
            || is_without_mass(pieces);
        return if stands { LinkBody::Still } else { LinkBody::Moving };
    }
    let moved = piece_joints
        .iter()
        .any(|piece_joint| piece_joint.child == number && kind(piece_joint.joint) != JointKind::Fixed);
    if moved && !weighs && !pieces.carries_mass(number) {
        tracing::warn!(
            "link {}: a joint moves it, but the file gives no mass; its mass is set to 10 g",
            node.name
        );
    }
    if weighs || moved { LinkBody::Moving } else { LinkBody::Still }
}

/// Whether the file says that its root stands. In URDF files a root without mass moves: it is a frame below the robot.
fn is_fixed_by_file(model: &Model, root: &Node, weighs: bool) -> bool {
    model.description.is_none() && root.physics.body == BodyType::Static && !weighs
}

/// Whether the file gives its root the mass zero, and no link has mass: it then stands still, as in other simulators.
fn is_without_mass(pieces: &Pieces<'_>) -> bool {
    let mass = |piece: &Piece<'_>| piece.node.inertial.map(|inertial| inertial.mass);
    pieces.list.first().and_then(mass) == Some(0.0)
        && pieces.list.iter().all(|piece| mass(piece).is_none_or(|kg| kg == 0.0))
}

/// The joint kind for a joint of a file. Unsupported kinds become fixed.
fn kind(joint: &model::Joint) -> JointKind {
    match joint.kind {
        model::JointKind::Fixed | model::JointKind::Floating | model::JointKind::Planar => JointKind::Fixed,
        model::JointKind::Revolute => JointKind::Revolute,
        model::JointKind::Continuous => JointKind::Continuous,
        model::JointKind::Prismatic => JointKind::Prismatic,
    }
}

fn servo(gains: model::ServoGains) -> ServoGains {
    let damping = match gains.damping {
        model::ServoDamping::Absolute(damping) => ServoDamping::Absolute(damping),
        model::ServoDamping::Ratio(ratio) => ServoDamping::Ratio(ratio),
    };
    ServoGains { stiffness: gains.stiffness, damping }
}

fn limits(joint: &model::Joint) -> JointLimits {
    let Some(limits) = joint.limits else { return JointLimits::default() };
    let model::JointLimits { lower, upper, velocity, effort } = limits;
    JointLimits { lower, upper, velocity, effort }
}
