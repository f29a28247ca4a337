//! Costs of components and of the parts of a step.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::{TestScene, simulation};
use morse_sim::Value;
use morse_sim::contract::service::Answer;

/// A clock that advances by one nanosecond each time it is read.
fn clock() -> u64 {
    static READ: AtomicU64 = AtomicU64::new(0);
    READ.fetch_add(1, Ordering::Relaxed)
}

#[test]
fn costs_are_measured_in_one_of_seventeen_ticks_and_change_no_result() {
    let mut measured = simulation(&TestScene::one_robot());
    let mut plain = simulation(&TestScene::one_robot());
    assert_eq!(measured.costs(), None);
    measured.measure_costs(clock);
    for _ in 0..34 {
        measured.step();
        plain.step();
    }
    let costs = measured.costs().unwrap();
    assert_eq!(costs.ticks, 2);
    assert!(costs.step_ns >= costs.physics_ns + costs.publishing_ns && costs.physics_ns > 0, "{costs:?}");
    assert!(costs.components.iter().any(|component| component.name == "robot.counter"), "{costs:?}");
    assert_eq!(measured.digest().unwrap(), plain.digest().unwrap());
}

#[test]
fn service_returns_mean_costs_or_nothing() {
    let mut simulation = simulation(&TestScene::one_robot());
    assert_eq!(simulation.call("simulation", "costs", &[]), Some(Answer::Success(Value::Null)));
    simulation.measure_costs(clock);
    (0..17).for_each(|_| simulation.step());
    let Some(Answer::Success(costs)) = simulation.call("simulation", "costs", &[]) else {
        panic!("no answer");
    };
    let costs = costs.as_map().unwrap();
    assert_eq!(costs.get("ticks").and_then(Value::as_f64), Some(1.0));
    assert!(costs.get("step_ms").and_then(Value::as_f64).unwrap() > 0.0);
}
