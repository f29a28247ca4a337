//! Spawned robots behave like robots of the scene, and leave nothing behind when removed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use morse::middlewares::Serving;
use morse::{Document, LoadOptions, Options, Scene, middlewares};
use morse_sim::{DespawnError, EntityError, EntityState, SpawnError};

use crate::{at, call, document, rover, simulation, steps};

#[test]
fn spawned_robot_behaves_like_robot_of_scene() {
    let mut simulation = simulation(&Options::default());
    steps(&mut simulation, 10);
    let first = simulation.sensor_id("first.pose").unwrap();
    simulation.spawn(&document(|builder| rover(builder, "second", 5.0))).unwrap();
    simulation.command("second.motion", &[("v", 1.0), ("w", 0.0)].into()).unwrap();
    steps(&mut simulation, 60);
    let entity = simulation.entities().find(|entity| entity.name == "second").unwrap();
    assert_eq!((entity.class, entity.model), (Some("ATRV"), Some("robots/atrv")));
    let x = simulation.entity_state("second").unwrap().world_from_entity.translation.x;
    assert!((5.5..6.1).contains(&x), "it drove to {x}");
    assert!(simulation.data("second.scan").is_some());
    simulation.despawn("first").unwrap();
    assert!(!simulation.has_component(first) && simulation.sensor_id("first.pose").is_none());
    let second = simulation.sensor_id("second.pose").unwrap();
    assert_eq!(simulation.component_name(second), "second.pose");
    assert_eq!(simulation.robot_of(second), simulation.robot_id("second"));
    steps(&mut simulation, 60);
    assert!(simulation.reading(second).is_new);
    let later = simulation.entity_state("second").unwrap().world_from_entity.translation.x;
    assert!(later > x + 0.5, "it continues to move: {later}");
    simulation.despawn("second").unwrap();
    steps(&mut simulation, 2);
    assert_eq!(simulation.entities().count(), 0, "the last robot can be removed");
}

#[test]
fn thousand_spawns_leave_nothing_behind() {
    let mut simulation = simulation(&Options::default());
    let mut undisturbed = self::simulation(&Options::default());
    steps(&mut simulation, 5);
    steps(&mut undisturbed, 5);
    let second = document(|builder| rover(builder, "second", 5.0));
    let (before, count) = (simulation.digest().unwrap(), simulation.world().nodes().len());
    simulation.spawn(&second).unwrap();
    simulation.despawn("second").unwrap();
    assert_eq!(simulation.digest().unwrap(), before);
    let mut size = 0;
    for round in 0..1000 {
        simulation.spawn(&second).unwrap();
        simulation.spawn_robot("third", "Morsy", at(0.0, 4.0)).unwrap();
        simulation.despawn("second").unwrap();
        simulation.despawn("third").unwrap();
        if round % 100 == 99 {
            steps(&mut simulation, 1);
            steps(&mut undisturbed, 1);
            assert_eq!(simulation.digest().unwrap(), undisturbed.digest().unwrap(), "round {round}");
            size = if size == 0 { simulation.save().unwrap().len() } else { size };
        }
    }
    assert_eq!(simulation.world().nodes().len(), count);
    let grown = simulation.save().unwrap().len() - size;
    assert!(grown < 256, "a snapshot grew by {grown} bytes");
}

#[test]
fn refused_spawn_changes_nothing() {
    let mut simulation = simulation(&Options::default());
    steps(&mut simulation, 3);
    let before = (simulation.digest().unwrap(), simulation.world().nodes().len());
    let taken = simulation.spawn(&document(|builder| rover(builder, "first", 3.0))).unwrap_err();
    assert!(matches!(&taken, SpawnError::NameTaken(name) if name == "first"), "{taken}");
    let unknown = simulation.spawn_robot("second", "ATVR", at(0.0, 0.0)).unwrap_err().to_string();
    assert!(unknown.contains("did you mean `ATRV`"), "{unknown}");
    let kind = simulation.spawn_robot("second", "Pose", at(0.0, 0.0)).unwrap_err().to_string();
    assert!(kind.contains("makes a sensor, not a robot"), "{kind}");
    let bad = simulation.spawn_robot("second", "ATRV", at(f64::NAN, 0.0)).unwrap_err();
    assert!(matches!(bad, SpawnError::BadPose(_)), "{bad}");
    for name in ["", "a b", "a\n"] {
        let bad = simulation.spawn_robot(name, "ATRV", at(0.0, 0.0)).unwrap_err();
        assert!(matches!(bad, SpawnError::BadName(_)), "{bad}");
    }
    let missing = simulation.spawn_model("chair", "props/no_such_chair", at(0.0, 0.0)).unwrap_err();
    assert!(matches!(missing, SpawnError::Assemble(_)), "{missing}");
    let mut orphan = document(|builder| rover(builder, "second", 3.0));
    orphan.objects.remove(0);
    let other = simulation.spawn(&orphan).unwrap_err();
    assert!(matches!(other, SpawnError::OtherParent { .. }), "{other}");
    assert!(matches!(simulation.spawn(&Document::default()), Err(SpawnError::Empty)));
    // This error is found only during assembly: the robot lacks the part that a component attaches to.
    let mut broken = document(|builder| rover(builder, "second", 3.0));
    broken.objects[0].attach_to = None;
    broken.objects[2].attach_to = Some("no such part".to_owned());
    let broken = simulation.spawn(&broken).unwrap_err();
    assert!(matches!(broken, SpawnError::Assemble(_)), "{broken}");
    assert_eq!((simulation.digest().unwrap(), simulation.world().nodes().len()), before);
    assert_eq!(simulation.entities().count(), 5);
    simulation.spawn(&document(|builder| rover(builder, "second", 3.0))).unwrap();
}

