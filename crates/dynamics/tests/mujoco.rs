//! Motion of mechanisms against that in MuJoCo, with the same integrators and steps.
//!
//! tests/fixtures/mujoco_fixtures.py writes the files.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use glam::DVec3;
use morse_dynamics::{
    Contact, ContactKind, Data, FrictionCone, Input, Integrator, Model, ModelSpec, Options, SolverParameters,
    State, Workspace, step,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Fixture {
    spec: ModelSpec,
    step: f64,
    commands: Vec<f64>,
    shapes: Vec<Shape>,
    parameters: SolverParameters,
    #[serde(default)]
    cone: FrictionCone,
    #[serde(default = "equal")]
    impedance_ratio: f64,
    runs: Vec<Run>,
}

fn equal() -> f64 {
    1.0
}

/// A sphere or box that touches the ground.
#[derive(Deserialize)]
struct Shape {
    link: String,
    half: Option<DVec3>,
    radius: f64,
    center: DVec3,
    rows: usize,
    friction: [f64; 5],
}

#[derive(Deserialize)]
struct Run {
    integrator: Integrator,
    start: Frame,
    frames: Vec<Frame>,
}

#[derive(Deserialize)]
struct Frame {
    positions: Vec<f64>,
    velocities: Vec<f64>,
}

/// Contacts of a shape with the ground z = 0.
fn touch(
    model: &Model,
    data: &Data,
    shape: &Shape,
    parameters: SolverParameters,
    contacts: &mut Vec<Contact>,
) {
    let link = model.link(&shape.link).unwrap();
    let world_from_link = data.world_from_link(model, link);
    let mut add = |lowest: DVec3, distance: f64| {
        let kind = match shape.rows {
            1 => ContactKind::Frictionless,
            3 => ContactKind::Sliding,
            4 => ContactKind::Torsional,
            _ => ContactKind::Rolling,
        };
        let point = lowest - DVec3::Z * (0.5 * distance);
        let contact = Contact::with_world(link, point, DVec3::Z, distance, shape.friction[0]);
        contacts.push(Contact { kind, friction: shape.friction, parameters, ..contact });
    };
    if let Some(half) = shape.half {
        for corner in 0..8 {
            let sign = |bit: i32| if corner >> bit & 1 == 1 { 1.0 } else { -1.0 };
            let corner = shape.center + half * DVec3::new(sign(0), sign(1), sign(2));
            let corner = world_from_link.transform_point(corner);
            if corner.z < 0.0 {
                add(corner, corner.z);
            }
        }
    } else {
        let center = world_from_link.transform_point(shape.center);
        if center.z < shape.radius {
            add(center - DVec3::Z * shape.radius, center.z - shape.radius);
        }
    }
}

/// Contacts of pairs of spheres.
fn collide(model: &Model, data: &Data, fixture: &Fixture, contacts: &mut Vec<Contact>) {
    let place = |shape: &Shape| {
        let link = model.link(&shape.link).unwrap();
        (link, data.world_from_link(model, link).transform_point(shape.center))
    };
    let spheres: Vec<_> = fixture.shapes.iter().filter(|shape| shape.half.is_none()).collect();
    for (number, first) in spheres.iter().enumerate() {
        for second in &spheres[number + 1..] {
            let ((a, center_a), (b, center_b)) = (place(first), place(second));
            let normal = (center_b - center_a).normalize();
            let distance = (center_b - center_a).length() - first.radius - second.radius;
            if distance < 0.0 {
                let point = center_a + normal * (first.radius + 0.5 * distance);
                let contact = Contact::with_world(b, point, normal, distance, first.friction[0]);
                let (kind, friction) = (ContactKind::Rolling, first.friction);
                contacts.push(Contact {
                    a: Some(a),
                    kind,
                    friction,
                    parameters: fixture.parameters,
                    ..contact
                });
            }
        }
    }
}

/// The largest difference to the motion in MuJoCo: of positions, and of velocities in relation to the largest one.
fn difference(fixture: &Fixture, model: &Model, run: &Run) -> f64 {
    let mut state = State::new(model);
    state.positions.copy_from_slice(&run.start.positions);
    state.velocities.copy_from_slice(&run.start.velocities);
    let mut input = Input::new(model);
    input.commands.copy_from_slice(&fixture.commands);
    let options = Options {
        step: fixture.step,
        integrator: run.integrator,
        tolerance: 1e-14,
        recovery_speed: f64::INFINITY,
        ..Options::default()
    };
    let mut workspace = Workspace::new(model);
    let mut find = |data: &Data, contacts: &mut Vec<Contact>| {
        for shape in &fixture.shapes {
            touch(model, data, shape, fixture.parameters, contacts);
        }
        if fixture.shapes.iter().all(|shape| shape.rows == 6) {
            collide(model, data, fixture, contacts);
        }
        for contact in contacts.iter_mut() {
            (contact.cone, contact.impedance_ratio) = (fixture.cone, fixture.impedance_ratio);
        }
    };
    let mut worst = 0.0f64;
    for frame in &run.frames {
        for _ in 0..100 {
            step(model, &options, &mut state, &input, &mut find, &mut workspace).unwrap();
        }
        for (found, expected) in
            [(&state.positions, &frame.positions), (&state.velocities, &frame.velocities)]
        {
            let scale = expected.iter().fold(1.0f64, |largest, value| largest.max(value.abs()));
            for (a, b) in found.iter().zip(expected) {
                let off = (a - b).abs() / scale;
                worst = if off <= worst { worst } else { off };
            }
        }
    }
    worst
}

#[test]
fn motion_is_that_of_mujoco() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/mujoco");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 15, "{files:?}");
    let mut wrong = Vec::new();
    for path in &files {
        let fixture: Fixture = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let model = Model::new(fixture.spec.clone()).unwrap();
        for run in &fixture.runs {
            let off = difference(&fixture, &model, run);
            let name = path.file_stem().unwrap().to_string_lossy();
            println!("{name}, {:?}: {off:.1e}", run.integrator);
            if off.is_nan() || off >= 1e-8 {
                wrong.push(format!("{name}, {:?}: {off:e}", run.integrator));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
