//! Components behind trait objects: what the engine holds, whatever the type of a component and its data.

use morse_scene::value::Value;
use morse_world::World;
use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::component::{
    Actuate, Carry, Component, Modify, ModifyError, Moment, Mount, OnTheMove, RobotModel, Sense, Setup,
    SetupError,
};
use crate::data::{Data, Mismatch};
use crate::hosted::Report;
use crate::property::assign_property;
use crate::service::{Arguments, Call, Outcome, Serve, ServiceError};
use crate::state::{self, StateError};
use crate::time::Time;
use crate::view::View;
use crate::wheels::{Garage, Undercarriage};
use morse_world::NodeId;

/// Where and when a service is called.
pub struct Site<'a> {
    /// Simulated time.
    pub now: Time,
    /// The same instant as clients see it. [s]
    pub client_time_s: f64,
    /// The world.
    pub world: &'a mut World,
    /// The component's node.
    pub node: NodeId,
    /// The node of its robot.
    pub robot: NodeId,
}

impl<'a> Site<'a> {
    fn call<'b, D>(&'b mut self, data: &'b mut D) -> Call<'b, D>
    where
        'a: 'b,
    {
        Call {
            now: self.now,
            client_time_s: self.client_time_s,
            world: self.world,
            node: self.node,
            robot: self.robot,
            data,
        }
    }
}

/// What the engine asks of every component.
pub trait AnyComponent: Send + Sync {
    /// Its local data.
    fn data(&self) -> &dyn Data;
    /// Its local data, to change.
    fn data_mut(&mut self) -> &mut dyn Data;
    /// See [`Component::property`].
    fn property(&self, index: usize) -> Value;
    /// See [`Component::set_property`].
    ///
    /// # Errors
    /// When the value is of the wrong kind.
    fn set_property(&mut self, index: usize, value: &Value) -> Result<(), Mismatch>;
    /// See [`Serve::serve`].
    ///
    /// # Errors
    /// When the arguments do not fit or the service refuses.
    fn serve(
        &mut self,
        index: usize,
        arguments: &Arguments<'_>,
        site: &mut Site<'_>,
    ) -> Result<Outcome, ServiceError>;
    /// Takes over what a host computed, if the component is a hosted one.
    fn take(&mut self, report: Report) {
        let _ = report;
    }
    /// Appends data and state to a snapshot.
    ///
    /// # Errors
    /// See [`state::write`].
    fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError>;
    /// Reads data and state from a snapshot.
    ///
    /// # Errors
    /// See [`state::read`].
    fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError>;
}

