//! Descriptions and inputs without meaning are refused with an error that names the link, joint, motor or contact.
#![allow(clippy::unwrap_used)]

use glam::DVec3;
use morse_dynamics::{
    Contact, Data, EqualityKind, EqualitySpec, FrameConstraint, InertiaSpec, Input, JointKind, JointSpec,
    LinkSpec, Model, ModelSpec, MotorSpec, Options, SolverParameters, State, Workspace, step,
};
use morse_geometry::Pose;

/// An arm of two hinges, with a motor.
fn arm() -> ModelSpec {
    let link = |name: &str, parent: Option<&str>| LinkSpec {
        name: name.to_owned(),
        parent: parent.map(str::to_owned),
        parent_from_link: Pose::from_translation(DVec3::X),
        inertia: InertiaSpec::cuboid(1.0, DVec3::new(0.5, 0.1, 0.1)),
        joint: JointSpec { name: format!("{name}_joint"), kind: JointKind::Hinge, ..JointSpec::default() },
    };
    ModelSpec {
        links: vec![link("upper", None), link("lower", Some("upper"))],
        motors: vec![MotorSpec::effort("elbow", "lower_joint")],
        ..ModelSpec::default()
    }
}

/// The error for an arm with a change.
fn error(change: impl FnOnce(&mut ModelSpec)) -> String {
    let mut spec = arm();
    change(&mut spec);
    Model::new(spec).unwrap_err().to_string()
}

#[test]
fn names_and_parents_are_checked() {
    assert!(Model::new(arm()).is_ok());
    let found = error(|spec| spec.links[1].parent = Some("uper".to_owned()));
    assert_eq!(found, "link `lower` names the link `uper`, which does not exist; there are: upper, lower");
    let found = error(|spec| spec.links[0].parent = Some("lower".to_owned()));
    assert_eq!(
        found,
        "the parents of link `upper` form a circle: upper on lower on upper; close loops with an equality instead"
    );
    let found = error(|spec| spec.links[1].name = "upper".to_owned());
    assert_eq!(found, "two links are named `upper`: names are unique, and a link has one parent");
    let found = error(|spec| spec.links[1].joint.name = "upper_joint".to_owned());
    assert!(found.starts_with("two joints are named `upper_joint`"), "{found}");
    let found = error(|spec| spec.motors[0].transmission[0].0 = "wrist".to_owned());
    assert_eq!(
        found,
        "motor `elbow` names the hinge or slide `wrist`, which does not exist; there are: upper_joint, lower_joint"
    );
    let found = error(|spec| spec.motors[0].transmission.push(("lower_joint".to_owned(), 2.0)));
    assert!(found.contains("transmission") && found.contains("lower_joint"), "{found}");
}

#[test]
fn masses_that_no_body_has_are_refused() {
    for mass in [-1.0, f64::NAN, f64::INFINITY] {
        let found = error(|spec| spec.links[1].inertia.mass = mass);
        assert!(found.starts_with("link `lower`: mass is "), "{found}");
    }
    for tensor in
        [[-0.1, 0.1, 0.1, 0.0, 0.0, 0.0], [0.1, 0.1, 0.3, 0.0, 0.0, 0.0], [0.1, 0.1, 0.1, 0.2, 0.0, 0.0]]
    {
        let found = error(|spec| spec.links[1].inertia.tensor = tensor);
        assert!(
            found.starts_with("link `lower`: inertia is [") && found.contains("sum of the other two"),
            "{found}"
        );
    }
    let found = error(|spec| spec.links[1].inertia = InertiaSpec::default());
    assert_eq!(
        found,
        "joint `lower_joint` of link `lower` moves no inertia: give a link beyond it a mass, or the joint an armature"
    );
    let mut spec = arm();
    spec.links[1].inertia = InertiaSpec::default();
    spec.links[1].joint.armature = 0.01;
    assert!(Model::new(spec).is_ok());
}

#[test]
fn balanced_inertia_is_that_of_a_body() {
    let inertia = InertiaSpec { mass: 1.0, center: DVec3::ZERO, tensor: [0.1, 0.1, 0.3, 0.02, 0.0, 0.0] };
    let balanced = inertia.balanced();
    let added = balanced.tensor[0] - 0.1;
    assert!((0.1..0.25).contains(&added), "{balanced:?}");
    assert!((balanced.tensor[2] - 0.3 - added).abs() < 1e-12 && balanced.tensor[3] == 0.02, "{balanced:?}");
    let mut spec = arm();
    spec.links[1].inertia = balanced;
    assert!(Model::new(spec).is_ok());
    let possible = InertiaSpec::cuboid(1.0, DVec3::new(0.5, 0.1, 0.1));
    assert_eq!(possible.balanced(), possible);
    let broken = InertiaSpec { tensor: [f64::NAN; 6], ..possible };
    assert!(broken.balanced().tensor[0].is_nan());
}

