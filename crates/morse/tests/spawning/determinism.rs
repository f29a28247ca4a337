//! Runs with spawned objects are reproducible on any number of threads, and after save and restore.

use morse::Options;

use crate::{at, document, rover, simulation, steps};

/// Digests of each tick of a run with spawned and removed robots.
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
fn runs_with_spawns_do_not_depend_on_number_of_threads() {
    let one = digests(&Options::default());
    for threads in [2, 4] {
        assert_eq!(digests(&Options { threads, ..Options::default() }), one, "{threads} threads");
    }
    assert_ne!(digests(&Options { seed: 1, ..Options::default() }), one, "noise depends on the seed");
}

#[test]
fn noise_of_spawned_sensor_depends_only_on_seed_name_and_tick() {
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
fn snapshots_contain_spawned_robots() {
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
    assert!(error.contains("no object 'second'") && error.contains("despawn it first"), "{error}");
    assert_eq!(simulation.digest().unwrap(), before, "a refused snapshot changes nothing");
    simulation.despawn("second").unwrap();
    let error = simulation.restore(&both).unwrap_err().to_string();
    assert!(error.contains("has an object 'second' that this scene does not have"), "{error}");
    simulation.restore(&alone).unwrap();
    simulation.spawn(&second).unwrap();
    steps(&mut simulation, 40);
    assert_eq!(simulation.digest().unwrap(), digest, "spawned again, it behaves the same");
}

#[test]
fn snapshot_fits_simulation_with_same_spawns() {
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
