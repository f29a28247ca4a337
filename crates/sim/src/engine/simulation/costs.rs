//! Measurement of costs: switched on by the driver, read by clients and observers.

use morse_scene::value::{Map, Value};

use crate::engine::cost::ComponentCost;
use crate::engine::simulation::Simulation;

/// Mean costs of a step [ms] for clients; nothing if they are not measured.
pub(crate) fn mean_costs(simulation: &Simulation) -> Value {
    let Some(costs) = simulation.costs() else { return Value::Null };
    let mean_ms = |ns: u64| Value::from(ns as f64 * 1e-6 / costs.ticks.max(1) as f64);
    let component = |cost: &ComponentCost| {
        let entries = [
            ("name", Value::from(cost.name.as_str())),
            ("class", Value::from(cost.class.as_str())),
            ("ms", mean_ms(cost.ns)),
        ];
        Value::from(Map::from(entries))
    };
    Value::from(Map::from([
        ("ticks", Value::from(costs.ticks as i64)),
        ("tick_ms", Value::from(simulation.state.clock.tick_ns() as f64 * 1e-6)),
        ("step_ms", mean_ms(costs.step_ns)),
        ("physics_ms", mean_ms(costs.physics_ns)),
        ("publishing_ms", mean_ms(costs.publishing_ns)),
        ("hosts_ms", mean_ms(costs.hosts_ns)),
        ("components", Value::List(costs.components.iter().map(component).collect())),
    ]))
}
