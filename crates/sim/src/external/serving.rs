//! Services in the hosts: calls of external components, modifiers and overlays, and calls that the hosts make.

mod overlays;

use morse_scene::value::{Map, Value};

use crate::contract::component::erased::{AnyComponent, ServiceContext};
use crate::contract::outcome::{Answer, ServiceError};
use crate::contract::service;
use crate::engine::instance::InstanceRef;
use crate::engine::simulation::Simulation;
use crate::external::component::external;
use crate::external::components::ExternalComponents;
use crate::external::exchange::{Exchange, values_of};
use crate::external::{Completed, EndedCall, Outcome, Server, Status};

/// Maximum number of rounds in one tick in which ended calls of hosts may lead to further ended calls.
const ROUNDS_MAX: usize = 16;

impl Simulation {
    /// Calls a service that the host computes.
    pub(crate) fn serve_external(
        &mut self,
        external_id: usize,
        server: Server,
        service: &str,
        arguments: &[Value],
    ) -> Result<service::Outcome, ServiceError> {
        let refused = |text: &str| Err(ServiceError::Refused(text.to_owned()));
        let Some(host) = self.engine.external_entry(external_id).map(|entry| entry.host) else {
            return refused("the component is not computed by a Python process");
        };
        let about = Exchange::Service(external_id, server, service, arguments);
        let Some(mut reply) = self.exchange(host, about, Vec::new()) else {
            let is_lost = self.engine.external.as_ref().is_some_and(|external| external.hosts[host].lost);
            return refused(match is_lost {
                true => "the Python process that computed the component has ended",
                false => {
                    "the Python process that computes the component is waiting for the answer to a call of its own"
                }
            });
        };
        let outcome = reply.outcome.take();
        // An asynchronous service may end during the call that starts it. It is completed after it has been
        // registered as running.
        let completed = std::mem::take(&mut reply.completed);
        self.take_reply(reply);
        if let Some(external) = &mut self.engine.external {
            external.hosts[host].completed.extend(completed);
        }
        match outcome {
            Some(Outcome::Done(value)) => Ok(service::Outcome::Done(value)),
            Some(Outcome::Started) => Ok(service::Outcome::Started),
            Some(Outcome::Refused(text)) => refused(&text),
            None => refused("the component did not answer"),
        }
    }

    /// Lets the stream managers and request managers of the first host run their work of each tick.
    pub(crate) fn manage_external(&mut self) {
        let has_managers = |known: &ExternalComponents| {
            !(known.stream_managers.is_empty() && known.request_managers.is_empty())
        };
        if self.engine.external.as_ref().is_some_and(has_managers)
            && let Some(reply) = self.exchange(0, Exchange::Managing, Vec::new())
        {
            self.take_reply(reply);
            self.settle_external();
        }
    }

    /// Interrupts the running service of a component or extension of a host. The host may set the result.
    pub(crate) fn interrupt_external(&mut self, external_id: usize, server: Server) {
        let Some(host) = self.engine.external_entry(external_id).map(|entry| entry.host) else { return };
        if let Some(reply) = self.exchange(host, Exchange::Interruption(external_id, server), Vec::new()) {
            self.take_reply(reply);
        }
    }

    /// Completes the services that ended during the call that started them, and notifies the hosts of their calls that
    /// ended.
    pub(crate) fn settle_external(&mut self) {
        let hosts = self.engine.external.iter_mut().flat_map(|external| &mut external.hosts);
        let free = hosts.filter(|host| host.is_free());
        let completed: Vec<Completed> = free.flat_map(|host| std::mem::take(&mut host.completed)).collect();
        completed.into_iter().for_each(|completed| self.complete(completed));
        self.settle_host_calls();
    }

    /// Responds to the ended calls of all hosts. Returns the ended calls of one host.
    fn ended_host_calls(&mut self, host: usize) -> Vec<EndedCall> {
        let of_host = |ended: &mut crate::engine::answers::queue::Ended| ended.of_host;
        for ended in self.engine.answers.ended.extract_if(.., of_host) {
            (ended.respond)(ended.answer);
        }
        let hosts = self.engine.external.as_ref().map(|external| &external.hosts);
        hosts.map(|hosts| hosts[host].calls.take()).unwrap_or_default()
    }

