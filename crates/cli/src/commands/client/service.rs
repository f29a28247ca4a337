//! `morse service`: the services of a running simulation.

mod call;
pub(super) mod call_arguments;
mod list;

use morse_scene::description::InstanceDescription;
use morse_socket::REQUEST_MANAGER;

use crate::arguments::ServiceCommand;
use crate::failure::Failure;
use morse::client::{Client, ClientError, PSEUDO_COMPONENTS, resolve};

/// Executes a subcommand.
pub fn service(command: &ServiceCommand) -> Result<(), Failure> {
    match command {
        ServiceCommand::List(arguments) => list::list(arguments),
        ServiceCommand::Call(arguments) => call::call(arguments),
    }
}

/// Finds a component or pseudo component whose services can be called on the socket.
///
/// # Errors
/// If there is no component of that name, or the scene exposes no services of it on the socket.
fn find(client: &mut Client, name: &str) -> Result<InstanceDescription, ClientError> {
    let mut known: Vec<String> = PSEUDO_COMPONENTS.map(str::to_owned).into();
    if !PSEUDO_COMPONENTS.contains(&name) {
        known.extend(client.components()?.into_iter().map(|entry| entry.name));
    }
    let component = client.describe_one(resolve(name, &known)?)?;
    if component.service_interfaces.iter().any(|manager| manager == REQUEST_MANAGER) {
        Ok(component)
    } else {
        Err(ClientError::NoServices { component: component.name })
    }
}
