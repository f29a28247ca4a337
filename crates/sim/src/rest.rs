//! Sensors that may rest while nobody reads them, and readings made when somebody asks.

use morse_world::World;

use crate::simulation::Simulation;
use crate::unit::{SensorUnit, Tick};
use crate::view::JoinedReading;

impl SensorUnit {
    /// Whether somebody outside of the engine gets what it reads.
    fn has_readers(&self) -> bool {
        !self.publishers.is_empty() || !self.modifiers.is_empty() || self.head.running.is_some()
    }
}

impl Simulation {
    /// Lets those sensors rest that may and that nobody reads. Says whether any that may is awake.
    pub(crate) fn let_rest(&mut self) -> bool {
        if !self.sensors.iter().any(|sensor| sensor.cell.may_rest()) {
            return false;
        }
        let mut is_read: Vec<bool> = self.sensors.iter().map(SensorUnit::has_readers).collect();
        let mut readers: Vec<usize> = (0..is_read.len()).filter(|&index| is_read[index]).collect();
        while let Some(reader) = readers.pop() {
            for &source in &self.sensors[reader].sources {
                if !std::mem::replace(&mut is_read[source], true) {
                    readers.push(source);
                }
            }
        }
        let mut any_awake = false;
        for (sensor, is_read) in self.sensors.iter_mut().zip(is_read) {
            sensor.resting = !is_read && sensor.cell.may_rest();
            any_awake |= is_read && sensor.cell.may_rest();
        }
        any_awake
    }

    /// Has a sensor read now, with those it joins, if one of them was due while it rested.
    pub(crate) fn read_rested(&mut self, index: usize) {
        let mut wanted = vec![index];
        let mut next = 0;
        while let Some(&sensor) = wanted.get(next) {
            for &source in &self.sensors[sensor].sources {
                if !wanted.contains(&source) {
                    wanted.push(source);
                }
            }
            next += 1;
        }
        if !wanted.iter().any(|&sensor| self.sensors[sensor].overdue) {
            return;
        }
        let tick = Tick {
            now: self.clock.now(),
            client_time_s: self.client_time_s(),
            number: self.clock.tick(),
            length_ns: self.clock.tick_ns(),
        };
        let (world, sensors) = (&self.world, &mut self.sensors);
        self.threads.install(|| {
            for &sensor in &wanted {
                if sensors[sensor].overdue && sensors[sensor].sources.is_empty() {
                    sensors[sensor].read(tick, world, &[]);
                }
            }
        });
        // What joins others comes after them.
        for &sensor in wanted.iter().rev() {
            if !self.sensors[sensor].sources.is_empty() {
                self.with_joined(sensor, |sensor, world, joined| sensor.read(tick, world, joined));
            }
        }
    }

    /// Does something with a sensor and the newest readings of those it joins.
    pub(crate) fn with_joined(
        &mut self,
        index: usize,
        act: impl FnOnce(&mut SensorUnit, &World, &[JoinedReading<'_>]),
    ) {
        let (before, rest) = self.sensors.split_at_mut(index);
        let Some((sensor, after)) = rest.split_first_mut() else { return };
        let others = |source: usize| match source.checked_sub(index + 1) {
            Some(behind) => after.get(behind),
            None => before.get(source),
        };
        let newest = |&source: &usize| others(source).map(|other| other.newest(self.epoch_s));
        let sources = std::mem::take(&mut sensor.sources);
        let joined: Vec<JoinedReading<'_>> = sources.iter().filter_map(newest).collect();
        act(sensor, &self.world, &joined);
        sensor.sources = sources;
    }
}
