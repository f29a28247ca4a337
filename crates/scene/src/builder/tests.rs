//! Tests of scenes built in Rust.

use crate::builder::*;
use crate::test_scene::{catalog, first_scene};
use crate::wiring::{Direction, WiringSources};

fn build(make: impl FnOnce(&mut SceneBuilder)) -> Result<Document, BuildErrors> {
    let (catalog, wiring) = (catalog(), WiringTable::built_in().unwrap());
    let mut scene = SceneBuilder::new(&catalog, &wiring);
    make(&mut scene);
    scene.build()
}

fn error(make: impl FnOnce(&mut SceneBuilder)) -> String {
    let errors = build(make).unwrap_err();
    assert_eq!(errors.0.len(), 1, "{errors}");
    errors.0[0].to_string()
}

/// The document without its generator, its script and all places in the script.
fn without_sources(mut document: Document) -> Document {
    document.generator = None;
    document.script = None;
    document.wiring_sources = WiringSources::default();
    document.environment.source = None;
    document.objects.iter_mut().for_each(|object| {
        object.source = None;
        object.sources.clear();
    });
    document
}

#[test]
fn first_scene_equals_the_scene_of_the_script() {
    let built = build(|scene| {
        let mut robot = scene.robot("robot", "ATRV");
        robot.sensor("pose", "Pose").translate([0.0, 0.0, 0.75]).stream("socket").alter("Noise");
        robot.sensor("odometry", "Odometry").stream("socket");
        robot.actuator("waypoint", "Waypoint").interface("socket");
        scene.environment("empty").fastmode = true;
        scene.stream_manager("socket", [("time_sync", Value::from(true)), ("sync_port", Value::from(5000))]);
    });
    assert_eq!(without_sources(built.unwrap()), without_sources(first_scene()));
}

#[test]
fn documents_name_the_line_of_each_call() {
    let document = build(|scene| {
        scene.robot("robot", "ATRV").sensor("pose", "Pose").stream("socket");
    })
    .unwrap();
    let file = file!();
    for source in [&document.objects[0].source, &document.objects[1].source] {
        assert_eq!(source.as_ref().unwrap().file, file);
    }
    assert_eq!(document.wiring_sources.stream("robot.pose", 0), document.objects[1].source.as_ref());
}

#[test]
fn default_interface_keeps_streams_of_the_same_middleware() {
    let document = build(|scene| {
        let mut robot = scene.robot("robot", "ATRV");
        robot.default_interface("text").default_interface("socket");
        robot.sensor("odometry", "Odometry").sensor("pose", "Pose");
        robot.actuator("keyboard", "Keyboard");
        let options = StreamOptions { options: Map::from([("port", 61000)]), ..StreamOptions::default() };
        robot.sensor("pose", "Pose").stream_with("socket", options);
        scene.robot("other", "ATRV").sensor("pose", "Pose");
    })
    .unwrap();
    let streams: Vec<&str> = document.component_datastream.keys().map(String::as_str).collect();
    assert_eq!(streams, ["robot.odometry", "robot.odometry.pose", "robot.pose"]);
    assert_eq!(document.component_datastream["robot.pose"].len(), 1);
    assert_eq!(document.component_datastream["robot.pose"][0].options, Map::from([("port", 61000)]));
    assert_eq!(document.object("robot.odometry").unwrap().level.as_deref(), Some("integrated"));
    assert_eq!(document.component_service.len(), 4);
}

#[test]
fn builder_classes_set_body_and_view() {
    let document = build(|scene| {
        let mut robot = scene.robot("jido", "Jido");
        robot.mass(80.0).ghost(0.3).color([1.0, 0.0, 0.0]);
        robot.sensor("camera", "VideoCamera").rotate([0.1, 0.2, 0.3]);
    })
    .unwrap();
    let jido = &document.objects[0];
    assert_eq!(jido.body.physics, Some(crate::document::Physics::Dynamic));
    assert_eq!((jido.body.mass, jido.body.radius, jido.body.ghost), (Some(80.0), Some(0.01), true));
    use std::f64::consts::{FRAC_PI_2, PI};
    assert_eq!(document.objects[1].rotation, [FRAC_PI_2 + 0.2, PI + 0.3, FRAC_PI_2 + 0.1]);
    assert_eq!(document.objects[1].rate_hz, Some(20.0));
}

