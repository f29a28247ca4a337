//! Tests that a scene gives identical results for any number of threads, in repeated runs, and after a restore.

pub(crate) mod everything;

use std::collections::BTreeSet;

use crate::common::Run;
use everything::{commanded, everything};
use morse_scene::document::{Document, Object};

fn digests(mut run: Run, ticks: usize) -> Vec<u64> {
    (0..ticks).map(|_| run.step(1).digest()).collect()
}

/// Class paths that run in a scene: of its objects or their levels, and of its modifiers.
fn classes(document: &Document) -> BTreeSet<String> {
    let catalog = morse_components::catalog();
    let runs = |object: &Object| {
        let class = object.class.clone()?;
        let description = catalog.by_class(&class)?;
        let level = object.level.as_ref().map_or(description.default_level(), |name| description.level(name));
        Some(level.and_then(|level| level.class.clone()).unwrap_or(class))
    };
    let modifiers = document.component_modifier.values().flatten().map(|entry| entry.class.clone());
    document.objects.iter().filter_map(runs).chain(modifiers).collect()
}

#[test]
fn scene_contains_every_component() {
    let taking_part = classes(&everything().document());
    for component in morse_components::catalog().components.iter().filter(|component| component.implemented) {
        assert!(taking_part.contains(&component.class), "{} is missing", component.class);
    }
}

#[test]
fn digests_do_not_depend_on_threads_or_repetition() {
    let on = |threads| digests(commanded(everything().threads(threads).run()), 120);
    let one = on(1);
    assert_eq!(one, on(1), "a second run");
    assert_eq!(one, on(2), "two threads");
    assert_eq!(one, on(4), "four threads");
}

#[test]
fn different_seed_gives_different_digests() {
    let with = |seed| *digests(commanded(everything().seed(seed).run()), 2).last().unwrap();
    assert_ne!(with(3), with(4));
}

#[test]
fn restored_simulation_continues_unchanged() {
    let mut run = commanded(everything().run());
    run.step(70);
    let saved = run.simulation.save().unwrap();
    let expected = digests(run, 60);

    let mut fresh = everything().run();
    fresh.simulation.restore(&saved).unwrap();
    assert_eq!(digests(fresh, 60), expected);
}

#[test]
fn declarations_of_components_are_true_and_their_checks_change_no_state() {
    let mut checked = commanded(everything().run());
    checked.simulation.check_contracts();
    let checked_digests = (0..60).map(|_| checked.step(1).digest()).collect::<Vec<_>>();
    let found: Vec<String> =
        checked.simulation.contract_violations().iter().map(ToString::to_string).collect();
    assert_eq!(found, [""; 0]);
    assert_eq!(checked_digests, digests(commanded(everything().run()), 60));
}
