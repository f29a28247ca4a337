//! Instances of actuators: activation, commands and their modifiers.

use morse_scene::description::Driving;
use morse_scene::value::{Map, Value};
use morse_world::{DrivePart, NodeId, World};

use crate::contract::command::{CommandError, CommandSchema};
use crate::contract::component::erased::AnyActuator;
use crate::contract::contexts::act_context::{ActContext, Effects, RobotHandle, ticks_between};
use crate::contract::contexts::held_wrench::HeldWrench;
use crate::contract::data::{Data, Mismatch};
use crate::contract::outcome::Completion;
use crate::engine::activity::replaying::CommandInputs;
use crate::engine::cost::measured;
use crate::engine::devices::Devices;
use crate::engine::instance::chain::{Chain, needs_host};
use crate::engine::instance::connections::Connections;
use crate::engine::instance::held_command::HeldCommand;
use crate::engine::instance::order::Order;
use crate::engine::instance::robot::RobotInstance;
use crate::engine::instance::{Metadata, ModifierInstance, Tick, restore_all, save_all};
use crate::engine::state;
use crate::engine::state::StateError;
use crate::engine::time::Time;
use crate::engine::time::schedule::Schedule;
use crate::transport::stream::Inbox;

/// Instance of an actuator.
///
/// Fields that every tick accesses are adjacent in memory, as in [`SensorInstance`](super::SensorInstance).
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct ActuatorInstance {
    /// Round of a tick in which it acts; see [`acting`](crate::engine::simulation::acting).
    pub(crate) round: usize,
    /// Index of its robot.
    pub(crate) robot: usize,
    pub(crate) active: bool,
    /// Whether its robot has no other actuator.
    pub(crate) is_only_one: bool,
    /// Whether other actuators can drive its robot too. See [`driving`](crate::engine::driving).
    pub(crate) is_contested: bool,
    /// Index of the next actuator that drives the same robot, or of itself. The last one leads back to the first.
    pub(crate) next_driver: usize,
    pub(crate) driving: Driving,
    /// Its last command among those of its robot.
    pub(crate) order: Order,
    /// Time without a new command after which a velocity command becomes zero. [ns]
    pub(crate) timeout_ns: Option<u64>,
    /// Whether the last command that it took has changed its data.
    pub(crate) has_new_goal: bool,
    /// Whether its data changed while another actuator had the robot, so that the host has older data.
    pub(crate) has_unsent_data: bool,
    /// Set in a tick in which it is due and the host prepares its commands: whether there is a new command.
    pub(crate) prepared: Option<bool>,
    /// Whether it was due while the host was busy. It acts as soon as the host is free.
    pub(crate) is_overdue: bool,
    /// Number of arrivals at the inboxes of the simulation when it last checked its own inboxes.
    checked_at: Option<u64>,
    /// Value of [`World::motions`] when acting was last found to have no effect.
    rests_at: Option<u64>,
    pub(crate) schedule: Schedule,
    pub(crate) rate_hz: f64,
    /// Number of times that the world refused what it did.
    pub(crate) refusals: u64,
    pub(super) component: Box<dyn AnyActuator>,
    /// Time of the last activation.
    acted_at: Option<Time>,
    pub(crate) completion: Option<Completion>,
    pub(crate) modifiers: Vec<ModifierInstance>,
    pub(crate) chain: Chain,
    /// Force and torque that it applies to its robot until its next activation.
    pub(crate) push: Option<HeldWrench>,
    pub(crate) meta: Metadata,
    pub(crate) connections: Connections,
    /// Whether it acted in this tick and its data were not published yet.
    pub(crate) is_published_next: bool,
    /// A command on which a lagging host works.
    pub(crate) held: HeldCommand,
}

/// Parts of a new actuator.
pub(crate) struct ActuatorParts {
    pub(crate) meta: Metadata,
    /// Index of its robot.
    pub(crate) robot: usize,
    pub(crate) component: Box<dyn AnyActuator>,
    pub(crate) schedule: Schedule,
    pub(crate) rate_hz: f64,
    pub(crate) active: bool,
    pub(crate) modifiers: Vec<ModifierInstance>,
    /// See [`ActuatorInstance::timeout_ns`].
    pub(crate) timeout_ns: Option<u64>,
}

