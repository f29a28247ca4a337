//! Instances of sensors: when they read, how readings are modified, and how they are published.

use morse_world::{NodeId, World};
use xxhash_rust::xxh3::xxh3_64;

use crate::contract::component::erased::{AnySensor, ServiceContext};
use crate::contract::contexts::sense_context::{InputReading, SenseContext};
use crate::contract::data::Data;
use crate::contract::outcome::Completion;
use crate::contract::uncertainty::{Covariance, Errors};
use crate::engine::cost::measured;
use crate::engine::instance::chain::Chain;
use crate::engine::instance::connections::Connections;
use crate::engine::instance::error_models::ErrorModels;
use crate::engine::instance::hashed::Hashed;
use crate::engine::instance::sensor_reading::{HeldReading, Reading};
use crate::engine::instance::stillness::Stillness;
use crate::engine::instance::{Metadata, ModifierInstance, Tick, restore_all, save_all};
use crate::engine::random::RandomKey;
use crate::engine::state;
use crate::engine::state::StateError;
use crate::engine::time::schedule::Schedule;
use crate::engine::time::{Epoch, Time};
use crate::external::component::extended::ExtendedData;
use crate::transport::stream::Sample;

/// The sample of a fresh reading for streams; `None` for other readings.
fn sample<'a>(
    reading: Reading,
    timestamp: Time,
    data: &'a dyn Data,
    epoch: Epoch,
    errors: &'a dyn Errors,
) -> Option<Sample<'a>> {
    let Reading::Fresh { world_from_robot, world_from_sensor } = reading else { return None };
    Some(Sample {
        timestamp_s: epoch.seconds(timestamp),
        stamp_ns: epoch.nanoseconds(timestamp),
        data,
        world_from_robot,
        world_from_component: world_from_sensor,
        errors: Some(errors),
    })
}

/// A number that changes whenever a sensor or its robot may have moved.
fn motion(world: &World, node: NodeId, robot: NodeId) -> u64 {
    world.motion_count(node).wrapping_add(world.motion_count(robot))
}

/// Instance of a sensor.
///
/// Fields that every tick accesses are adjacent in memory, including the first fields of [`Chain`] and [`Metadata`]:
/// memory access dominates the ticks of thousands of robots.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct SensorInstance {
    pub(crate) active: bool,
    /// Whether it is skipped because its readings are not used.
    pub(crate) idle: bool,
    /// Whether it reads in parallel with other sensors: it has no inputs and is not computed by the host.
    pub(crate) reads_alone: bool,
    /// Whether its readings change the world.
    pub(crate) changes_world: bool,
    /// Whether it takes note of objects when it is due.
    pub(crate) tracks_objects: bool,
    /// Whether it was due while it was skipped, and has not read since.
    pub(crate) overdue: bool,
    /// Whether an external component has requested its data.
    pub(crate) asked_by_host: bool,
    /// Whether it or one of its direct or indirect inputs reads on demand, so that its readings depend on connected
    /// clients.
    pub(crate) reads_on_demand: bool,
    pub(crate) schedule: Schedule,
    pub(crate) timestamp: Time,
    /// Detects that its robot rests and further readings would not change.
    pub(crate) stillness: Stillness,
    pub(crate) robot: NodeId,
    pub(crate) key: RandomKey,
    pub(crate) rate_hz: f64,
    pub(crate) component: Hashed<Box<dyn AnySensor>>,
    /// A reading on which a lagging host works.
    pub(crate) held: HeldReading,
    pub(crate) modifiers: Vec<ModifierInstance>,
    pub(crate) chain: Chain,
    /// Completion of its service in this tick.
    pub(crate) completion: Option<Completion>,
    /// Result of this tick.
    pub(crate) reading: Reading,
    pub(crate) meta: Metadata,
    /// Indices of the sensors whose readings are its inputs; empty for most sensors.
    pub(crate) inputs: Vec<usize>,
    pub(crate) connections: Connections,
}

