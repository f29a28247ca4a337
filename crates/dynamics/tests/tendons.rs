//! Tendons: bad descriptions are refused with the name of the tendon; stiff tendons are stable with the implicit integrator.
#![allow(clippy::unwrap_used)]

use glam::DVec3;
use morse_dynamics::{
    EqualityKind, EqualitySpec, InertiaSpec, Input, JointKind, JointSpec, LinkSpec, Model, ModelSpec,
    MotorSpec, Options, SolverParameters, State, TendonPath, TendonSpec, Waypoint, Workspace, WrapShape,
    potential_energy, step, update_positions,
};
use morse_geometry::Pose;

/// Two masses of 2 kg on slides along x, 1 m apart.
fn slides() -> ModelSpec {
    let link = |name: &str, x: f64| LinkSpec {
        name: name.to_owned(),
        parent_from_link: Pose::from_translation(DVec3::X * x),
        inertia: InertiaSpec::sphere(2.0, 0.1),
        joint: JointSpec {
            name: format!("{name}_joint"),
            kind: JointKind::Slide,
            axis: DVec3::X,
            ..JointSpec::default()
        },
        ..LinkSpec::default()
    };
    ModelSpec { links: vec![link("a", 0.0), link("b", 1.0)], ..ModelSpec::default() }
}

fn site(link: &str) -> Waypoint {
    Waypoint::Site { link: Some(link.to_owned()), point: DVec3::ZERO }
}

fn ball(radius: f64) -> Waypoint {
    Waypoint::Wrap {
        link: None,
        link_from_shape: Pose::IDENTITY,
        shape: WrapShape::Sphere,
        radius,
        side: None,
    }
}

fn cord(path: Vec<Waypoint>) -> TendonSpec {
    TendonSpec { name: "cord".to_owned(), path: TendonPath::Spatial(path), ..TendonSpec::default() }
}

fn error(change: impl FnOnce(&mut ModelSpec)) -> String {
    let mut spec = slides();
    spec.tendons.push(cord(vec![site("a"), site("b")]));
    change(&mut spec);
    Model::new(spec).unwrap_err().to_string()
}

#[test]
fn paths_without_meaning_are_refused() {
    let with = |path: Vec<Waypoint>| error(|spec| spec.tendons[0] = cord(path));
    for path in [
        vec![],
        vec![site("a")],
        vec![site("a"), Waypoint::Pulley { divisor: 2.0 }, site("a"), site("b")],
        vec![site("a"), site("b"), ball(0.1)],
        vec![ball(0.1), site("a"), site("b")],
        vec![site("a"), ball(0.1), ball(0.1), site("b")],
    ] {
        let found = with(path);
        assert!(found.starts_with("tendon `cord`: path is "), "{found}");
    }
    let found = with(vec![site("a"), ball(0.0), site("b")]);
    assert_eq!(found, "tendon `cord`: radius of an obstacle is 0, allowed is a finite number above 0");
    let found = with(vec![site("a"), site("b"), Waypoint::Pulley { divisor: 0.0 }, site("a"), site("b")]);
    assert!(found.contains("divisor of a pulley is 0"), "{found}");
    let found = with(vec![site("a"), site("c")]);
    assert_eq!(found, "tendon `cord` names the link `c`, which does not exist; there are: a, b");
    let twice = vec![("a_joint".to_owned(), 1.0), ("a_joint".to_owned(), 2.0)];
    let found = error(|spec| spec.tendons[0].path = TendonPath::Fixed(twice));
    assert!(found.contains("allowed is each joint once"), "{found}");
    let found = error(|spec| {
        spec.tendons[0] = cord(vec![site("a"), ball(0.1), site("b")]);
        spec.tendons[0].armature = 1.0;
    });
    assert!(found.contains("armature is 1, allowed is 0 for a tendon that wraps"), "{found}");
}

#[test]
fn names_of_tendons_are_checked() {
    let equality = |tendon: &str, other: &str| EqualitySpec {
        name: "tie".to_owned(),
        kind: EqualityKind::Tendon {
            tendon: tendon.to_owned(),
            other: Some(other.to_owned()),
            polynomial: [0.0, 1.0, 0.0, 0.0, 0.0],
        },
        parameters: SolverParameters::default(),
    };
    let found = error(|spec| spec.equalities.push(equality("cord", "cable")));
    assert_eq!(found, "equality `tie` names the tendon `cable`, which does not exist; there are: cord");
    let found = error(|spec| spec.equalities.push(equality("cord", "cord")));
    assert!(found.contains("second tendon is the same as the first"), "{found}");
    let found = error(|spec| spec.tendons.push(cord(vec![site("a"), site("b")])));
    assert!(found.starts_with("two tendons are named `cord`"), "{found}");
    let motor = |tendon: &str, joint: &str| MotorSpec {
        tendon: Some((tendon.to_owned(), 1.0)),
        ..MotorSpec::effort("pull", joint)
    };
    let found = error(|spec| spec.motors.push(motor("cord", "a_joint")));
    assert!(found.contains("transmission is given twice"), "{found}");
    let found = error(|spec| spec.motors.push(MotorSpec { transmission: Vec::new(), ..motor("cable", "") }));
    assert!(found.starts_with("motor `pull` names the tendon `cable`"), "{found}");
}

