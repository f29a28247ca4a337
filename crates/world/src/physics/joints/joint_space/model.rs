//! The model of an island in joint coordinates, its state and its forces.

use glam::{DMat3, DQuat, DVec3};
use morse_dynamics::articulated_body::{Body, Chain, RootState};
use morse_dynamics::{
    EqualityKind, EqualitySpec, InertiaSpec, Input, JointKind, JointSpec, LinkSpec, Model, ModelSpec,
    SolverParameters, Spatial, State, Workspace,
};

use super::balls::{angles, ball_from_center, between, rotation};
use super::{Efforts, JointMotion, Solved, is_in_range, is_joint_in_range};
use crate::physics::couplings::IslandCouplings;
use crate::physics::joints::mechanism_solver::{MechanismSolver, Prepared};
use crate::physics::joints::passive::Motion;
use crate::physics::joints::{Joint, Mechanism, Mimic};
use crate::physics::softness::Softness;
use crate::{NodeId, Pose};

/// A mechanism of an island before the tick. Its links are the root, if it moves freely, and those of its joints.
pub(super) struct Part<'a> {
    pub(super) mechanism: &'a Mechanism,
    pub(super) chain: Chain,
    pub(super) root: Option<RootState>,
    /// For each joint, its number within a ball joint; `None` for a hinge or slide.
    pub(super) balls: Vec<Option<u8>>,
}

impl Part<'_> {
    /// Number of degrees of freedom of its root.
    fn root_dofs(&self) -> usize {
        if self.chain.root.is_some() { 6 } else { 0 }
    }

    /// The pose of the center of mass of the link of a joint in the frame of the link: that of its axis, or of its ball.
    pub(super) fn link_from_center(&self, joint: usize) -> Pose {
        match self.balls[joint] {
            None => self.chain.links[joint].axis_from_center,
            Some(2) => ball_from_center(&self.chain, joint - 2),
            Some(_) => Pose::IDENTITY,
        }
    }

    /// The positions of the three joints of a ball joint.
    fn ball_positions(&self, joints: &[Joint], first: usize) -> [f64; 3] {
        [0, 1, 2].map(|number| joints[self.mechanism.joints[first + number]].position)
    }

    /// Number of its links.
    fn links(&self) -> usize {
        usize::from(self.chain.root.is_some()) + self.chain.links.len()
    }
}

/// Softness of limits and mimic joints: the stiffest that is stable for a step [s].
fn stiff(step: f64) -> SolverParameters {
    SolverParameters { reference: [2.0 * step, 1.0], impedance: [0.99, 0.999, 0.001, 0.5, 2.0] }
}

/// The parameters of the solver for a softness of a file.
pub(super) fn parameters(softness: Softness) -> SolverParameters {
    SolverParameters { reference: softness.reference, impedance: softness.impedance }
}

/// Softness of dry friction: it hardly creeps under a load.
fn dry(step: f64) -> SolverParameters {
    SolverParameters { reference: [2.0 * step, 1.0], impedance: [0.9999, 0.9999, 0.001, 0.5, 2.0] }
}

impl MechanismSolver {
    /// The model for the coming tick, made again if a number of the mechanisms changed; `None` if no such mechanism exists in
    /// nature.
    pub(super) fn prepare(
        &mut self,
        parts: &[Part],
        joints: &[Joint],
        couplings: &IslandCouplings,
        step: f64,
    ) -> Option<&mut Prepared> {
        let visit = |see: &mut dyn FnMut(&[f64])| {
            see(&[step]);
            parts.iter().for_each(|part| see_numbers(part, joints, see));
            see(couplings.numbers());
        };
        let is_same = self.0.as_ref().is_some_and(|prepared| {
            let mut known = &prepared.numbers[..];
            let mut is_same = true;
            visit(&mut |numbers| {
                is_same = is_same && known.starts_with(numbers);
                known = known.get(numbers.len()..).unwrap_or_default();
            });
            is_same && known.is_empty()
        });
        if !is_same {
            let mut numbers = Vec::new();
            visit(&mut |some| numbers.extend_from_slice(some));
            let mut spec = ModelSpec { gravity: DVec3::ZERO, ..ModelSpec::default() };
            parts
                .iter()
                .enumerate()
                .for_each(|(number, part)| add_links(number, part, joints, step, &mut spec));
            add_mimics(parts, joints, step, &mut spec);
            couplings.describe(&mut spec);
            let model = Model::new(spec).ok()?;
            let (state, input, workspace) = (State::new(&model), Input::new(&model), Workspace::new(&model));
            self.0 = Some(Prepared { numbers, model, state, input, workspace });
        }
        self.0.as_mut()
    }
}

