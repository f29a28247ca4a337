//! Robots beside closed forms: what `benches/fidelity.py` shows.
//!
//! Prints lines of words with tabs between them: `closed`, what, the value found, the value expected, how far off it is, as a
//! share.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/closed_forms/drives.rs"]
mod drives;
#[path = "../tests/closed_forms/flight.rs"]
mod flight;
#[path = "../tests/closed_forms/form.rs"]
mod form;

fn main() {
    let groups: [fn() -> Vec<form::Form>; 9] = [
        flight::drag,
        drives::kinematic,
        drives::dynamic,
        drives::wheels,
        drives::car,
        flight::hover,
        flight::rotors,
        || flight::steps(960),
        || flight::steps(common::HZ),
    ];
    for form in groups.into_iter().flat_map(|group| group()) {
        println!("closed\t{}\t{}\t{}\t{}", form.what, form.found, form.expected, form.off());
    }
}
