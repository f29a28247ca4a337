//! Objects that are added to and removed from a running simulation.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::channel;
use std::time::Duration;

use morse::middlewares::{self, Serving};
use morse::{
    Document, Ending, Frame, Interrupt, LoadOptions, Options, Pose, Runner, Scene, SceneBuilder, Simulation,
    Value, WiringTable,
};
use morse_scene::document::{Physics, Shape};
use morse_sim::contract::service::Answer;
use morse_sim::transport::request::Event;
use morse_sim::{DespawnError, EntityError, EntityState, SpawnError};
use morse_world::Euler;

/// What a function builds.
fn document(build: impl FnOnce(&mut SceneBuilder<'_>)) -> Document {
    let (catalogue, wiring) = (morse::catalogue(), WiringTable::built_in().unwrap());
    let mut builder = SceneBuilder::new(&catalogue, &wiring);
    build(&mut builder);
    builder.build().unwrap()
}

/// A robot with a noisy pose, a scanner and a drive.
fn rover(builder: &mut SceneBuilder<'_>, name: &str, x: f64) {
    let mut robot = builder.robot(name, "ATRV");
    robot.translate([x, 0.0, 0.0]);
    robot.sensor("pose", "Pose").alter("Noise");
    robot.sensor("scan", "Hokuyo");
    robot.actuator("motion", "MotionVW");
    robot.actuator("waypoint", "Waypoint");
}

/// A simulation with one robot, `first`.
fn simulation(options: &Options) -> Simulation {
    let document = document(|builder| {
        rover(builder, "first", 0.0);
        builder.environment("empty");
    });
    let scene = Scene::from_document("test", document, &LoadOptions::default()).unwrap();
    scene.simulation(options).unwrap()
}

fn at(x: f64, y: f64) -> Pose {
    Pose::from_translation([x, y, 0.2].into())
}

fn steps(simulation: &mut Simulation, count: usize) {
    (0..count).for_each(|_| simulation.step());
}

fn call(simulation: &mut Simulation, service: &str, arguments: &[Value]) -> Result<Value, String> {
    match simulation.call("simulation", service, arguments) {
        Some(Answer::Success(value)) => Ok(value),
        Some(Answer::Failed(error)) => Err(error.to_string()),
        other => panic!("{other:?}"),
    }
}

fn numbers(numbers: &[f64]) -> Value {
    Value::List(numbers.iter().map(|&number| Value::Float(number)).collect())
}

#[test]
fn a_spawned_robot_is_like_one_of_the_scene() {
    let mut simulation = simulation(&Options::default());
    steps(&mut simulation, 10);
    let first = simulation.sensor_id("first.pose").unwrap();
    simulation.spawn(&document(|builder| rover(builder, "second", 5.0))).unwrap();
    simulation.command("second.motion", &[("v", 1.0), ("w", 0.0)].into()).unwrap().unwrap();
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
    assert!(later > x + 0.5, "its motion goes on: {later}");
    simulation.despawn("second").unwrap();
    steps(&mut simulation, 2);
    assert_eq!(simulation.entities().count(), 0, "the last robot may go");
}

#[test]
fn a_thousand_spawns_leave_nothing_behind() {
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

/// Digests of a run in which robots come and go, from tick to tick.
fn digests(options: &Options) -> Vec<u64> {
    let mut simulation = simulation(options);
    let mut digests = Vec::new();
    for tick in 0..90 {
        match tick {
            20 => simulation.spawn(&document(|builder| rover(builder, "second", 3.0))).unwrap(),
            30 => simulation.spawn_robot("third", "Morsy", at(0.0, 4.0)).unwrap(),
            40 => drop(simulation.command("second.motion", &[("v", 1.0), ("w", 0.5)].into())),
            50 => simulation.despawn("first").unwrap(),
            60 => simulation.spawn(&document(|builder| rover(builder, "first", -3.0))).unwrap(),
            _ => {}
        }
        simulation.step();
        digests.push(simulation.digest().unwrap());
    }
    digests
}

#[test]
fn runs_with_spawns_are_the_same_on_any_number_of_threads() {
    let one = digests(&Options::default());
    for threads in [2, 4] {
        assert_eq!(digests(&Options { threads, ..Options::default() }), one, "{threads} threads");
    }
    assert_ne!(digests(&Options { seed: 1, ..Options::default() }), one, "noise depends on the seed");
}

#[test]
fn noise_of_a_spawned_sensor_depends_on_seed_name_and_tick_only() {
    let reading = |spawned_before: bool| {
        let mut simulation = simulation(&Options::default());
        steps(&mut simulation, 10);
        if spawned_before {
            simulation.spawn_robot("other", "Morsy", at(0.0, 40.0)).unwrap();
        }
        simulation.spawn(&document(|builder| rover(builder, "second", 30.0))).unwrap();
        if spawned_before {
            simulation.despawn("other").unwrap();
        }
        steps(&mut simulation, 1);
        simulation.data("second.pose").unwrap().to_map()
    };
    assert_eq!(reading(false), reading(true));
}

#[test]
fn snapshots_hold_spawned_robots() {
    let second = document(|builder| rover(builder, "second", 3.0));
    let mut simulation = simulation(&Options::default());
    steps(&mut simulation, 10);
    let alone = simulation.save().unwrap();
    simulation.spawn(&second).unwrap();
    steps(&mut simulation, 10);
    let both = simulation.save().unwrap();
    steps(&mut simulation, 30);
    let digest = simulation.digest().unwrap();
    simulation.restore(&both).unwrap();
    steps(&mut simulation, 30);
    assert_eq!(simulation.digest().unwrap(), digest, "the run is the same after going back");

    let before = simulation.digest().unwrap();
    let error = simulation.restore(&alone).unwrap_err().to_string();
    assert!(error.contains("without 'second'") && error.contains("despawn it first"), "{error}");
    assert_eq!(simulation.digest().unwrap(), before, "a refused snapshot changes nothing");
    simulation.despawn("second").unwrap();
    let error = simulation.restore(&both).unwrap_err().to_string();
    assert!(error.contains("with 'second', which is not there now"), "{error}");
    simulation.restore(&alone).unwrap();
    simulation.spawn(&second).unwrap();
    steps(&mut simulation, 40);
    assert_eq!(simulation.digest().unwrap(), digest, "spawned again, it does the same");
}

#[test]
fn a_snapshot_fits_another_simulation_with_the_same_spawns() {
    let second = document(|builder| rover(builder, "second", 3.0));
    let mut one = simulation(&Options::default());
    steps(&mut one, 10);
    one.spawn(&second).unwrap();
    steps(&mut one, 10);
    let saved = one.save().unwrap();
    let mut other = simulation(&Options::default());
    assert!(other.restore(&saved).is_err());
    other.spawn(&second).unwrap();
    other.restore(&saved).unwrap();
    steps(&mut one, 30);
    steps(&mut other, 30);
    assert_eq!(one.digest().unwrap(), other.digest().unwrap());
}

#[test]
fn a_refused_spawn_changes_nothing() {
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
    // Found only while it is built: a sensor of a robot whose component names a missing camera.
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
fn only_whole_objects_of_the_scene_can_be_removed() {
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
fn a_service_of_a_removed_robot_is_answered() {
    let mut simulation = simulation(&Options::default());
    steps(&mut simulation, 2);
    let (sender, receiver) = channel();
    let id = simulation.gateway().next_id();
    let arguments = [9.0, 0.0, 0.0].map(Value::Float);
    let respond = Box::new(move |answer| drop(sender.send(answer)));
    simulation.call_with(id, "first.waypoint", "goto", &arguments, respond);
    steps(&mut simulation, 5);
    simulation.despawn("first").unwrap();
    steps(&mut simulation, 3);
    let answer = receiver.try_recv().unwrap();
    let Answer::Failed(error) = answer else { panic!("{answer:?}") };
    assert!(error.to_string().contains("'first.waypoint' was removed from the scene"), "{error}");
    assert!(simulation.call("first.waypoint", "stop", &[]).is_some(), "an unknown component is an error");
}

#[test]
fn services_spawn_and_despawn() {
    let mut simulation = simulation(&Options::default());
    let place = numbers(&[4.0, 1.0, 0.2]);
    let turn = numbers(&[0.0, 0.0, 1.5]);
    let arguments = ["ATRV".into(), "second".into(), place.clone(), turn];
    call(&mut simulation, "spawn", &arguments).unwrap();
    let pose = simulation.entity_state("second").unwrap().world_from_entity;
    assert!(
        (pose.translation.x - 4.0).abs() < 1e-9 && (Euler::from_quat(pose.rotation).yaw - 1.5).abs() < 1e-9
    );
    let error =
        |simulation: &mut Simulation, arguments: &[Value]| call(simulation, "spawn", arguments).unwrap_err();
    let taken = error(&mut simulation, &arguments);
    assert!(taken.contains("'second' is taken"), "{taken}");
    for file in ["/etc/passwd", "../secret", "props/../../x", "~/x"] {
        let outside = error(&mut simulation, &[file.into(), "third".into(), place.clone()]);
        assert!(outside.contains("inside of a resource folder"), "{outside}");
    }
    let nan = error(&mut simulation, &["ATRV".into(), "third".into(), numbers(&[f64::NAN, 0.0, 0.0])]);
    assert!(nan.contains("finite"), "{nan}");
    call(&mut simulation, "despawn", &["second".into()]).unwrap();
    let gone = call(&mut simulation, "despawn", &["second".into()]).unwrap_err();
    assert!(gone.contains("no object 'second'"), "{gone}");
    call(&mut simulation, "despawn", &["first".into()]).unwrap();
    assert_eq!(call(&mut simulation, "list_robots", &[]).unwrap(), Value::List(Vec::new()));
}

#[test]
fn services_tell_and_set_the_state_of_objects() {
    let mut simulation = simulation(&Options::default());
    let text = |name: &str| Value::Text(name.to_owned());
    let half_turn = numbers(&[0.0, 0.0, 2.0, 0.0]);
    let spawned = [text("ATRV"), text("second"), numbers(&[3.0, 1.0, 0.2]), half_turn.clone()];
    call(&mut simulation, "spawn", &spawned).unwrap();
    let listed = call(&mut simulation, "entities", &[text("second")]).unwrap();
    let told = listed.as_list().unwrap()[0].as_map().unwrap();
    assert_eq!((told.get("kind"), told.get("class")), (Some(&text("robot")), Some(&text("ATRV"))));
    assert_eq!(told.get("spawned"), Some(&Value::Bool(true)));
    assert_eq!(told.get("position"), Some(&numbers(&[3.0, 1.0, 0.2])));
    assert_eq!(told.get("orientation"), Some(&numbers(&[0.0, 0.0, 1.0, 0.0])), "of length 1");

    let moving = [text("second"), Value::Null, Value::Null, numbers(&[1.0, 0.0, 0.0])];
    call(&mut simulation, "set_entity_state", &moving).unwrap();
    let state = simulation.entity_state("second").unwrap();
    assert_eq!(state.linear_velocity.to_array(), [1.0, 0.0, 0.0]);
    assert_eq!(state.world_from_entity.translation.to_array(), [3.0, 1.0, 0.2], "it stays where it is");
    let no_rotation = [text("second"), Value::Null, numbers(&[0.0; 4])];
    assert!(call(&mut simulation, "set_entity_state", &no_rotation).unwrap_err().contains("no rotation"));
    let unknown = call(&mut simulation, "set_entity_state", &[text("nobody")]).unwrap_err();
    assert!(unknown.contains("nobody"), "{unknown}");
    // A sensor has no body of its own.
    let sensor = [text("first.pose"), Value::Null, Value::Null, numbers(&[1.0, 0.0, 0.0])];
    assert!(call(&mut simulation, "set_entity_state", &sensor).unwrap_err().contains("does not move"));

    assert_eq!(call(&mut simulation, "despawn_spawned", &[]).unwrap(), Value::Int(1));
    assert_eq!(call(&mut simulation, "list_robots", &[]).unwrap(), Value::List(vec![text("first")]));
    let classes = call(&mut simulation, "spawnables", &[]).unwrap();
    let is_atrv = |class: &Value| class.as_map().unwrap().get("what") == Some(&text("ATRV"));
    assert!(classes.as_list().unwrap().iter().any(is_atrv));
    let status = call(&mut simulation, "status", &[]).unwrap();
    assert_eq!(status.as_map().unwrap().get("paused"), Some(&Value::Bool(false)));
}

#[test]
fn reset_puts_a_spawned_robot_where_it_was_spawned() {
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
    assert_eq!(simulation.set_entity_state("second", &bad), Err(EntityError::NotFinite("second".to_owned())));
    assert_eq!(simulation.set_entity_state("x", &state), Err(EntityError::Unknown("x".to_owned())));
    simulation.reset_objects();
    assert_eq!(
        simulation.entity_state("second").unwrap().world_from_entity.translation,
        at(7.0, 1.0).translation
    );
}

#[test]
fn streams_of_a_spawned_robot_open_and_close() {
    let scene = document(|builder| {
        builder.robot("first", "FakeRobot");
        builder.environment("empty");
    });
    let scene = Scene::from_document("test", scene, &LoadOptions::default()).unwrap();
    let bind = [127, 0, 0, 1].into();
    let (middlewares, _) = middlewares::all(Serving { bind, service_port: 0, stream_port: 0, fast: true });
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
        // The connections are accepted at some time, and what is sent before is lost.
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
        assert_eq!(motion.read(&mut [0; 8]).unwrap(), 0, "and so does that of commands");
        let gone = call(&mut simulation, "get_stream_port", &["second.pose".into()]).unwrap_err();
        assert!(gone.contains("Stream unavailable"), "{gone}");
        assert!(TcpStream::connect(address).is_err(), "the port is closed");
        steps(&mut simulation, 2);
    }
    simulation.finish();
}

#[test]
fn a_sensor_goes_on_without_the_readings_of_removed_ones() {
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

/// A robot in the air with a gripper, and a cube before it.
fn grasping() -> Simulation {
    let mut simulation = simulation(&Options::default());
    let robot = document(|builder| {
        let mut robot = builder.robot("second", "FakeRobot");
        robot.translate([0.0, 0.0, 5.0]);
        robot.actuator("gripper", "Gripper").rotate([0.0, std::f64::consts::FRAC_PI_2, 0.0]);
        let mut cube = builder.primitive("cube", Shape::Cube { half_extents: [0.05; 3] });
        cube.translate([0.3, 0.0, 5.0]).physics(Physics::RigidBody).mass(0.5).property("Graspable", true);
    });
    simulation.spawn(&robot).unwrap();
    let grab = simulation.call("second.gripper", "grab", &[]);
    assert_eq!(grab, Some(Answer::Success("cube".into())));
    simulation
}

#[test]
fn what_a_removed_robot_holds_stays_and_falls() {
    let mut simulation = grasping();
    simulation.despawn("second").unwrap();
    let cube = simulation.world().find("cube").unwrap();
    assert!(simulation.world().parent(cube).is_none());
    steps(&mut simulation, 30);
    assert!(simulation.entity_state("cube").unwrap().world_from_entity.translation.z < 4.0);
}

#[test]
fn a_held_object_can_be_removed() {
    let mut simulation = grasping();
    simulation.despawn("cube").unwrap();
    steps(&mut simulation, 3);
    let release = simulation.call("second.gripper", "release", &[]);
    assert_eq!(release, Some(Answer::Success(Value::Bool(false))), "it holds nothing any more");
}

#[test]
fn a_model_file_becomes_a_passive_object() {
    let mut simulation = simulation(&Options::default());
    steps(&mut simulation, 3);
    let before = simulation.digest().unwrap();
    simulation.spawn_model("boat", "robots/morsy", at(4.0, 4.0)).unwrap();
    let entity = simulation.entities().last().unwrap();
    assert_eq!((entity.name, entity.class), ("boat", Some("PassiveObject")));
    assert_eq!(simulation.entity_state("boat").unwrap().world_from_entity, at(4.0, 4.0));
    assert!(simulation.world().below(entity.node.unwrap()).len() > 1, "its model has parts");
    simulation.despawn("boat").unwrap();
    assert_eq!(simulation.digest().unwrap(), before);
    let zone = document(|builder| {
        builder.zone("dock", "Charging").translate([1.0, 0.0, 0.0]);
    });
    simulation.spawn(&zone).unwrap();
    assert_eq!(simulation.world().zones_at([1.0, 0.5, 0.0].into(), "Charging").count(), 1);
    simulation.despawn("dock").unwrap();
    assert_eq!(simulation.world().zones().len(), 0);
}

#[test]
fn steps_that_are_cancelled_are_not_made() {
    let mut simulation = simulation(&Options::default());
    simulation.pause();
    let (sender, receiver) = channel();
    let ask = |simulation: &mut Simulation, count| {
        let (id, sender) = (simulation.gateway().next_id(), sender.clone());
        let respond = Box::new(move |answer| drop(sender.send(answer)));
        simulation.call_with(id, "simulation", "step", &[Value::Int(count)], respond);
        id
    };
    let other = simulation.gateway().next_id();
    let steps = ask(&mut simulation, 5);
    simulation.handle(Event::Cancel(other));
    assert!(receiver.try_recv().is_err(), "another request");
    simulation.handle(Event::Cancel(steps));
    assert_eq!(receiver.try_recv(), Ok(Answer::Preempted(Value::Int(0))));
    assert_eq!(simulation.controls().paused, Some(0));
    ask(&mut simulation, 1);
    assert!(receiver.try_recv().is_err(), "the next request is taken");
}

#[test]
fn a_paused_run_steps_when_it_is_asked() {
    let mut simulation = simulation(&Options::default());
    let (sender, receiver) = channel();
    let ask = |simulation: &mut Simulation, service: &str, arguments: &[Value]| {
        let (id, sender) = (simulation.gateway().next_id(), sender.clone());
        let respond = Box::new(move |answer| drop(sender.send(answer)));
        simulation.call_with(id, "simulation", service, arguments, respond);
    };
    ask(&mut simulation, "step", &[Value::Int(5)]);
    assert!(matches!(receiver.try_recv(), Ok(Answer::Failed(_))), "it is not paused");
    ask(&mut simulation, "pause", &[]);
    assert_eq!(receiver.try_recv(), Ok(Answer::Success(Value::Null)));
    for bad in [0, -1] {
        ask(&mut simulation, "step", &[Value::Int(bad)]);
        assert!(matches!(receiver.try_recv(), Ok(Answer::Failed(_))));
    }
    ask(&mut simulation, "step", &[Value::Int(5)]);
    let interrupt = Interrupt::default();
    let watch = interrupt.clone();
    let mut ticks = 0;
    let observer = |frame: &Frame<'_>| ticks = frame.simulation().clock().tick();
    let mut runner = Runner::new(simulation).observe(observer).interrupt(interrupt);
    let waiting = std::thread::spawn(move || {
        let answer = receiver.recv_timeout(Duration::from_secs(10)).ok();
        watch.request();
        answer
    });
    assert_eq!(runner.run(), Ending::Interrupted);
    drop(runner);
    let answer = waiting.join().unwrap();
    assert_eq!((ticks, answer), (5, Some(Answer::Success(Value::Int(5)))));
}
