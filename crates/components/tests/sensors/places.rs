//! Tests of sensors that depend on the position: GPS, Magnetometer, Barometer, Battery.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use crate::common::{FAKE, Run, Scene, assert_close};
use serde_json::{Value as Json, json};

/// 2015-07-02 12:34:56 UTC.
const EPOCH_S: f64 = 1_435_840_496.0;

fn toulouse() -> Json {
    json!({"longitude": 43.6, "latitude": 1.4333, "altitude": 135.0})
}

fn on_earth(environment: Json) -> Scene {
    Scene::new().environment(environment).epoch(EPOCH_S).robot(FAKE)
}

fn gps(scene: Scene, level: &str) -> Scene {
    scene.sensor("it", "gps.GPS").with("level", json!(level))
}

fn displaced(scene: Scene) -> Run {
    scene
        .actuator("motion", "xy_omega.MotionXYW")
        .with("properties", json!({"ControlType": "Position"}))
        .run()
}

#[test]
fn magnetic_field_and_digest_do_not_depend_on_the_wall_clock_and_the_date_is_that_of_timestamps() {
    let readings = |scene: Scene| {
        let scene = scene
            .environment(toulouse())
            .robot(FAKE)
            .sensor("gps", "gps.GPS")
            .with("level", json!("extended"));
        let mut run = scene.sensor("it", "magnetometer.Magnetometer").run();
        run.step(1);
        let gps = run.simulation.data("robot.gps").unwrap().to_map();
        let date = gps.get("date").unwrap().as_str().unwrap().to_owned();
        (date, (run.reads("it", ["x", "y", "z"]), run.digest()))
    };
    let (date, unset) = readings(Scene::new().wall_clock(2e9));
    assert_eq!(date, "180533");
    assert_eq!(readings(Scene::new().wall_clock(1e9)), ("090901".to_owned(), unset));
    let relative = Scene::new().time(json!({"relative": true})).wall_clock(2e9);
    assert_eq!(readings(relative), ("010125".to_owned(), unset));
    let (date, set) = readings(Scene::new().epoch(EPOCH_S).wall_clock(2e9));
    assert_eq!(date, "020715");
    assert_ne!(set.0, unset.0);
}

#[test]
fn simple_gps_needs_no_position_on_earth() {
    let scene = Scene::new().robot(FAKE).at([1.0, 2.0, 3.0], 0.5).sensor("it", "gps.GPS");
    for scene in [scene.clone(), scene.with("level", json!("simple"))] {
        assert_close(scene.run().step(1).reads("it", ["x", "y", "z"]), [1.0, 2.0, 3.0], 1e-12);
    }
}

#[test]
fn raw_gps_matches_the_published_values() {
    let fix = |location| {
        let run = &mut gps(on_earth(toulouse()).at(location, 0.0), "raw").run();
        let [longitude, latitude, altitude] = run.step(1).reads("it", ["longitude", "latitude", "altitude"]);
        ([longitude, latitude], [altitude])
    };
    let (coordinates, altitude) = fix([10.0, 8.0, 0.1]);
    assert_close(coordinates, [43.600_088_3, 1.433_372_47], 2e-6);
    // The surface of the Earth is below the tangent plane: by 13 micrometers here, by 4 mm at the second position.
    assert_close(altitude, [135.1], 2e-5);
    let (coordinates, altitude) = fix([100.0, 200.0, 50.0]);
    assert_close(coordinates, [43.6009, 1.4351], 1e-4);
    assert_close(altitude, [185.003], 1e-3);
}

#[test]
fn raw_gps_measures_velocity_to_east_north_and_up() {
    let velocity = |environment: Json, level| {
        let mut run = displaced(gps(on_earth(environment).at([0.0; 3], FRAC_PI_4), level));
        run.step(1);
        assert_eq!(run.vector("it", "velocity"), [0.0; 3]);
        run.command("motion", &[("x", 1.0), ("y", 0.0), ("w", 0.0)]);
        run.step(2).vector("it", "velocity")
    };
    let half = 0.5_f64.sqrt();
    assert_close(velocity(toulouse(), "raw"), [half, half, 0.0], 1e-9);
    // At 90 the world is not rotated; at 180 its Y axis points east.
    let mut turned = toulouse();
    turned["angle_against_north"] = json!(180.0);
    assert_close(velocity(turned, "extended"), [half, -half, 0.0], 1e-6);
}

#[test]
fn extended_gps_gives_date_time_and_heading() {
    let mut run = displaced(gps(on_earth(toulouse()).at([0.0; 3], 0.0), "extended"));
    run.seconds(5.0);
    assert_eq!((run.text("it", "date"), run.text("it", "time")), ("020715".into(), "123501".into()));
    assert_eq!(run.read("it", "heading"), f64::INFINITY);
    run.command("motion", &[("x", 1.0), ("y", 0.0), ("w", 0.0)]);
    run.step(2);
    assert_close([run.read("it", "heading")], [90.0], 1e-9);
}

