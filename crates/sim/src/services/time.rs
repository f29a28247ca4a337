//! The pseudo component `time`: time scale, statistics and sleep.

use morse_scene::document::Strategy;
use morse_scene::value::{Map, Value};

use crate::contract::service::{Answer, Arguments, ServiceError};
use crate::engine::answers::queue::SleepRequest;
use crate::engine::simulation::Simulation;
use crate::transport::request::Respond;

pub(super) fn call(
    simulation: &mut Simulation,
    service: &str,
    arguments: &Arguments<'_>,
) -> Result<Value, ServiceError> {
    match service {
        "now" => Ok(Value::Float(simulation.client_time_s())),
        "mode" => Ok(Value::from(strategy_name(simulation.model.strategy))),
        "statistics" => Ok(Value::Map(statistics(simulation))),
        _ => set_time_scale(simulation, arguments.take(0)?),
    }
}

/// Client-visible name of a time strategy.
pub(crate) fn strategy_name(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::BestEffort => "Best Effort",
        Strategy::FixedStep => "Fixed Simulation Step",
    }
}

fn set_time_scale(simulation: &mut Simulation, value: f64) -> Result<Value, ServiceError> {
    if value <= 0.0 {
        return Err(ServiceError::Refused(format!("the time scale must be greater than 0, got {value}")));
    }
    simulation.engine.controls.time_scale = value;
    Ok(Value::Bool(true))
}

/// Statistics of the step duration. Best-effort simulations measure it in simulated time, which is exact. Fixed-step
/// simulations measure it in wall time, which shows how far they are from real time.
fn statistics(simulation: &Simulation) -> Map {
    let wall = &simulation.engine.controls.wall_steps;
    let step_s = 1.0 / simulation.state.clock.rate_hz();
    let mut map = Map::new();
    match simulation.model.strategy {
        Strategy::BestEffort => {
            let wall_rate = if wall.mean() > 0.0 { 1.0 / wall.mean() } else { 0.0 };
            let spread = wall_rate * wall_rate * wall.variance().sqrt();
            map.insert("mean_time", step_s);
            map.insert("variance_time", 0.0);
            map.insert("mean_frame_by_sec", wall_rate);
            map.insert("variance_frame_by_sec", spread * spread);
        }
        Strategy::FixedStep => {
            map.insert("mean_time", wall.mean());
            map.insert("variance_time", wall.variance());
            map.insert("diff_real_time", simulation.state.clock.now().seconds() - wall.sum());
        }
    }
    map
}

/// Starts `time sleep`. Only one sleep runs at a time, as clients of the original MORSE expect.
pub(super) fn sleep(simulation: &mut Simulation, arguments: &Arguments<'_>, respond: Respond) {
    let seconds: f64 = match arguments.take(0) {
        Ok(seconds) => seconds,
        Err(error) => return respond(Answer::Failed(error)),
    };
    if simulation.engine.answers.sleep_request.is_some() {
        let busy = ServiceError::Busy { running: "sleep".to_owned(), interruptible: None };
        return respond(Answer::Failed(busy));
    }
    simulation.engine.answers.sleep_request = Some(SleepRequest { seconds, begun: None, respond });
}
