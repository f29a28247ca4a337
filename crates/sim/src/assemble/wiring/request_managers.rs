//! Request managers: offers the services of components to the middlewares.

use morse_scene::description::ServiceDescription;
use morse_scene::diagnostic::{Code, Diagnostic};
use morse_scene::value::Map;

use crate::assemble::Assembly;
use crate::services::other_services;
use crate::transport::request::PSEUDO_COMPONENTS;
use crate::transport::stream::{Middleware, ServicesSpec};

/// Entry of the simulator itself in the table of services.
const SIMULATION: &str = "simulation";

impl Assembly<'_> {
    /// Offers the services of each component to the middlewares of its request managers, in the order of component
    /// names.
    pub(in crate::assemble) fn open_services(&mut self) {
        // Nothing is opened for a scene with problems.
        if !self.problems.is_empty() {
            return;
        }
        let document = self.document;
        let simulation = &mut self.simulation;
        let mut middlewares = std::mem::take(&mut simulation.engine.middlewares);
        for (component, &instance) in &simulation.model.instances {
            let meta = simulation.state.meta(instance);
            if meta.managers.is_empty() {
                continue;
            }
            let other_services = other_services(simulation, instance);
            let property_values = simulation.state.property_values(instance);
            let robot = simulation.state.world.name(simulation.state.robot_node(instance));
            for manager in &meta.managers {
                let middleware = middlewares
                    .iter_mut()
                    .find(|middleware| middleware.request_manager() == Some(manager.as_str()));
                let Some(middleware) = middleware else { continue };
                let overlay = document.overlays.get(manager).and_then(|overlays| overlays.get(component));
                let host_overlay = simulation.engine.overlays.iter().find(|known| {
                    known.manager == *manager
                        && simulation
                            .engine
                            .external_entry(known.external_id)
                            .is_some_and(|entry| entry.name == *component)
                });
                // Services of the component itself stay available, except those that the overlay replaces by name.
                let mut services = meta.description.services.clone();
                let of_host: &[ServiceDescription] = host_overlay.map_or(&[], |known| &known.services);
                let takes_name = host_overlay.is_some_and(|known| known.name == *component);
                if takes_name {
                    services.retain(|own| of_host.iter().all(|other| other.name != own.name));
                    services.extend_from_slice(of_host);
                }
                let overlay = overlay.filter(|overlay| {
                    host_overlay.is_none() && self.registry.extension(&overlay.class).is_none()
                });
                let spec = ServicesSpec {
                    component,
                    robot,
                    component_class: &meta.description.class,
                    kind: simulation.state.component(instance).data().kind(),
                    services: &services,
                    other_services: &other_services,
                    properties: &meta.description.properties,
                    property_values: &property_values,
                    overlay,
                };
                let checked = middleware.check_services(&spec);
                let mut opened = checked.and_then(|()| middleware.open_services(&spec));
                if let Some(known) = host_overlay.filter(|_| !takes_name)
                    && opened.is_ok()
                {
                    let name = &known.name;
                    let spec = ServicesSpec {
                        component: name,
                        services: of_host,
                        other_services: &[],
                        properties: &[],
                        property_values: &Map::new(),
                        ..spec
                    };
                    opened = middleware.open_services(&spec);
                }
                if let Err(error) = opened {
                    let places = &document.wiring_sources;
                    let source = places.overlay(manager, component);
                    let problem = Diagnostic::error(Code::RunServices, error.to_string());
                    self.problems.push(problem.on(component.as_str()).at(source));
                }
            }
        }
        for manager in document.component_service.get(SIMULATION).into_iter().flatten() {
            let own = |middleware: &&mut Box<dyn Middleware>| middleware.request_manager() == Some(manager);
            if let Some(middleware) = middlewares.iter_mut().find(own)
                && let Err(error) = middleware.open_supervision(&PSEUDO_COMPONENTS)
            {
                let problem = Diagnostic::error(Code::RunServices, error.to_string());
                self.problems.push(problem.on(SIMULATION));
            }
        }
        simulation.engine.middlewares = middlewares;
    }
}
