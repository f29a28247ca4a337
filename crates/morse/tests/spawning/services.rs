//! The services of `simulation` that spawn, remove, query and move objects.

use std::sync::mpsc::channel;

use morse::{Options, Simulation, Value};
use morse_sim::contract::service::Answer;
use morse_world::Euler;

use crate::{call, numbers, simulation, steps};

#[test]
fn service_of_removed_robot_is_answered() {
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
fn services_spawn_and_despawn_robots() {
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
fn urdf_is_spawned_from_text() {
    const CRATE: &str = "<robot name='crate'><link name='body'><inertial><mass value='2'/>\
        <inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial><collision><geometry>\
        <box size='0.4 0.4 0.4'/></geometry></collision></link></robot>";
    let mut simulation = simulation(&Options::default());
    let spawn = |simulation: &mut Simulation, text: &str, name: &str| {
        call(simulation, "spawn_urdf", &[text.into(), name.into(), numbers(&[7.0, 0.0, 3.0])])
    };
    spawn(&mut simulation, CRATE, "one").unwrap();
    // The text is not cached: the second object is created from it again.
    spawn(&mut simulation, CRATE, "two").unwrap();
    steps(&mut simulation, 30);
    let fallen = simulation.entity_state("one").unwrap().world_from_entity.translation;
    assert!(fallen.z < 2.5 && (fallen.x - 7.0).abs() < 0.5, "{fallen}");
    let errors = [
        (CRATE, "one", "'one' is taken"),
        (CRATE, "two words", "not valid as the name"),
        ("<robot", "third", "XML"),
        ("<sdf/>", "third", "begins with <robot>"),
    ];
    for (text, name, words) in errors {
        let error = spawn(&mut simulation, text, name).unwrap_err();
        assert!(error.contains(words), "{error}");
    }
    let missing = CRATE.replace("<box size='0.4 0.4 0.4'/>", "<mesh filename='/etc/hosts.stl'/>");
    let error = spawn(&mut simulation, &missing, "third").unwrap_err();
    assert!(error.contains("outside of the resource folders"), "{error}");
    assert!(simulation.entities().all(|entity| entity.name != "third"));
    call(&mut simulation, "despawn", &["one".into()]).unwrap();
    spawn(&mut simulation, CRATE, "one").unwrap();
}

#[test]
fn services_query_and_set_state_of_objects() {
    let mut simulation = simulation(&Options::default());
    let text = |name: &str| Value::Text(name.to_owned());
    let half_turn = numbers(&[0.0, 0.0, 2.0, 0.0]);
    let spawned = [text("ATRV"), text("second"), numbers(&[3.0, 1.0, 0.2]), half_turn.clone()];
    call(&mut simulation, "spawn", &spawned).unwrap();
    let listed = call(&mut simulation, "entities", &[text("second")]).unwrap();
    let entity = listed.as_list().unwrap()[0].as_map().unwrap();
    assert_eq!((entity.get("kind"), entity.get("class")), (Some(&text("robot")), Some(&text("ATRV"))));
    assert_eq!(entity.get("spawned"), Some(&Value::Bool(true)));
    assert_eq!(entity.get("position"), Some(&numbers(&[3.0, 1.0, 0.2])));
    assert_eq!(entity.get("orientation"), Some(&numbers(&[0.0, 0.0, 1.0, 0.0])), "of length 1");

    let moving = [text("second"), Value::Null, Value::Null, numbers(&[1.0, 0.0, 0.0])];
    call(&mut simulation, "set_entity_state", &moving).unwrap();
    let state = simulation.entity_state("second").unwrap();
    assert_eq!(state.linear_velocity.to_array(), [1.0, 0.0, 0.0]);
    assert_eq!(state.world_from_entity.translation.to_array(), [3.0, 1.0, 0.2], "its position is unchanged");
    let no_rotation = [text("second"), Value::Null, numbers(&[0.0; 4])];
    assert!(call(&mut simulation, "set_entity_state", &no_rotation).unwrap_err().contains("not a rotation"));
    let unknown = call(&mut simulation, "set_entity_state", &[text("nobody")]).unwrap_err();
    assert!(unknown.contains("nobody"), "{unknown}");
    // A sensor has no body.
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
fn model_with_too_many_joints_is_refused_and_the_largest_one_takes_steps() {
    let robot = |joints: usize| {
        let link = |n: usize| {
            format!(
                "<link name='l{n}'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>\
                 </inertial></link>"
            )
        };
        let joint = |n: usize| {
            format!(
                "<joint name='j{n}' type='continuous'><parent link='l0'/><child link='l{n}'/><axis xyz='0 1 0'/></joint>"
            )
        };
        let links: String = (0..=joints).map(link).collect();
        let joints: String = (1..=joints).map(joint).collect();
        format!("<robot name='r'>{links}{joints}</robot>")
    };
    let mut simulation = simulation(&Options::default());
    let spawn = |simulation: &mut Simulation, joints: usize| {
        let text: Value = robot(joints).into();
        call(simulation, "spawn_urdf", &[text, "large".into(), numbers(&[7.0, 0.0, 3.0])])
    };
    let error = spawn(&mut simulation, 257).unwrap_err();
    assert!(error.contains("'large' has 257 joints") && error.contains("at most 256"), "{error}");
    spawn(&mut simulation, 256).unwrap();
    steps(&mut simulation, 2);
}