impl SensorInstance {
    /// Reads the world if the sensor is due. Returns whether the reading may need further processing: effects on the
    /// world, the host, or the end of a service.
    pub(crate) fn sense(&mut self, tick: Tick, world: &World, inputs: &[InputReading<'_>]) -> bool {
        if !self.active || !(self.is_due(tick) || self.catches_up()) {
            self.reading = Reading::None;
            // The reading that a host works on may be finished in this tick.
            return self.held.lags;
        }
        if self.tracks_objects {
            self.component.as_mut().track_objects(world);
        }
        if self.idle {
            self.overdue = true;
            self.reading = Reading::Withheld;
            return self.changes_world;
        }
        if self.is_settled(world) {
            self.timestamp = tick.now;
            if !matches!(self.reading, Reading::Fresh { .. }) {
                self.mark_fresh(tick, world);
            }
            return false;
        }
        self.read(tick, world, inputs);
        self.changes_world || self.held.lags || self.completion.is_some()
    }

    /// Whether a reading now would have the same result as the last one.
    pub(crate) fn is_settled(&mut self, world: &World) -> bool {
        let (node, robot) = (self.meta.node, self.robot);
        self.stillness.holds(world.motions(), || motion(world, node, robot))
            && self.modifiers.is_empty()
            && !self.needs_host()
    }

    /// Whether it will read in this tick according to its schedule.
    pub(crate) fn will_read(&self, tick: Tick) -> bool {
        let is_due = self.schedule.clone().is_due(tick.now, tick.length_ns);
        self.active && !self.idle && (is_due || self.catches_up())
    }

    /// Whether it was due while it was skipped and has readers now. It reads at once: a sensor that combines its
    /// readings would otherwise use those of a time before the skip.
    fn catches_up(&self) -> bool {
        self.overdue && !self.idle && !self.held.is_held()
    }

    /// Whether it reads in this tick. A sensor that was due while a host worked on its last reading reads afterwards.
    pub(crate) fn is_due(&mut self, tick: Tick) -> bool {
        let is_due = self.schedule.is_due(tick.now, tick.length_ns);
        self.held.admits(is_due)
    }

    /// The component, for a change that the next reading has to show.
    pub(crate) fn component_mut(&mut self) -> &mut dyn AnySensor {
        self.stillness.end();
        self.component.as_mut()
    }

    /// Whether the host takes part in the processing of its readings.
    fn needs_host(&mut self) -> bool {
        !self.chain.streams.is_empty() || !self.connections.outgoing().carriers.is_empty()
    }

    /// Announces the work of its reading in this tick, if it will read alone.
    pub(crate) fn announce(&mut self, tick: Tick, world: &World) {
        if !self.reads_alone || self.held.lags || !self.will_read(tick) || self.is_settled(world) {
            return;
        }
        let (mut completion, mut withheld) = (None, false);
        let view = self.view(tick, world, &[], (&mut completion, &mut withheld));
        self.component.as_mut().announce(&view);
    }

    /// Context of one reading. The component writes into `completion` and `withheld`.
    fn view<'a>(
        &self,
        tick: Tick,
        world: &'a World,
        inputs: &'a [InputReading<'a>],
        (completion, withheld): (&'a mut Option<Completion>, &'a mut bool),
    ) -> SenseContext<'a> {
        SenseContext {
            now: tick.now,
            world,
            node: self.meta.node,
            robot: self.robot,
            rate_hz: self.rate_hz,
            client_time_s: tick.client_time_s,
            random: self.key.at(tick.number),
            inputs,
            world_from_robot: world.world_from(self.robot),
            world_from_sensor: world.world_from(self.meta.node),
            completion,
            withheld,
        }
    }

    /// Reads the world at once, whether due or not.
    pub(crate) fn read(&mut self, tick: Tick, world: &World, inputs: &[InputReading<'_>]) {
        self.reading = self.observe(tick, world, inputs);
        if self.reading != Reading::Withheld {
            self.chain.begin();
            self.modify(tick, false);
        }
    }

    /// Reads the world into the data. Returns whether the reading is fresh or withheld.
    pub(crate) fn observe(&mut self, tick: Tick, world: &World, inputs: &[InputReading<'_>]) -> Reading {
        self.overdue = false;
        if self.held.lags {
            self.held.keep_shown(self.timestamp, self.component.data());
        }
        self.timestamp = tick.now;
        let (mut completion, mut withheld) = (self.completion.take(), false);
        let mut view = self.view(tick, world, inputs, (&mut completion, &mut withheld));
        let SenseContext { world_from_robot, world_from_sensor, .. } = view;
        let (cost_ns, ()) = measured(tick.cost_clock, || self.component.sense(&mut view));
        self.meta.cost_ns += cost_ns;
        self.completion = completion;
        if withheld {
            self.stillness.end();
            Reading::Withheld
        } else {
            let motion = motion(world, self.meta.node, self.robot);
            self.stillness.note(motion, || self.component.access().settles_after);
            Reading::Fresh { world_from_robot, world_from_sensor }
        }
    }

    /// Applies the next built-in modifiers.
    pub(crate) fn modify(&mut self, tick: Tick, streams_ran: bool) {
        let data = self.component.data_mut();
        self.chain.modify(&mut self.modifiers, tick, self.rate_hz, data, streams_ran);
    }

    /// Marks the reading as fresh.
    pub(crate) fn mark_fresh(&mut self, tick: Tick, world: &World) {
        self.timestamp = tick.now;
        self.reading = Reading::Fresh {
            world_from_robot: world.world_from(self.robot),
            world_from_sensor: world.world_from(self.meta.node),
        };
    }

    /// The data as seen by clients and other components.
    pub(crate) fn data(&self) -> &dyn Data {
        self.held.shown().unwrap_or(self.component.data())
    }

    /// Holds the reading of this tick until the host has processed it.
    pub(crate) fn hold(&mut self, tick: Tick, world: &World) {
        if !self.held.is_held() {
            self.mark_fresh(tick, world);
            let reading = std::mem::replace(&mut self.reading, Reading::None);
            self.timestamp = self.held.hold(self.timestamp, reading);
        }
    }

    /// Makes the held reading the reading of this tick. Returns false if no reading was held.
    pub(crate) fn finish_held(&mut self) -> bool {
        let Some(held) = self.held.take() else { return false };
        (self.timestamp, self.reading) = held;
        true
    }

    /// Drops the held reading.
    pub(crate) fn drop_held(&mut self) {
        self.held.take();
    }

    /// The newest reading, for a sensor that has this one as an input.
    pub(crate) fn newest(&self, epoch: Epoch) -> InputReading<'_> {
        let timestamp_s = epoch.seconds(self.timestamp);
        InputReading { name: &self.meta.name, timestamp_s, data: self.data() }
    }

    /// Lets the sensor change the world after its reading, if it read in this tick.
    pub(crate) fn follow_up(&mut self, tick: Tick, world: &mut World) {
        if self.changes_world && self.reading != Reading::None {
            self.change_world(tick, world);
        }
    }

    /// Lets the sensor change the world.
    pub(crate) fn change_world(&mut self, tick: Tick, world: &mut World) {
        let (node, robot) = (self.meta.node, self.robot);
        let Tick { now, client_time_s, .. } = tick;
        self.component.follow_up(&mut ServiceContext { now, client_time_s, world, node, robot });
    }

    /// Publishes a fresh reading to the streams.
    pub(crate) fn publish(&mut self, epoch: Epoch) {
        let extended = (!self.chain.extra_fields.is_empty())
            .then(|| ExtendedData::of(self.component.data(), &self.chain.extra_fields));
        let data = extended.as_ref().map_or(self.component.data(), |extended| extended);
        let component: &dyn AnySensor = self.component.as_ref();
        let errors = ErrorModels { component, modifiers: &self.modifiers, rate_hz: self.rate_hz };
        let Some(sample) = sample(self.reading, self.timestamp, data, epoch, &errors) else { return };
        let outgoing = self.connections.outgoing();
        for publisher in &mut outgoing.publishers {
            publisher.publish(&sample);
        }
        for (stream, message) in self.chain.sent.drain(..) {
            if let Some(carrier) = outgoing.carriers.get_mut(&stream) {
                carrier.publish_encoded(&message, &sample);
            }
        }
    }

    /// The reading of this tick, if there is one.
    pub(crate) fn fresh(&self, epoch: Epoch) -> Option<Sample<'_>> {
        sample(self.reading, self.timestamp, self.component.data(), epoch, self)
    }

    pub(crate) fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        state::write(&(self.active, self.timestamp, &self.schedule, self.overdue), out)?;
        self.component.save(out)?;
        save_all(&self.modifiers, out)
    }

    /// Appends the state for [`Simulation::digest`](crate::engine::simulation::Simulation::digest).
    pub(crate) fn save_for_digest(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        state::write(&(self.active, self.timestamp, &self.schedule, self.overdue), out)?;
        self.component.append_digest(out)?;
        save_all(&self.modifiers, out)
    }

    /// Saves the state that does not depend on connected clients, for a sensor that reads on demand.
    pub(crate) fn save_without_reading(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        state::write(&(self.active, &self.schedule), out)?;
        self.component.save_without_data(out)
    }

    /// Appends the sensor's contribution to the state digest.
    pub(crate) fn append_digest(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        let hash = self.component.hash(|component| {
            let start = out.len();
            component.append_digest(out)?;
            let hash = xxh3_64(out.get(start..).unwrap_or_default());
            out.truncate(start);
            Ok::<_, StateError>(hash)
        })?;
        let flags = u64::from(self.active) << 1 | u64::from(self.overdue);
        let [rate, anchor, count, due] = self.schedule.bits();
        for bits in [hash, flags, self.timestamp.0, rate, anchor, count, due] {
            out.extend_from_slice(&bits.to_le_bytes());
        }
        save_all(&self.modifiers, out)
    }

    /// Returns to an earlier clone of the sensor; its streams stay.
    pub(crate) fn rewind(&mut self, earlier: &Self) {
        let connections = std::mem::take(&mut self.connections);
        *self = Self { connections, ..earlier.clone() };
        self.stillness.end();
    }

    pub(crate) fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError> {
        (self.active, self.timestamp, self.schedule, self.overdue) = state::read(input)?;
        self.stillness.end();
        self.component.restore(input)?;
        restore_all(&mut self.modifiers, input)
    }
}

impl Errors for SensorInstance {
    fn covariance(&self) -> Option<Covariance> {
        let component = self.component.as_ref();
        ErrorModels { component, modifiers: &self.modifiers, rate_hz: self.rate_hz }.covariance()
    }
}
