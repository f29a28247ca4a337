//! Hard cases stay finite and need few iterations: stiff servos, unequal masses, deep contacts, contradicting equalities.
#![allow(clippy::unwrap_used)]

use glam::DVec3;
use morse_dynamics::{
    Contact, Data, EqualityKind, EqualitySpec, InertiaSpec, Input, JointKind, JointSpec, LinkSpec, Model,
    ModelSpec, MotorSpec, Options, Servo, SolverParameters, SolverReport, State, Workspace, step,
};
use morse_geometry::Pose;

fn link(name: &str, parent: Option<&str>, place: DVec3, kind: JointKind, inertia: InertiaSpec) -> LinkSpec {
    LinkSpec {
        name: name.to_owned(),
        parent: parent.map(str::to_owned),
        parent_from_link: Pose::from_translation(place),
        inertia,
        joint: JointSpec { name: name.to_owned(), kind, axis: DVec3::Y, ..JointSpec::default() },
    }
}

/// A simulation of a model.
struct Run {
    model: Model,
    options: Options,
    state: State,
    input: Input,
    workspace: Workspace,
    /// Largest numbers of iterations and rows so far.
    report: SolverReport,
}

impl Run {
    fn new(spec: ModelSpec, step: f64) -> Run {
        let model = Model::new(spec).unwrap();
        let (state, input, workspace) = (State::new(&model), Input::new(&model), Workspace::new(&model));
        let options = Options { step, ..Options::default() };
        Run { model, options, state, input, workspace, report: SolverReport::default() }
    }

    fn steps(&mut self, count: usize, mut find: impl FnMut(&Model, &Data, &mut Vec<Contact>)) {
        for _ in 0..count {
            let mut find = |data: &Data, contacts: &mut Vec<Contact>| find(&self.model, data, contacts);
            let report = step(
                &self.model,
                &self.options,
                &mut self.state,
                &self.input,
                &mut find,
                &mut self.workspace,
            );
            let report = report.unwrap();
            assert!(!report.is_inexact, "{report:?} at {} s", self.state.time);
            self.report.iterations = self.report.iterations.max(report.iterations);
            self.report.rows = self.report.rows.max(report.rows);
        }
    }

    fn free(&mut self, count: usize) {
        self.steps(count, |_, _, _| {});
    }

    fn fastest(&self) -> f64 {
        self.state.velocities.iter().fold(0.0, |largest, v| v.abs().max(largest))
    }
}

/// Contacts of the points of a link with the ground z = 0.
fn ground(link: &'static str, points: &[DVec3]) -> impl FnMut(&Model, &Data, &mut Vec<Contact>) {
    move |model, data, contacts| {
        let link = model.link(link).unwrap();
        for point in points.iter().map(|point| data.world_from_link(model, link).transform_point(*point)) {
            if point.z < 0.0 {
                contacts.push(Contact::with_world(
                    link,
                    point - DVec3::Z * (0.5 * point.z),
                    DVec3::Z,
                    point.z,
                    0.8,
                ));
            }
        }
    }
}

const CORNERS: [DVec3; 4] = [
    DVec3::new(0.1, 0.1, -0.1),
    DVec3::new(0.1, -0.1, -0.1),
    DVec3::new(-0.1, 0.1, -0.1),
    DVec3::new(-0.1, -0.1, -0.1),
];

fn cube(mass: f64, height: f64) -> LinkSpec {
    let inertia = InertiaSpec::cuboid(mass, DVec3::splat(0.1));
    link("cube", None, DVec3::Z * height, JointKind::Free, inertia)
}

/// Chain of bars of 0.5 m along x, the first on the world.
fn chain(masses: &[f64]) -> ModelSpec {
    let names = ["a", "b", "c", "d", "e", "f"];
    let bar = |mass: f64| InertiaSpec {
        center: DVec3::X * 0.25,
        ..InertiaSpec::cuboid(mass, DVec3::new(0.25, 0.02, 0.02))
    };
    let links = masses.iter().zip(names).enumerate().map(|(number, (mass, name))| {
        let parent = (number > 0).then(|| names[number - 1]);
        link(name, parent, DVec3::X * if number > 0 { 0.5 } else { 0.0 }, JointKind::Hinge, bar(*mass))
    });
    ModelSpec { links: links.collect(), ..ModelSpec::default() }
}

