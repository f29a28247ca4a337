//! Exchanges with the host: one for all due sensors, one for all robots and actuators, and one for each request.

use std::any::Any;
use std::sync::PoisonError;

use morse_scene::value::Value;

use crate::contract::outcome::{Answer, ServiceError};
use crate::contract::service;
use crate::engine::instance::{InstanceRef, Reading, Tick};
use crate::engine::replaying::CommandInputs;
use crate::engine::simulation::Simulation;
use crate::external::component::ExternalComponent;
use crate::external::components::ExternalEntry;
use crate::external::scene_access::Scene;
use crate::external::{
    Completed, ComponentStep, HostCommand, HostLost, Outcome, Reply, Status, StepInput, WorldCommand,
};

/// The first round of external actuators.
const FIRST_ROUND: usize = 1;

/// The purpose of an exchange.
pub(crate) enum Exchange<'a> {
    /// Sensors read the world, which is constant meanwhile.
    Sensing,
    /// Robots and actuators act.
    Acting,
    /// A service of a component is called.
    Service(usize, &'a str, &'a [Value]),
    /// The running service of a component is interrupted.
    Interruption(usize),
}

/// The participants of an exchange by number, each with a new command if there is one.
pub(crate) type Parts = Vec<(usize, Option<Vec<Value>>)>;

/// Sorts robots into scene order, then actuators into reverse scene order: the one that is declared first acts last
/// and takes precedence.
fn acting_order(entries: &[ExternalEntry], mut input: StepInput) -> StepInput {
    let is_robot = |step: &ComponentStep| entries[step.external_id].robot == step.external_id;
    let (mut steps, actuators): (Vec<ComponentStep>, Vec<ComponentStep>) =
        input.steps.into_iter().partition(is_robot);
    steps.extend(actuators.into_iter().rev());
    input.steps = steps;
    input
}

impl Simulation {
    /// Due external sensors read the world. Returns their changes to the world, which are applied later.
    pub(crate) fn sense_external(&mut self, tick: Tick) -> Vec<WorldCommand> {
        let mut due = Parts::new();
        for (external_id, sensor) in self.active_entries(|external_id| match external_id.instance {
            InstanceRef::Sensor(index) => Some(index),
            _ => None,
        }) {
            let sensor = &mut self.sensors[sensor];
            sensor.reading = Reading::None;
            if sensor.active && sensor.schedule.is_due(tick.now, tick.length_ns) {
                due.push((external_id, None));
            }
        }
        if due.is_empty() {
            return Vec::new();
        }
        let Some((reply, commands)) = self.exchange(&Exchange::Sensing, due) else { return Vec::new() };
        let read: Vec<usize> = reply
            .reports
            .iter()
            .filter(|report| report.error.is_none())
            .map(|report| report.external_id)
            .collect();
        self.take_reply(reply);
        for external_id in read {
            if let Some(InstanceRef::Sensor(index)) =
                self.external_id(external_id).map(|external_id| external_id.instance)
            {
                self.sensors[index].seal(tick, &self.world);
            }
        }
        commands
    }

    /// The due external actuators of a round take their newest command and act. In the first round, the robots act
    /// before them in scene order.
    pub(crate) fn act_external(&mut self, tick: Tick, round: usize) {
        let mut due = Parts::new();
        for (external_id, instance) in
            self.active_entries(|external_id| (!external_id.failed).then_some(external_id.instance))
        {
            match instance {
                InstanceRef::Robot(index) if round == FIRST_ROUND && !self.robots[index].external => {
                    due.push((external_id, None));
                }
                InstanceRef::Actuator(index) => {
                    let actuator = &mut self.actuators[index];
                    if actuator.round == round
                        && actuator.active
                        && actuator.schedule.is_due(tick.now, tick.length_ns)
                    {
                        let inputs = CommandInputs {
                            recorder: self.recorder.as_mut(),
                            replayed: self.replayed.as_mut(),
                        };
                        let data = actuator.take_commands(tick, inputs).then(|| actuator.component.data());
                        let values =
                            data.map(|data| (0..).map_while(|index| Some(data.get(index)?.to_value())));
                        let values = values.map(Iterator::collect);
                        due.push((external_id, values));
                    }
                }
                _ => {}
            }
        }
        if !due.is_empty()
            && let Some((reply, _)) = self.exchange(&Exchange::Acting, due)
        {
            self.take_reply(reply);
        }
    }