    /// Notifies the hosts of their ended calls. A host that waits for the answer to a call is notified with that
    /// answer.
    pub(crate) fn settle_host_calls(&mut self) {
        for _ in 0..ROUNDS_MAX {
            let mut is_settled = true;
            for host in 0..self.engine.host_count() {
                if !self.engine.is_host_free(host) {
                    continue;
                }
                let ended = self.ended_host_calls(host);
                if !ended.is_empty()
                    && let Some(reply) = self.exchange(host, Exchange::Ended(ended), Vec::new())
                {
                    is_settled = false;
                    self.take_reply(reply);
                }
            }
            if is_settled {
                return;
            }
        }
    }

    /// Calls a service for the host, during an exchange.
    pub(crate) fn call_for_host(
        &mut self,
        host: usize,
        call: u64,
        manager: Option<&str>,
        component: &str,
        service: &str,
        arguments: &[Value],
    ) -> Value {
        if let Some(&instance) = self.model.instances.get(component)
            && self.is_computed_by(host, instance)
        {
            let outcome = self.serve_native(instance, service, arguments);
            let mut answer = Map::from([("ended", listed(self.ended_host_calls(host)))]);
            answer.insert("data", Value::List(values_of(self.state.component(instance).data())));
            match outcome {
                Ok(service::Outcome::Done(value)) => answer.insert("done", value),
                Ok(service::Outcome::Started | service::Outcome::Relayed(_)) => {
                    answer.insert("started", true)
                }
                Err(error) => answer.insert("refused", error.to_string()),
            };
            return Value::Map(answer);
        }
        let hosts = self.engine.external.as_ref().map(|external| &external.hosts);
        let calls = hosts.map(|hosts| hosts[host].calls.clone()).unwrap_or_default();
        let id = self.engine.gateway.next_id();
        let respond = Box::new(move |answer| calls.push(call, answer));
        self.engine.is_calling_for_host = true;
        // Not recorded as an input: in a replay, the host makes this call again.
        if let Some(recorder) = &mut self.engine.recorder {
            recorder.begin_relay();
        }
        self.dispatch(id, manager, component, service, arguments, respond);
        if let Some(recorder) = &mut self.engine.recorder {
            recorder.end_relay();
        }
        self.engine.is_calling_for_host = false;
        let mut ended = self.ended_host_calls(host);
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
        &mut self,
        instance: InstanceRef,
        service: &str,
        arguments: &[Value],
    ) -> Result<service::Outcome, ServiceError> {
        let (node, robot) = (self.state.meta(instance).node, self.state.robot_node(instance));
        let (now, client_time_s) = (self.state.clock.now(), self.client_time_s());
        let component: &mut dyn AnyComponent = match instance {
            InstanceRef::Robot(index) => self.state.robots[index].component_mut(),
            InstanceRef::Sensor(index) => self.state.sensors[index].component_mut(),
            InstanceRef::Actuator(index) => self.state.actuators[index].component_mut(),
        };
        let mut context = ServiceContext { now, client_time_s, world: &mut self.state.world, node, robot };
        match external(component) {
            Some(component) => component.serve_native(service, arguments, &mut context),
            None => Err(ServiceError::Refused("it is computed by the simulator".to_owned())),
        }
    }

    /// Interrupts the running service of a component for the host, during an exchange.
    pub(crate) fn interrupt_for_host(&mut self, host: usize, instance: InstanceRef) -> Value {
        self.preempt(instance);
        Value::Map(Map::from([("ended", listed(self.ended_host_calls(host)))]))
    }

    /// Whether a host computes a component.
    fn is_computed_by(&self, host: usize, instance: InstanceRef) -> bool {
        let external_id = self.state.meta(instance).external_id;
        external_id
            .and_then(|external_id| self.engine.external_entry(external_id))
            .is_some_and(|entry| entry.host == host)
    }

    /// Completes a service that the host computes.
    pub(crate) fn complete(&mut self, completed: Completed) {
        let running = match completed.overlay {
            Some(overlay) => self.engine.overlays.get_mut(overlay).and_then(|overlay| overlay.running.take()),
            None => {
                let instance = self.engine.external_entry(completed.external_id).map(|entry| entry.instance);
                instance.and_then(|instance| self.state.meta_mut(instance).running.take())
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
        self.engine.answers.ended.push(running.end(answer));
    }
}

fn listed(ended: Vec<EndedCall>) -> Value {
    let entry = |ended: EndedCall| {
        let call = i64::try_from(ended.call).unwrap_or_default();
        Value::List(vec![Value::Int(call), Value::from(ended.status), ended.value])
    };
    Value::List(ended.into_iter().map(entry).collect())
}
