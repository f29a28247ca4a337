//! Motion against closed forms: friction, bounces, energy, momentum.
#![allow(clippy::unwrap_used)]

use glam::DVec3;
use morse_dynamics::{
    Contact, ContactKind, Data, InertiaSpec, Input, Integrator, JointKind, JointSpec, LinkSpec, Model,
    ModelSpec, Options, SolverParameters, Spatial, State, Workspace, centroidal_momentum, forward,
    kinetic_energy, potential_energy, step,
};
use morse_geometry::Pose;

fn body(kind: JointKind, inertia: InertiaSpec, height: f64) -> LinkSpec {
    let joint = JointSpec { name: "joint".to_owned(), kind, ..JointSpec::default() };
    let parent_from_link = Pose::from_translation(DVec3::Z * height);
    LinkSpec { name: "body".to_owned(), parent: None, parent_from_link, inertia, joint }
}

fn gravity(angle: f64) -> DVec3 {
    DVec3::new(9.81 * angle.sin(), 0.0, -9.81 * angle.cos())
}

/// Moves a model for a time [s] with contacts, and returns its last state.
fn run(
    spec: &ModelSpec,
    options: Options,
    start: impl FnOnce(&mut State),
    seconds: f64,
    mut find: impl FnMut(&Model, &Data, &mut Vec<Contact>),
) -> State {
    let model = Model::new(spec.clone()).unwrap();
    let (mut state, input, mut workspace) = (State::new(&model), Input::new(&model), Workspace::new(&model));
    start(&mut state);
    let mut find = |data: &Data, contacts: &mut Vec<Contact>| find(&model, data, contacts);
    for _ in 0..(seconds / options.step).round() as usize {
        step(&model, &options, &mut state, &input, &mut find, &mut workspace).unwrap();
    }
    state
}

/// Contacts of the corners of the lower face of a box with the ground.
fn box_on_ground(
    half: DVec3,
    friction: f64,
    softness: SolverParameters,
) -> impl FnMut(&Model, &Data, &mut Vec<Contact>) {
    move |model, data, contacts| {
        for (x, y) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
            let corner = data.world_from_link(model, 0).transform_point(half * DVec3::new(x, y, -1.0));
            if corner.z < 0.0 {
                let contact = Contact::with_world(0, corner, DVec3::Z, corner.z, friction);
                contacts.push(Contact { parameters: softness, impedance_ratio: 10.0, ..contact });
            }
        }
    }
}

/// Contact of a sphere with the ground.
fn sphere_on_ground(
    radius: f64,
    kind: ContactKind,
    friction: [f64; 5],
    parameters: SolverParameters,
) -> impl FnMut(&Model, &Data, &mut Vec<Contact>) {
    move |model, data, contacts| {
        let center = data.world_from_link(model, 0).translation;
        let distance = center.z - radius;
        if distance < 0.0 {
            let contact = Contact::with_world(0, center - DVec3::Z * radius, DVec3::Z, distance, friction[0]);
            contacts.push(Contact { kind, friction, parameters, ..contact });
        }
    }
}

/// Contacts that hardly yield.
const HARD: SolverParameters =
    SolverParameters { reference: [0.005, 1.0], impedance: [0.999, 0.9999, 0.001, 0.5, 2.0] };

#[test]
fn box_on_a_slope_slides_above_its_friction_angle_and_holds_below() {
    let half = DVec3::new(0.2, 0.15, 0.05);
    let friction = 0.5f64;
    for degrees in [15.0, 25.0, 26.0, 27.5, 35.0, 45.0] {
        let angle = f64::to_radians(degrees);
        let spec = ModelSpec {
            gravity: gravity(angle),
            links: vec![body(JointKind::Free, InertiaSpec::cuboid(2.0, half), 0.05)],
            ..ModelSpec::default()
        };
        let options = Options { step: 0.002, ..Options::default() };
        let acceleration = 9.81 * (angle.sin() - friction * angle.cos());
        // Hard contacts creep least. Soft ones slide more smoothly: friction with a cone lifts a sliding body by a distance
        // that grows with the stiffness of the friction.
        let softness = if acceleration < 0.0 { HARD } else { SolverParameters::default() };
        let state = run(&spec, options, |_| {}, 2.0, box_on_ground(half, friction, softness));
        if acceleration < 0.0 {
            assert!(state.velocities[0].abs() < 1e-4, "{degrees}: creeps at {} m/s", state.velocities[0]);
            assert!(state.positions[0].abs() < 1e-3, "{degrees}: {}", state.positions[0]);
        } else {
            let (found, expected) = (state.positions[0], 2.0 * acceleration);
            assert!((found / expected - 1.0).abs() < 0.01, "{degrees}: {found} {expected}");
        }
    }
}

