//! Applies the replies of hosts: sets the data of components and ends their services.

use std::sync::{Arc, PoisonError};

use morse_scene::value::{Map, Value};

use crate::contract::data::{FieldMut, Mismatch};
use crate::contract::outcome::{Answer, ServiceError};
use crate::engine::instance::InstanceRef;
use crate::engine::simulation::Simulation;
use crate::external::component::{assign_from_host, external};
use crate::external::exchange::failing::{stop_extension, stop_external};
use crate::external::{Completed, Reply, Report, SharedBytes, Status};

/// Applies the results of a host.
pub(crate) fn take_reply(simulation: &mut Simulation, reply: Reply) {
    for report in reply.reports {
        take_report(simulation, report);
    }
    for failure in reply.failures {
        stop_extension(simulation, &failure);
    }
    reply.completed.into_iter().for_each(|completed| end_host_call(simulation, completed));
}

/// Applies one component report.
fn take_report(simulation: &mut Simulation, mut report: Report) {
    let Some(entry) = simulation.engine.external_entry(report.external_id) else { return };
    let (number, instance) = (report.external_id, entry.instance);
    let error = report.error.take();
    // Without data, the component keeps its data.
    let has_fields = !simulation.state.component(instance).data().fields().is_empty();
    if !report.data.is_empty() || (error.is_none() && !has_fields) {
        take_data(simulation, instance, report);
    }
    if let Some(error) = error {
        stop_external(simulation, number, &error);
    }
}

/// Sets the data of a component to the values from the host. A field keeps its value if the new value does not
/// fit.
fn take_data(simulation: &mut Simulation, instance: InstanceRef, report: Report) {
    let is_sensor = matches!(instance, InstanceRef::Sensor(_));
    let mut report = report;
    let (in_place, mut refused) = take_shared(simulation, instance, &mut report);
    let component = simulation.state.component_mut(instance);
    let mut extra_fields = Map::new();
    if let Some(component) = external(component) {
        refused.extend(component.take(report, &in_place));
    } else {
        extra_fields = report.extra_fields.clone();
        let data = component.data_mut();
        let report = &report;
        for (index, value) in report.data.iter().enumerate() {
            if in_place.contains(&index) {
                continue;
            }
            refused.extend(assign_from_host(data, index, value, is_sensor).err());
        }
    }
    if let InstanceRef::Sensor(index) = instance {
        simulation.state.sensors[index].chain.extra_fields = extra_fields;
    }
    for mismatch in refused {
        warn_about_field(simulation, instance, &mismatch.to_string());
    }
}

/// Reads values from the shared memory: an image directly into its field, other values into the report. Returns
/// the fields that need no further assignment, and the values that do not fit.
fn take_shared(
    simulation: &mut Simulation,
    instance: InstanceRef,
    report: &mut Report,
) -> (Vec<usize>, Vec<Mismatch>) {
    let (mut in_place, mut refused) = (Vec::new(), Vec::new());
    let hosts = simulation.engine.external.as_ref().map(|external| (&external.hosts, &external.entries));
    let host = hosts.and_then(|(hosts, entries)| hosts.get(entries.get(report.external_id)?.host));
    let Some(host) = host.map(|host| Arc::clone(&host.link)) else {
        return (in_place, refused);
    };
    let mut host = host.lock().unwrap_or_else(PoisonError::into_inner);
    for SharedBytes(index, offset, length) in std::mem::take(&mut report.shared) {
        let data = simulation.state.component_mut(instance).data_mut();
        let result = match data.get_mut(index) {
            FieldMut::Image(image) if image.bytes.len() == length => {
                in_place.push(index);
                let bytes = image.bytes.renew();
                bytes.resize(length, 0);
                host.read_shared(offset, bytes)
            }
            _ if length as u64 > host.shared_from(offset) => Err("fewer bytes".to_owned()),
            _ => {
                let mut bytes = vec![0; length];
                let read = host.read_shared(offset, &mut bytes);
                if let (Ok(()), Some(value)) = (&read, report.data.get_mut(index)) {
                    *value = Value::Bytes(bytes);
                }
                read
            }
        };
        if let Err(got) = result {
            in_place.push(index);
            let name = data.fields().get(index).map_or("a field", |field| field.name).to_owned();
            let expected = format!("{length} bytes in the shared memory");
            refused.push(Mismatch { name, expected, got });
        }
    }
    (in_place, refused)
}

/// Warns once about each value that does not fit its field.
fn warn_about_field(simulation: &mut Simulation, instance: InstanceRef, mismatch: &str) {
    let text = format!("{}: {mismatch}; the field keeps its value", simulation.state.meta(instance).name);
    if let Some(external) = &mut simulation.engine.external
        && external.warned.insert(text.clone())
    {
        tracing::warn!("invalid value from Python code in {text}");
    }
}

/// Completes a service that the host computes.
pub(crate) fn end_host_call(simulation: &mut Simulation, completed: Completed) {
    let running = match completed.overlay {
        Some(overlay) => {
            simulation.engine.overlays.get_mut(overlay).and_then(|overlay| overlay.running.take())
        }
        None => {
            let instance =
                simulation.engine.external_entry(completed.external_id).map(|entry| entry.instance);
            instance.and_then(|instance| simulation.state.meta_mut(instance).running.take())
        }
    };
    let Some(running) = running else { return };
    let answer = match completed.status {
        Status::Success => Answer::Success(completed.value),
        Status::Preempted => Answer::Preempted(completed.value),
        Status::Failed => Answer::Failed(ServiceError::Refused(match completed.value {
            Value::Text(text) => text,
            Value::Null => String::new(),
            other => morse_scene::python_repr::repr(&other),
        })),
    };
    simulation.engine.answers.ended.push(running.end(answer));
}
