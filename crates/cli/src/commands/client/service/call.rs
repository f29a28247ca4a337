//! `morse service call`: calls a service and waits until it ends.

use std::time::Duration;

use morse_scene::nearest::nearest_name;

use super::{call_arguments, find};
use crate::arguments::CallArguments;
use crate::output::readable;
use crate::output::standard_output::print;
use morse::client::{CallOutcome, Client, ClientError, ServiceResult};

use crate::failure::Failure;
use crate::output::log;
use crate::signals;

/// Calls the service and prints its answer.
pub fn call(arguments: &CallArguments) -> Result<(), Failure> {
    let mut client = Client::connect(&arguments.server.host, arguments.server.port, signals::interrupt())?;
    let component = find(&mut client, &arguments.component)?;
    let name = arguments.service.clone();
    let Some(service) = component.services.iter().find(|known| known.name == name) else {
        let known: Vec<String> = component.services.iter().map(|known| known.name.clone()).collect();
        let nearest = nearest_name(&name, known.iter().map(String::as_str)).map(str::to_owned);
        return Err(ClientError::ServiceUnknown { component: component.name, name, nearest, known }.into());
    };
    let values = call_arguments::parse(service, &arguments.arguments)?;
    let timeout = arguments.timeout.map(Duration::try_from_secs_f64).transpose();
    let timeout = timeout.map_err(|error| ClientError::Arguments(format!("--timeout: {error}")))?;
    // From here on, Ctrl-C cancels the service.
    signals::watch();
    let called = client.call(&component.name, &service.name, &values, timeout)?;
    let component = component.name.clone();
    match (called, arguments.timeout) {
        (CallOutcome::Done(result), _) => print_result(&result, arguments.json),
        (ended, Some(timeout_s)) if !signals::interrupted() => {
            let cancelled = ended == CallOutcome::Cancelled;
            Err(ClientError::TimedOut { component, service: name, timeout_s, cancelled }.into())
        }
        (ended, _) => {
            let cancelled = ended == CallOutcome::Cancelled;
            Err(ClientError::Interrupted { component, service: name, cancelled }.into())
        }
    }
}

fn print_result(result: &ServiceResult, as_json: bool) -> Result<(), Failure> {
    match &result.json {
        Some(json) if as_json => print(json),
        None if as_json => print("null"),
        Some(_) => print(&readable::lines(&result.value)),
        None => {
            log::notice(
                "Done. The answer is empty: nothing, or 0, False, or an empty text, list or dictionary.",
            );
            Ok(())
        }
    }
}
