//! What happens when code in the host fails, or the host is lost.

use crate::contract::outcome::{Answer, ServiceError};
use crate::engine::instance::{InstanceRef, ModifierInstance};
use crate::engine::simulation::Simulation;
use crate::external::HostLost;

impl Simulation {
    /// Whether an instance is external and its host is gone.
    pub(crate) fn is_orphaned(&self, instance: InstanceRef) -> bool {
        self.meta(instance).external_id.is_some()
            && self.external.as_ref().is_some_and(|external| external.lost)
    }

    /// The modifiers of all components.
    pub(crate) fn all_modifiers_mut(&mut self) -> impl Iterator<Item = &mut ModifierInstance> {
        let of_sensors = self.sensors.iter_mut().flat_map(|sensor| &mut sensor.modifiers);
        of_sensors.chain(self.actuators.iter_mut().flat_map(|actuator| &mut actuator.modifiers))
    }

    /// Deactivates a component whose code failed.
    pub(crate) fn stop_external(&mut self, number: usize, error: &str) {
        let Some(entry) = self.external.as_mut().and_then(|external| external.entries.get_mut(number)) else {
            return;
        };
        entry.failed = matches!(entry.instance, InstanceRef::Robot(_));
        let (name, instance) = (entry.name.clone(), entry.instance);
        tracing::error!("{name}: its Python code failed, and it stops. Everything else goes on.\n{error}");
        self.put_out_of_action(instance, "the component's code failed");
    }

    /// Goes on without the host.
    pub(crate) fn lose_host(&mut self, error: &HostLost) {
        let Some(external) = &mut self.external else { return };
        external.lost = true;
        let names = external.names();
        let entries = external.entries.iter().filter(|entry| entry.acts);
        let instances: Vec<InstanceRef> = entries.map(|entry| entry.instance).collect();
        tracing::error!("{error}. What it computed stops, and everything else goes on: {}", names.join(", "));
        for instance in instances {
            self.put_out_of_action(instance, "the Python process that computed the component has ended");
        }
        self.all_modifiers_mut()
            .filter(|modifier| modifier.external.is_some())
            .for_each(|modifier| modifier.failed = true);
        let of_sensors = self.sensors.iter_mut().map(|sensor| &mut sensor.chain);
        for chain in of_sensors.chain(self.actuators.iter_mut().map(|actuator| &mut actuator.chain)) {
            chain.is_open = false;
            chain.streams.clear();
        }
        for overlay in 0..self.overlays.len() {
            if let Some(running) = self.overlays[overlay].running.take() {
                let why = "the Python process that computed the overlay has ended".to_owned();
                self.answers.ended.push(running.end(Answer::Failed(ServiceError::Refused(why))));
            }
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
            self.answers.ended.push(running.end(answer));
        }
    }
}
