//! `morse service list`: the services that clients can call.

use morse_scene::description::{InstanceDescription, ServiceDescription, ServiceKind};
use morse_scene::python_repr::repr;
use morse_socket::REQUEST_MANAGER;

use super::find;
use crate::arguments::ServiceListArguments;
use crate::failure::Failure;
use crate::output::columns::{Table, first_sentence};
use crate::output::standard_output::{print, print_json};
use crate::signals;
use morse::client::{Client, PSEUDO_COMPONENTS};

/// Prints the services of all components or of one component.
pub fn list(arguments: &ServiceListArguments) -> Result<(), Failure> {
    let mut client = Client::connect(&arguments.server.host, arguments.server.port, signals::interrupt())?;
    let components = match &arguments.component {
        Some(name) => vec![find(&mut client, name)?],
        None => all(&mut client)?,
    };
    if arguments.json {
        let rows: Vec<serde_json::Value> = components.iter().flat_map(rows).collect();
        return print_json(&rows);
    }
    match (&arguments.component, components.as_slice()) {
        (Some(_), [component]) => print(&component_page(component)),
        _ => print(&overview(&components)),
    }
}

/// All components with services on the socket, the pseudo components last.
fn all(client: &mut Client) -> Result<Vec<InstanceDescription>, Failure> {
    let components = client.components()?.into_iter().filter(|entry| entry.has_services);
    let mut names: Vec<String> = components.map(|entry| entry.name).collect();
    names.extend(PSEUDO_COMPONENTS.map(str::to_owned));
    let mut described = client.describe(&names)?;
    described.retain(|component| component.service_interfaces.iter().any(|name| name == REQUEST_MANAGER));
    Ok(described)
}

/// One JSON object for each service: the component, and the description of the service.
fn rows(component: &InstanceDescription) -> impl Iterator<Item = serde_json::Value> {
    component.services.iter().map(|service| {
        serde_json::json!({
            "component": component.name,
            "service": service.name,
            "arguments": service.arguments,
            "kind": service.kind,
            "interruptible": service.interruptible,
            "doc": service.doc,
        })
    })
}

/// One table of services for each component, and one table of the services that all components have.
fn overview(components: &[InstanceDescription]) -> String {
    let (own, pseudo): (Vec<_>, Vec<_>) = components.iter().partition(|component| component.kind.is_some());
    let common = common(&own);
    let mut text = String::new();
    let mut append = |title: &str, services: &[&ServiceDescription]| {
        let mut table = Table::new(&["service", "description"]);
        for service in services {
            table.row([signature(service), first_sentence(&service.doc)]);
        }
        let table = if services.is_empty() { String::new() } else { table.text() };
        text.push_str(&format!("{title}\n{table}\n"));
    };
    for component in own.into_iter().chain(pseudo) {
        let services = component.services.iter().filter(|service| !common.contains(service));
        append(&component.name, &services.collect::<Vec<_>>());
    }
    if !common.is_empty() {
        append("all of these, except communication, simulation and time, also have", &common);
    }
    text.push_str("`morse service list COMPONENT` describes the services of one component.\n");
    text
}

/// The services that all components have, if there are several components.
fn common<'a>(components: &[&'a InstanceDescription]) -> Vec<&'a ServiceDescription> {
    match components {
        [first, others @ ..] if !others.is_empty() => {
            let is_common =
                |service: &&ServiceDescription| others.iter().all(|other| other.services.contains(service));
            first.services.iter().filter(is_common).collect()
        }
        _ => Vec::new(),
    }
}

fn component_page(component: &InstanceDescription) -> String {
    let mut table = Table::new(&["service", "answer", "description"]);
    for service in &component.services {
        let answer = match (service.kind, service.interruptible) {
            (ServiceKind::Sync, _) => "at once",
            (ServiceKind::Async, Some(true)) => "when done; a new call replaces it",
            (ServiceKind::Async, _) => "when done; a new call is refused",
        };
        table.row([signature(service), answer.to_owned(), service.doc.clone()]);
    }
    let class = if component.class.is_empty() { String::new() } else { format!(": {}", component.class) };
    format!("{}{class}\n{}", component.name, table.text())
}

/// The signature of a service, such as `goto(x, y, speed=1.0)`.
pub fn signature(service: &ServiceDescription) -> String {
    let arguments = service.arguments.iter().map(|argument| match &argument.default {
        Some(default) => format!("{}={}", argument.name, repr(default)),
        None => argument.name.clone(),
    });
    format!("{}({})", service.name, arguments.collect::<Vec<_>>().join(", "))
}
