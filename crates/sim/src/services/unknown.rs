//! Error messages, with suggestions, for requests that name an unknown component or service.

use morse_scene::description::ServiceDescription;
use morse_scene::nearest::nearest_name;

use crate::contract::outcome::ServiceError;
use crate::engine::simulation::Simulation;
use crate::services::SUPERVISION;
use crate::transport::request::PSEUDO_COMPONENTS;

/// Maximum number of component names in an error message.
const COMPONENTS_MAX: usize = 10;

impl Simulation {
    /// The error for a request that no component serves. `manager` is the request manager of the request, if any; only
    /// services that the scene exposes there are suggested.
    pub(super) fn unknown(&self, manager: Option<&str>, component: &str, service: &str) -> ServiceError {
        let help = if self.is_exposed(manager, component) {
            let services = self.services_of(component);
            let meant = nearest_name(service, services.iter().map(String::as_str));
            format!("{component} has no service `{service}`{}", suggested(meant, &services))
        } else if self.model.instances.contains_key(component) {
            format!(
                "{component} has no service interface here; the scene gives it one with add_service or add_interface"
            )
        } else {
            self.unknown_component(manager, component)
        };
        ServiceError::NotRegistered { component: component.to_owned(), service: service.to_owned(), help }
    }

    fn unknown_component(&self, manager: Option<&str>, component: &str) -> String {
        let instances = self.model.instances.keys().map(String::as_str).chain(PSEUDO_COMPONENTS);
        let exposed: Vec<&str> = instances.filter(|name| self.is_exposed(manager, name)).collect();
        let unknown = format!("there is no component `{component}`");
        if let Some(meant) = nearest_name(component, exposed.iter().copied()) {
            return unknown + &suggested(Some(meant), &self.services_of(meant));
        }
        let first: Vec<&str> = exposed.iter().copied().take(COMPONENTS_MAX).collect();
        let omitted = exposed.len() - first.len();
        let omitted = if omitted > 0 { format!(" and {omitted} more") } else { String::new() };
        format!("{unknown}; those with services are {}{omitted}", first.join(", "))
    }

    /// Whether a component has services on a request manager, or, with `None`, on any request manager.
    pub(super) fn is_exposed(&self, manager: Option<&str>, component: &str) -> bool {
        if self.overlays_named(manager, component).next().is_some() {
            return true;
        }
        let managers = match self.model.instances.get(component) {
            Some(&instance) => &self.state.meta(instance).managers,
            None if PSEUDO_COMPONENTS.contains(&component) => &self.model.supervisors,
            None => return false,
        };
        let calls_simulation = |manager: &str| {
            let mut own = self.engine.middlewares.iter().filter(|m| m.request_manager() == Some(manager));
            component == "simulation" && own.any(|middleware| middleware.calls_simulation())
        };
        manager
            .is_none_or(|manager| managers.iter().any(|known| known == manager) || calls_simulation(manager))
    }

    /// The services of a pseudo component. Middlewares add services to `simulation`.
    pub(crate) fn pseudo_services(&self, component: &str) -> Vec<&ServiceDescription> {
        let own = SUPERVISION.iter().filter(|(owner, _)| *owner == component);
        let mut services: Vec<&ServiceDescription> = own.map(|(_, description)| description).collect();
        if component == "simulation" {
            services.extend(
                self.engine.middlewares.iter().flat_map(|middleware| middleware.simulation_services()),
            );
        }
        services.extend(self.engine.functions_of(component));
        services
    }

    /// The services of a component or pseudo component, in alphabetical order.
    pub(super) fn services_of(&self, component: &str) -> Vec<String> {
        if let Some(&instance) = self.model.instances.get(component) {
            return self.service_names(instance);
        }
        if !PSEUDO_COMPONENTS.contains(&component) {
            let overlays = self.overlays_named(None, component);
            let names = overlays.flat_map(|overlay| overlay.services.iter().map(|known| known.name.clone()));
            return names.collect();
        }
        let mut names: Vec<String> =
            self.pseudo_services(component).into_iter().map(|service| service.name.clone()).collect();
        names.sort();
        names
    }
}

/// Text with the closest name, if any, and the available services.
fn suggested(meant: Option<&str>, services: &[String]) -> String {
    let meant = meant.map_or(".".to_owned(), |name| format!("; did you mean `{name}`?"));
    format!("{meant} It has {}", services.join(", "))
}
