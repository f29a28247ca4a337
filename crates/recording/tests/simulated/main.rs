//! Whole runs from one seed: random scenes of the catalog, clients on a simulated network, faults. Twins with other threads, clients
//! and clocks, restored and recorded runs compute the same, and every state is valid.
//!
//! `MORSE_SEEDS=1..1000` selects the seeds, `MORSE_SEED_TICKS=3600` the length of their runs; `cargo xtask simulate` sets both. A
//! failure prints the seed, and the least scene and events that still fail.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod chance;
mod compare;
mod events;
mod invariants;
mod kept;
mod least;
mod network;
mod own_components;
mod people;
mod pieces;
mod plan;
mod recorded;
mod robot_files;
mod scene;
mod twin;

use std::ops::Range;
use std::time::{Duration, Instant};

use compare::compare;
use plan::Plan;

/// Seeds of a usual test run.
const SEEDS: Range<u64> = 1..4;
/// Length of a usual run. [ticks]
const TICKS: u64 = 60;
/// Period of lines of progress.
const PROGRESS: Duration = Duration::from_secs(30);

fn seeds() -> Range<u64> {
    let Ok(text) = std::env::var("MORSE_SEEDS") else { return SEEDS };
    let (first, end) = text.split_once("..").expect("MORSE_SEEDS is like 1..100");
    first.parse().unwrap()..end.parse().unwrap()
}

fn ticks() -> u64 {
    std::env::var("MORSE_SEED_TICKS").map_or(TICKS, |text| text.parse().unwrap())
}

#[test]
fn twins_of_random_runs_compute_the_same() {
    let (ticks, seeds) = (ticks(), seeds());
    let mut shown = Instant::now();
    for seed in seeds.clone() {
        let plan = Plan::of_seed(seed, ticks);
        if let Err(problem) = compare(&plan) {
            let plan = least::reduce(plan);
            let rest = compare(&plan).err().unwrap_or_default();
            panic!("seed {seed}: {problem}\nleast: {rest}\n{plan:#?}");
        }
        if shown.elapsed() >= PROGRESS {
            shown = Instant::now();
            eprintln!("seeds {}..={seed}: no finding", seeds.start);
        }
    }
}