/// Shows all numbers that the model of a part depends on.
fn see_numbers(part: &Part, joints: &[Joint], see: &mut dyn FnMut(&[f64])) {
    let body = |see: &mut dyn FnMut(&[f64]), body: &Body| {
        see(&[body.mass]);
        see(&body.tensor.to_cols_array());
    };
    see(&[part.root_dofs() as f64, part.chain.links.len() as f64]);
    if let Some(root) = &part.chain.root {
        body(see, root);
    }
    for (number, (link, index)) in part.chain.links.iter().zip(&part.mechanism.joints).enumerate() {
        let joint = &joints[*index];
        see(&[part.balls[number].map_or(-1.0, f64::from), joint.ball.map_or(0.0, |ball| ball.angle_max)]);
        body(see, &link.body);
        for pose in [link.carrier_from_axis, link.axis_from_center] {
            see(&pose.translation.to_array());
            see(&pose.rotation.to_array());
        }
        let carrier = link.carrier.map_or(-1.0, |carrier| carrier as f64);
        see(&[*index as f64, carrier, f64::from(u8::from(link.turns))]);
        see(&[joint.damping, joint.friction, joint.limits.lower, joint.limits.upper]);
        let spring = joint.spring.map_or([0.0; 2], |spring| [spring.stiffness, spring.rest]);
        see(&[joint.armature, spring[0], spring[1], joint.reference]);
        see(&joint.polynomial.stiffness);
        see(&joint.polynomial.damping);
        for softness in [joint.limit_softness, joint.friction_softness].into_iter().flatten() {
            see(&softness.reference);
            see(&softness.impedance);
        }
        if let Some(mimic) = joint.mimic {
            see(&[mimic.leader.index() as f64, mimic.multiplier, mimic.offset]);
        }
    }
}

/// Adds the links of a part to a description. The frame of the root is at its center of mass, those of the other links at their
/// joints, with the axis along x.
fn add_links(number: usize, part: &Part, joints: &[Joint], step: f64, spec: &mut ModelSpec) {
    let chain = &part.chain;
    let name_of_root = format!("root {number}");
    if let Some(root) = &chain.root {
        spec.links.push(LinkSpec {
            name: name_of_root.clone(),
            inertia: inertia(root, Pose::IDENTITY),
            joint: JointSpec { name: name_of_root.clone(), kind: JointKind::Free, ..JointSpec::default() },
            ..LinkSpec::default()
        });
    }
    for (place, (link, index)) in chain.links.iter().zip(&part.mechanism.joints).enumerate() {
        let joint = &joints[*index];
        let ball = part.balls[place];
        // The three links of a ball joint hang on the carrier of the first one.
        let first = &chain.links[place - usize::from(ball.unwrap_or_default())];
        let parent = first.carrier.map(|carrier| part.mechanism.joints[carrier].to_string());
        let parent_from_center =
            first.carrier.map_or(Pose::IDENTITY, |carrier| part.link_from_center(carrier));
        let (kind, limits) = match (ball, joint.ball) {
            (None, _) if link.turns => (JointKind::Hinge, Some([joint.limits.lower, joint.limits.upper])),
            (None, _) => (JointKind::Slide, Some([joint.limits.lower, joint.limits.upper])),
            (Some(2), Some(own)) if own.angle_max.is_finite() => {
                (JointKind::Ball, Some([0.0, own.angle_max]))
            }
            (Some(2), _) => (JointKind::Ball, None),
            (Some(_), _) => (JointKind::Fixed, None),
        };
        let is_between = kind == JointKind::Fixed;
        spec.links.push(LinkSpec {
            name: index.to_string(),
            parent: parent.or_else(|| chain.root.as_ref().map(|_| name_of_root.clone())),
            parent_from_link: parent_from_center * first.carrier_from_axis,
            inertia: if is_between {
                InertiaSpec::default()
            } else {
                inertia(&link.body, part.link_from_center(place))
            },
            joint: JointSpec {
                name: index.to_string(),
                kind,
                axis: DVec3::X,
                limits,
                damping: joint.damping,
                friction: joint.friction,
                armature: joint.armature,
                reference: joint.reference,
                stiffness: joint.spring.map_or(0.0, |spring| spring.stiffness),
                spring_reference: joint.spring.map_or(0.0, |spring| spring.rest),
                polynomial: joint.polynomial,
                limit_parameters: joint.limit_softness.map_or_else(|| stiff(step), parameters),
                soft_limits: joint.limit_softness.is_some(),
                friction_parameters: joint.friction_softness.map_or_else(|| dry(step), parameters),
            },
        });
    }
}

