//! The step: order, rates, commands, modifiers, digests.

use crate::common::{TestScene, simulation, simulation_with};
use morse_scene::document::Strategy;
use morse_scene::source::Source;
use morse_sim::{Models, Options, Simulation, Value};

fn map(pairs: &[(&str, Value)]) -> morse_sim::Map {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

fn field(simulation: &Simulation, component: &str, name: &str) -> Value {
    simulation.data(component).unwrap().to_map().get(name).cloned().unwrap()
}

fn drive(simulation: &mut Simulation, v: f64, u: f64) {
    let command = map(&[("v", v.into()), ("u", u.into())]);
    assert_eq!(simulation.command("robot.drive", &command), Ok(()));
}

fn x(simulation: &Simulation) -> f64 {
    field(simulation, "robot.counter", "x").as_f64().unwrap()
}

#[test]
fn sensors_read_before_actuators_act() {
    let mut simulation = simulation(&TestScene::one_robot());
    drive(&mut simulation, 60.0, 0.0);
    simulation.step();
    assert_eq!(x(&simulation), 0.0, "the world is constant while sensors read");
    simulation.step();
    assert!((x(&simulation) - 1.0).abs() < 1e-12);
}

#[test]
fn command_stays_in_force() {
    let mut simulation = simulation(&TestScene::one_robot());
    drive(&mut simulation, 1.0, 0.0);
    for _ in 0..61 {
        simulation.step();
    }
    assert!((x(&simulation) - 1.0).abs() < 1e-9);
}

#[test]
fn partial_or_invalid_command_keeps_the_last_valid_one_in_force() {
    let mut simulation = simulation(&TestScene::one_robot());
    drive(&mut simulation, 1.0, 2.0);
    let bad = [
        map(&[("v", 5.0.into())]),
        map(&[("v", 5.0.into()), ("u", "fast".into())]),
        map(&[("v", 5.0.into()), ("u", f64::NAN.into())]),
        map(&[]),
    ];
    for command in bad {
        assert!(simulation.command("robot.drive", &command).is_err());
        assert_eq!(field(&simulation, "robot.drive", "v"), Value::Float(1.0));
        assert_eq!(field(&simulation, "robot.drive", "u"), Value::Float(2.0));
    }
    let more = map(&[("v", 3.into()), ("u", 0.into()), ("more", 1.into())]);
    assert_eq!(simulation.command("robot.drive", &more), Ok(()));
    assert_eq!(field(&simulation, "robot.drive", "v"), Value::Float(3.0));
}

#[test]
fn component_acts_at_its_own_rate() {
    let scene = TestScene::one_robot().change("robot.counter", |counter| counter.rate_hz = Some(7.0));
    let mut simulation = simulation(&scene);
    for _ in 0..600 {
        simulation.step();
    }
    assert_eq!(field(&simulation, "robot.counter", "count"), Value::Int(70));
}

#[test]
fn fastest_component_sets_the_rate_of_the_simulation() {
    let mut scene = TestScene::one_robot().change("robot.counter", |counter| counter.rate_hz = Some(100.0));
    assert_eq!(simulation(&scene).clock().rate_hz(), 100.0);
    scene.0.environment.time.strategy = Strategy::FixedStep;
    assert_eq!(simulation(&scene).clock().rate_hz(), 60.0);
}

#[test]
fn time_is_exact() {
    let mut scene = TestScene::one_robot();
    scene.0.environment.time.frequency_hz = 10.0;
    scene.0.environment.time.auto_tune = false;
    let mut simulation = simulation_with(&scene, Options { epoch_s: 1000.0, ..Options::default() });
    for _ in 0..3 {
        simulation.step();
    }
    assert_eq!(simulation.client_time_s(), 1000.3);
    scene.0.environment.time.relative = true;
    let mut simulation = simulation_with(&scene, Options { epoch_s: 1000.0, ..Options::default() });
    simulation.step();
    assert_eq!(simulation.client_time_s(), 0.1);
}

#[test]
fn restored_state_continues_to_the_same_digests() {
    let mut first = simulation(&TestScene::one_robot());
    drive(&mut first, 1.0, 0.5);
    for _ in 0..10 {
        first.step();
    }
    let snapshot = first.save().unwrap();
    let mut second = simulation(&TestScene::one_robot());
    second.restore(&snapshot).unwrap();
    for _ in 0..10 {
        assert_eq!(first.digest().unwrap(), second.digest().unwrap());
        first.step();
        second.step();
    }
}

#[test]
fn damaged_snapshot_is_refused() {
    let mut simulation = simulation(&TestScene::one_robot());
    simulation.step();
    let snapshot = simulation.save().unwrap();
    for length in [0, 1, snapshot.len() / 2, snapshot.len() - 1] {
        assert!(
            crate::common::simulation(&TestScene::one_robot()).restore(&snapshot[..length]).is_err(),
            "{length} bytes"
        );
    }
    let other = TestScene::one_robot().unexposed("robot.counter");
    let other = other.change("robot.counter", |counter| counter.name = "robot.meter".to_owned());
    assert!(crate::common::simulation(&other).restore(&snapshot).is_err());
}

#[test]
fn all_problems_are_reported_with_their_source() {
    let source = Source { file: "s.py".to_owned(), line: 7 };
    let mut scene = TestScene::one_robot()
        .change("robot.counter", |counter| counter.class = Some("test.Nothing".to_owned()))
        .change("robot.drive", |drive| {
            (drive.class, drive.source) = (Some("test.Frame".to_owned()), Some(source))
        });
    scene.0.environment.file = "moon".to_owned();
    let models = Models::of_scene(&scene.0, |file| Err(format!("there is no {}", file.name)));
    let error =
        Simulation::assemble(&scene.0, &crate::common::registry(), &models, Vec::new(), Options::default())
            .err()
            .unwrap();
    let codes: Vec<&str> = error.0.iter().map(|problem| problem.code.text()).collect();
    assert_eq!(codes, ["run::environment", "run::class", "run::class"]);
    assert!(error.to_string().contains("s.py:7"), "{error}");
}
