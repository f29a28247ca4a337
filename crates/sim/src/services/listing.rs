//! The services of components and pseudo components, and the request managers that expose them.

use morse_scene::description::ServiceDescription;

use crate::engine::instance::InstanceRef;
use crate::engine::simulation::Simulation;
use crate::external::serving::overlays::overlays_named;
use crate::services::base;
use crate::services::pseudo_components::DESCRIPTIONS;
use crate::transport::request::PSEUDO_COMPONENTS;

/// All services of a component: those of its class, those of its modifiers, and those that every component has.
pub(crate) fn described_services(
    simulation: &Simulation,
    instance: InstanceRef,
) -> impl Iterator<Item = &ServiceDescription> {
    let own = &simulation.state.meta(instance).description.services;
    let modifiers =
        simulation.state.modifiers(instance).iter().flat_map(|modifier| &modifier.description.services);
    let base = base::descriptions(matches!(instance, InstanceRef::Sensor(_)));
    let functions = simulation.engine.functions_of(&simulation.state.meta(instance).name);
    own.iter().chain(modifiers).chain(base).chain(functions)
}

/// Names of all services of a component, in alphabetical order.
pub(crate) fn service_names(simulation: &Simulation, instance: InstanceRef) -> Vec<String> {
    let mut names: Vec<String> =
        described_services(simulation, instance).map(|service| service.name.clone()).collect();
    names.sort();
    names
}

/// Whether a component has services on a request manager, or, with `None`, on any request manager.
pub(super) fn is_exposed(simulation: &Simulation, manager: Option<&str>, component: &str) -> bool {
    if overlays_named(simulation, manager, component).next().is_some() {
        return true;
    }
    let managers = match simulation.model.instances.get(component) {
        Some(&instance) => &simulation.state.meta(instance).managers,
        None if PSEUDO_COMPONENTS.contains(&component) => &simulation.model.supervisors,
        None => return false,
    };
    let calls_simulation = |manager: &str| {
        let mut own = simulation.engine.middlewares.iter().filter(|m| m.request_manager() == Some(manager));
        component == "simulation" && own.any(|middleware| middleware.calls_simulation())
    };
    manager.is_none_or(|manager| managers.iter().any(|known| known == manager) || calls_simulation(manager))
}

/// The services of a pseudo component. Middlewares add services to `simulation`.
pub(crate) fn pseudo_services<'a>(
    simulation: &'a Simulation,
    component: &str,
) -> Vec<&'a ServiceDescription> {
    let own = DESCRIPTIONS.iter().filter(|(owner, _)| *owner == component);
    let mut services: Vec<&ServiceDescription> = own.map(|(_, description)| description).collect();
    if component == "simulation" {
        services.extend(
            simulation.engine.middlewares.iter().flat_map(|middleware| middleware.simulation_services()),
        );
    }
    services.extend(simulation.engine.functions_of(component));
    services
}

/// The services of a component or pseudo component, in alphabetical order.
pub(super) fn services_of(simulation: &Simulation, component: &str) -> Vec<String> {
    if let Some(&instance) = simulation.model.instances.get(component) {
        return service_names(simulation, instance);
    }
    if !PSEUDO_COMPONENTS.contains(&component) {
        let overlays = overlays_named(simulation, None, component);
        let names = overlays.flat_map(|overlay| overlay.services.iter().map(|known| known.name.clone()));
        return names.collect();
    }
    let mut names: Vec<String> =
        pseudo_services(simulation, component).into_iter().map(|service| service.name.clone()).collect();
    names.sort();
    names
}
