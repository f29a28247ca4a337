//! Requests of pages to a recording: the services of a simulation that control time, and `replay`.

use morse::{Answer, Simulation, Value};
use morse_viewer::{PageMessage, PageRequest};

/// A change of the playback.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Control {
    /// Time stands still, or goes on.
    Pause(bool),
    /// That many ticks on.
    Step(u32),
    /// Simulated seconds per wall second.
    Speed(f64),
    /// To a simulated time. [s]
    Seek(f64),
    /// Whether to begin again at the end.
    Loop(bool),
}

/// Slowest and quickest.
const SPEED_MIN: f64 = 0.01;
const SPEED_MAX: f64 = 1000.0;

/// Answers a request, and says what it does to time, if anything.
pub(crate) fn take(request: PageRequest, simulation: &mut Simulation) -> Option<Control> {
    let PageRequest { message, reply, .. } = request;
    let PageMessage::Call { id, component, service, arguments } = message else {
        if matches!(message, PageMessage::Command { .. }) {
            reply.refuse(None, REFUSAL);
        }
        return None;
    };
    if component == "simulation" && service == "describe_component" {
        match simulation.call(&component, &service, &arguments) {
            Some(answer) => reply.answer(id, &without_services(answer)),
            None => reply.refuse(Some(id), REFUSAL),
        }
        return None;
    }
    match control(&component, &service, &arguments) {
        Ok(control) => {
            reply.answer(id, &Answer::Success(Value::Null));
            Some(control)
        }
        Err(reason) => {
            reply.refuse(Some(id), reason);
            None
        }
    }
}

const REFUSAL: &str = "this is a recording and cannot be changed";

fn control(component: &str, service: &str, arguments: &[Value]) -> Result<Control, &'static str> {
    let first = arguments.first();
    let number = || first.and_then(Value::as_f64).filter(|number| number.is_finite());
    match (component, service) {
        ("simulation", "pause") => Ok(Control::Pause(true)),
        ("simulation", "resume") => Ok(Control::Pause(false)),
        ("simulation", "step") => {
            let count = first.and_then(Value::as_i64).and_then(|count| u32::try_from(count).ok());
            count.map(Control::Step).ok_or("step takes a number of ticks")
        }
        ("time", "set_time_scale") => number()
            .filter(|speed| (SPEED_MIN..=SPEED_MAX).contains(speed))
            .map(Control::Speed)
            .ok_or("a recording is shown at 0.01 to 1000 times real time"),
        ("replay", "seek") => number().map(Control::Seek).ok_or("seek takes a simulated time in seconds"),
        ("replay", "set_loop") => {
            first.and_then(Value::as_bool).map(Control::Loop).ok_or("set_loop takes true or false")
        }
        _ => Err(REFUSAL),
    }
}

/// Services of components cannot be called.
fn without_services(answer: Answer) -> Answer {
    match answer {
        Answer::Success(Value::Map(mut described)) => {
            described.remove("services");
            Answer::Success(Value::Map(described))
        }
        Answer::Success(other) => Answer::Success(other),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use morse::Map;

    use super::*;

    #[test]
    fn time_is_controlled_and_nothing_else() {
        let take = |component, service, arguments: &[Value]| control(component, service, arguments);
        assert_eq!(take("simulation", "pause", &[]), Ok(Control::Pause(true)));
        assert_eq!(take("replay", "seek", &[Value::Float(2.5)]), Ok(Control::Seek(2.5)));
        assert_eq!(take("time", "set_time_scale", &[Value::Int(5)]), Ok(Control::Speed(5.0)));
        assert!(take("time", "set_time_scale", &[Value::Float(0.0)]).is_err());
        assert!(take("replay", "seek", &[Value::Float(f64::NAN)]).is_err());
        assert!(take("simulation", "step", &[Value::Int(-1)]).is_err());
        assert_eq!(take("simulation", "spawn", &[]), Err(REFUSAL));
        let described = Map::from([("name", "a"), ("services", "b")]);
        let Answer::Success(value) = without_services(Answer::Success(described.into())) else { panic!() };
        assert!(!value.as_map().unwrap().contains_key("services"));
    }
}
