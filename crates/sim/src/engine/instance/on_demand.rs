//! On-demand sensors: skipped while their readings are not used, and read when a client requests data. A sensor that
//! combines readings of on-demand sensors is one itself.

use morse_world::World;

use crate::contract::contexts::sense_context::InputReading;
use crate::engine::instance::{SensorInstance, Tick};
use crate::engine::state::current::State;
use crate::engine::time::Epoch;
use crate::transport::stream::Audience;

impl SensorInstance {
    /// Whether its readings are used independently of connected clients: recorded, modified or requested by the host.
    fn is_always_read(&self) -> bool {
        let is_recorded = self.connections.has_audience(|audience| audience == Audience::Always);
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
        let has_listeners = self.connections.has_audience(|audience| audience != Audience::NoClient);
        !self.modifiers.is_empty() || self.asked_by_host || self.meta.running.is_some() || has_listeners
    }
}

impl State {
    /// Marks the on-demand sensors whose readings are not used as idle. With `keeps_all_reading`, every reading counts as used.
    pub(crate) fn skip_idle(&mut self, keeps_all_reading: bool) {
        let is_read = self.read_by(|sensor| keeps_all_reading || sensor.has_readers());
        for (sensor, is_read) in self.sensors.iter_mut().zip(is_read) {
            sensor.idle = !is_read && sensor.reads_on_demand;
        }
    }

    /// For each sensor, whether it is never skipped, so that its state is independent of connected clients.
    pub(crate) fn never_resting(&self) -> Vec<bool> {
        let is_read = self.read_by(SensorInstance::is_always_read);
        self.sensors.iter().zip(is_read).map(|(sensor, is_read)| is_read || !sensor.reads_on_demand).collect()
    }

    /// For each sensor, whether it is used: by itself, or as an input of a sensor that is used.
    fn read_by(&self, is_read: impl Fn(&SensorInstance) -> bool) -> Vec<bool> {
        let mut is_read: Vec<bool> = self.sensors.iter().map(is_read).collect();
        let mut readers: Vec<usize> = (0..is_read.len()).filter(|&index| is_read[index]).collect();
        while let Some(reader) = readers.pop() {
            for &source in &self.sensors[reader].inputs {
                if !std::mem::replace(&mut is_read[source], true) {
                    readers.push(source);
                }
            }
        }
        is_read
    }

    /// Handles a request by an external component for the data of a sensor. From then on the sensor is not skipped. At
    /// the first request it reads at once, so that the data does not depend on other listeners.
    pub(crate) fn keep_awake(&mut self, index: usize, epoch: Epoch) {
        let sensor = &mut self.sensors[index];
        if sensor.reads_on_demand && !sensor.asked_by_host {
            sensor.asked_by_host = true;
            for sensor in self.with_sources(index) {
                self.sensors[sensor].overdue = true;
            }
            self.read_on_demand(index, epoch);
        }
    }

    /// A sensor and all its direct and indirect inputs; the sensor itself comes first.
    fn with_sources(&self, index: usize) -> Vec<usize> {
        let mut all = vec![index];
        let mut next = 0;
        while let Some(&sensor) = all.get(next) {
            for &source in &self.sensors[sensor].inputs {
                if !all.contains(&source) {
                    all.push(source);
                }
            }
            next += 1;
        }
        all
    }

    /// Reads a sensor and its inputs now, if one of them was due while it was skipped.
    pub(crate) fn read_on_demand(&mut self, index: usize, epoch: Epoch) {
        let wanted = self.with_sources(index);
        if !wanted.iter().any(|&sensor| self.sensors[sensor].overdue) {
            return;
        }
        let tick = Tick {
            now: self.clock.now(),
            client_time_s: epoch.seconds(self.clock.now()),
            number: self.clock.tick(),
            length_ns: self.clock.tick_ns(),
            cost_clock: None,
        };
        for &sensor in &wanted {
            let sensor = &mut self.sensors[sensor];
            if sensor.overdue && sensor.inputs.is_empty() {
                sensor.read_for_request(tick, &self.world, &[]);
            }
        }
        // Sensors with inputs read after their inputs.
        for &sensor in wanted.iter().rev() {
            if !self.sensors[sensor].inputs.is_empty() {
                self.with_inputs(sensor, epoch, |sensor, world, readings| {
                    sensor.read_for_request(tick, world, readings)
                });
            }
        }
    }

    /// Calls a function with a sensor and the newest readings of its inputs.
    pub(crate) fn with_inputs(
        &mut self,
        index: usize,
        epoch: Epoch,
        act: impl FnOnce(&mut SensorInstance, &World, &[InputReading<'_>]),
    ) {
        let (before, rest) = self.sensors.split_at_mut(index);
        let Some((sensor, after)) = rest.split_first_mut() else { return };
        let other_sensor = |source: usize| match source.checked_sub(index + 1) {
            Some(behind) => after.get(behind),
            None => before.get(source),
        };
        let newest = |&source: &usize| other_sensor(source).map(|other| other.newest(epoch));
        let inputs = std::mem::take(&mut sensor.inputs);
        let readings: Vec<InputReading<'_>> = inputs.iter().filter_map(newest).collect();
        act(sensor, &self.world, &readings);
        sensor.inputs = inputs;
    }
}
