//! Whole scenes from one seed: random robots of the catalog with random components, modifiers and events. Twins with other threads,
//! another wall clock, readers, or a restored state compute the same digests.
//!
//! `MORSE_SEEDS=1..1000` selects the seeds, `MORSE_SEED_TICKS=3600` the length of their runs; `cargo xtask simulate` sets both. A
//! failure prints the seed, and the least objects and events that still fail.

mod plan;
mod twins;

use std::ops::Range;

use plan::{Plan, plan};
use twins::compare;

/// Seeds of a usual test run.
const SEEDS: Range<u64> = 1..7;
/// Length of a usual run. [ticks]
const TICKS: u64 = 60;

/// Removes objects, modifiers and events as long as the plan fails.
fn least(mut plan: Plan, seed: u64, ticks: u64) -> Plan {
    loop {
        let mut smaller: Vec<Plan> = Vec::new();
        for index in (0..plan.scene.objects.len()).rev() {
            let name = plan.scene.objects[index]["name"].as_str().unwrap_or_default().to_owned();
            let is_gone = |of: &str| of == name || of.starts_with(&format!("{name}."));
            let mut candidate = plan.clone();
            candidate.scene.objects.retain(|object| !is_gone(object["name"].as_str().unwrap_or_default()));
            candidate.scene.modifiers.retain(|(of, _)| !is_gone(of));
            candidate.events.retain(|(_, event)| !event.object().is_some_and(is_gone));
            smaller.push(candidate);
        }
        for index in (0..plan.scene.modifiers.len()).rev() {
            let mut candidate = plan.clone();
            candidate.scene.modifiers.remove(index);
            smaller.push(candidate);
        }
        for index in (0..plan.events.len()).rev() {
            let mut candidate = plan.clone();
            candidate.events.remove(index);
            smaller.push(candidate);
        }
        match smaller.into_iter().find(|candidate| compare(candidate, seed, ticks).is_err()) {
            Some(candidate) => plan = candidate,
            None => return plan,
        }
    }
}

fn seeds() -> Range<u64> {
    let Ok(text) = std::env::var("MORSE_SEEDS") else { return SEEDS };
    let (first, end) = text.split_once("..").expect("MORSE_SEEDS is like 1..100");
    first.parse().unwrap()..end.parse().unwrap()
}

fn ticks() -> u64 {
    std::env::var("MORSE_SEED_TICKS").map_or(TICKS, |text| text.parse().unwrap())
}

#[test]
fn twins_of_random_scenes_compute_the_same_digests() {
    let ticks = ticks();
    for seed in seeds() {
        let plan = plan(seed, ticks);
        if let Err(problem) = compare(&plan, seed, ticks) {
            let plan = least(plan, seed, ticks);
            let rest = compare(&plan, seed, ticks).err().unwrap_or_default();
            panic!("seed {seed}: {problem}\nleast: {rest}\n{plan:#?}");
        }
    }
}