/// The largest distance between the slides in two seconds, and that at the end, with a cord between them.
fn motion(cord: TendonSpec, motor: Option<MotorSpec>, command: f64, step_s: f64) -> [f64; 2] {
    let mut spec = slides();
    spec.tendons.push(cord);
    spec.motors.extend(motor);
    let model = Model::new(spec).unwrap();
    let (mut state, mut input, mut workspace) =
        (State::new(&model), Input::new(&model), Workspace::new(&model));
    state.velocities[1] = if command == 0.0 { 1.0 } else { 0.0 };
    input.commands.fill(command);
    let options = Options { step: step_s, ..Options::default() };
    let mut most = 0.0f64;
    for _ in 0..(2.0 / step_s).round() as usize {
        step(&model, &options, &mut state, &input, &mut |_, _| {}, &mut workspace).unwrap();
        most = most.max(1.0 + state.positions[1] - state.positions[0]);
    }
    [most, 1.0 + state.positions[1] - state.positions[0]]
}

#[test]
fn spring_of_a_cord_stretches_by_the_energy_of_the_masses() {
    // The reduced mass is 1 kg: ½ · 1 kg · (1 m/s)² = ½ · 400 N/m · s².
    let spring = TendonSpec { stiffness: 400.0, ..cord(vec![site("a"), site("b")]) };
    let [most, _] = motion(spring, None, 0.0, 1e-5);
    assert!((most - 1.05).abs() < 1e-4, "{most}");
    // Slack up to 1.2 m: the cord pulls only beyond.
    let slack = TendonSpec { stiffness: 400.0, rest: Some([0.0, 1.2]), ..cord(vec![site("a"), site("b")]) };
    let [most, _] = motion(slack, None, 0.0, 1e-5);
    assert!((most - 1.25).abs() < 1e-4, "{most}");
}

#[test]
fn stiff_cords_and_servos_of_cords_are_stable_with_long_steps() {
    let stiff = TendonSpec { stiffness: 1e9, damping: 1e5, ..cord(vec![site("a"), site("b")]) };
    let [most, end] = motion(stiff, None, 0.0, 0.01);
    assert!(most < 1.001 && (end - 1.0).abs() < 1e-4, "{most} {end}");
    let servo = MotorSpec {
        name: "winch".to_owned(),
        tendon: Some(("cord".to_owned(), 1.0)),
        gain: 1e7,
        stiffness: 1e7,
        damping_ratio: Some(1.0),
        ..MotorSpec::default()
    };
    let [_, end] = motion(cord(vec![site("a"), site("b")]), Some(servo), 0.6, 0.01);
    assert!((end - 0.6).abs() < 1e-4, "{end}");
}

#[test]
fn damping_ratio_is_of_the_inertia_that_the_cord_moves() {
    let mut spec = slides();
    spec.tendons.push(cord(vec![site("a"), site("b")]));
    let tendon = Some(("cord".to_owned(), 1.0));
    let servo = MotorSpec { name: "winch".to_owned(), tendon, stiffness: 400.0, ..MotorSpec::default() };
    spec.motors.push(MotorSpec { damping_ratio: Some(0.5), ..servo });
    // Two masses of 2 kg that move towards each other: the reduced mass is 1 kg.
    assert!((Model::new(spec).unwrap().motor_damping(0) - 20.0).abs() < 1e-12);
}

#[test]
fn length_at_rest_is_that_with_springs_of_joints_at_rest() {
    let mut spec = slides();
    spec.gravity = DVec3::ZERO;
    let joint = &mut spec.links[1].joint;
    (joint.spring_reference, joint.reference) = (0.5, 0.2);
    spec.tendons.push(TendonSpec { stiffness: 100.0, ..cord(vec![site("a"), site("b")]) });
    let model = Model::new(spec).unwrap();
    let state = State::new(&model);
    let mut workspace = Workspace::new(&model);
    update_positions(&model, &state.positions, &mut workspace.data);
    let energy = potential_energy(&model, &workspace.data, &state.positions);
    assert!((energy - 0.5 * 100.0 * 0.25).abs() < 1e-12, "{energy}");
}
