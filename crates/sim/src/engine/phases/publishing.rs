//! Phase 6: fresh readings go to the queues of the middlewares.

use crate::engine::model::Model;
use crate::engine::resources::Engine;
use crate::engine::state::current::State;
use crate::transport::stream::Audience;

/// Runs the phase.
pub(crate) fn publish(model: &Model, state: &mut State, engine: &mut Engine) {
    let stamp_ns = model.epoch.nanoseconds(state.clock.now());
    for middleware in &mut engine.middlewares {
        middleware.begin_publish(stamp_ns, &state.world);
    }
    // Shortcut: without listeners, thousands of sensors need not be visited.
    if has_listeners(model, engine) {
        for sensor in &mut state.sensors {
            sensor.publish(model.epoch);
        }
        if engine.external.is_some() {
            publish_actuators(model, state);
        }
    }
    for middleware in &mut engine.middlewares {
        middleware.flush();
    }
}

/// Queues the data of external actuators that acted in this tick.
fn publish_actuators(model: &Model, state: &mut State) {
    let time = (state.clock.now(), model.epoch);
    for actuator in &mut state.actuators {
        let robot = state.robots[actuator.robot].meta.node;
        actuator.publish(time, &state.world, robot);
    }
}

/// Whether a stream may have listeners. Streams that a host encodes count as having listeners, because their
/// messages must be removed.
fn has_listeners(model: &Model, engine: &Engine) -> bool {
    let mut audiences = model.plan.publishing.iter().map(|&index| engine.middlewares[index].audience());
    model.plan.has_own_publishers
        || engine.external.is_some()
        || audiences.any(|audience| audience != Audience::NoClient)
}