#[test]
fn constraints_of_a_step_are_checked() {
    let model = Model::new(arm()).unwrap();
    let good = FrameConstraint {
        a: None,
        b: Some(1),
        a_from_frame: Pose::IDENTITY,
        b_from_frame: Pose::IDENTITY,
        limits: [Some([0.0; 2]); 6],
        parameters: SolverParameters::default(),
    };
    let error = |constraint: FrameConstraint| {
        let input = Input { constraints: vec![constraint], ..Input::new(&model) };
        let mut state = State::new(&model);
        let before = state.clone();
        let workspace = &mut Workspace::new(&model);
        let found = step(&model, &Options::default(), &mut state, &input, &mut |_, _| {}, workspace);
        assert!(found.is_ok() || state == before, "the state is unchanged");
        found.err().map(|error| error.to_string())
    };
    assert_eq!(error(good), None);
    let unknown = error(FrameConstraint { b: Some(7), ..good });
    assert_eq!(unknown.as_deref(), Some("constraint 0: its link does not exist"));
    assert!(error(FrameConstraint { a: Some(1), ..good }).unwrap().contains("one body"));
    for limits in [[f64::NAN, 1.0], [1.0, -1.0]] {
        let found = error(FrameConstraint { limits: [Some(limits); 6], ..good }).unwrap();
        assert!(found.contains("its limits in order"), "{found}");
    }
}

#[test]
fn values_of_joints_are_checked() {
    let found = error(|spec| spec.links[1].joint.limits = Some([1.0, -1.0]));
    assert_eq!(
        found,
        "joint `lower_joint` of link `lower`: range is [1, -1], allowed is two numbers, the lower limit first"
    );
    let found = error(|spec| spec.links[1].joint.axis = DVec3::ZERO);
    assert!(found.contains("`lower_joint`") && found.contains("axis is"), "{found}");
    let found = error(|spec| spec.links[1].joint.damping = -1.0);
    assert!(found.contains("damping is -1, allowed is a finite number of at least 0"), "{found}");
    let found = error(|spec| spec.links[1].joint.kind = JointKind::Free);
    assert!(found.contains("only such a link moves freely"), "{found}");
    let found = error(|spec| spec.links[1].parent_from_link.translation.y = f64::NAN);
    assert!(found.starts_with("link `lower`: pose is "), "{found}");
    let found = error(|spec| spec.links[1].joint.limit_parameters.impedance[1] = 1.0);
    assert!(found.contains("solver impedance"), "{found}");
    let found = error(|spec| spec.motors[0].no_load_speed = Some(0.0));
    assert_eq!(found, "motor `elbow`: no-load speed is 0, allowed is a positive number");
}

#[test]
fn equality_within_a_body_is_refused() {
    let found = error(|spec| {
        let (a, b) = ("lower".to_owned(), Some("hand".to_owned()));
        let parent = Some("lower".to_owned());
        spec.links.push(LinkSpec { name: "hand".to_owned(), parent, ..LinkSpec::default() });
        let kind = EqualityKind::Connect { a, b, on_a: DVec3::ZERO, on_b: DVec3::ZERO };
        let parameters = SolverParameters::default();
        spec.equalities.push(EqualitySpec { name: "grip".to_owned(), kind, parameters });
    });
    assert!(found.starts_with("equality `grip`: second link is part of the same body"), "{found}");
}

#[test]
fn inputs_that_are_not_finite_leave_the_state_unchanged() {
    let model = Model::new(arm()).unwrap();
    let mut workspace = Workspace::new(&model);
    let options = Options::default();
    let mut state = State::new(&model);
    let before = state.clone();
    let mut attempt = |input: &Input, contacts: &[Contact], options: &Options| {
        let mut find = |_: &Data, list: &mut Vec<Contact>| list.extend(contacts);
        let found =
            step(&model, options, &mut state, input, &mut find, &mut workspace).unwrap_err().to_string();
        assert_eq!(state, before);
        found
    };
    let good = Input::new(&model);
    let found = attempt(&Input { commands: vec![f64::NAN], ..good.clone() }, &[], &options);
    assert_eq!(found, "command of joint `elbow` is NaN: a finite value is needed");
    let found = attempt(&Input { efforts: vec![0.0, f64::INFINITY], ..good.clone() }, &[], &options);
    assert_eq!(found, "effort of joint `lower_joint` is inf: a finite value is needed");
    let found = attempt(&Input { efforts: vec![0.0], ..good.clone() }, &[], &options);
    assert_eq!(found, "the list of efforts has 1 values, the model has 2");
    let found = attempt(&Input { efforts: vec![0.0, 1e308], ..good.clone() }, &[], &options);
    assert!(found.contains("a finite value is needed"), "{found}");
    let found = attempt(&good, &[], &Options { step: 0.0, ..options });
    assert_eq!(found, "the length of a step is 0 s, allowed is a finite number above 0");
    let contact = Contact::with_world(1, DVec3::ZERO, DVec3::Z, -0.01, 0.5);
    for (contact, problem) in [
        (Contact { b: Some(7), ..contact }, "its link does not exist"),
        (Contact { b: None, ..contact }, "do not move"),
        (Contact { normal: DVec3::ZERO, ..contact }, "the normal is a unit vector"),
        (Contact { distance: f64::NAN, ..contact }, "finite numbers"),
    ] {
        let found = attempt(&good, &[contact], &options);
        assert!(found.starts_with("contact 0: ") && found.contains(problem), "{found}");
    }
}