/// Adds an equality for each joint that follows a joint of the island.
fn add_mimics(parts: &[Part], joints: &[Joint], step: f64, spec: &mut ModelSpec) {
    let all = || parts.iter().flat_map(|part| &part.mechanism.joints);
    for index in all() {
        let joint = &joints[*index];
        let leads = |mimic: &Mimic| {
            joints[mimic.leader.index()].ball.is_none() && all().any(|it| *it == mimic.leader.index())
        };
        let Some(mimic) = joint.mimic.filter(leads) else {
            continue;
        };
        spec.equalities.push(EqualitySpec {
            name: joint.name.clone(),
            kind: EqualityKind::Joint {
                joint: index.to_string(),
                other: Some(mimic.leader.index().to_string()),
                polynomial: [mimic.offset, mimic.multiplier, 0.0, 0.0, 0.0],
            },
            parameters: stiff(step),
        });
    }
}

/// The inertia of a body whose center of mass has a pose in the frame of its link.
fn inertia(body: &Body, link_from_center: Pose) -> InertiaSpec {
    let axes = DMat3::from_quat(link_from_center.rotation);
    let tensor = axes * body.tensor * axes.transpose();
    let [x, y, z] = [tensor.x_axis, tensor.y_axis, tensor.z_axis];
    InertiaSpec {
        mass: body.mass,
        center: link_from_center.translation,
        tensor: [x.x, y.y, z.z, x.y, x.z, y.z],
    }
    .balanced()
}

/// The degree of freedom and the index of each joint.
pub(super) fn joint_dofs<'a>(parts: &'a [Part]) -> impl Iterator<Item = (usize, usize)> + 'a {
    let mut dof = 0;
    parts.iter().flat_map(move |part| {
        let first = dof + part.root_dofs();
        dof = first + part.mechanism.joints.len();
        part.mechanism.joints.iter().enumerate().map(move |(number, joint)| (first + number, *joint))
    })
}

/// The node that a degree of freedom moves.
pub(super) fn node_of(parts: &[Part], joints: &[Joint], dof: usize) -> Option<NodeId> {
    let joint = joint_dofs(parts).find(|(own, _)| *own == dof).map(|(_, joint)| joints[joint].child);
    let mut first = 0;
    let mut roots = parts.iter().filter_map(|part| {
        let own = first..first + part.root_dofs();
        first = own.end + part.mechanism.joints.len();
        part.mechanism.root.filter(|_| own.contains(&dof))
    });
    joint.or_else(|| roots.next())
}

/// The pose of the center of mass of a link in the frame of the link.
pub(super) fn link_from_center(parts: &[Part], link: usize) -> Pose {
    let mut first = 0;
    for part in parts {
        let number = link - first;
        if number < part.links() {
            let joint = number.checked_sub(usize::from(part.chain.root.is_some()));
            return joint.map_or(Pose::IDENTITY, |joint| part.link_from_center(joint));
        }
        first += part.links();
    }
    Pose::IDENTITY
}

/// Reads the state of an island before the tick.
pub(super) fn read_state(parts: &[Part], joints: &[Joint], state: &mut State) {
    state.warm_start.fill(0.0);
    let (mut q, mut v) = (0, 0);
    for part in parts {
        let known = &part.mechanism.accelerations;
        if let Some(own) = state.warm_start.get_mut(v..v + known.len()) {
            own.copy_from_slice(known);
        }
        if let Some(root) = &part.root {
            write_root(root, &mut state.positions[q..], &mut state.velocities[v..]);
            (q, v) = (q + 7, v + 6);
        }
        for (number, joint) in part.mechanism.joints.iter().map(|&joint| &joints[joint]).enumerate() {
            state.velocities[v] = joint.velocity;
            v += 1;
            match part.balls[number] {
                None => {
                    state.positions[q] = joint.position;
                    q += 1;
                }
                Some(0) => {
                    let turned = rotation(part.ball_positions(joints, number));
                    turned.write_to_slice(&mut state.positions[q..]);
                    q += 4;
                }
                Some(_) => {}
            }
        }
    }
}

/// Writes the state of a mechanism that is alone in its island.
pub(super) fn write_state(motion: &Motion, state: &mut State) {
    let (mut q, mut v) = (0, 0);
    if let Some(root) = &motion.root {
        write_root(root, &mut state.positions, &mut state.velocities);
        (q, v) = (7, 6);
    }
    for (number, [position, velocity]) in motion.joints.iter().enumerate() {
        (state.positions[q + number], state.velocities[v + number]) = (*position, *velocity);
    }
}