    /// Calls a service of an external component.
    pub(crate) fn serve_external(
        &mut self,
        external_id: usize,
        service: &str,
        arguments: &[Value],
    ) -> Result<service::Outcome, ServiceError> {
        let refused = |text: &str| Err(ServiceError::Refused(text.to_owned()));
        let about = Exchange::Service(external_id, service, arguments);
        let Some((mut reply, _)) = self.exchange(&about, Parts::new()) else {
            return refused("the Python process that computed the component has ended");
        };
        let outcome = reply.outcome.take();
        // An asynchronous service may end during the call that starts it. It is completed after it has been
        // registered as running.
        let completed = std::mem::take(&mut reply.completed);
        self.take_reply(reply);
        if let Some(external) = &mut self.external {
            external.completed.extend(completed);
        }
        match outcome {
            Some(Outcome::Done(value)) => Ok(service::Outcome::Done(value)),
            Some(Outcome::Started) => Ok(service::Outcome::Started),
            Some(Outcome::Refused(text)) => refused(&text),
            None => refused("the component did not answer"),
        }
    }

    /// Lets an external component stop its running service. The component may set the result.
    pub(crate) fn interrupt_external(&mut self, external_id: usize) {
        if let Some((reply, _)) = self.exchange(&Exchange::Interruption(external_id), Parts::new()) {
            self.take_reply(reply);
        }
    }

    /// Completes the services that ended during the call that started them.
    pub(crate) fn settle_external(&mut self) {
        let completed = self.external.as_mut().map(|external| std::mem::take(&mut external.completed));
        completed.into_iter().flatten().for_each(|completed| self.complete(completed));
    }

    /// Tells the host that the simulation ends.
    pub(crate) fn end_external(&mut self) {
        if let Some(external) = self.external.take().filter(|external| !external.lost) {
            let mut host = external.host.lock().unwrap_or_else(PoisonError::into_inner);
            let mut scene = Scene { simulation: self, later: None };
            // A lost host needs no message.
            let _ = host.exchange(&HostCommand::End, &mut scene);
        }
    }

    /// Whether an instance is external and its host is gone.
    pub(crate) fn is_orphaned(&self, instance: InstanceRef) -> bool {
        self.meta(instance).external_id.is_some()
            && self.external.as_ref().is_some_and(|external| external.lost)
    }

    fn external_id(&self, external_id: usize) -> Option<&ExternalEntry> {
        self.external.as_ref()?.entries.get(external_id)
    }

    /// Results of `pick` for the entries whose class is external, with their numbers; empty when there is no host.
    fn active_entries<T>(&self, pick: impl Fn(&ExternalEntry) -> Option<T>) -> Vec<(usize, T)> {
        let external = self.external.iter().filter(|external| !external.lost);
        let entries = external.flat_map(|external| external.entries.iter().enumerate());
        entries
            .filter(|(_, external_id)| external_id.acts)
            .filter_map(|(number, external_id)| Some((number, pick(external_id)?)))
            .collect()
    }

    /// The participants of an exchange by number, together with their robots.
    fn input(&self, entries: &[ExternalEntry], parts: Parts, about: &[usize]) -> StepInput {
        let mut steps: Vec<Option<ComponentStep>> = Vec::new();
        steps.resize_with(entries.len(), || None);
        let step = |external_id: usize, acts, command| {
            let world_from = self.world.world_from(self.meta(entries[external_id].instance).node);
            ComponentStep { external_id, world_from, acts, command }
        };
        for external_id in about.iter().copied().chain(parts.iter().map(|&(external_id, _)| external_id)) {
            steps[entries[external_id].robot] = Some(step(entries[external_id].robot, false, None));
            steps[external_id] = Some(step(external_id, false, None));
        }
        for (external_id, command) in parts {
            steps[external_id] = Some(step(external_id, true, command));
        }
        StepInput { time_s: self.client_time_s(), steps: steps.into_iter().flatten().collect() }
    }

