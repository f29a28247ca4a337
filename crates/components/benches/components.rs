//! What an idle component costs per tick: the time of a scene with many robots that carry one each, less that of the
//! same scene with clocks in their place, which do nothing.
//!
//! The first line of output is the baseline: a tick with the clocks alone. The others name the component and the time
//! of a tick with [`COUNT`] of it; a component's own cost is the difference to the baseline, divided by that number.
#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use morse_scene::document::Document;
use morse_sim::{Models, Options, Simulation};
use serde_json::{Value, json};

/// Components of one class in a scene.
const COUNT: u64 = 1000;

/// Class, and what more the scene says of it.
type Case = (&'static str, Value, &'static [&'static str]);

fn cases() -> Vec<Case> {
    let plain = || json!({});
    let level = |name: &str| json!({"level": name});
    vec![
        ("morse.sensors.pose.Pose", plain(), &[]),
        ("morse.sensors.gyroscope.Gyroscope", plain(), &[]),
        ("morse.sensors.attitude.Attitude", plain(), &[]),
        ("morse.sensors.velocity.Velocity", plain(), &[]),
        ("morse.sensors.odometry.Odometry", level("raw"), &[]),
        ("morse.sensors.odometry.Odometry", level("differential"), &[]),
        ("morse.sensors.odometry.Odometry", level("integrated"), &[]),
        ("morse.sensors.accelerometer.Accelerometer", plain(), &[]),
        ("morse.sensors.imu.IMU", plain(), &[]),
        ("morse.sensors.gps.GPS", level("extended"), &[]),
        ("morse.sensors.magnetometer.Magnetometer", plain(), &[]),
        ("morse.sensors.laserscanner.LaserScanner", plain(), &[]),
        ("morse.sensors.laserscanner.LaserScanner", level("physical"), &[]),
        ("morse.sensors.radar_altimeter.RadarAltimeter", plain(), &[]),
        ("morse.sensors.collision.Collision", plain(), &[]),
        ("morse.sensors.pose.Pose", plain(), &["morse.modifiers.pose_noise.PoseNoiseModifier"]),
        ("morse.sensors.pose.Pose", plain(), &["morse.modifiers.ned.CoordinatesToNED"]),
        ("morse.sensors.pose.Pose", plain(), &["morse.modifiers.ecef.CoordinatesToECEF"]),
        ("morse.sensors.pose.Pose", plain(), &["morse.modifiers.geodetic.CoordinatesToGeodetic"]),
        ("morse.actuators.v_omega.MotionVW", plain(), &[]),
        ("morse.actuators.xy_omega.MotionXYW", plain(), &[]),
        ("morse.actuators.waypoint.Waypoint", plain(), &[]),
        ("morse.actuators.destination.Destination", plain(), &[]),
        ("morse.actuators.teleport.Teleport", plain(), &[]),
        ("morse.actuators.orientation.Orientation", plain(), &[]),
    ]
}

/// [`COUNT`] robots without body, each with one component of a class.
fn scene(class: &str, more: &Value, modifiers: &[&str]) -> Simulation {
    let kind = if class.contains(".sensors.") { "sensor" } else { "actuator" };
    let mut objects = Vec::new();
    let mut altered = serde_json::Map::new();
    for nth in 0..COUNT {
        let robot = format!("robot{nth}");
        let name = format!("{robot}.it");
        let mut object =
            json!({"name": name, "kind": kind, "class": class, "parent": robot, "rate_hz": 60.0});
        if let (Value::Object(object), Value::Object(more)) = (&mut object, more) {
            object.extend(more.clone());
        }
        objects.push(json!({"name": robot, "kind": "robot", "class": "morse.robots.fakerobot.FakeRobot"}));
        objects.push(object);
        let entries: Vec<Value> = modifiers.iter().map(|modifier| json!([modifier, "OUT", {}])).collect();
        altered.insert(name, json!(entries));
    }
    let place = json!({"longitude": 43.6, "latitude": 1.4333, "altitude": 135.0});
    let document = json!({"morse_scene": 1, "environment": {"file": "empty", "properties": place},
        "objects": objects, "component_modifier": altered});
    let document = Document::from_json(&document.to_string()).unwrap();
    Simulation::assemble(
        &document,
        &morse_components::registry(),
        &Models::default(),
        Vec::new(),
        Options::default(),
    )
    .unwrap()
}

fn tick(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tick");
    group.throughput(Throughput::Elements(COUNT));
    let baseline: Case = ("morse.sensors.clock.Clock", json!({}), &[]);
    for (class, more, modifiers) in std::iter::once(baseline).chain(cases()) {
        let mut simulation = scene(class, &more, modifiers);
        let mut name = class.rsplit('.').next().unwrap_or_default().to_owned();
        if let Some(level) = more["level"].as_str() {
            name = format!("{name} {level}");
        }
        for modifier in modifiers {
            name = format!("{name} + {}", modifier.rsplit('.').next().unwrap_or_default());
        }
        let name = if class.ends_with("Clock") { "baseline (Clock)".to_owned() } else { name };
        group.bench_function(name, |bencher| bencher.iter(|| black_box(&mut simulation).step()));
    }
    group.finish();
}

criterion_group!(benches, tick);
criterion_main!(benches);
