//! Mechanisms whose equalities cannot be met come to rest where they do in MuJoCo with steps that are short enough for it.
//!
//! tests/fixtures/out_of_reach.py writes the positions.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::f64::consts::TAU;

use morse_dynamics::{Input, Model, ModelSpec, Options, State, Workspace, step};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    name: String,
    spec: ModelSpec,
    /// At rest in MuJoCo. [rad]
    positions: Vec<f64>,
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("fixtures/out_of_reach.json")).unwrap()
}

/// The state after 30 s.
fn settled(name: &str, model: &Model, options: &Options) -> State {
    let (mut state, input, mut workspace) = (State::new(model), Input::new(model), Workspace::new(model));
    for _ in 0..(30.0 / options.step) as usize {
        let report = step(model, options, &mut state, &input, &mut |_, _| {}, &mut workspace);
        let report = report.unwrap_or_else(|error| panic!("{name} at {} s: {error}", state.time));
        assert!(!report.is_inexact, "{name}: {report:?}");
    }
    let fastest = state.velocities.iter().fold(0.0f64, |largest, v| v.abs().max(largest));
    assert!(fastest < 1e-6, "{name}: {:?}", state.velocities);
    state
}

#[test]
fn mechanisms_out_of_reach_rest_where_they_do_in_mujoco() {
    for Case { name, spec, positions } in cases() {
        let model = Model::new(spec).unwrap();
        for step in [1.0 / 60.0, 1.0 / 120.0, 1e-3] {
            for centered_bias in [false, true] {
                // MuJoCo limits no speed of recovery.
                let options =
                    Options { step, centered_bias, recovery_speed: f64::INFINITY, ..Options::default() };
                let state = settled(&name, &model, &options);
                for (q, expected) in state.positions.iter().zip(&positions) {
                    let off = (q - expected + 0.5 * TAU).rem_euclid(TAU) - 0.5 * TAU;
                    // The time constant of constraints is at least two steps: they are softer in longer ones.
                    let allowed = if step > 0.01 { 2e-2 } else { 1e-3 };
                    assert!(off.abs() < allowed, "{name}, {step} s: {:?} {positions:?}", state.positions);
                }
            }
        }
    }
}

#[test]
fn mechanisms_out_of_reach_come_to_rest_with_a_limited_speed_of_recovery() {
    for Case { name, spec, .. } in cases() {
        let model = Model::new(spec).unwrap();
        for step in [1.0 / 60.0, 1.0 / 120.0, 1e-3] {
            settled(&name, &model, &Options { step, centered_bias: true, ..Options::default() });
        }
    }
}
