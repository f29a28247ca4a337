//! The articulated body algorithm and the equations of motion in joint coordinates give the same accelerations.
#![allow(clippy::unwrap_used)]

use glam::{DQuat, DVec3};
use morse_dynamics::articulated_body::{self, Body, Chain, Link};
use morse_dynamics::{
    InertiaSpec, Input, Integrator, JointKind, JointSpec, LinkSpec, Model, ModelSpec, Options, State,
    Workspace, forward,
};
use morse_geometry::Pose;

const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);

#[test]
fn rotors_springs_dampers_and_motors_accelerate_as_in_joint_coordinates() {
    let kinds = [JointKind::Hinge, JointKind::Hinge, JointKind::Slide, JointKind::Hinge];
    let mut spec = ModelSpec { gravity: GRAVITY, ..ModelSpec::default() };
    let mut chain = Chain::default();
    for (number, kind) in kinds.into_iter().enumerate() {
        let share = number as f64 + 1.0;
        let pose = Pose {
            translation: DVec3::new(0.3, -0.1 * share, 0.2),
            rotation: DQuat::from_scaled_axis(DVec3::new(0.4 * share, 1.0, -0.7)),
        };
        let inertia = InertiaSpec::cuboid(1.0 / share, DVec3::new(0.2, 0.05 * share, 0.1));
        let tensor = inertia.tensor;
        let joint = JointSpec {
            name: number.to_string(),
            kind,
            axis: DVec3::X,
            armature: 0.05 * share,
            damping: 0.3,
            stiffness: 4.0 * share,
            spring_reference: 0.2 * share,
            ..JointSpec::default()
        };
        chain.links.push(Link {
            body: Body {
                mass: inertia.mass,
                tensor: glam::DMat3::from_diagonal(DVec3::new(tensor[0], tensor[1], tensor[2])),
                force: GRAVITY * inertia.mass,
                torque: DVec3::ZERO,
            },
            carrier: number.checked_sub(1),
            carrier_from_axis: pose,
            axis_from_center: Pose::IDENTITY,
            turns: kind == JointKind::Hinge,
            damping: joint.damping,
            effort: 2.0 - share,
            armature: joint.armature,
            spring: [joint.stiffness, joint.spring_reference],
            polynomial: joint.polynomial,
        });
        let parent = number.checked_sub(1).map(|parent| parent.to_string());
        spec.links.push(LinkSpec {
            name: number.to_string(),
            parent,
            parent_from_link: pose,
            inertia,
            joint,
        });
    }
    let model = Model::new(spec).unwrap();
    let (mut state, mut input, mut workspace) =
        (State::new(&model), Input::new(&model), Workspace::new(&model));
    for number in 0..kinds.len() {
        state.positions[number] = 0.3 * number as f64 - 0.4;
        state.velocities[number] = 1.5 - number as f64;
        input.efforts[number] = chain.links[number].effort;
    }
    let options = Options { integrator: Integrator::Euler, ..Options::default() };
    forward(&model, &options, &state, &input, &mut |_, _| {}, &mut workspace).unwrap();
    let joints = state.positions.iter().zip(&state.velocities).map(|(position, speed)| [*position, *speed]);
    let values = chain.state(None, joints);
    let mut rates = vec![0.0; values.len()];
    chain.derive(&values, &mut rates, &mut articulated_body::Workspace::default());
    for (number, expected) in workspace.acceleration().iter().enumerate() {
        let [speed, acceleration] = [rates[2 * number], rates[2 * number + 1]];
        assert_eq!(speed, state.velocities[number]);
        assert!((acceleration - expected).abs() < 1e-12 * expected.abs().max(1.0), "{number}: {rates:?}");
    }
}