#[test]
fn sliding_ball_rolls_at_five_sevenths_of_its_speed() {
    let spec = ModelSpec {
        links: vec![body(JointKind::Free, InertiaSpec::sphere(1.0, 0.1), 0.1)],
        ..ModelSpec::default()
    };
    let options = Options { step: 0.001, ..Options::default() };
    let find = sphere_on_ground(0.1, ContactKind::Sliding, [0.3, 0.3, 0.0, 0.0, 0.0], HARD);
    let state = run(&spec, options, |state| state.velocities[0] = 2.0, 2.0, find);
    assert!((state.velocities[0] / (2.0 * 5.0 / 7.0) - 1.0).abs() < 0.005, "{:?}", state.velocities);
    assert!((state.velocities[4] * 0.1 - state.velocities[0]).abs() < 1e-3, "{:?}", state.velocities);
}

#[test]
fn spinning_and_rolling_friction_slow_a_ball_as_their_coefficients_say() {
    let inertia = InertiaSpec::sphere(1.0, 0.1);
    let spec = ModelSpec { links: vec![body(JointKind::Free, inertia, 0.1)], ..ModelSpec::default() };
    let options = Options { step: 0.001, ..Options::default() };
    let find = || sphere_on_ground(0.1, ContactKind::Torsional, [0.5, 0.5, 0.01, 0.0, 0.0], HARD);
    let state = run(&spec, options, |state| state.velocities[5] = 30.0, 1.0, find());
    let expected = 30.0 - 0.01 * 9.81 / inertia.tensor[2];
    assert!((state.velocities[5] - expected).abs() < 0.01 * 30.0, "{:?} {expected}", state.velocities);
    // A rolling ball is braked by the moment about its contact: m g c / (I + m r²).
    let find = sphere_on_ground(0.1, ContactKind::Rolling, [0.8, 0.8, 0.01, 0.002, 0.002], HARD);
    let start = |state: &mut State| {
        state.velocities[0] = 1.0;
        state.velocities[4] = 10.0;
    };
    let state = run(&spec, options, start, 1.0, find);
    let expected = 1.0 - 0.1 * 0.002 * 9.81 / (inertia.tensor[1] + 0.01);
    assert!((state.velocities[0] / expected - 1.0).abs() < 0.01, "{:?} {expected}", state.velocities);
}

#[test]
fn ball_bounces_with_its_coefficient_of_restitution() {
    let spec = ModelSpec {
        links: vec![body(JointKind::Free, InertiaSpec::sphere(1.0, 0.1), 0.1)],
        ..ModelSpec::default()
    };
    let options = Options { step: 1e-4, integrator: Integrator::Euler, ..Options::default() };
    for coefficient in [0.2, 0.5, 0.8, 1.0] {
        let parameters = SolverParameters::with_restitution(coefficient, 0.01);
        let find = sphere_on_ground(0.1, ContactKind::Frictionless, [0.0; 5], parameters);
        let state = run(&spec, options, |state| state.velocities[2] = -3.0, 0.02, find);
        // In free flight since the impact of 0.01 s.
        let speed = state.velocities[2] + 9.81 * 0.01;
        assert!((speed / 3.0 - coefficient).abs() < 0.025, "{coefficient}: {}", speed / 3.0);
    }
}

