//! Tests of robots against exact solutions over ten seconds: drives, drag, rotors.
//!
//! `examples/robot_fidelity.rs` prints the same values for docs/fidelity.md.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;
mod drives;
mod flight;
mod form;

use form::Form;

/// Panics with the values that exceed their tolerance.
#[track_caller]
fn assert_within(forms: Vec<Form>) {
    for form in &forms {
        println!(
            "{}: {} instead of {}, off by {:e} of {:e}",
            form.what,
            form.found,
            form.expected,
            form.off(),
            form.allowed
        );
    }
    let off: Vec<_> = forms.iter().filter(|form| form.off() > form.allowed).map(|form| &form.what).collect();
    assert!(off.is_empty(), "{off:?}");
}

#[test]
fn friction_reduces_speed_as_in_bullet_and_the_turn_rate_in_arcs_as_in_morse_1_4() {
    for [speed, turn_rate] in drives::SLIDES {
        let [slower, turns_less] = drives::slide(speed, turn_rate);
        let told = if speed == 0.0 { 0.0 } else { 0.031 };
        assert!((slower - told).abs() < 0.003, "{slower} of {speed} m/s");
        let turns_less_in_arcs = if speed == 0.0 { 0.0 } else { 0.015 * turn_rate };
        assert!((turns_less - turns_less_in_arcs).abs() < 5e-4, "{turns_less} of {turn_rate} rad/s");
    }
}

#[test]
fn kinematic_drives_follow_their_arcs() {
    assert_within(drives::kinematic());
}

#[test]
fn driven_bodies_follow_their_arcs() {
    assert_within(drives::dynamic());
}

#[test]
fn wheels_move_a_robot_along_its_arc() {
    assert_within(drives::wheels());
}

#[test]
fn car_drives_the_circle_of_its_steering_angle() {
    assert_within(drives::car());
}

#[test]
fn falling_robot_reaches_its_terminal_speed() {
    assert_within(flight::drag());
}

#[test]
fn quadrotors_hover() {
    assert_within(flight::hover());
}

#[test]
fn changed_rotor_speeds_move_a_quadrotor_as_in_its_linear_model() {
    assert_within(flight::rotors());
}

#[test]
fn step_responses_of_quadrotors_match_their_linear_models() {
    assert_within(flight::steps(960));
}
