//! Error messages, with suggestions, for requests that name an unknown component or service.

use morse_scene::nearest::nearest_name;

use crate::contract::outcome::ServiceError;
use crate::engine::simulation::Simulation;
use crate::services::listing::{is_exposed, services_of};
use crate::transport::request::PSEUDO_COMPONENTS;

/// Maximum number of component names in an error message.
const COMPONENTS_MAX: usize = 10;

/// The error for a request that no component serves. `manager` is the request manager of the request, if any; only
/// services that the scene exposes there are suggested.
pub(super) fn unknown(
    simulation: &Simulation,
    manager: Option<&str>,
    component: &str,
    service: &str,
) -> ServiceError {
    let help = if is_exposed(simulation, manager, component) {
        let services = services_of(simulation, component);
        let meant = nearest_name(service, services.iter().map(String::as_str));
        format!("{component} has no service `{service}`{}", suggested(meant, &services))
    } else if simulation.model.instances.contains_key(component) {
        format!(
            "{component} has no service interface here; the scene gives it one with add_service or add_interface"
        )
    } else {
        unknown_component(simulation, manager, component)
    };
    ServiceError::NotRegistered { component: component.to_owned(), service: service.to_owned(), help }
}

fn unknown_component(simulation: &Simulation, manager: Option<&str>, component: &str) -> String {
    let instances = simulation.model.instances.keys().map(String::as_str).chain(PSEUDO_COMPONENTS);
    let exposed: Vec<&str> = instances.filter(|name| is_exposed(simulation, manager, name)).collect();
    let unknown = format!("there is no component `{component}`");
    if let Some(meant) = nearest_name(component, exposed.iter().copied()) {
        return unknown + &suggested(Some(meant), &services_of(simulation, meant));
    }
    let first: Vec<&str> = exposed.iter().copied().take(COMPONENTS_MAX).collect();
    let omitted = exposed.len() - first.len();
    let omitted = if omitted > 0 { format!(" and {omitted} more") } else { String::new() };
    format!("{unknown}; those with services are {}{omitted}", first.join(", "))
}

/// Text with the closest name, if any, and the available services.
fn suggested(meant: Option<&str>, services: &[String]) -> String {
    let meant = meant.map_or(".".to_owned(), |name| format!("; did you mean `{name}`?"));
    format!("{meant} It has {}", services.join(", "))
}