#[test]
fn servo_of_any_stiffness_is_stable_at_any_step() {
    for step in [0.1, 1.0 / 60.0, 1e-3] {
        for stiffness in [1e3, 1e6, 1e9] {
            let mut spec = chain(&[1.0, 1.0, 1.0]);
            spec.motors = ["a", "b", "c"]
                .map(|joint| MotorSpec::position(joint, joint, stiffness, 0.1 * stiffness))
                .to_vec();
            let mut run = Run::new(spec, step);
            run.input.commands = vec![0.5, -0.4, 0.3];
            run.free((4.0 / step) as usize);
            let off =
                run.state.positions.iter().zip(&run.input.commands).map(|(q, command)| (q - command).abs());
            let off = off.fold(0.0, f64::max);
            // The largest torque of gravity is 22 N m.
            assert!(off < 25.0 / stiffness + 1e-6, "{stiffness} at {step} s: {off}");
            assert!(run.fastest() < 1e-6, "{stiffness} at {step} s: {:?}", run.state.velocities);
            assert!(run.report.iterations <= 4, "{:?}", run.report);
        }
    }
}

#[test]
fn servo_keeps_its_effort_limits() {
    let mut spec = chain(&[1.0, 1.0]);
    let servo = |joint: &str| MotorSpec {
        effort_limits: Some([-3.0, 3.0]),
        ..MotorSpec::position(joint, joint, 1e6, 1e4)
    };
    spec.motors = vec![servo("a"), servo("b")];
    let mut run = Run::new(spec, 1.0 / 120.0);
    // The first joint would need 9.8 N m to hold, the second 2.5 N m.
    for _ in 0..600 {
        run.free(1);
        for motor in 0..2 {
            assert!(run.workspace.motor_effort(motor).abs() <= 3.0);
        }
    }
    assert!(run.state.positions[0] > 0.8 && run.state.positions[1].abs() < 1e-4, "{:?}", run.state.positions);
}

#[test]
fn torque_speed_curve_ends_at_the_no_load_speed() {
    let mut spec = chain(&[1.0]);
    spec.gravity = DVec3::ZERO;
    let motor = MotorSpec::effort("a", "a");
    spec.motors = vec![MotorSpec { effort_limits: Some([-5.0, 5.0]), no_load_speed: Some(4.0), ..motor }];
    let mut run = Run::new(spec, 0.001);
    run.input.commands = vec![100.0];
    run.free(100);
    // Inertia about the hinge, for the closed form ω = ω₀ (1 - exp(-t τ₀ / (I ω₀))).
    let inertia = 0.25 * 0.25 + (0.25 * 0.25 + 0.02 * 0.02) / 3.0;
    let expected = 4.0 * (1.0 - f64::exp(-0.1 * 5.0 / (inertia * 4.0)));
    assert!((run.state.velocities[0] / expected - 1.0).abs() < 0.01, "{:?} {expected}", run.state.velocities);
    run.free(1900);
    assert!((run.state.velocities[0] - 4.0).abs() < 1e-3, "{:?}", run.state.velocities);
}

#[test]
fn masses_of_a_million_to_one_hang_together() {
    for masses in [[1e3, 1e-3, 1e3], [1e-3, 1e3, 1e-3]] {
        let mut run = Run::new(chain(&masses), 1.0 / 120.0);
        let energy = |run: &mut Run| {
            morse_dynamics::forward(
                &run.model,
                &run.options,
                &run.state,
                &run.input,
                &mut |_, _| {},
                &mut run.workspace,
            )
            .unwrap();
            let data = &run.workspace.data;
            morse_dynamics::kinetic_energy(&run.model, data, &run.state.velocities)
                + morse_dynamics::potential_energy(&run.model, data, &run.state.positions)
        };
        run.model = {
            let mut spec = run.model.spec().clone();
            spec.links.iter_mut().for_each(|link| link.joint.damping = 0.1 * link.inertia.mass);
            Model::new(spec).unwrap()
        };
        let before = energy(&mut run);
        run.free(1200);
        let after = energy(&mut run);
        assert!(after < before + 1e-6 * masses[0].max(masses[1]), "{before} {after}");
    }
}

#[test]
fn light_cube_carries_nothing_and_heavy_cube_rests() {
    for mass in [1e-6, 1.0, 1e6] {
        let spec = ModelSpec { links: vec![cube(mass, 0.3)], ..ModelSpec::default() };
        let mut run = Run::new(spec, 1.0 / 120.0);
        run.steps(600, ground("cube", &CORNERS));
        assert!((run.state.positions[2] - 0.1).abs() < 1e-3, "{mass}: {:?}", run.state.positions);
        assert!(run.fastest() < 1e-6, "{mass}: {:?}", run.state.velocities);
        let force: DVec3 = run.workspace.contact_forces().sum();
        assert!((force / (9.81 * mass) - DVec3::Z).length() < 1e-4, "{mass}: {force}");
    }
}

