//! The step: one tick of a simulation, as a list of its phases.

use crate::engine::answers::serve_requests;
use crate::engine::instance::{BegunStep, Tick};
use crate::engine::model::Model;
use crate::engine::phases::{acting, motion, publishing, sensing};
use crate::engine::resources::Engine;
use crate::engine::simulation::Simulation;
use crate::engine::state::current::State;
use crate::external::serving::manage_external;

/// One tick.
///
/// Phases with requests or with components of users take the whole simulation, because a service may add or remove
/// objects. The other phases only read the model.
pub(crate) fn step(simulation: &mut Simulation) {
    let begun = simulation.engine.begun.take();
    let BegunStep { tick, begin_ns } = begun.unwrap_or_else(|| begin(simulation));
    let time_ns = || tick.cost_clock.map_or(0, |read| read());
    sensing::sense(simulation, tick);
    acting::act(simulation, tick);
    let Simulation { model, state, engine, .. } = simulation;
    let physics_ns = time_ns();
    motion::advance_world(&mut state.world, engine);
    let publishing_ns = time_ns();
    publishing::publish(model, state, engine);
    if tick.cost_clock.is_some() {
        engine.costs.add([begin_ns, physics_ns, publishing_ns, time_ns()]);
    }
    let number = state.clock.tick();
    engine.answers.complete_steps(number);
    if let Some(recorder) = &mut engine.recorder {
        recorder.advance(number, false);
    }
}

/// The first part of a tick: time, requests, and the announcements of sensors.
pub(crate) fn begin(simulation: &mut Simulation) -> BegunStep {
    simulation.send_answers();
    let tick = advance_clock(&simulation.model, &mut simulation.state, &mut simulation.engine);
    let begin_ns = tick.cost_clock.map_or(0, |read| read());
    serve_requests(simulation, tick);
    manage_external(simulation);
    sensing::announce(simulation, tick);
    BegunStep { tick, begin_ns }
}

fn advance_clock(model: &Model, state: &mut State, engine: &mut Engine) -> Tick {
    let now = state.clock.advance();
    let number = state.clock.tick();
    if let Some(recorder) = &mut engine.recorder {
        recorder.advance(number, true);
    }
    Tick {
        now,
        client_time_s: model.epoch.seconds(now),
        number,
        length_ns: state.clock.tick_ns(),
        cost_clock: engine.costs.begin_tick(number),
    }
}
