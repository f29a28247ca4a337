//! Timing of requests and answers.
//!
//! A request is served between two ticks, or with [`RequestTiming::Tick`] at the beginning of the next tick. Services
//! that complete at once are answered at once. Asynchronous services and sleeps end in a tick. Their answers are
//! ready after the messages of the following tick, and a driver sends them after these messages. A client that has
//! the answer can therefore wait for a message that is newer than the effect of its request.

pub(crate) mod queue;
pub(crate) mod replaying;

use morse_scene::document::RequestTiming;

use crate::contract::outcome::Answer;
use crate::engine::answers::queue::{Ended, SleepRequest};
use crate::engine::answers::replaying::serve_replayed;
use crate::engine::cost::CostClock;
use crate::engine::instance::Tick;
use crate::engine::simulation::Simulation;
use crate::engine::simulation::device_events::take_device_event;
use crate::engine::time::Time;
use crate::services::{cancel_request, serve_request};
use crate::transport::remote_robots::set_remote_poses;
use crate::transport::request::{EVENTS_PER_TICK_MAX, Event, QUEUE_LENGTH_MAX};

/// Handles one event from outside, between two ticks.
pub(crate) fn handle(simulation: &mut Simulation, event: Event) {
    let threads = simulation.threads();
    threads.install(|| match event {
        Event::Request(_) | Event::Cancel(_)
            if simulation.engine.answers.timing == RequestTiming::Tick && !simulation.is_paused() =>
        {
            simulation.engine.answers.waiting.push_back(event);
            // Limits the memory that clients can use by sending an unlimited number of requests.
            if simulation.engine.answers.waiting.len() > QUEUE_LENGTH_MAX
                && let Some(oldest) = simulation.engine.answers.waiting.pop_front()
            {
                take_event(simulation, oldest);
            }
        }
        event => take_event(simulation, event),
    });
}

/// Sends the answers that the last tick made ready, after the messages of that tick.
pub(crate) fn send_answers(simulation: &mut Simulation) {
    if simulation.engine.answers.ready.is_empty() {
        return;
    }
    for middleware in &mut simulation.engine.middlewares {
        middleware.wait_until_sent();
    }
    for Ended { respond, answer, .. } in simulation.engine.answers.ready.drain(..) {
        respond(answer);
    }
}

/// Marks answers to completed services as ready after this tick, then serves the waiting requests in arrival
/// order.
pub(crate) fn serve_requests(simulation: &mut Simulation, tick: Tick) {
    complete_sleep(simulation, tick);
    simulation.engine.answers.ready.append(&mut simulation.engine.answers.ended);
    match simulation.engine.answers.timing {
        _ if simulation.engine.replayed.is_some() => serve_replayed(simulation),
        RequestTiming::Immediate => {
            let limit = RequestLimit::of_tick(simulation);
            for served in 0..EVENTS_PER_TICK_MAX {
                if limit.is_reached(served) {
                    break;
                }
                let Ok(event) = simulation.engine.events.try_recv() else { break };
                take_event(simulation, event);
            }
        }
        RequestTiming::Tick => serve_waiting(simulation),
    }
    if let Some(sleep_request) = &mut simulation.engine.answers.sleep_request {
        sleep_request.begun.get_or_insert(tick.now);
    }
}

/// The wall time after which a tick serves no further requests, if there is a limit. Requests beyond it wait for the next tick.
struct RequestLimit(Option<(CostClock, u64)>);

impl RequestLimit {
    fn of_tick(simulation: &Simulation) -> Self {
        let limit = simulation.engine.request_limit;
        Self(limit.map(|(clock, budget_ns)| (clock, clock().saturating_add(budget_ns))))
    }

    /// Whether the time is over after this number of requests. A tick serves at least one.
    fn is_reached(&self, served: usize) -> bool {
        served > 0 && self.0.is_some_and(|(clock, end_ns)| clock() >= end_ns)
    }
}

/// Serves the requests that had arrived when the tick began. Requests that arrive meanwhile wait for the next
/// tick.
fn serve_waiting(simulation: &mut Simulation) {
    while simulation.engine.answers.waiting.len() < QUEUE_LENGTH_MAX
        && let Ok(event) = simulation.engine.events.try_recv()
    {
        simulation.handle(event);
    }
    let limit = RequestLimit::of_tick(simulation);
    for served in 0..EVENTS_PER_TICK_MAX.min(simulation.engine.answers.waiting.len()) {
        if limit.is_reached(served) {
            break;
        }
        if let Some(event) = simulation.engine.answers.waiting.pop_front() {
            take_event(simulation, event);
        }
    }
}

/// Ends a sleep at the tick nearest to its end time, but not in the tick in which it begins.
fn complete_sleep(simulation: &mut Simulation, tick: Tick) {
    let now = tick.now.0.saturating_add(tick.length_ns / 2);
    let is_over = |sleep_request: &mut SleepRequest| {
        let due = sleep_request
            .begun
            .map(|begun| begun.0.saturating_add(Time::from_seconds(sleep_request.seconds).0));
        due.is_some_and(|due| now > due)
    };
    if let Some(sleep_request) = simulation.engine.answers.sleep_request.take_if(is_over) {
        simulation
            .engine
            .answers
            .add_ready(sleep_request.respond, Answer::Success(morse_scene::value::Value::Null));
    }
}

pub(crate) fn take_event(simulation: &mut Simulation, event: Event) {
    if let Some(recorder) = &mut simulation.engine.recorder {
        recorder.event(&event);
    }
    match event {
        Event::Request(request) => serve_request(simulation, request),
        Event::Cancel(id) => cancel_request(simulation, id),
        Event::ClockAttached => simulation.engine.controls.clock_attached = true,
        Event::ClockTriggered => simulation.engine.controls.clock_triggers += 1,
        Event::ClockDetached => {
            simulation.engine.controls.clock_attached = false;
            simulation.engine.controls.clock_triggers = 0;
        }
        Event::LockstepAttached(partner) => simulation.engine.controls.lockstep.attach(partner),
        Event::LockstepReady(partner) => simulation.engine.controls.lockstep.set_ready(partner),
        Event::LockstepDetached(partner) => simulation.engine.controls.lockstep.detach(partner),
        Event::Device(event) => take_device_event(simulation, event),
        Event::MovedElsewhere(objects) => set_remote_poses(simulation, &objects),
    }
}

/// Sends all remaining answers, at the end of the run.
pub(crate) fn send_all_answers(simulation: &mut Simulation) {
    simulation.engine.answers.ready.append(&mut simulation.engine.answers.ended);
    simulation.send_answers();
}