    /// Runs one exchange: returns the reply, and the changes of the scene that are left for later. `None` when the
    /// host is gone.
    fn exchange(&mut self, about: &Exchange<'_>, parts: Parts) -> Option<(Reply, Vec<WorldCommand>)> {
        let external = self.external.take()?;
        if external.lost {
            self.external = Some(external);
            return None;
        }
        let input = |entries: &[usize]| self.input(&external.entries, parts, entries);
        let command = match *about {
            Exchange::Sensing => HostCommand::Act(input(&[])),
            Exchange::Acting => HostCommand::Act(acting_order(&external.entries, input(&[]))),
            Exchange::Service(external_id, service, arguments) => {
                HostCommand::Serve { external_id, service, arguments, input: input(&[external_id]) }
            }
            Exchange::Interruption(external_id) => {
                HostCommand::Interrupt { external_id, input: input(&[external_id]) }
            }
        };
        let later = matches!(about, Exchange::Sensing).then(Vec::new);
        let mut scene = Scene { simulation: self, later };
        let result =
            external.host.lock().unwrap_or_else(PoisonError::into_inner).exchange(&command, &mut scene);
        let commands = scene.later.unwrap_or_default();
        self.external = Some(external);
        match result {
            Ok(reply) => Some((reply, commands)),
            Err(error) => {
                self.lose_host(&error);
                None
            }
        }
    }

    /// Takes over the results of the host.
    pub(crate) fn take_reply(&mut self, reply: Reply) {
        for mut report in reply.reports {
            let Some(external_id) = self.external_id(report.external_id) else { continue };
            let (number, instance, acts) = (report.external_id, external_id.instance, external_id.acts);
            let error = report.error.take();
            let component: &mut dyn Any = self.component_mut(instance);
            if let Some(component) = component.downcast_mut::<ExternalComponent>().filter(|_| acts) {
                component.take(report);
            }
            if let Some(error) = error {
                self.stop_external(number, &error);
            }
        }
        reply.completed.into_iter().for_each(|completed| self.complete(completed));
    }

    fn complete(&mut self, completed: Completed) {
        let Some(instance) = self.external_id(completed.external_id).map(|external_id| external_id.instance)
        else {
            return;
        };
        let Some(running) = self.meta_mut(instance).running.take() else { return };
        let answer = match completed.status {
            Status::Success => Answer::Success(completed.value),
            Status::Preempted => Answer::Preempted(completed.value),
            Status::Failed => Answer::Failed(ServiceError::Refused(match completed.value {
                Value::Text(text) => text,
                Value::Null => String::new(),
                other => morse_scene::python_repr::repr(&other),
            })),
        };
        self.answers.ended.push((running.respond, answer));
    }

    /// Deactivates a component whose code failed.
    fn stop_external(&mut self, number: usize, error: &str) {
        let Some(external_id) = self.external.as_mut().and_then(|external| external.entries.get_mut(number))
        else {
            return;
        };
        external_id.failed = matches!(external_id.instance, InstanceRef::Robot(_));
        let (name, instance) = (external_id.name.clone(), external_id.instance);
        tracing::error!("{name}: its Python code failed, and it stops. Everything else goes on.\n{error}");
        self.put_out_of_action(instance, "the component's code failed");
    }

    fn lose_host(&mut self, error: &HostLost) {
        let Some(external) = &mut self.external else { return };
        external.lost = true;
        let entries = external.entries.iter().filter(|external_id| external_id.acts);
        let (names, instances): (Vec<String>, Vec<InstanceRef>) =
            entries.map(|external_id| (external_id.name.clone(), external_id.instance)).unzip();
        tracing::error!(
            "{error}. The components that it computed stop, and everything else goes on: {}",
            names.join(", ")
        );
        for instance in instances {
            self.put_out_of_action(instance, "the Python process that computed the component has ended");
        }
    }

    fn put_out_of_action(&mut self, instance: InstanceRef, why: &str) {
        match instance {
            InstanceRef::Robot(_) => {}
            InstanceRef::Sensor(index) => self.sensors[index].active = false,
            InstanceRef::Actuator(index) => self.actuators[index].active = false,
        }
        if let Some(running) = self.meta_mut(instance).running.take() {
            let answer = Answer::Failed(ServiceError::Refused(why.to_owned()));
            self.answers.ended.push((running.respond, answer));
        }
    }
}