#[test]
fn zones_primitives_and_passive_objects_need_no_catalog() {
    let document = build(|scene| {
        scene.zone("dock", "Charging").scale([2.0, 2.0, 1.0]);
        scene.primitive("ball", Shape::Sphere { radius: 1.0 }).translate([1.0, 0.0, 0.0]);
        scene.passive_object("table", "props/furnitures").property("Label", "TABLE");
        scene.simulation_service("socket");
    })
    .unwrap();
    assert_eq!(document.object("dock").unwrap().properties.get("Type"), Some(&Value::from("Charging")));
    assert_eq!(document.object("table").unwrap().model.as_ref().unwrap().file, "props/furnitures");
    assert_eq!(document.component_service["simulation"].len(), 1);
}

#[test]
fn modifiers_and_overlays_keep_their_arguments() {
    let document = build(|scene| {
        let mut robot = scene.robot("robot", "ATRV");
        let noise = ModifierOptions { arguments: Map::from([("pos_std", 0.5)]), class: None };
        let custom = ModifierOptions { class: Some("lab.Drift".to_owned()), ..ModifierOptions::default() };
        robot.sensor("pose", "Pose").alter_with("Noise", noise).alter_with("", custom);
        robot.actuator("waypoint", "Waypoint").overlay("ros", "lab.Overlay", Map::new());
    })
    .unwrap();
    let modifiers = &document.component_modifier["robot.pose"];
    assert_eq!(modifiers[0].arguments, Map::from([("pos_std", 0.5)]));
    assert_eq!((modifiers[1].class.as_str(), modifiers[1].direction), ("lab.Drift", Direction::Out));
    let manager = "morse.middleware.ros_request_manager.RosRequestManager";
    assert_eq!(document.overlays[manager]["robot.waypoint"].class, "lab.Overlay");
}

#[test]
fn errors_name_the_line_and_the_known_names() {
    let no_class = error(|scene| {
        scene.robot("robot", "ATVR");
    });
    assert!(no_class.starts_with(file!()) && no_class.ends_with("did you mean `ATRV`?"), "{no_class}");
    let on_robot = |make: fn(&mut ObjectBuilder)| error(|scene| make(&mut scene.robot("robot", "ATRV")));
    for (message, text) in [
        (
            on_robot(|robot| {
                robot.sensor("x", "Waypoint");
            }),
            "`Waypoint` makes an actuator, not a sensor",
        ),
        (
            on_robot(|robot| {
                robot.sensor("pose", "Pose").stream("soket");
            }),
            "did you mean `socket`?",
        ),
        (
            on_robot(|robot| {
                robot.sensor("pose", "Pose").service("text");
            }),
            "no middleware with services `text`",
        ),
        (
            on_robot(|robot| {
                robot.sensor("pose", "Pose").alter("Nois");
            }),
            "did you mean `Noise`?",
        ),
        (
            on_robot(|robot| {
                robot.sensor("pose", "Pose").alter("IMUNoise");
            }),
            "it fits morse.sensors.imu.IMU",
        ),
        (
            on_robot(|robot| {
                robot.actuator("keys", "Keyboard").stream("socket");
            }),
            "no data to stream",
        ),
        (
            on_robot(|robot| {
                robot.stream("socket");
            }),
            "no data to stream",
        ),
        (
            on_robot(|robot| {
                robot.alter("Noise");
            }),
            "it is a robot",
        ),
        (
            on_robot(|robot| {
                robot.sensor("odo", "Odometry").level("raw").stream("ros");
            }),
            "at level `raw`",
        ),
    ] {
        assert!(message.contains(text), "{message}");
    }
    let twice = error(|scene| {
        scene.robot("robot", "ATRV");
        scene.robot("robot", "ATRV");
    });
    assert!(twice.contains("already an object called `robot`"), "{twice}");
}
