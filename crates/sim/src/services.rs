//! Serves requests: finds the service, checks its arguments, and manages the running asynchronous service of each
//! component.

pub(crate) mod base;
mod bounds;
mod communication;
mod describe;
mod devices;
mod entities;
mod fan_out;
pub(crate) mod listing;
mod pseudo_components;
pub(crate) mod running;
pub(crate) mod simulation;
pub(crate) mod spawn;
mod supervision;
mod time;
mod unknown;
mod viewer_camera;
mod worlds;

use std::sync::Mutex;

use morse_scene::description::{ServiceDescription, ServiceKind};
use morse_scene::value::Value;

use crate::contract::component::erased::{AnyComponent, ServiceContext};
use crate::contract::service::{Answer, Arguments, Outcome, ServiceError};
use crate::engine::driving::BeforeCall;
use crate::engine::instance::{InstanceRef, ModifierInstance, RunningService};
use crate::engine::simulation::Simulation;
use crate::engine::simulation::pausing::cancel_steps;
use crate::external::Server;
use crate::external::functions::serve_function;
use crate::external::serving::overlays::{cancel_overlay, dispatch_overlay, find_overlay};
use crate::external::serving::{serve_external, settle_external};
use crate::services::fan_out::relay;
use crate::services::listing::{is_exposed, service_names, services_of};
use crate::services::running::{free_slot, preempt_service};
use crate::services::supervision::supervise;
use crate::services::unknown::unknown;
use crate::transport::request::{PSEUDO_COMPONENTS, Request, RequestId, Respond};

/// Provider of a service of a component.
enum Provider {
    /// The engine, for a service that every component has; index of the service.
    Base(usize),
    /// The component's own class; index of the service.
    Own(usize),
    /// A modifier of the component; indices of the modifier and of the service.
    Modifier(usize, usize),
}

/// All services by component, in alphabetical order.
pub(crate) fn all_services(simulation: &Simulation) -> Vec<(String, Vec<String>)> {
    let exposed = simulation
        .model
        .instances
        .iter()
        .filter(|&(_, &instance)| !simulation.state.meta(instance).managers.is_empty());
    let mut all: Vec<_> =
        exposed.map(|(name, &instance)| (name.clone(), service_names(simulation, instance))).collect();
    all.extend(PSEUDO_COMPONENTS.map(|pseudo| (pseudo.to_owned(), services_of(simulation, pseudo))));
    all.sort();
    all
}

/// Serves a request that arrived through a request manager.
pub(crate) fn serve_request(simulation: &mut Simulation, request: Request) {
    let Request { id, manager, component, service, arguments, respond } = request;
    dispatch_request(simulation, id, Some(manager), &component, &service, &arguments, respond);
}

/// Calls a service. With `manager`, only services that the scene exposes on that request manager can be called.
pub(crate) fn dispatch_request(
    simulation: &mut Simulation,
    id: RequestId,
    manager: Option<&str>,
    component: &str,
    service: &str,
    arguments: &[Value],
    respond: Respond,
) {
    let exposed = is_exposed(simulation, manager, component);
    let overlay = find_overlay(simulation, manager, component, service);
    let respond = match &mut simulation.engine.recorder {
        Some(recorder) => {
            let of_overlay = manager.filter(|_| overlay.is_some());
            recorder.call(id, (component, service), arguments, (exposed, of_overlay), respond)
        }
        None => respond,
    };
    if let Some((overlay, description)) = overlay {
        return dispatch_overlay(simulation, id, overlay, description, arguments, respond);
    }
    if exposed && let Some((number, _)) = simulation.engine.function(component, service) {
        let outcome = serve_function(simulation, number, arguments);
        respond(match outcome {
            Ok(Outcome::Done(value)) => Answer::Success(value),
            Ok(_) => Answer::Success(Value::Null),
            Err(error) => Answer::Failed(error),
        });
        return settle_external(simulation);
    }
    if exposed && PSEUDO_COMPONENTS.contains(&component) {
        return supervise(simulation, id, (component, service), arguments, respond);
    }
    let instance = simulation.model.instances.get(component).copied().filter(|_| exposed);
    let found = instance.and_then(|instance| Some((instance, find_service(simulation, instance, service)?)));
    let Some((instance, (provider, description))) = found else {
        return respond(Answer::Failed(unknown(simulation, manager, component, service)));
    };
    if description.kind == ServiceKind::Async
        && let Err(busy) = free_slot(simulation, instance)
    {
        return respond(Answer::Failed(busy));
    }
    let commands = match (instance, &provider) {
        (InstanceRef::Actuator(index), Provider::Own(_)) => {
            BeforeCall::of(&simulation.state.actuators[index]).map(|before| (index, before))
        }
        _ => None,
    };
    let outcome = execute_request(simulation, instance, &provider, &description, arguments);
    if let (Some((index, before)), Ok(outcome)) = (commands, &outcome) {
        simulation.state.note_call(index, &before, outcome);
    }
    match outcome {
        Ok(Outcome::Done(value)) => respond(Answer::Success(value)),
        Err(error) => respond(Answer::Failed(error)),
        Ok(Outcome::Started) => {
            let ServiceDescription { name, interruptible, .. } = description;
            let of_host = std::mem::take(&mut simulation.engine.is_calling_for_host);
            simulation.state.meta_mut(instance).running = Some(RunningService {
                id,
                service: name,
                interruptible,
                respond: Mutex::new(respond),
                of_host,
            });
        }
        Ok(Outcome::Relayed(request)) => relay(simulation, id, &request, respond),
    }
    settle_external(simulation);
}

