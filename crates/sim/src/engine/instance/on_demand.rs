//! On-demand sensors: skipped while their readings are not used, and read when a client requests data.

use morse_world::World;

use crate::contract::contexts::sense_context::InputReading;
use crate::engine::instance::{SensorInstance, Tick};
use crate::engine::simulation::Simulation;
use crate::transport::stream::Audience;

impl SensorInstance {
    /// Whether its readings are used independently of connected clients: recorded, modified or requested by the host.
    fn is_always_read(&self) -> bool {
        let is_recorded = self.audiences().any(|audience| audience == Audience::Always);
        !self.modifiers.is_empty() || self.asked_by_host || is_recorded
    }

    /// Reads for a request. Keeps the result of this tick.
    fn read_for_request(&mut self, tick: Tick, world: &World, readings: &[InputReading<'_>]) {
        if self.held.is_held() {
            return;
        }
        let reading = self.reading;
        self.read(tick, world, readings);
        self.reading = reading;
    }

    /// Whether its readings are used.
    fn has_readers(&self) -> bool {
        let has_listeners = self.audiences().any(|audience| audience != Audience::NoClient);
        !self.modifiers.is_empty() || self.asked_by_host || self.meta.running.is_some() || has_listeners
    }

    fn audiences(&self) -> impl Iterator<Item = Audience> {
        self.publishers.iter().chain(self.chain.carriers.values()).map(|publisher| publisher.audience())
    }
}

impl Simulation {
    /// With `true`, makes every sensor read, including sensors that are added later, even if its readings are not
    /// used.
    /// Calls are counted: each observer that needs all readings calls this with `true`, and later with `false`. The
    /// effect ends when all of these observers have ended. The state of the simulation does not depend on it.
    pub fn keep_all_reading(&mut self, on: bool) {
        let count = self.engine.readers_of_all;
        self.engine.readers_of_all = if on { count + 1 } else { count.saturating_sub(1) };
    }

    /// Marks the on-demand sensors whose readings are not used as idle.
    pub(crate) fn skip_idle(&mut self) {
        if !self.model.plan.has_on_demand {
            return;
        }
        let keeps = self.engine.readers_of_all > 0;
        let is_read = self.read_by(|sensor| keeps || sensor.has_readers());
        for (sensor, is_read) in self.state.sensors.iter_mut().zip(is_read) {
            sensor.idle = !is_read && sensor.component.on_demand();
        }
    }

    /// For each sensor, whether it is never skipped, so that its state is independent of connected clients.
    pub(crate) fn never_resting(&self) -> Vec<bool> {
        let is_read = self.read_by(SensorInstance::is_always_read);
        self.state
            .sensors
            .iter()
            .zip(is_read)
            .map(|(sensor, is_read)| is_read || !sensor.component.on_demand())
            .collect()
    }

    /// For each sensor, whether it is used: by itself, or as an input of a sensor that is used.
    fn read_by(&self, is_read: impl Fn(&SensorInstance) -> bool) -> Vec<bool> {
        let mut is_read: Vec<bool> = self.state.sensors.iter().map(is_read).collect();
        let mut readers: Vec<usize> = (0..is_read.len()).filter(|&index| is_read[index]).collect();
        while let Some(reader) = readers.pop() {
            for &source in &self.state.sensors[reader].inputs {
                if !std::mem::replace(&mut is_read[source], true) {
                    readers.push(source);
                }
            }
        }
        is_read
    }

    /// Handles a request by an external component for the data of a sensor. From then on the sensor is not skipped. At
    /// the first request it reads at once, so that the data does not depend on other listeners.
    pub(crate) fn keep_awake(&mut self, index: usize) {
        let sensor = &mut self.state.sensors[index];
        if sensor.component.on_demand() && !sensor.asked_by_host {
            sensor.asked_by_host = true;
            for sensor in self.with_sources(index) {
                self.state.sensors[sensor].overdue = true;
            }
            self.read_on_demand(index);
        }
    }

    /// A sensor and all its direct and indirect inputs; the sensor itself comes first.
    fn with_sources(&self, index: usize) -> Vec<usize> {
        let mut all = vec![index];
        let mut next = 0;
        while let Some(&sensor) = all.get(next) {
            for &source in &self.state.sensors[sensor].inputs {
                if !all.contains(&source) {
                    all.push(source);
                }
            }
            next += 1;
        }
        all
    }

    /// Reads a sensor and its inputs now, if one of them was due while it was skipped.
    pub(crate) fn read_on_demand(&mut self, index: usize) {
        let wanted = self.with_sources(index);
        if !wanted.iter().any(|&sensor| self.state.sensors[sensor].overdue) {
            return;
        }
        let tick = Tick {
            now: self.state.clock.now(),
            client_time_s: self.client_time_s(),
            number: self.state.clock.tick(),
            length_ns: self.state.clock.tick_ns(),
            cost_clock: None,
        };
        for &sensor in &wanted {
            let sensor = &mut self.state.sensors[sensor];
            if sensor.overdue && sensor.inputs.is_empty() {
                sensor.read_for_request(tick, &self.state.world, &[]);
            }
        }
        // Sensors with inputs read after their inputs.
        for &sensor in wanted.iter().rev() {
            if !self.state.sensors[sensor].inputs.is_empty() {
                self.with_inputs(sensor, |sensor, world, readings| {
                    sensor.read_for_request(tick, world, readings)
                });
            }
        }
    }

    /// Calls a function with a sensor and the newest readings of its inputs.
    pub(crate) fn with_inputs(
        &mut self,
        index: usize,
        act: impl FnOnce(&mut SensorInstance, &World, &[InputReading<'_>]),
    ) {
        let (before, rest) = self.state.sensors.split_at_mut(index);
        let Some((sensor, after)) = rest.split_first_mut() else { return };
        let other_sensor = |source: usize| match source.checked_sub(index + 1) {
            Some(behind) => after.get(behind),
            None => before.get(source),
        };
        let newest = |&source: &usize| other_sensor(source).map(|other| other.newest(self.model.epoch));
        let inputs = std::mem::take(&mut sensor.inputs);
        let readings: Vec<InputReading<'_>> = inputs.iter().filter_map(newest).collect();
        act(sensor, &self.state.world, &readings);
        sensor.inputs = inputs;
    }
}