impl ActuatorInstance {
    pub(crate) fn new(parts: ActuatorParts) -> Self {
        let ActuatorParts { meta, robot, component, schedule, rate_hz, active, modifiers, timeout_ns } =
            parts;
        Self {
            round: 0,
            robot,
            active,
            is_only_one: false,
            is_contested: false,
            next_driver: usize::MAX,
            driving: meta.description.driving,
            order: Order::default(),
            timeout_ns,
            has_new_goal: false,
            has_unsent_data: false,
            prepared: None,
            is_overdue: false,
            schedule,
            checked_at: None,
            rests_at: None,
            push: None,
            acted_at: None,
            completion: None,
            component,
            rate_hz,
            refusals: 0,
            connections: Connections::default(),
            is_published_next: false,
            modifiers,
            chain: Chain::default(),
            held: HeldCommand::default(),
            meta,
        }
    }

    pub(crate) fn component(&self) -> &dyn AnyActuator {
        self.component.as_ref()
    }

    /// The component, for a change after which it has to act.
    pub(crate) fn component_mut(&mut self) -> &mut dyn AnyActuator {
        self.rests_at = None;
        self.component.as_mut()
    }

    /// The component, for a change after which it has to act, and the modifiers.
    pub(crate) fn parts_mut(&mut self) -> (&mut dyn AnyActuator, &mut Vec<ModifierInstance>) {
        self.rests_at = None;
        (self.component.as_mut(), &mut self.modifiers)
    }

    /// Takes the newest command, if the actuator is due. Returns whether there was one; `None` if it does not act in this
    /// tick.
    pub(crate) fn begin(
        &mut self,
        tick: Tick,
        robots: &[RobotInstance],
        world: &mut World,
        inputs: CommandInputs<'_>,
    ) -> Option<bool> {
        if !self.active {
            self.push = None;
            return None;
        }
        let prepared = self.prepared.take();
        if !self.is_due(tick, prepared) {
            self.keep_pushing(tick.now, robots, world);
            return None;
        }
        self.push = None;
        let is_commanded = match prepared {
            Some(is_commanded) => is_commanded,
            None => self.take_commands(tick, inputs),
        };
        // A command that the host prepared may have changed data that it did not send.
        self.rests_at = self.rests_at.filter(|_| prepared.is_none());
        Some(is_commanded)
    }

    /// Acts on the world after [`ActuatorInstance::begin`].
    pub(crate) fn act(
        &mut self,
        tick: Tick,
        is_commanded: bool,
        robots: &[RobotInstance],
        devices: &Devices,
        world: &mut World,
    ) -> Effects {
        if !is_commanded && self.rests(world, robots[self.robot].meta.node) {
            return Effects::default();
        }
        let (cost_ns, effects) =
            measured(tick.cost_clock, || self.activate(tick.now, robots, devices, world));
        self.meta.cost_ns += cost_ns;
        effects
    }

    /// Acts, if its only effect in this tick is to take a command and drive its robot, or if it has
    /// no effect. Returns whether this is the case; otherwise it has not acted. `arrivals` is the number of arrivals
    /// at the inboxes of the simulation so far. Commands that have to be recorded are not taken.
    pub(crate) fn drive(
        &mut self,
        tick: Tick,
        (arrivals, is_recorded): (u64, bool),
        robot: RobotHandle,
        part: &mut DrivePart<'_>,
    ) -> bool {
        let is_plain = self.active && self.is_only_one && self.prepared.is_none() && self.push.is_none();
        if !is_plain || self.needs_host() || robot.traits.no_gravity {
            return false;
        }
        let mut schedule = self.schedule.clone();
        if !schedule.is_due(tick.now, tick.length_ns) {
            self.schedule = schedule;
            return true;
        }
        if is_recorded && self.checked_at != Some(arrivals) {
            return false;
        }
        self.take_commands(tick, CommandInputs { recorder: None, replayed: None, arrivals });
        let twist = self.component.commanded_twist().filter(|_| self.rests_at.is_none());
        let acts = twist.is_some_and(|twist| {
            let ticks = ticks_between(self.rate_hz, part.tick_s());
            part.drive(robot.node, robot.command(twist, ticks))
        });
        if acts {
            self.schedule = schedule;
            self.acted_at = Some(tick.now);
        }
        acts
    }

    /// Repeats the force and torque of its last activation, if that was before this tick.
    pub(crate) fn keep_pushing(&self, now: Time, robots: &[RobotInstance], world: &mut World) {
        if self.active
            && self.acted_at != Some(now)
            && let Some(push) = self.push
        {
            push.apply(world, robots[self.robot].meta.node);
        }
    }