#[test]
fn cube_that_starts_deep_in_the_ground_comes_out_without_a_jump() {
    let mut run = Run::new(ModelSpec { links: vec![cube(1.0, -0.9)], ..ModelSpec::default() }, 1.0 / 120.0);
    let mut find = ground("cube", &CORNERS);
    let mut highest = 0.0f64;
    for _ in 0..1200 {
        run.steps(1, &mut find);
        highest = highest.max(run.state.positions[2]);
    }
    assert!(highest < 0.2, "{highest}");
    assert!((run.state.positions[2] - 0.1).abs() < 1e-3 && run.fastest() < 1e-4, "{:?}", run.state);
}

#[test]
fn steps_of_a_microsecond_and_of_a_tenth_of_a_second_are_stable() {
    for (step, count) in [(1e-6, 2000), (0.1, 200)] {
        let mut spec = chain(&[1.0, 2.0, 0.5]);
        spec.links[1].joint.limits = Some([-0.2, 0.3]);
        spec.links[2].joint.friction = 0.3;
        spec.links.iter_mut().for_each(|link| link.joint.damping = 0.2);
        spec.links.push(cube(1.0, 0.099));
        let mut run = Run::new(spec, step);
        run.steps(count, ground("cube", &CORNERS));
        assert!(run.fastest() < 30.0, "{step}: {:?}", run.state.velocities);
        assert!(run.report.iterations < 30, "{:?}", run.report);
    }
}

#[test]
fn five_hundred_contacts_on_one_body_are_solved() {
    let points: Vec<DVec3> = (0..500)
        .map(|number| {
            let direction = DVec3::new(f64::from(number % 25) - 12.0, f64::from(number / 25) - 9.5, 0.0);
            direction * 0.008 - DVec3::Z * 0.1
        })
        .collect();
    let mut run = Run::new(ModelSpec { links: vec![cube(5.0, 0.15)], ..ModelSpec::default() }, 1.0 / 120.0);
    run.state.velocities[0] = 1.0;
    run.steps(300, ground("cube", &points));
    assert_eq!(run.report.rows, 1500);
    assert!(run.report.iterations < 30, "{:?}", run.report);
    assert!(run.fastest() < 1e-3 && (run.state.positions[2] - 0.1).abs() < 1e-3, "{:?}", run.state);
}

fn connect(name: &str, a: &str, on_a: DVec3, on_b: DVec3) -> EqualitySpec {
    let kind = EqualityKind::Connect { a: a.to_owned(), b: None, on_a, on_b };
    EqualitySpec { name: name.to_owned(), kind, parameters: SolverParameters::default() }
}

#[test]
fn redundant_and_contradicting_equalities_settle() {
    // The end is pinned to two places at once; the first pin is there three times, in a straight, singular configuration.
    let mut spec = chain(&[1.0, 1.0, 1.0]);
    let end = DVec3::X * 0.5;
    for (name, place) in [("p", 1.5), ("q", 1.5), ("r", 1.5), ("s", 1.7)] {
        spec.equalities.push(connect(name, "c", end, DVec3::X * place));
    }
    let follow = |name: &str, factor: f64| EqualitySpec {
        name: name.to_owned(),
        kind: EqualityKind::Joint {
            joint: "b".to_owned(),
            other: Some("a".to_owned()),
            polynomial: [0.0, factor, 0.0, 0.0, 0.0],
        },
        parameters: SolverParameters::default(),
    };
    spec.equalities.extend([follow("t", 1.0), follow("u", -1.0)]);
    spec.links.iter_mut().for_each(|link| link.joint.damping = 0.05);
    let mut run = Run::new(spec, 1.0 / 120.0);
    run.free(2400);
    assert!(run.fastest() < 1e-3, "{:?}", run.state.velocities);
    assert!(run.report.iterations <= 3, "{:?}", run.report);
}