/// A sensor of any type. See [`Sense`].
#[allow(missing_docs, clippy::missing_errors_doc)]
pub trait AnySensor: AnyComponent {
    fn start(&mut self, setup: &Setup<'_>) -> Result<(), SetupError>;
    fn check(&self) -> Result<(), SetupError>;
    fn sources(&self) -> Vec<String>;
    fn may_rest(&self) -> bool;
    fn sense(&mut self, view: &mut View<'_>);
    fn follow_up(&mut self, site: &mut Site<'_>);
    fn interrupt(&mut self, site: &mut Site<'_>);
}

/// An actuator of any type. See [`Actuate`].
#[allow(missing_docs, clippy::missing_errors_doc)]
pub trait AnyActuator: AnyComponent {
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError>;
    fn start(&mut self, setup: &Setup<'_>) -> Result<(), SetupError>;
    fn act(&mut self, act: &mut Act<'_>);
    fn interrupt(&mut self, site: &mut Site<'_>);
}

/// A robot of any type. See [`Carry`].
#[allow(missing_docs, clippy::missing_errors_doc)]
pub trait AnyRobot: AnyComponent {
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError>;
    fn model(&self) -> RobotModel;
    fn wheels(&self, garage: &Garage<'_>) -> Result<Option<Undercarriage>, SetupError>;
    fn traits(&self) -> RobotTraits;
    fn move_parts(&mut self, on_the_move: &mut OnTheMove<'_>);
}

/// A modifier of any type. See [`Modify`].
#[allow(missing_docs, clippy::missing_errors_doc)]
pub trait AnyModifier: AnyComponent {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError>;
    fn modify(&mut self, moment: &mut Moment<'_>, data: &mut dyn Data);
}

/// A component with its local data.
#[derive(Default)]
pub struct Cell<C: Component> {
    component: C,
    data: C::Data,
}

impl<C: Component + Serve> AnyComponent for Cell<C> {
    fn data(&self) -> &dyn Data {
        &self.data
    }
    fn data_mut(&mut self) -> &mut dyn Data {
        &mut self.data
    }
    fn property(&self, index: usize) -> Value {
        self.component.property(index)
    }
    fn set_property(&mut self, index: usize, value: &Value) -> Result<(), Mismatch> {
        self.component.set_property(index, value)
    }
    fn serve(
        &mut self,
        index: usize,
        arguments: &Arguments<'_>,
        site: &mut Site<'_>,
    ) -> Result<Outcome, ServiceError> {
        self.component.serve(index, arguments, &mut site.call(&mut self.data))
    }
    fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        self.data.save(out)?;
        state::write(&self.component, out)
    }
    fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError> {
        self.data.restore(input)?;
        self.component = state::read(input)?;
        Ok(())
    }
}

impl<C: Sense> AnySensor for Cell<C> {
    fn start(&mut self, setup: &Setup<'_>) -> Result<(), SetupError> {
        self.component.start(setup, &mut self.data)
    }
    fn check(&self) -> Result<(), SetupError> {
        self.component.check()
    }
    fn sources(&self) -> Vec<String> {
        self.component.sources()
    }
    fn may_rest(&self) -> bool {
        self.component.may_rest()
    }
    fn sense(&mut self, view: &mut View<'_>) {
        self.component.sense(view, &mut self.data);
    }
    fn follow_up(&mut self, site: &mut Site<'_>) {
        self.component.follow_up(&mut site.call(&mut self.data));
    }
    fn interrupt(&mut self, site: &mut Site<'_>) {
        self.component.interrupt(&mut site.call(&mut self.data));
    }
}

impl<C: Actuate> AnyActuator for Cell<C> {
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError> {
        self.component.mount(mount)
    }
    fn start(&mut self, setup: &Setup<'_>) -> Result<(), SetupError> {
        self.component.start(setup, &mut self.data)
    }
    fn act(&mut self, act: &mut Act<'_>) {
        self.component.act(act, &mut self.data);
    }
    fn interrupt(&mut self, site: &mut Site<'_>) {
        self.component.interrupt(&mut site.call(&mut self.data));
    }
}

/// What every robot may be told to be, whatever its class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RobotTraits {
    /// Gravity is balanced whenever a speed is applied.
    pub no_gravity: bool,
    /// The robot keeps the vertical speed, roll rate and pitch rate that physics gives it.
    pub ground: bool,
}

impl RobotTraits {
    /// Property names, in the order in which they stand before the properties of a robot's class.
    pub const PROPERTIES: [&'static str; 2] = ["NoGravity", "GroundRobot"];

    fn get_mut(&mut self, index: usize) -> Option<&mut bool> {
        [&mut self.no_gravity, &mut self.ground].into_iter().nth(index)
    }
}

/// A robot with what all robots share.
#[derive(Default)]
pub struct RobotCell<C: Carry> {
    traits: RobotTraits,
    inner: Cell<C>,
}

impl<C: Carry> AnyComponent for RobotCell<C> {
    fn data(&self) -> &dyn Data {
        self.inner.data()
    }
    fn data_mut(&mut self) -> &mut dyn Data {
        self.inner.data_mut()
    }
    fn property(&self, index: usize) -> Value {
        let mut traits = self.traits;
        match traits.get_mut(index) {
            Some(flag) => Value::Bool(*flag),
            None => self.inner.property(index - RobotTraits::PROPERTIES.len()),
        }
    }
    fn set_property(&mut self, index: usize, value: &Value) -> Result<(), Mismatch> {
        match self.traits.get_mut(index) {
            Some(flag) => assign_property(RobotTraits::PROPERTIES[index], flag, value),
            None => self.inner.set_property(index - RobotTraits::PROPERTIES.len(), value),
        }
    }
    fn serve(
        &mut self,
        index: usize,
        arguments: &Arguments<'_>,
        site: &mut Site<'_>,
    ) -> Result<Outcome, ServiceError> {
        self.inner.serve(index, arguments, site)
    }
    fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        state::write(&self.traits, out)?;
        self.inner.save(out)
    }
    fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError> {
        self.traits = state::read(input)?;
        self.inner.restore(input)
    }
}

impl<C: Carry> AnyRobot for RobotCell<C> {
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError> {
        self.inner.component.mount(mount)
    }
    fn model(&self) -> RobotModel {
        C::model()
    }
    fn wheels(&self, garage: &Garage<'_>) -> Result<Option<Undercarriage>, SetupError> {
        self.inner.component.wheels(garage)
    }
    fn traits(&self) -> RobotTraits {
        self.traits
    }
    fn move_parts(&mut self, on_the_move: &mut OnTheMove<'_>) {
        self.inner.component.move_parts(on_the_move);
    }
}

impl<C: Modify> AnyModifier for Cell<C> {
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.component.start(setup, data)
    }
    fn modify(&mut self, moment: &mut Moment<'_>, data: &mut dyn Data) {
        self.component.modify(moment, data);
    }
}
