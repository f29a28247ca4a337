//! Exchanges in flight: readings and actions on which lagging hosts work, and the availability of hosts.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use morse_scene::value::Value;

use crate::engine::resources::Engine;
use crate::engine::simulation::Simulation;
use crate::external::HostLost;
use crate::external::exchange::failing::lose_host;
use crate::external::exchange::{Exchange, Part, host_command};
use crate::external::host::SharedHost;
use crate::external::host_instance::{Arrived, HostInstance, InFlight, Pending};
use crate::external::host_session::HostSession;
use crate::external::message::columns::SharedBytes;
use crate::external::message::reply::topics::TopicChanges;
use crate::external::topics::{take_shared_messages, take_topics};

impl Engine {
    fn host(&self, host: usize) -> Option<&HostInstance> {
        self.external.as_ref()?.hosts.get(host)
    }

    fn host_mut(&mut self, host: usize) -> Option<&mut HostInstance> {
        self.external.as_mut()?.hosts.get_mut(host)
    }

    /// The number of hosts.
    pub(crate) fn host_count(&self) -> usize {
        self.external.as_ref().map_or(0, |external| external.hosts.len())
    }

    /// Whether a host is neither lost nor in an exchange.
    pub(crate) fn is_host_free(&self, host: usize) -> bool {
        self.host(host).is_some_and(HostInstance::is_free)
    }

    /// Whether a host works on readings or actions whose results have not been applied.
    pub(crate) fn is_in_flight(&self, host: usize) -> bool {
        self.host(host).is_some_and(|host| host.in_flight.is_some())
    }

    /// Whether the results of a host are due in later ticks.
    pub(crate) fn lags(&self, host: usize) -> bool {
        self.host(host).is_some_and(|host| host.lag_ticks > 0)
    }

    /// Allows exchanges with a host that has started.
    pub(crate) fn open_host(&mut self, host: usize) {
        if let Some(host) = self.host_mut(host) {
            host.is_busy = false;
        }
    }

    /// Reserves a host for an exchange. `None` when it is lost or already in an exchange.
    pub(super) fn engage(&mut self, host: usize) -> Option<SharedHost> {
        let host = self.host_mut(host).filter(|host| host.is_free())?;
        host.is_busy = true;
        Some(Arc::clone(&host.link))
    }
}

/// Releases a host after an exchange. `None` when it was lost meanwhile.
pub(crate) fn release_host<T>(
    simulation: &mut Simulation,
    host: usize,
    result: Result<T, HostLost>,
) -> Option<T> {
    if let Some(host) = simulation.engine.host_mut(host) {
        host.is_busy = false;
    }
    result.map_err(|error| lose_host(simulation, host, &error)).ok()
}

/// Sends the sensing or acting of a tick to a host that has no exchange in flight. Its results are due after the
/// lag of the host.
pub(crate) fn send_later(
    simulation: &mut Simulation,
    tick: u64,
    (host, about): (usize, Exchange<'_>),
    parts: Vec<Part>,
    pending: BTreeMap<usize, Pending>,
) {
    let is_acting = matches!(about, Exchange::Acting);
    let Some(link) = simulation.engine.engage(host) else { return };
    let mut guard = link.lock().unwrap_or_else(PoisonError::into_inner);
    let command = host_command(simulation, (host, &mut *guard), about, parts);
    let result = match guard.send(&command) {
        Ok(true) => Ok(None),
        Ok(false) => {
            let mut scene = HostSession { simulation, host, later: Some(Vec::new()) };
            let mut reply = guard.exchange(&command, &mut scene);
            let commands = scene.later.unwrap_or_default();
            if let Ok(reply) = &mut reply {
                take_shared_messages(&mut *guard, reply);
            }
            reply.map(|reply| Some((reply, commands)))
        }
        Err(error) => Err(error),
    };
    drop(guard);
    let arrived = release_host(simulation, host, result);
    if let (Some(arrived), Some(host)) = (arrived, simulation.engine.host_mut(host)) {
        host.in_flight = Some(InFlight { due: tick + host.lag_ticks, is_acting, pending, arrived });
    }
}

/// Waits for the results of the exchange in flight.
fn await_results(simulation: &mut Simulation, host: usize) {
    let in_flight = simulation.engine.host(host).and_then(|host| host.in_flight.as_ref());
    if in_flight.is_none_or(|in_flight| in_flight.arrived.is_some()) {
        return;
    }
    let Some(link) = simulation.engine.engage(host) else { return };
    let mut guard = link.lock().unwrap_or_else(PoisonError::into_inner);
    let mut scene = HostSession { simulation, host, later: Some(Vec::new()) };
    let mut reply = guard.receive(&mut scene);
    let commands = scene.later.unwrap_or_default();
    if let Ok(reply) = &mut reply {
        take_shared_messages(&mut *guard, reply);
    }
    drop(guard);
    let arrived = release_host(simulation, host, reply.map(|reply| (reply, commands)));
    if let Some(in_flight) = simulation.engine.host_mut(host).and_then(|host| host.in_flight.as_mut()) {
        in_flight.arrived = arrived;
    }
}

/// Waits for the results in flight before another command is sent to the host. They are applied when they are due.
pub(crate) fn await_early(simulation: &mut Simulation, host: usize) {
    if !simulation.engine.is_host_free(host) || !simulation.engine.is_in_flight(host) {
        return;
    }
    await_results(simulation, host);
    let Some(host) = simulation.engine.host_mut(host) else { return };
    let link = Arc::clone(&host.link);
    let mut link = link.lock().unwrap_or_else(PoisonError::into_inner);
    let arrived = host.in_flight.as_mut().and_then(|in_flight| in_flight.arrived.as_mut());
    for report in arrived.into_iter().flat_map(|(reply, _)| &mut reply.reports) {
        // Data in the shared memory are valid only until the next command.
        report.shared.retain(|&SharedBytes(index, offset, length)| {
            let mut bytes = Vec::new();
            let is_there = length as u64 <= link.shared_from(offset);
            bytes.resize(if is_there { length } else { 0 }, 0);
            let target = report.data.get_mut(index).filter(|_| is_there);
            let Some(target) = target.filter(|_| link.read_shared(offset, &mut bytes).is_ok()) else {
                return true;
            };
            *target = Value::Bytes(bytes);
            false
        });
    }
}

/// The results of sensing or of acting that are due in a tick, in the order of the hosts, each with its pending
/// parts.
pub(crate) fn due_results(
    simulation: &mut Simulation,
    tick: u64,
    of_acting: bool,
) -> Vec<(Arrived, BTreeMap<usize, Pending>)> {
    let mut results = Vec::new();
    for host in 0..simulation.engine.host_count() {
        let in_flight = simulation.engine.host(host).and_then(|host| host.in_flight.as_ref());
        if in_flight.is_none_or(|in_flight| in_flight.due > tick || in_flight.is_acting != of_acting) {
            continue;
        }
        await_results(simulation, host);
        let in_flight = simulation.engine.host_mut(host).and_then(|host| host.in_flight.take());
        if let Some(InFlight { pending, arrived: Some(mut arrived), .. }) = in_flight {
            take_topics(simulation, host, TopicChanges::of(&mut arrived.0));
            results.push((arrived, pending));
        }
    }
    results
}