#[test]
fn wrist_with_aligned_axes_settles_where_its_hand_is_turned_beyond_them() {
    // Two parallel axes and one across, of light links at one point: no joint turns the hand about x.
    let ball = |mass: f64| InertiaSpec::cuboid(mass, DVec3::splat(0.05));
    let mut spec = ModelSpec::default();
    for (number, (axis, mass)) in
        [(DVec3::Z, 1e-6), (DVec3::Y, 1e-6), (DVec3::Z, 1.0)].into_iter().enumerate()
    {
        let name = ["a", "b", "c"][number];
        let parent = (number > 0).then(|| ["a", "b", "c"][number - 1]);
        let mut link = link(name, parent, DVec3::ZERO, JointKind::Hinge, ball(mass));
        (link.joint.axis, link.joint.damping) = (axis, 0.01);
        spec.links.push(link);
    }
    let turned = glam::DQuat::from_rotation_x(0.5);
    let kind = EqualityKind::Weld {
        a: "c".to_owned(),
        b: None,
        a_from_b: Pose { translation: DVec3::ZERO, rotation: turned.conjugate() },
        on_b: DVec3::ZERO,
        torque_scale: 1.0,
    };
    let parameters = SolverParameters::default();
    spec.equalities.push(EqualitySpec { name: "grip".to_owned(), kind, parameters });
    let mut run = Run::new(spec, 1.0 / 120.0);
    run.options.centered_bias = true;
    run.free(2400);
    assert!(run.fastest() < 1e-6, "{:?}", run.state);
    assert!(run.report.iterations <= 3, "{:?}", run.report);
}

#[test]
fn loop_without_slack_carries_its_load() {
    // A triangle of two bars and the ground cannot move; a second pin in its middle and a third one make it redundant.
    let mut spec = chain(&[1.0, 1.0]);
    let angle = std::f64::consts::FRAC_PI_3;
    let bar = |turn: f64| DVec3::new(turn.cos(), 0.0, -turn.sin()) * 0.5;
    let (knee, end) = (bar(-angle), bar(-angle) + bar(angle));
    spec.equalities.push(connect("end", "b", DVec3::X * 0.5, end));
    spec.equalities.push(connect("again", "b", DVec3::X * 0.5, end));
    spec.equalities.push(connect("middle", "b", DVec3::X * 0.25, knee.midpoint(end)));
    let mut run = Run::new(spec, 1.0 / 120.0);
    let start = vec![-angle, 2.0 * angle];
    run.state.positions.clone_from(&start);
    run.input.efforts = vec![20.0, -30.0];
    run.free(1200);
    assert!(run.fastest() < 1e-3, "{:?}", run.state.velocities);
    for (q, before) in run.state.positions.iter().zip(&start) {
        // The pins are as soft as their parameters.
        assert!((q - before).abs() < 0.02, "{:?}", run.state.positions);
    }
    assert!(run.report.iterations <= 4, "{:?}", run.report);
}

#[test]
fn limits_and_equalities_that_exclude_each_other_settle_between() {
    let mut spec = chain(&[1.0]);
    spec.links[0].joint.limits = Some([-0.1, 0.1]);
    spec.links[0].joint.damping = 0.1;
    let kind =
        EqualityKind::Joint { joint: "a".to_owned(), other: None, polynomial: [0.5, 0.0, 0.0, 0.0, 0.0] };
    spec.equalities.push(EqualitySpec {
        name: "away".to_owned(),
        kind,
        parameters: SolverParameters::default(),
    });
    let mut run = Run::new(spec, 1.0 / 120.0);
    run.free(2400);
    assert!(run.state.positions[0] > 0.1 && run.state.positions[0] < 0.5, "{:?}", run.state.positions);
    assert!(run.fastest() < 1e-6, "{:?}", run.state.velocities);
}

#[test]
fn rigid_limits_stop_a_joint_where_they_are() {
    let mut spec = chain(&[1.0, 0.5]);
    spec.links[0].joint.limits = Some([-0.4, 0.4]);
    spec.links[1].joint.limits = Some([0.0, f64::INFINITY]);
    let mut run = Run::new(spec, 1.0 / 120.0);
    run.options.rigid_limits = true;
    run.state.velocities = vec![-20.0, 3.0];
    for tick in 0..600 {
        run.input.efforts = vec![if tick % 200 < 100 { 30.0 } else { -30.0 }, 0.0];
        run.free(1);
        let q = &run.state.positions;
        assert!(q[0] > -0.4 - 1e-6 && q[0] < 0.4 + 1e-6 && q[1] > -1e-6, "{q:?}");
    }
}

