//! Compares robots with closed-form solutions, for `benches/fidelity.py`.
//!
//! Prints tab-separated lines: `closed`, name, value found, value expected, relative error; `slide`, the commanded
//! speed [m/s] and turn rate [rad/s] of an ATRV, and the loss of both by friction.
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
    for [speed, turn_rate] in drives::SLIDES {
        let [slower, turns_less] = drives::slide(speed, turn_rate);
        println!("slide\t{speed} m/s, {turn_rate} rad/s\t{slower}\t{turns_less}");
    }
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
