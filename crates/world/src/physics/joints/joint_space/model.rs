//! The model of a mechanism in joint coordinates, its state and its forces.

use glam::{DMat3, DQuat, DVec3};
use morse_dynamics::articulated_body::{Body, Chain, RootState};
use morse_dynamics::{
    EqualityKind, EqualitySpec, InertiaSpec, Input, JointKind, JointSpec, LinkSpec, Model, ModelSpec,
    SolverParameters, Spatial, State, Workspace,
};

use crate::Pose;
use crate::physics::joints::mechanism_solver::{MechanismSolver, Prepared};
use crate::physics::joints::passive_multibody::Motion;
use crate::physics::joints::{Joint, Mechanism};

/// Softness of limits and mimic joints: the stiffest that is stable for a step [s].
fn stiff(step: f64) -> SolverParameters {
    SolverParameters { reference: [2.0 * step, 1.0], impedance: [0.99, 0.999, 0.001, 0.5, 2.0] }
}

/// Softness of dry friction: it hardly creeps under a load.
fn dry(step: f64) -> SolverParameters {
    SolverParameters { reference: [2.0 * step, 1.0], impedance: [0.9999, 0.9999, 0.001, 0.5, 2.0] }
}

impl MechanismSolver {
    /// The model for the coming tick, made again if a number of the mechanism changed; `None` if no such mechanism exists in
    /// nature, for example because a joint moves no mass.
    pub(super) fn prepare(
        &mut self,
        chain: &Chain,
        mechanism: &Mechanism,
        joints: &[Joint],
        step: f64,
    ) -> Option<&mut Prepared> {
        let numbers = numbers(chain, mechanism, joints, step);
        if self.0.as_ref().is_none_or(|prepared| prepared.numbers != numbers) {
            let spec = spec(chain, mechanism, joints, step);
            let model = Model::new(spec).ok()?;
            let (state, input, workspace) = (State::new(&model), Input::new(&model), Workspace::new(&model));
            self.0 = Some(Prepared { numbers, model, state, input, workspace });
        }
        self.0.as_mut()
    }
}

/// All numbers that a model depends on.
fn numbers(chain: &Chain, mechanism: &Mechanism, joints: &[Joint], step: f64) -> Vec<f64> {
    let mut numbers = vec![step];
    let body = |numbers: &mut Vec<f64>, body: &Body| {
        numbers.push(body.mass);
        numbers.extend(body.tensor.to_cols_array());
    };
    if let Some(root) = &chain.root {
        body(&mut numbers, root);
    }
    for (link, index) in chain.links.iter().zip(&mechanism.joints) {
        let joint = &joints[*index];
        body(&mut numbers, &link.body);
        for pose in [link.carrier_from_axis, link.axis_from_center] {
            numbers.extend(pose.translation.to_array());
            numbers.extend(pose.rotation.to_array());
        }
        numbers
            .extend([link.carrier.map_or(-1.0, |carrier| carrier as f64), f64::from(u8::from(link.turns))]);
        numbers.extend([joint.damping, joint.friction, joint.limits.lower, joint.limits.upper]);
        if let Some(mimic) = joint.mimic {
            numbers.extend([mimic.leader.index() as f64, mimic.multiplier, mimic.offset]);
        }
    }
    numbers
}

/// The description of a mechanism. The frame of the root is at its center of mass, those of the links at their joints, with
/// the axis along x.
fn spec(chain: &Chain, mechanism: &Mechanism, joints: &[Joint], step: f64) -> ModelSpec {
    let mut spec = ModelSpec { gravity: DVec3::ZERO, ..ModelSpec::default() };
    if let Some(root) = &chain.root {
        spec.links.push(LinkSpec {
            name: "root".to_owned(),
            inertia: inertia(root, Pose::IDENTITY),
            joint: JointSpec { name: "root".to_owned(), kind: JointKind::Free, ..JointSpec::default() },
            ..LinkSpec::default()
        });
    }
    for (link, index) in chain.links.iter().zip(&mechanism.joints) {
        let joint = &joints[*index];
        let carrier = link.carrier.map(|carrier| &chain.links[carrier]);
        let parent = link.carrier.map(|carrier| mechanism.joints[carrier].to_string());
        let parent_from_center = carrier.map_or(Pose::IDENTITY, |carrier| carrier.axis_from_center);
        spec.links.push(LinkSpec {
            name: index.to_string(),
            parent: parent.or_else(|| chain.root.as_ref().map(|_| "root".to_owned())),
            parent_from_link: parent_from_center * link.carrier_from_axis,
            inertia: inertia(&link.body, link.axis_from_center),
            joint: JointSpec {
                name: index.to_string(),
                kind: if link.turns { JointKind::Hinge } else { JointKind::Slide },
                axis: DVec3::X,
                limits: Some([joint.limits.lower, joint.limits.upper]),
                damping: joint.damping,
                friction: joint.friction,
                limit_parameters: stiff(step),
                friction_parameters: dry(step),
                ..JointSpec::default()
            },
        });
        if let Some(mimic) = joint.mimic.filter(|mimic| mechanism.joints.contains(&mimic.leader.index())) {
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
    spec
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
}

/// Reads the state of a mechanism before the tick.
pub(super) fn read_state<'a>(
    chain: &Chain,
    root: Option<&RootState>,
    joints: impl Iterator<Item = &'a Joint>,
    state: &mut State,
) {
    state.warm_start.fill(0.0);
    let (mut q, mut v) = (0, 0);
    if let Some(root) = root {
        let Pose { translation, rotation } = root.world_from_center;
        translation.write_to_slice(&mut state.positions);
        rotation.write_to_slice(&mut state.positions[3..]);
        root.linear.write_to_slice(&mut state.velocities);
        (rotation.conjugate() * root.angular).write_to_slice(&mut state.velocities[3..]);
        (q, v) = (7, 6);
    }
    for (number, joint) in joints.enumerate().take(chain.links.len()) {
        state.positions[q + number] = joint.position;
        state.velocities[v + number] = joint.velocity;
    }
}

/// Reads the forces on the bodies, gravity included.
pub(super) fn read_forces(chain: &Chain, state: &State, input: &mut Input) {
    input.efforts.fill(0.0);
    input.efforts.resize(state.velocities.len(), 0.0);
    input.wrenches.clear();
    let bodies = chain.root.iter().chain(chain.links.iter().map(|link| &link.body));
    for (number, body) in bodies.enumerate() {
        input.wrenches.push((number, Spatial { angular: body.torque, linear: body.force }));
    }
}

/// The motion of a mechanism, from its state after the tick.
pub(super) fn motion(state: &State, has_root: bool, efforts: Vec<Option<f64>>) -> Motion {
    let (q, v) = (&state.positions, &state.velocities);
    let root = has_root.then(|| {
        let rotation = DQuat::from_slice(&q[3..]);
        RootState {
            world_from_center: Pose { translation: DVec3::from_slice(q), rotation },
            linear: DVec3::from_slice(v),
            angular: rotation * DVec3::from_slice(&v[3..]),
        }
    });
    let [q, v] = if has_root { [&q[7..], &v[6..]] } else { [&q[..], &v[..]] };
    let joints = q.iter().zip(v).map(|(position, velocity)| [*position, *velocity]).collect();
    Motion { root, joints, efforts }
}