#[test]
fn soft_limit_returns_a_joint_as_fast_as_its_softness_asks_for() {
    let mut spec = chain(&[1.0]);
    spec.gravity = DVec3::ZERO;
    (spec.links[0].joint.limits, spec.links[0].joint.soft_limits) = (Some([0.5, 1.0]), true);
    let mut run = Run::new(spec, 1e-4);
    run.options.rigid_limits = true;
    // Critically damped, with the time constant of 20 ms and the impedance of 0.95 where it is far beyond the limit: the
    // stiffness of MuJoCo's documentation, chapter Modeling, section Solver parameters.
    let (impedance, time) = (0.95f64, 0.02);
    let rate = 1.0 / (impedance * time);
    run.free(100);
    // The reference acceleration is reached by the share of the impedance.
    let mut expected = [-0.5, 0.0];
    for _ in 0..100_000 {
        let [position, velocity] = expected;
        let reference = -2.0 * rate * velocity - rate * rate * impedance * position;
        let velocity = velocity + 1e-7 * impedance * reference;
        expected = [position + 1e-7 * velocity, velocity];
    }
    let [position, velocity] = [run.state.positions[0] - 0.5, run.state.velocities[0]];
    assert!(velocity > 5.0 && (velocity - expected[1]).abs() < 0.1, "{velocity} {expected:?}");
    assert!((position - expected[0]).abs() < 2e-3, "{position} {expected:?}");
}

#[test]
fn servo_of_a_step_holds_its_position_and_its_largest_effort() {
    let mut run = Run::new(chain(&[1.0, 1.0]), 1.0 / 120.0);
    let servo = |dof: usize, max_effort: f64| Servo {
        dof,
        position: 0.2,
        stiffness: 1e5,
        velocity: 0.0,
        damping: 1e3,
        max_effort,
    };
    run.input.servos = vec![servo(0, f64::INFINITY), servo(1, 1.0)];
    run.free(600);
    assert!((run.state.positions[0] - 0.2).abs() < 2e-4, "{:?}", run.state.positions);
    assert!(
        run.state.positions[1] > 0.5 && run.workspace.servo_effort(1).abs() <= 1.0,
        "{:?}",
        run.state.positions
    );
}

#[test]
fn teleported_link_goes_on_from_its_new_place() {
    let mut run = Run::new(ModelSpec { links: vec![cube(1.0, 0.3)], ..ModelSpec::default() }, 1.0 / 120.0);
    run.steps(240, ground("cube", &CORNERS));
    run.state.positions[0] = 1e5;
    run.state.positions[2] = 0.5;
    run.state.velocities.fill(0.0);
    run.steps(600, ground("cube", &CORNERS));
    assert!(
        (run.state.positions[0] - 1e5).abs() < 1e-2 && (run.state.positions[2] - 0.1).abs() < 1e-3,
        "{:?}",
        run.state
    );
}

#[test]
fn states_with_equal_bits_have_equal_successors() {
    let mut spec = chain(&[1.0, 0.3, 0.2]);
    spec.links[1].joint.friction = 0.2;
    spec.links[2].joint.limits = Some([-0.5, 0.5]);
    spec.links.push(cube(1.0, 0.3));
    spec.motors = vec![MotorSpec::position("a", "a", 50.0, 2.0)];
    let mut first = Run::new(spec.clone(), 1.0 / 120.0);
    first.steps(200, ground("cube", &CORNERS));
    // A new workspace, and a state that was written and read.
    let mut second = Run::new(spec, 1.0 / 120.0);
    second.state = serde_json::from_str(&serde_json::to_string(&first.state).unwrap()).unwrap();
    assert_eq!(first.state, second.state);
    first.steps(200, ground("cube", &CORNERS));
    second.steps(200, ground("cube", &CORNERS));
    assert_eq!(first.state, second.state);
}

#[test]
fn many_mechanisms_are_separate_islands_with_the_same_motion() {
    let name = |kind: &str, number: usize| format!("{kind}{number}");
    let mut spec = ModelSpec::default();
    for number in 0..20 {
        for mut link in chain(&[1.0, 0.5]).links {
            link.name = name(&link.name, number);
            link.parent = link.parent.map(|parent| name(&parent, number));
            link.joint.name = link.name.clone();
            link.joint.friction = 0.1;
            spec.links.push(link);
        }
    }
    let mut run = Run::new(spec, 1.0 / 120.0);
    run.free(100);
    assert_eq!(run.workspace.report().islands, 20);
    for number in 1..20 {
        assert_eq!(run.state.positions[..2], run.state.positions[2 * number..2 * number + 2]);
    }
    assert!(run.state.positions[0].abs() > 0.1);
}