    /// Runs one activation of the component with its current command.
    pub(crate) fn activate(
        &mut self,
        now: Time,
        robots: &[RobotInstance],
        devices: &Devices,
        world: &mut World,
    ) -> Effects {
        let effects = self.with_context(now, robots, devices, world, |component, act| component.act(act));
        let is_repeatable = effects.stays && self.component.commanded_twist().is_some();
        self.rests_at = is_repeatable.then(|| world.motions());
        effects
    }

    /// Ends effects of its last activation that last, because another actuator has the robot now.
    pub(crate) fn release(
        &mut self,
        now: Time,
        robots: &[RobotInstance],
        devices: &Devices,
        world: &mut World,
    ) {
        self.rests_at = None;
        self.with_context(now, robots, devices, world, |component, act| component.release(act));
    }

    /// Calls the component with a context.
    fn with_context(
        &mut self,
        now: Time,
        robots: &[RobotInstance],
        devices: &Devices,
        world: &mut World,
        call: impl FnOnce(&mut dyn AnyActuator, &mut ActContext<'_>),
    ) -> Effects {
        self.acted_at = Some(now);
        let robot = &robots[self.robot];
        let mut effects = Effects::default();
        let mut act = ActContext {
            now,
            world,
            node: self.meta.node,
            robot: robot.handle(),
            wheels: robot.wheels.as_ref(),
            rate_hz: self.rate_hz,
            devices,
            effects: &mut effects,
            refusals: &mut self.refusals,
            push: &mut self.push,
            completion: &mut self.completion,
        };
        call(self.component.as_mut(), &mut act);
        effects
    }

    /// Whether acting with the same command has no effect, because its robot still sleeps.
    pub(crate) fn rests(&mut self, world: &World, robot: NodeId) -> bool {
        let motions = world.motions();
        if self.rests_at.is_some_and(|at| at != motions) {
            self.rests_at = world.is_asleep(robot).then_some(motions);
        }
        self.rests_at.is_some()
    }

    /// Whether it acts in this tick. `prepared` is set if the host has prepared its commands.
    pub(crate) fn is_due(&mut self, tick: Tick, prepared: Option<bool>) -> bool {
        prepared.is_some() || (!self.needs_host() && self.schedule.is_due(tick.now, tick.length_ns))
    }

    /// Whether the host takes part in the processing of its commands.
    pub(crate) fn needs_host(&self) -> bool {
        needs_host(&self.modifiers, &self.chain)
    }

    /// Takes the newest command, if any, and applies the modifiers up to the first that the host computes. Returns
    /// whether there was a command.
    pub(crate) fn take_commands(&mut self, tick: Tick, inputs: CommandInputs<'_>) -> bool {
        let commanded = self.receive(tick.now, inputs);
        if commanded {
            self.chain.begin();
            self.modify(tick, true);
        }
        commanded
    }

    /// Applies the next built-in modifiers.
    pub(crate) fn modify(&mut self, tick: Tick, streams_ran: bool) {
        self.rests_at = None;
        let data = self.component.data_mut();
        self.chain.modify(&mut self.modifiers, tick, self.rate_hz, data, streams_ran);
    }

    /// Restores the data with the new command, so that a lagging host can change it.
    pub(crate) fn take_up_command(&mut self) {
        self.rests_at = None;
        let result = self.held.take_up(self.component.data_mut());
        self.warn_about_copy(result);
    }

    /// Restores the data before a command on which a lagging host works.
    pub(crate) fn put_command_aside(&mut self) {
        let result = self.held.put_aside(self.component.data_mut(), self.chain.is_open);
        self.warn_about_copy(result);
    }

    fn warn_about_copy(&self, result: Result<(), Mismatch>) {
        if let Err(mismatch) = result {
            tracing::warn!(
                "{}: a command that waits for its process has lost a value: {mismatch}",
                self.meta.name
            );
        }
    }

    /// Text that arrived for the streams that the host decodes, by stream number.
    pub(crate) fn received(&self) -> Vec<(usize, String)> {
        let lines = self.connections.lines.iter();
        lines.filter_map(|(&stream, inbox)| Some((stream, inbox.take_text()?))).collect()
    }

    /// Takes the newest command, if any. Returns whether there was a command. A velocity that has expired becomes zero.
    pub(crate) fn receive(&mut self, now: Time, inputs: CommandInputs<'_>) -> bool {
        if self.order.expire(now) {
            self.set_to_zero();
        }
        let CommandInputs { mut recorder, replayed, arrivals } = inputs;
        if self.checked_at.replace(arrivals) == Some(arrivals) && replayed.is_none() {
            return false;
        }
        let mut commanded = false;
        let mut commands = replayed.map(|replayed| replayed.take(&self.meta.name)).unwrap_or_default();
        commands.extend(self.connections.inboxes.iter().filter_map(Inbox::take));
        for command in commands {
            // The inbox has already checked the command. Fields may be missing if the stream allows it.
            if self.apply(now, &command).is_ok() {
                commanded = true;
                if let Some(recorder) = &mut recorder {
                    recorder.command(&self.meta.name, &command);
                }
            }
        }
        commanded
    }

    /// Drops the commands that have arrived and were not taken.
    pub(crate) fn discard_commands(&self) {
        self.connections.inboxes.iter().chain(self.connections.lines.values()).for_each(Inbox::discard);
    }

    /// Copies a command into the local data, completely or not at all.
    pub(crate) fn command(&mut self, now: Time, command: &Map) -> Result<(), CommandError> {
        let schema = CommandSchema::of(self.component.data());
        schema.check(command)?;
        self.assign(now, &schema, command)
    }

    /// Copies the fields of a command into the local data. Copies none of them if one has an invalid value.
    fn apply(&mut self, now: Time, command: &Map) -> Result<(), CommandError> {
        let schema = CommandSchema::of(self.component.data());
        schema.check_values(command)?;
        self.assign(now, &schema, command)
    }

    /// Sets all numbers of the command to zero.
    fn set_to_zero(&mut self) {
        self.rests_at = None;
        self.has_unsent_data = true;
        let data = self.component.data_mut();
        for index in 0..data.fields().len() {
            // A field that is not a number keeps its value.
            let _ = data.assign(index, &Value::Float(0.0));
        }
    }

    /// Copies the fields of a checked command.
    fn assign(&mut self, now: Time, schema: &CommandSchema, command: &Map) -> Result<(), CommandError> {
        self.rests_at = None;
        self.order.renew(self.timeout_ns.map(|timeout_ns| Time(now.0.saturating_add(timeout_ns))));
        let compares = self.is_contested && self.driving == Driving::Goal;
        let before = compares.then(|| data_bytes(self.component.data()));
        let data = self.component.data_mut();
        for (index, field) in data.fields().iter().enumerate() {
            if let Some(value) = command.get(field.name) {
                data.assign(index, value)?;
            }
        }
        for name in &schema.open {
            let commanded = command.get(name).and_then(Value::as_f64);
            if let Some((open, commanded)) = data.open_mut().zip(commanded) {
                open.insert(name, commanded);
            }
        }
        self.has_new_goal |= before.is_some_and(|before| before != data_bytes(self.component.data()));
        Ok(())
    }

    pub(crate) fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        state::write(&(self.active, &self.schedule, self.push), out)?;
        self.save_order(out)?;
        self.component.save(out)?;
        save_all(&self.modifiers, out)
    }

