//! Worlds that replace the initial world of a simulation.

use morse::{LoadOptions, Options, Scene, Simulation};
use morse_sim::{LoadedWorld, SpawnError, WorldChangeError};

use crate::{at, call, document, numbers, rover, simulation, steps};

const INDOORS: &str = "indoors-1/indoor-1";

#[test]
fn reloaded_scene_runs_like_the_first_time() {
    let mut again = simulation(&Options::default());
    let mut fresh = simulation(&Options::default());
    // Only the world state is compared: the state of components contains node identifiers, which differ.
    let state = |simulation: &Simulation| {
        let readings = ["first.pose", "first.scan"].map(|name| simulation.data(name).unwrap().to_map());
        (simulation.digests().unwrap().world, readings)
    };
    again.load_environment(INDOORS).unwrap();
    assert_ne!(again.digests().unwrap().world, fresh.digests().unwrap().world);
    again.load_scene().unwrap();
    for simulation in [&mut again, &mut fresh] {
        simulation.command("first.motion", &[("v", 1.0), ("w", 0.3)].into()).unwrap();
    }
    for tick in 0..60 {
        let (found, expected) = (state(&again), state(&fresh));
        assert!(found == expected, "tick {tick}: the worlds have the digests {} and {}", found.0, expected.0);
        steps(&mut again, 1);
        steps(&mut fresh, 1);
    }
    assert_eq!(again.loaded_world(), LoadedWorld::Scene);
}

#[test]
fn streams_are_left_out_without_middlewares() {
    let document = document(|builder| {
        builder.robot("first", "ATRV").sensor("pose", "Pose").stream("socket");
        builder.environment("empty");
    });
    let scene = Scene::from_document("test", document, &LoadOptions::default()).unwrap();
    let mut simulation = scene.simulation(&Options::default()).unwrap();
    steps(&mut simulation, 3);
    simulation.load_scene().unwrap();
    steps(&mut simulation, 3);
    assert!(simulation.data("first.pose").is_some());
}

/// Digests of each tick of a run with several worlds.
fn digests(options: &Options) -> Vec<u64> {
    let mut simulation = simulation(options);
    let mut digests = Vec::new();
    for tick in 0..60 {
        match tick {
            10 => simulation.load_environment(INDOORS).unwrap(),
            20 => simulation.spawn(&document(|builder| rover(builder, "second", 1.0))).unwrap(),
            30 => simulation.unload_world().unwrap(),
            40 => simulation.load_scene().unwrap(),
            _ => {}
        }
        simulation.step();
        digests.push(simulation.digest().unwrap());
    }
    digests
}

#[test]
fn runs_with_several_worlds_do_not_depend_on_number_of_threads() {
    let one = digests(&Options::default());
    assert_eq!(digests(&Options { threads: 4, ..Options::default() }), one);
}

#[test]
fn unloading_world_removes_everything() {
    let mut simulation = simulation(&Options::default());
    steps(&mut simulation, 5);
    simulation.spawn_robot("guest", "Morsy", at(0.0, 4.0)).unwrap();
    simulation.load_environment(INDOORS).unwrap();
    assert_eq!((simulation.entities().count(), simulation.loaded_world()), (0, LoadedWorld::Environment));
    assert!(simulation.sensor_id("first.pose").is_none());
    let count = simulation.world().nodes().len();
    assert!(count > 10, "{count}");
    simulation.spawn(&document(|builder| rover(builder, "first", 0.0))).unwrap();
    steps(&mut simulation, 30);
    assert!(simulation.data("first.scan").is_some());
    for _ in 0..3 {
        simulation.load_environment(INDOORS).unwrap();
        assert_eq!(simulation.world().nodes().len(), count);
    }
    simulation.unload_world().unwrap();
    assert_eq!((simulation.world().nodes().len(), simulation.loaded_world()), (0, LoadedWorld::None));
    steps(&mut simulation, 3);
    assert!(matches!(simulation.unload_world(), Err(WorldChangeError::NoWorld)));
    let spawned = simulation.spawn_robot("guest", "Morsy", at(0.0, 4.0));
    assert!(matches!(spawned, Err(SpawnError::NoWorld)));
}

#[test]
fn services_list_load_and_unload_worlds() {
    let mut simulation = simulation(&Options::default());
    let status = |simulation: &mut Simulation, key: &str| {
        let status = call(simulation, "status", &[]).unwrap();
        status.as_map().unwrap().get(key).cloned().unwrap()
    };
    let listed = call(&mut simulation, "worlds", &[]).unwrap();
    for name in ["empty", INDOORS, "outdoors"] {
        assert!(listed.as_list().unwrap().contains(&name.into()), "{listed:?}");
    }
    let nowhere = call(&mut simulation, "worlds", &["of_nobody".into()]).unwrap_err();
    assert!(nowhere.contains("no resource folder has the folder 'of_nobody'"), "{nowhere}");
    assert_eq!(status(&mut simulation, "world"), "scene".into());
    call(&mut simulation, "load_world", &[INDOORS.into()]).unwrap();
    assert_eq!(status(&mut simulation, "world"), "environment".into());
    assert_eq!(status(&mut simulation, "environment"), INDOORS.into());
    let place = numbers(&[0.0, 0.0, 0.2]);
    call(&mut simulation, "spawn", &["ATRV".into(), "second".into(), place]).unwrap();
    let before = simulation.digest().unwrap();
    for (name, words) in
        [("nothing_of_this_name", "no asset"), ("../x", "clients may name"), ("/etc/x", "clients may name")]
    {
        let refused = call(&mut simulation, "load_world", &[name.into()]).unwrap_err();
        assert!(refused.contains(words), "{refused}");
        assert!(call(&mut simulation, "worlds", &[name.into()]).is_err());
    }
    assert_eq!(simulation.digest().unwrap(), before, "a refused world changes nothing");
    call(&mut simulation, "unload_world", &[]).unwrap();
    assert_eq!(status(&mut simulation, "world"), morse::Value::Null);
    let none = call(&mut simulation, "unload_world", &[]).unwrap_err();
    assert!(none.contains("no world is loaded"), "{none}");
    call(&mut simulation, "load_world", &[]).unwrap();
    assert_eq!(call(&mut simulation, "list_robots", &[]).unwrap().as_list().unwrap().len(), 1);
}
