//! Tests of the compound sensor, which combines readings of several sensors.

use crate::common::{FAKE, Run, Scene};
use morse_scene::value::Map;
use serde_json::json;

fn compound(scene: Scene, name: &str, sensors: &str) -> Scene {
    scene.sensor(name, "compound.CompoundSensor").with("properties", json!({"sensors": sensors}))
}

fn robot() -> Scene {
    Scene::new().epoch(1000.0).robot(FAKE).at([1.0, 2.0, 3.0], 0.5)
}

fn data(run: &mut Run, component: &str) -> Map {
    run.call(component, "get_local_data", &[]).as_map().unwrap().clone()
}

fn number(entry: &Map, name: &str) -> f64 {
    entry.get(name).unwrap().as_f64().unwrap()
}

#[test]
fn compound_has_the_newest_modified_reading_of_each_sensor() {
    // One of the sensors is declared after the compound sensor, one is slower.
    let scene = robot()
        .sensor("pose", "pose.Pose")
        .alter("utm.CoordinatesToUTM", json!({"x_offset": 100.0}))
        .sensor("clock", "clock.Clock")
        .with("rate_hz", json!(10.0));
    let mut run = compound(scene, "all", "robot.pose, robot.gps,robot.clock")
        .sensor("gps", "gps.GPS")
        .actuator("teleport", "teleport.Teleport")
        .run();
    run.step(2);
    run.command(
        "teleport",
        &[("x", 7.0), ("y", 8.0), ("z", 9.0), ("yaw", 0.0), ("pitch", 0.0), ("roll", 0.0)],
    );
    run.step(2);
    let joined = data(&mut run, "all");
    assert_eq!(joined.keys().collect::<Vec<_>>(), ["timestamp", "robot.pose", "robot.gps", "robot.clock"]);
    let entry = |name: &str| joined.get(name).unwrap().as_map().unwrap();
    assert_eq!(entry("robot.pose"), &data(&mut run, "pose"));
    assert_eq!(entry("robot.gps"), &data(&mut run, "gps"));
    assert_eq!((number(entry("robot.pose"), "x"), number(entry("robot.gps"), "x")), (107.0, 7.0));
    let now = number(&joined, "timestamp");
    assert!((now - 1000.0 - 4.0 / 60.0).abs() < 1e-6);
    assert_eq!(number(entry("robot.gps"), "timestamp"), now);
    assert!(number(entry("robot.clock"), "timestamp") < now);
}

#[test]
fn compound_may_combine_compounds_or_nothing() {
    let scene = compound(robot().sensor("pose", "pose.Pose"), "inner", "robot.pose");
    let mut run = compound(compound(scene, "outer", "robot.inner"), "nothing", "").run();
    run.step(1);
    let inner = data(&mut run, "inner");
    assert_eq!(data(&mut run, "outer").get("robot.inner").unwrap().as_map(), Some(&inner));
    assert_eq!(data(&mut run, "nothing").keys().collect::<Vec<_>>(), ["timestamp"]);
}

#[test]
fn compound_of_an_object_that_is_not_a_sensor_is_refused_by_name() {
    for wrong in ["robot.pse", "robot.motion", "robot", "robot.all"] {
        let scene = robot().sensor("pose", "pose.Pose").actuator("motion", "v_omega.MotionVW");
        let refusal = compound(scene, "all", &format!("robot.pose,{wrong}")).refusal();
        assert!(refusal.contains("robot.all") && refusal.contains(&format!("{wrong:?}")), "{refusal}");
    }
}

#[test]
fn digests_of_a_compound_do_not_depend_on_the_wall_clock_or_on_readers() {
    let scene = |clock_s: f64| {
        let scene = Scene::new().wall_clock(clock_s).robot(FAKE).sensor("pose", "pose.Pose");
        let scene = scene.sensor("camera", "depth_camera.DepthVideoCamera");
        let scene = compound(scene, "poses", "robot.pose");
        let scene = compound(scene, "all", "robot.pose,robot.camera");
        compound(scene, "outer", "robot.all,robot.poses")
    };
    let digests = |scene: Scene, has_reader: bool| {
        let mut run = scene.run();
        run.simulation.keep_all_reading(has_reader);
        let digests = (0..3).map(|_| {
            let digest = run.step(1).digest();
            (digest, run.simulation.digests().unwrap())
        });
        let digests: Vec<_> = digests.collect();
        (digests, data(&mut run, "poses"))
    };
    let (alone, stamped) = digests(scene(1.0e9), false);
    for (clock_s, has_reader) in [(2.0e9, false), (1.0e9, true), (2.0e9, true)] {
        let (found, stamped_later) = digests(scene(clock_s), has_reader);
        assert_eq!(found, alone, "{clock_s} {has_reader}");
        assert_eq!(stamped_later != stamped, clock_s > 1.5e9, "the clients see the wall clock");
    }
}

#[test]
fn compound_of_a_camera_is_read_for_a_stream_and_on_request() {
    let scene = Scene::new().robot(FAKE).sensor("camera", "depth_camera.DepthVideoCamera");
    let scene = compound(scene, "all", "robot.camera");
    let entries = |run: &Run| run.simulation.data("robot.all").unwrap().to_map().keys().count();
    let mut run = scene.run();
    run.step(2);
    assert_eq!(entries(&run), 0, "no client reads it");
    assert_eq!(data(&mut run, "all").keys().count(), 2);
    let mut run = scene.listen("all").run();
    assert_eq!(entries(run.step(1)), 1);
}

#[test]
fn compound_survives_a_snapshot() {
    let scene =
        || compound(robot().sensor("gps", "gps.GPS"), "all", "robot.gps").with("rate_hz", json!(10.0));
    let mut run = scene().run();
    run.step(4);
    let saved = run.simulation.save().unwrap();
    let mut fresh = scene().run();
    fresh.simulation.restore(&saved).unwrap();
    assert_eq!(fresh.digest(), run.digest());
    assert_eq!(data(&mut fresh, "all"), data(&mut run, "all"));
    assert_eq!(fresh.step(30).digest(), run.step(30).digest());
}