#[test]
fn only_whole_objects_can_be_removed() {
    let mut simulation = simulation(&Options::default());
    let unknown = simulation.despawn("frist").unwrap_err().to_string();
    assert!(unknown.contains("did you mean `first`"), "{unknown}");
    let part = simulation.despawn("first.pose").unwrap_err();
    assert_eq!(part, DespawnError::Part { name: "first.pose".to_owned(), whole: "first".to_owned() });
    let environment = simulation.despawn("empty").unwrap_err();
    assert_eq!(environment, DespawnError::OfEnvironment("empty".to_owned()));
    let ground = simulation.world().nodes().next().unwrap();
    let ground = simulation.world().name(ground).to_owned();
    assert_eq!(simulation.despawn(&ground), Err(DespawnError::OfEnvironment(ground)));
}

#[test]
fn reset_moves_spawned_robot_to_its_spawn_pose() {
    let mut simulation = simulation(&Options::default());
    simulation.spawn_robot("second", "ATRV", at(7.0, 1.0)).unwrap();
    let state = EntityState {
        world_from_entity: at(9.0, 9.0),
        linear_velocity: [1.0, 0.0, 0.0].into(),
        angular_velocity: [0.0; 3].into(),
    };
    simulation.set_entity_state("second", &state).unwrap();
    assert_eq!(simulation.entity_state("second").unwrap(), state);
    let bad = EntityState { linear_velocity: [f64::NAN, 0.0, 0.0].into(), ..state };
    assert_eq!(
        simulation.set_entity_state("second", &bad),
        Err(EntityError::OutOfRange("second".to_owned()))
    );
    assert_eq!(simulation.set_entity_state("x", &state), Err(EntityError::Unknown("x".to_owned())));
    simulation.reset_objects();
    assert_eq!(
        simulation.entity_state("second").unwrap().world_from_entity.translation,
        at(7.0, 1.0).translation
    );
}

#[test]
fn streams_of_spawned_robot_open_and_close() {
    let scene = document(|builder| {
        builder.robot("first", "FakeRobot");
        builder.environment("empty");
    });
    let scene = Scene::from_document("test", scene, &LoadOptions::default()).unwrap();
    let bind = [127, 0, 0, 1].into();
    let (middlewares, _) = middlewares::all(Serving {
        bind,
        service_port: 0,
        stream_port: 0,
        fast: true,
        limits: Default::default(),
    });
    let mut simulation = scene.serving_simulation(middlewares, &Options::default()).unwrap();
    simulation.start().unwrap();
    let robot = document(|builder| {
        let mut robot = builder.robot("second", "ATRV");
        robot.sensor("pose", "Pose").interface("socket");
        robot.actuator("motion", "MotionVW").interface("socket");
    });
    for _ in 0..3 {
        simulation.spawn(&robot).unwrap();
        let mut connect = |component: &str| {
            let port = call(&mut simulation, "get_stream_port", &[component.into()]).unwrap();
            let address = ("127.0.0.1", port.as_i64().unwrap() as u16);
            let socket = TcpStream::connect(address).unwrap();
            socket.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
            (socket, address)
        };
        let (pose, address) = connect("second.pose");
        let (mut motion, _) = connect("second.motion");
        motion.write_all(b"{\"v\": 2.0, \"w\": 0.0}\n").unwrap();
        let mut lines = BufReader::new(pose).lines();
        // Messages that are sent before the connections are accepted are lost.
        let mut x = 0.0;
        while x < 0.5 {
            steps(&mut simulation, 5);
            std::thread::sleep(Duration::from_millis(1));
            x = simulation.entity_state("second").unwrap().world_from_entity.translation.x;
        }
        let line = lines.next().unwrap().unwrap();
        assert!(line.starts_with("{\"timestamp\""), "{line}");
        simulation.despawn("second").unwrap();
        assert!(lines.map(Result::unwrap).count() < 10_000, "the stream ends");
        assert_eq!(motion.read(&mut [0; 8]).unwrap(), 0, "the stream of commands ends too");
        let gone = call(&mut simulation, "get_stream_port", &["second.pose".into()]).unwrap_err();
        assert!(gone.contains("Stream unavailable"), "{gone}");
        assert!(TcpStream::connect(address).is_err(), "the port is closed");
        steps(&mut simulation, 2);
    }
    simulation.finish();
}

#[test]
fn compound_sensor_omits_removed_sensors() {
    let mut simulation = simulation(&Options::default());
    let joined = document(|builder| {
        let mut robot = builder.robot("second", "ATRV");
        robot.sensor("pose", "Pose");
        robot.sensor("all", "CompoundSensor").property("sensors", "second.pose,first.pose");
    });
    if let Err(error) = simulation.spawn(&joined) {
        panic!("{error}");
    }
    steps(&mut simulation, 3);
    simulation.despawn("first").unwrap();
    steps(&mut simulation, 3);
    let joined = simulation.data("second.all").unwrap().to_map();
    assert!(joined.get("second.pose").is_some() && joined.get("first.pose").is_none(), "{joined:?}");
}