#[test]
fn dry_friction_stops_a_flywheel_after_its_closed_form() {
    let inertia = InertiaSpec::sphere(2.0, 0.2);
    let mut link = body(JointKind::Hinge, inertia, 0.0);
    link.joint.friction = 0.1;
    link.joint.friction_parameters = HARD;
    let spec = ModelSpec { links: vec![link], ..ModelSpec::default() };
    let turned = |speed: f64| 0.5 * inertia.tensor[2] * speed * speed / 0.1;
    let state = run(
        &spec,
        Options { step: 0.001, ..Options::default() },
        |state| state.velocities[0] = 5.0,
        3.0,
        |_, _, _| {},
    );
    assert!((state.positions[0] / turned(5.0) - 1.0).abs() < 0.01, "{:?} {}", state.positions, turned(5.0));
    assert!(state.velocities[0].abs() < 1e-9, "{:?}", state.velocities);
}

/// An arm of four hinges about different axes, and a free body with a ball joint on it.
fn mechanisms() -> ModelSpec {
    let mut spec = ModelSpec::default();
    let names = ["a", "b", "c", "d"];
    for (number, name) in names.iter().enumerate() {
        let axis = [DVec3::Z, DVec3::Y, DVec3::Y, DVec3::X][number];
        let mut link = body(JointKind::Hinge, InertiaSpec::cuboid(1.0, DVec3::new(0.2, 0.03, 0.04)), 0.0);
        link.inertia.center = DVec3::X * 0.2;
        (link.name, link.joint.name, link.joint.axis) = ((*name).to_owned(), (*name).to_owned(), axis);
        link.parent = (number > 0).then(|| names[number - 1].to_owned());
        link.parent_from_link.translation.x = if number > 0 { 0.4 } else { 0.0 };
        spec.links.push(link);
    }
    for (name, parent, kind) in
        [("base", None, JointKind::Free), ("top", Some("base".to_owned()), JointKind::Ball)]
    {
        let mut link = body(kind, InertiaSpec::cuboid(1.0, DVec3::new(0.1, 0.2, 0.3)), 0.4);
        (link.name, link.joint.name, link.parent) = (name.to_owned(), name.to_owned(), parent);
        link.inertia.center = DVec3::new(0.05, -0.02, 0.1);
        spec.links.push(link);
    }
    spec
}

#[test]
fn runge_kutta_conserves_energy_and_momentum() {
    let spec = mechanisms();
    let model = Model::new(spec).unwrap();
    let options = Options { step: 1e-3, integrator: Integrator::RungeKutta, ..Options::default() };
    let (mut state, input, mut workspace) = (State::new(&model), Input::new(&model), Workspace::new(&model));
    state.velocities.iter_mut().enumerate().for_each(|(dof, v)| *v = (1.0 + 2.0 * dof as f64).sin() * 2.0);
    let measure = |state: &State, workspace: &mut Workspace| -> (f64, Spatial) {
        forward(&model, &options, state, &input, &mut |_, _| {}, workspace).unwrap();
        let data = &workspace.data;
        let energy = kinetic_energy(&model, data, &state.velocities)
            + potential_energy(&model, data, &state.positions);
        (energy, centroidal_momentum(&model, data, 1))
    };
    let (energy, momentum) = measure(&state, &mut workspace);
    for _ in 0..2000 {
        step(&model, &options, &mut state, &input, &mut |_, _| {}, &mut workspace).unwrap();
    }
    let (energy_after, momentum_after) = measure(&state, &mut workspace);
    assert!((energy - energy_after).abs() < 1e-7, "{energy} {energy_after}");
    assert!((momentum.angular - momentum_after.angular).length() < 1e-8, "{momentum:?} {momentum_after:?}");
}

#[test]
fn halved_step_has_a_sixteenth_of_the_error() {
    let spec = mechanisms();
    let end = |step: f64| {
        let options = Options { step, integrator: Integrator::RungeKutta, ..Options::default() };
        let start = |state: &mut State| state.velocities.fill(1.0);
        run(&spec, options, start, 0.32, |_, _, _| {}).positions
    };
    let exact = end(0.00025);
    let error = |step: f64| {
        let found = end(step);
        found.iter().zip(&exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    let ratio = error(0.008) / error(0.004);
    assert!(ratio > 12.0 && ratio < 20.0, "{ratio}");
}
