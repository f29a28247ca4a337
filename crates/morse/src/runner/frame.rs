//! A finished tick for observers, with methods to send events, commands and calls to the simulation.

use std::cell::RefCell;

use morse_sim::contract::command::CommandError;
use morse_sim::contract::data::{Data, Field};
use morse_sim::contract::service::Answer;
use morse_sim::engine::activity::Activity;
use morse_sim::engine::contract_checks::ContractViolation;
use morse_sim::engine::time::Time;
use morse_sim::transport::request::{Event, RequestId, Respond};
use morse_sim::transport::stream::{Publisher, Sample};
use morse_sim::{Map, Simulation, Value};
use morse_world::{NodeId, Pose, WorldEvent};

use super::pose_history::PoseHistory;

/// A finished tick.
///
/// Nothing is computed in advance: each method reads from the simulation.
pub struct Frame<'a> {
    simulation: &'a Simulation,
    activity: Activity,
    poses: &'a RefCell<PoseHistory>,
    sent: RefCell<Vec<Sent>>,
}

/// An item sent by an observer.
enum Sent {
    Event(Event),
    Command { actuator: String, values: Map },
    Call { id: RequestId, component: String, service: String, arguments: Vec<Value>, respond: Respond },
    Listen { sensor: String, publisher: Box<dyn Publisher> },
}

impl<'a> Frame<'a> {
    pub(super) fn new(
        simulation: &'a Simulation,
        activity: Activity,
        poses: &'a RefCell<PoseHistory>,
    ) -> Self {
        Self { simulation, activity, poses, sent: RefCell::default() }
    }

    /// Simulated time since the start.
    #[must_use]
    pub fn now(&self) -> Time {
        self.simulation.clock().now()
    }

    /// Number of ticks since the start, including this tick.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.simulation.clock().tick()
    }

    /// False declarations of components, in a run that checks them: see [`Simulation::contract_violations`].
    #[must_use]
    pub fn contract_violations(&self) -> &[ContractViolation] {
        self.simulation.contract_violations()
    }

    /// Pose of an object, robot or component in the world frame, by full name; `None` if the name is unknown.
    #[must_use]
    pub fn world_from(&self, name: &str) -> Option<Pose> {
        let world = self.simulation.world();
        world.find(name).map(|node| world.world_from(node))
    }

    /// Nodes whose poses in the world frame have changed since a tick, with their poses: robots, objects, and everything
    /// attached to them. An observer that calls this in each tick passes `frame.tick() - 1`; 0 returns all nodes. Changes are
    /// detected only by calls, so that a change may be dated to a later tick if no observer called this in between.
    ///
    /// The first call in a tick compares the poses of all nodes.
    #[must_use]
    pub fn moved_since(&self, tick: u64) -> Vec<(NodeId, Pose)> {
        self.poses.borrow_mut().moved_since(tick, self.tick(), self.simulation.world())
    }

    /// Name of a node.
    #[must_use]
    pub fn name(&self, node: NodeId) -> &'a str {
        self.simulation.world().name(node)
    }

    /// The readings of this tick after their modifiers, with the full names of their sensors, in scene order. Costly
    /// sensors read only while their readings are used: see [`Runner::keep_reading`](crate::Runner::keep_reading).
    pub fn readings(&self) -> impl Iterator<Item = (&'a str, Sample<'a>)> {
        self.simulation.fresh_readings()
    }

    /// Activity since the previous tick: commands taken by actuators, service calls and answers, external events. Empty if no
    /// observer of the run [needs](crate::Observer::needs_activity) it.
    #[must_use]
    pub fn activity(&self) -> &Activity {
        &self.activity
    }

    /// Failures of single bodies and joints in this tick.
    #[must_use]
    pub fn world_events(&self) -> &'a [WorldEvent] {
        self.simulation.world().events()
    }

    /// A field of the local data of a component, by their names; `None` if a name is unknown. For a sensor, it is the newest
    /// reading, for an actuator the newest command. See
    /// [`Runner::keep_reading`](crate::Runner::keep_reading).
    #[must_use]
    pub fn read(&self, component: &str, field: &str) -> Option<Value> {
        let data = self.data(component)?;
        data.get(data.index_of(field)?).map(Field::to_value)
    }

    /// The local data of a component by its full name.
    #[must_use]
    pub fn data(&self, component: &str) -> Option<&'a dyn Data> {
        self.simulation.data(component)
    }

    /// The simulation, for all other queries.
    #[must_use]
    pub fn simulation(&self) -> &'a Simulation {
        self.simulation
    }

    /// Sends an event to the simulation. Like everything that observers send, it is handled in the order of sending,
    /// after all observers have seen this tick and before the next one.
    pub fn send(&self, event: Event) {
        self.sent.borrow_mut().push(Sent::Event(event));
    }

    /// Commands an actuator, like a stream without modifiers; see [`Frame::send`].
    ///
    /// # Errors
    /// If the actuator does not exist, or does not accept the command.
    pub fn command(&self, actuator: &str, values: &Map) -> Result<(), CommandError> {
        self.simulation.check_command(actuator, values)?;
        let (actuator, values) = (actuator.to_owned(), values.clone());
        self.sent.borrow_mut().push(Sent::Command { actuator, values });
        Ok(())
    }

    /// Calls a service of a component, even if the scene does not expose it to clients; see [`Frame::send`]. The answer is
    /// passed to `respond`, which must not block. The returned identifier appears in [`Frame::activity`], and can be used for
    /// [`Event::Cancel`].
    pub fn call(
        &self,
        component: &str,
        service: &str,
        arguments: Vec<Value>,
        respond: impl FnOnce(Answer) + Send + 'static,
    ) -> RequestId {
        let id = self.simulation.gateway().next_id();
        let (component, service) = (component.to_owned(), service.to_owned());
        let respond = Box::new(respond);
        self.sent.borrow_mut().push(Sent::Call { id, component, service, arguments, respond });
        id
    }

    /// Passes all further readings of a sensor to `publisher`, from the next tick on, like a stream. A costly sensor reads
    /// only while the publisher reports an audience, so that a publisher can stay for the whole run. Does nothing if there is no
    /// such sensor; see [`Frame::send`].
    pub fn listen(&self, sensor: &str, publisher: Box<dyn Publisher>) {
        self.sent.borrow_mut().push(Sent::Listen { sensor: sensor.to_owned(), publisher });
    }

    pub(super) fn into_sent(self) -> FrameSent {
        FrameSent(self.sent.into_inner())
    }
}

/// The items sent by all observers of a tick, in order.
pub(super) struct FrameSent(Vec<Sent>);

impl FrameSent {
    pub(super) fn apply(self, simulation: &mut Simulation) {
        for sent in self.0 {
            match sent {
                Sent::Event(event) => simulation.handle(event),
                Sent::Command { actuator, values } => {
                    // It was checked when it was sent, and earlier items cannot remove a field.
                    if let Err(error) = simulation.command(&actuator, &values) {
                        tracing::warn!("The command of an observer to {actuator} is not executed: {error}");
                    }
                }
                Sent::Call { id, component, service, arguments, respond } => {
                    simulation.call_with(id, &component, &service, &arguments, respond);
                }
                Sent::Listen { sensor, publisher } => {
                    simulation.listen(&sensor, publisher);
                }
            }
        }
    }
}
