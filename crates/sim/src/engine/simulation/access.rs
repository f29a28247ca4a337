//! Interface for the driver of a simulation: clock, world, and access to components by name (data, commands,
//! services).

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use morse_scene::document::Strategy;
use morse_scene::value::{Map, Value};
use morse_world::{Pose, World};
use rayon::ThreadPool;

use crate::contract::command::{CommandError, CommandSchema};
use crate::contract::data::Data;
use crate::contract::outcome::Answer;
use crate::engine::contract_checks::ContractViolation;
use crate::engine::control::Controls;
use crate::engine::instance::InstanceRef;
use crate::engine::simulation::Simulation;
use crate::engine::time::clock::Clock;
use crate::engine::viewer_camera::ViewerCamera;
use crate::services::dispatch_request;
use crate::transport::request::{Event, Gateway, RequestId, Respond};
use crate::transport::stream::{Publisher, Sample};

impl Simulation {
    /// The queue of events from outside, for a driver that waits between ticks. The driver must pass each event that
    /// it takes to [`Simulation::handle`].
    #[must_use]
    pub fn events(&self) -> &Receiver<Event> {
        &self.engine.events
    }

    /// The sender of the event queue.
    #[must_use]
    pub fn gateway(&self) -> &Gateway {
        &self.engine.gateway
    }

    /// Requests from clients to the driver.
    pub fn controls(&mut self) -> &mut Controls {
        &mut self.engine.controls
    }

    /// The threads of sensors and physics. A driver that steps without pause should do so inside of
    /// `threads.install(…)`, which avoids switching threads in every tick.
    #[must_use]
    pub fn threads(&self) -> Arc<ThreadPool> {
        Arc::clone(&self.engine.threads)
    }

    /// The camera of viewers.
    #[must_use]
    pub fn viewer_camera(&self) -> &ViewerCamera {
        &self.engine.viewer_camera
    }

    /// The clock.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.state.clock
    }

    /// The time strategy of the scene.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        self.model.strategy
    }

    /// The world.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.state.world
    }

    /// Simulated time on the time scale of clients. [s]
    #[must_use]
    pub fn client_time_s(&self) -> f64 {
        self.model.epoch.seconds(self.state.clock.now())
    }

    /// The local data of a component; `None` when there is no such component.
    #[must_use]
    pub fn data(&self, component: &str) -> Option<&dyn Data> {
        self.component_id(component).map(|id| self.component_data(id))
    }

    /// Publishes all further readings of a sensor to `publisher`, as to a stream. An on-demand sensor then reads.
    /// Returns whether the sensor exists.
    pub fn listen(&mut self, sensor: &str, publisher: Box<dyn Publisher>) -> bool {
        let Some(&InstanceRef::Sensor(index)) = self.model.instances.get(sensor) else { return false };
        self.state.sensors[index].publishers.push(publisher);
        self.model.plan.has_own_publishers = true;
        true
    }

    /// Applies a command to an actuator at once, as from a stream without modifiers. `None` when the actuator does
    /// not exist.
    pub fn command(&mut self, actuator: &str, command: &Map) -> Option<Result<(), CommandError>> {
        self.actuator_id(actuator).map(|id| self.command_actuator(id, command))
    }

    /// Checks a command without applying it. `None` when the actuator does not exist.
    #[must_use]
    pub fn check_command(&self, actuator: &str, command: &Map) -> Option<Result<(), CommandError>> {
        match *self.model.instances.get(actuator)? {
            InstanceRef::Actuator(index) => {
                Some(CommandSchema::of(self.state.actuators[index].component().data()).check(command))
            }
            _ => None,
        }
    }

    /// The readings of the last tick after their modifiers, with the full names of their sensors, in scene order.
    /// Omits sensors that were not due, withheld their reading, or were skipped because their readings are not used.
    pub fn fresh_readings(&self) -> impl Iterator<Item = (&str, Sample<'_>)> {
        self.state
            .sensors
            .iter()
            .filter_map(|sensor| Some((sensor.meta.name.as_str(), sensor.fresh(self.model.epoch)?)))
    }

    /// Calls a service. Returns `None` for an asynchronous service; its later answer is discarded.
    pub fn call(&mut self, component: &str, service: &str, arguments: &[Value]) -> Option<Answer> {
        let (sender, receiver) = std::sync::mpsc::channel();
        let id = self.engine.gateway.next_id();
        self.call_with(id, component, service, arguments, Box::new(move |answer| drop(sender.send(answer))));
        receiver.try_recv().ok()
    }

    /// Calls a service. The answer comes through `respond`, at once or in a later tick.
    pub fn call_with(
        &mut self,
        id: RequestId,
        component: &str,
        service: &str,
        arguments: &[Value],
        respond: Respond,
    ) {
        let threads = self.threads();
        threads.install(|| dispatch_request(self, id, None, component, service, arguments, respond));
    }

    /// Compares the declarations of components from now on, such as
    /// [`Sensor::settles_after`](crate::contract::component::Sensor::settles_after), with their behavior. Steps take
    /// several times as long.
    pub fn check_contracts(&mut self) {
        self.engine.contract_checks.get_or_insert_default();
    }

    /// False declarations that [`Simulation::check_contracts`] has found so far, each once.
    #[must_use]
    pub fn contract_violations(&self) -> &[ContractViolation] {
        self.engine.contract_checks.as_ref().map_or(&[], |checks| &checks.violations)
    }

    /// With `true`, makes every sensor read, including sensors that are added later, even if its readings are not
    /// used.
    /// Calls are counted: each observer that needs all readings calls this with `true`, and later with `false`. The
    /// effect ends when all of these observers have ended. The state of the simulation does not depend on it.
    pub fn keep_all_reading(&mut self, on: bool) {
        let count = self.engine.readers_of_all;
        self.engine.readers_of_all = if on { count + 1 } else { count.saturating_sub(1) };
    }

    /// The pose of the camera of viewers in the world. It looks along its -Z axis, with +Y up.
    #[must_use]
    pub fn world_from_viewer_camera(&self) -> Pose {
        self.engine.viewer_camera.world_from_camera(&self.state.world)
    }
}