#[test]
fn sensors_of_the_position_on_earth_need_the_position_of_the_scene() {
    for level in ["raw", "extended"] {
        let refusal = gps(on_earth(json!({"longitude": 1.0})), level).refusal();
        for word in ["GPS at level", level, "robot.it", "latitude, altitude", "Environment.properties("] {
            assert!(refusal.contains(word), "{refusal}");
        }
    }
    let refusal = on_earth(json!({})).sensor("it", "magnetometer.Magnetometer").refusal();
    assert!(refusal.contains("Magnetometer on robot.it") && refusal.contains("longitude"), "{refusal}");
}

fn field(place: [f64; 3], rotation: [f64; 3], properties: Json) -> [f64; 3] {
    let [longitude, latitude, altitude] = place;
    let environment = json!({"longitude": longitude, "latitude": latitude, "altitude": altitude});
    let mut run = on_earth(environment)
        .with("rotation", json!(rotation))
        .sensor("it", "magnetometer.Magnetometer")
        .with("properties", properties)
        .run();
    run.step(1).reads("it", ["x", "y", "z"])
}

#[test]
fn magnetometer_matches_the_published_values() {
    let at = |place| field(place, [0.0; 3], json!({"date": 2015.0}));
    assert_close(at([0.0, 80.0, 0.0]), [6627.1, -445.9, 54_432.3], 0.1);
    assert_close(at([120.0, 0.0, 0.0]), [39_518.2, 392.9, -11_252.4], 0.1);
    assert_close(at([240.0, -80.0, 0.0]), [5797.3, 15_761.1, -52_919.1], 0.1);
    assert_close(at([0.0, 80.0, 100_000.0]), [6314.3, -471.6, 52_269.8], 0.1);
}

#[test]
fn magnetometer_uses_the_date_and_its_attitude() {
    let place = [1.4333, 43.6, 135.0];
    let today = field(place, [0.0; 3], json!({}));
    assert_close(field(place, [0.0; 3], json!({"date": 2015.0 + 182.0 / 365.0})), today, 1e-9);
    let later = field(place, [0.0; 3], json!({"date": 2024.5}));
    assert!((later[0] - today[0]).abs() > 10.0);
    let [x, y, z] = today;
    assert_close(field(place, [0.0, 0.0, FRAC_PI_2], json!({})), [y, -x, z], 1e-6);
}

#[test]
fn pressure_decreases_with_the_height_above_the_start() {
    let mut run = Scene::new()
        .robot(FAKE)
        .at([0.0, 0.0, 500.0], 0.0)
        .sensor("it", "barometer.Barometer")
        .actuator("teleport", "teleport.Teleport")
        .run();
    run.step(1);
    assert_eq!(run.read("it", "pressure"), 101_325.0);
    for (height, pressure) in [(600.0, 100_129.0), (1500.0, 89_871.0)] {
        let there = [("x", 0.0), ("y", 0.0), ("z", height), ("yaw", 0.0), ("pitch", 0.0), ("roll", 0.0)];
        run.command("teleport", &there);
        run.step(2);
        assert_close([run.read("it", "pressure")], [pressure], 0.1);
    }
}

#[test]
fn battery_discharges_over_time_and_charges_in_a_charging_zone() {
    let zone = |kind: &str, x: f64| {
        json!({"name": kind, "kind": "zone", "location": [x, 0.0, 0.0], "scale": [1.0, 1.0, 1.0],
            "properties": {"Zone_Tag": true, "Type": kind}})
    };
    let mut run = displaced(
        Scene::new()
            .object(zone("Charging", 10.0))
            .object(zone("Parking", 0.0))
            .robot(FAKE)
            .sensor("it", "battery.Battery")
            .with("properties", json!({"DischargingRate": 2.0})),
    );
    run.seconds(10.0);
    assert_close([run.read("it", "charge")], [80.0], 1e-6);
    assert_eq!(run.text("it", "status"), "Discharging");
    // The robot stops at the nearer face of the zone, which it reaches after nine seconds.
    run.command("motion", &[("x", 1.0), ("y", 0.0), ("w", 0.0)]);
    run.seconds(9.5);
    run.command("motion", &[("x", 0.0), ("y", 0.0), ("w", 0.0)]);
    run.step(1);
    assert_eq!(run.text("it", "status"), "Charging");
    assert_close([run.read("it", "charge")], [80.0 - 18.0 + 1.0], 0.1);
    run.seconds(20.0);
    assert_eq!((run.read("it", "charge"), run.text("it", "status")), (100.0, "Charged".into()));
}

#[test]
fn empty_battery_stays_empty() {
    let mut run = Scene::new()
        .robot(FAKE)
        .sensor("it", "battery.Battery")
        .with("properties", json!({"DischargingRate": 60.0}))
        .run();
    assert_eq!((run.read("it", "charge"), run.text("it", "status")), (100.0, "Charged".into()));
    run.seconds(3.0);
    assert_eq!((run.read("it", "charge"), run.text("it", "status")), (0.0, "Discharging".into()));
}