fn write_root(root: &RootState, positions: &mut [f64], velocities: &mut [f64]) {
    let Pose { translation, rotation } = root.world_from_center;
    translation.write_to_slice(positions);
    rotation.write_to_slice(&mut positions[3..]);
    root.linear.write_to_slice(velocities);
    (rotation.conjugate() * root.angular).write_to_slice(&mut velocities[3..]);
}

/// Reads the forces on the bodies, gravity included.
pub(super) fn read_forces(parts: &[Part], state: &State, input: &mut Input) {
    input.efforts.fill(0.0);
    input.efforts.resize(state.velocities.len(), 0.0);
    input.wrenches.clear();
    let mut number = 0;
    for part in parts {
        let links = part.chain.links.iter().zip(&part.balls).map(|(link, ball)| (&link.body, *ball));
        for (body, ball) in part.chain.root.iter().map(|root| (root, None)).chain(links) {
            // The links between the axes of a ball have no weight.
            if !matches!(ball, Some(0 | 1)) {
                input.wrenches.push((number, Spatial { angular: body.torque, linear: body.force }));
            }
            number += 1;
        }
    }
}

/// The motion of an island, from its state after the tick, whose poses and velocities are in the data.
pub(super) fn motion(
    parts: &[Part],
    all: &[Joint],
    nodes: &[NodeId],
    prepared: &Prepared,
    efforts: &Efforts,
) -> Solved {
    let Prepared { model, state, workspace, .. } = prepared;
    let data = &workspace.data;
    let mut q = 0;
    let mut ball_angles = Vec::new();
    let mut joints = Vec::with_capacity(nodes.len());
    let mut dofs = joint_dofs(parts);
    for part in parts {
        q += if part.chain.root.is_some() { 7 } else { 0 };
        let mut turned = [0.0; 3];
        for (number, (dof, joint)) in dofs.by_ref().take(part.mechanism.joints.len()).enumerate() {
            let position = match part.balls[number] {
                None => {
                    q += 1;
                    state.positions[q - 1]
                }
                Some(axis) => {
                    if axis == 0 {
                        turned = angles(DQuat::from_slice(&state.positions[q..]), all[joint].position);
                        q += 4;
                        ball_angles.push(turned);
                    }
                    turned[usize::from(axis)]
                }
            };
            joints.push(JointMotion {
                index: joint,
                values: [position, state.velocities[dof]],
                exerted: efforts.servos[dof],
                constraint: efforts.constraints[dof],
            });
        }
    }
    let between = links_between(parts, &ball_angles);
    let bodies = nodes.iter().enumerate().map(|(link, &node)| {
        let world_from_link = data.world_from_link(model, link);
        let turned = between.iter().find(|(own, _)| *own == link).map(|(_, pose)| *pose);
        let world_from_center = world_from_link * turned.unwrap_or_else(|| link_from_center(parts, link));
        let velocity = data.link_velocity(model, link);
        let arm = world_from_center.translation - world_from_link.translation;
        (node, world_from_center, [velocity.linear + velocity.angular.cross(arm), velocity.angular])
    });
    Solved {
        joints,
        bodies: bodies.collect(),
        contacts: Vec::new(),
        motors: Vec::new(),
        accelerations: state.warm_start.clone(),
    }
}

/// The links between the axes of ball joints, with their centers in the frames of their balls, for the angles of each ball.
fn links_between(parts: &[Part], angles: &[[f64; 3]]) -> Vec<(usize, Pose)> {
    let mut found = Vec::new();
    let (mut first, mut angles) = (0, angles.iter());
    for part in parts {
        let joints = first + usize::from(part.chain.root.is_some());
        for number in (0..part.balls.len()).filter(|number| part.balls[*number] == Some(0)) {
            let Some(turned) = angles.next() else { continue };
            let [one, two] = between(&part.chain, number, *turned);
            found.extend([(joints + number, one), (joints + number + 1, two)]);
        }
        first += part.links();
    }
    found
}

/// The node of the joint or body that is farthest out of range, if any is.
pub(super) fn worst(joints: &[Joint], solved: &Solved) -> Option<NodeId> {
    let joint = solved.joints.iter().filter(|joint| !is_joint_in_range(joint.values));
    let joint = joint.max_by(|one, other| one.values[1].abs().total_cmp(&other.values[1].abs()));
    let body = || solved.bodies.iter().find(|(_, pose, velocities)| !is_in_range(pose, velocities));
    joint.map(|joint| joints[joint.index].child).or_else(|| body().map(|(node, ..)| *node))
}