    /// Appends the actuator's contribution to the state digest.
    pub(crate) fn append_digest(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        let [rate, anchor, count, due] = self.schedule.bits();
        for bits in [u64::from(self.active), rate, anchor, count, due] {
            out.extend_from_slice(&bits.to_le_bytes());
        }
        state::write(&self.push, out)?;
        self.save_order(out)?;
        self.component.append_digest(out)?;
        save_all(&self.modifiers, out)
    }

    /// Whether the order of its commands has an effect.
    fn has_order(&self) -> bool {
        self.is_contested || self.timeout_ns.is_some()
    }

    fn save_order(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        if self.has_order() { state::write(&self.order, out) } else { Ok(()) }
    }

    /// Returns to an earlier clone of the actuator; its streams stay.
    pub(crate) fn rewind(&mut self, earlier: &Self) {
        let connections = std::mem::take(&mut self.connections);
        *self = Self { connections, checked_at: None, rests_at: None, ..earlier.clone() };
    }

    pub(crate) fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError> {
        (self.active, self.schedule, self.push) = state::read(input)?;
        self.rests_at = None;
        if self.has_order() {
            self.order = state::read(input)?;
        }
        self.component.restore(input)?;
        restore_all(&mut self.modifiers, input)
    }
}

/// The data as bytes, to find changes. Data that cannot be written count as unchanged.
fn data_bytes(data: &dyn Data) -> Vec<u8> {
    let mut bytes = Vec::new();
    data.save(&mut bytes).map_or_else(|_| Vec::new(), |()| bytes)
}