pub(crate) fn has_service(simulation: &Simulation, component: &str, service: &str) -> bool {
    simulation
        .model
        .instances
        .get(component)
        .is_some_and(|&instance| find_service(simulation, instance, service).is_some())
}

/// The services of an instance's modifiers, and those that every component has.
pub(crate) fn other_services(simulation: &Simulation, instance: InstanceRef) -> Vec<ServiceDescription> {
    let modifiers =
        simulation.state.modifiers(instance).iter().flat_map(|modifier| &modifier.description.services);
    let base = base::descriptions(matches!(instance, InstanceRef::Sensor(_)));
    modifiers
        .chain(base)
        .chain(simulation.engine.functions_of(&simulation.state.meta(instance).name))
        .cloned()
        .collect()
}

fn find_service(
    simulation: &Simulation,
    instance: InstanceRef,
    service: &str,
) -> Option<(Provider, ServiceDescription)> {
    let meta = simulation.state.meta(instance);
    let own = &meta.description.services;
    if let Some(index) = own.iter().position(|described| described.name == service) {
        return Some((Provider::Own(index), own[index].clone()));
    }
    for (nth, modifier) in simulation.state.modifiers(instance).iter().enumerate() {
        let services = &modifier.description.services;
        if let Some(index) = services.iter().position(|described| described.name == service) {
            return Some((Provider::Modifier(nth, index), services[index].clone()));
        }
    }
    let base = base::descriptions(matches!(instance, InstanceRef::Sensor(_)));
    let index = base.iter().position(|described| described.name == service)?;
    Some((Provider::Base(index), base[index].clone()))
}

/// Interrupts the service that a request started, if it is still running. Services of robots cannot be cancelled.
pub(crate) fn cancel_request(simulation: &mut Simulation, id: RequestId) {
    cancel_overlay(simulation, id);
    cancel_steps(simulation, id);
    let instances: Vec<InstanceRef> = simulation.model.instances.values().copied().collect();
    for instance in instances {
        let running = simulation.state.meta(instance).running.as_ref();
        if running.is_some_and(|running| running.id == id) && !matches!(instance, InstanceRef::Robot(_)) {
            preempt_service(simulation, instance);
        }
    }
}

fn execute_request(
    simulation: &mut Simulation,
    instance: InstanceRef,
    provider: &Provider,
    description: &ServiceDescription,
    values: &[Value],
) -> Result<Outcome, ServiceError> {
    let own = !matches!(provider, Provider::Modifier(..)) && description.name != base::GET_LOCAL_DATA;
    if let Some(external_id) = simulation.state.meta(instance).external_id.filter(|_| own) {
        return serve_external(simulation, external_id, Server::Component, &description.name, values);
    }
    if let Provider::Modifier(nth, _) = *provider
        && let Some(number) = simulation.state.modifiers(instance)[nth].external
    {
        let carrier = simulation.engine.external.as_ref().and_then(|external| external.modifiers.get(number));
        let Some(external_id) = carrier.map(|init| init.external_id) else {
            return Err(ServiceError::Refused(
                "the host cannot serve a request while its own call is running".to_owned(),
            ));
        };
        let server = Server::Modifier(number);
        return serve_external(simulation, external_id, server, &description.name, values);
    }
    let arguments = Arguments::new(description, values)?;
    let node = simulation.state.meta(instance).node;
    let robot = simulation.state.robot_node(instance);
    if let Provider::Base(index) = provider {
        return base::call(simulation, instance, *index, &arguments).map(Outcome::Done);
    }
    let (now, client_time_s) = (simulation.state.clock.now(), simulation.client_time_s());
    let mut context = ServiceContext { now, client_time_s, world: &mut simulation.state.world, node, robot };
    let (component, modifiers): (&mut dyn AnyComponent, &mut [ModifierInstance]) = match instance {
        InstanceRef::Robot(index) => (simulation.state.robots[index].component_mut(), &mut []),
        InstanceRef::Sensor(index) => {
            let sensor = &mut simulation.state.sensors[index];
            sensor.stillness.end();
            (sensor.component.as_mut(), &mut sensor.modifiers)
        }
        InstanceRef::Actuator(index) => {
            let (component, modifiers) = simulation.state.actuators[index].parts_mut();
            (component, modifiers)
        }
    };
    match *provider {
        Provider::Own(index) | Provider::Base(index) => component.serve(index, &arguments, &mut context),
        Provider::Modifier(nth, index) => modifiers[nth].component.serve(index, &arguments, &mut context),
    }
}
