//! Calls of services that a host makes during an exchange.

use morse_scene::value::{Map, Value};

use crate::contract::component::erased::{AnyComponent, ServiceContext};
use crate::contract::outcome::ServiceError;
use crate::contract::service;
use crate::engine::instance::InstanceRef;
use crate::engine::simulation::Simulation;
use crate::external::EndedCall;
use crate::external::component::external;
use crate::external::exchange::values_of;
use crate::external::serving::ended_host_calls;
use crate::services::dispatch_request;
use crate::services::running::preempt_service;

/// Calls a service for the host, during an exchange.
pub(crate) fn call_for_host(
    simulation: &mut Simulation,
    host: usize,
    call: u64,
    manager: Option<&str>,
    component: &str,
    service: &str,
    arguments: &[Value],
) -> Value {
    if let Some(&instance) = simulation.model.instances.get(component)
        && is_computed_by(simulation, host, instance)
    {
        let outcome = serve_native(simulation, instance, service, arguments);
        let mut answer = Map::from([("ended", listed(ended_host_calls(simulation, host)))]);
        answer.insert("data", Value::List(values_of(simulation.state.component(instance).data())));
        match outcome {
            Ok(service::Outcome::Done(value)) => answer.insert("done", value),
            Ok(service::Outcome::Started | service::Outcome::Relayed(_)) => answer.insert("started", true),
            Err(error) => answer.insert("refused", error.to_string()),
        };
        return Value::Map(answer);
    }
    let hosts = simulation.engine.external.as_ref().map(|external| &external.hosts);
    let calls = hosts.map(|hosts| hosts[host].calls.clone()).unwrap_or_default();
    let id = simulation.engine.gateway.next_id();
    let respond = Box::new(move |answer| calls.push(call, answer));
    simulation.engine.is_calling_for_host = true;
    // Not recorded as an input: in a replay, the host makes this call again.
    if let Some(recorder) = &mut simulation.engine.recorder {
        recorder.begin_relay();
    }
    dispatch_request(simulation, id, manager, component, service, arguments, respond);
    if let Some(recorder) = &mut simulation.engine.recorder {
        recorder.end_relay();
    }
    simulation.engine.is_calling_for_host = false;
    let mut ended = ended_host_calls(simulation, host);
    let own = ended.iter().position(|ended| ended.call == call).map(|index| ended.remove(index));
    let mut answer = Map::new();
    match own {
        Some(EndedCall { status: "FAILED", value, .. }) => answer.insert("refused", value),
        Some(EndedCall { value, .. }) => answer.insert("done", value),
        None => answer.insert("started", true),
    };
    answer.insert("ended", listed(ended));
    Value::Map(answer)
}

/// Calls a service of the built-in part of a component.
fn serve_native(
    simulation: &mut Simulation,
    instance: InstanceRef,
    service: &str,
    arguments: &[Value],
) -> Result<service::Outcome, ServiceError> {
    let (node, robot) = (simulation.state.meta(instance).node, simulation.state.robot_node(instance));
    let (now, client_time_s) = (simulation.state.clock.now(), simulation.client_time_s());
    let component: &mut dyn AnyComponent = match instance {
        InstanceRef::Robot(index) => simulation.state.robots[index].component_mut(),
        InstanceRef::Sensor(index) => simulation.state.sensors[index].component_mut(),
        InstanceRef::Actuator(index) => simulation.state.actuators[index].component_mut(),
    };
    let mut context = ServiceContext { now, client_time_s, world: &mut simulation.state.world, node, robot };
    match external(component) {
        Some(component) => component.serve_native(service, arguments, &mut context),
        None => Err(ServiceError::Refused("it is computed by the simulator".to_owned())),
    }
}

/// Interrupts the running service of a component for the host, during an exchange.
pub(crate) fn interrupt_for_host(simulation: &mut Simulation, host: usize, instance: InstanceRef) -> Value {
    preempt_service(simulation, instance);
    Value::Map(Map::from([("ended", listed(ended_host_calls(simulation, host)))]))
}

/// Whether a host computes a component.
fn is_computed_by(simulation: &Simulation, host: usize, instance: InstanceRef) -> bool {
    let external_id = simulation.state.meta(instance).external_id;
    external_id
        .and_then(|external_id| simulation.engine.external_entry(external_id))
        .is_some_and(|entry| entry.host == host)
}

fn listed(ended: Vec<EndedCall>) -> Value {
    let entry = |ended: EndedCall| {
        let call = i64::try_from(ended.call).unwrap_or_default();
        Value::List(vec![Value::Int(call), Value::from(ended.status), ended.value])
    };
    Value::List(ended.into_iter().map(entry).collect())
}
