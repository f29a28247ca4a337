//! Type-erased components: trait objects through which the engine accesses components of any type.

use std::any::Any;

use morse_scene::description::ValueRange;
use morse_scene::value::Value;
use morse_world::{JointId, World};

use crate::contract::component::robot_traits::RobotTraits;
use crate::contract::component::{
    Actuator, Component, EpisodeStart, Modifier, ModifyContext, ModifyError, MountContext, Robot, RobotModel,
    Sensor, Setup, SetupError, WorldAccess,
};
use crate::contract::contexts::act_context::{ActContext, Twist};
use crate::contract::contexts::drivetrain::{Drivetrain, WheelContext};
use crate::contract::contexts::post_act_context::PostActContext;
use crate::contract::contexts::sense_context::SenseContext;
use crate::contract::data::{Data, Mismatch};
use crate::contract::outcome::{Outcome, ServiceError};
use crate::contract::property::assign_property;
use crate::contract::service::{Arguments, Call, Serve};
use crate::contract::uncertainty::Covariance;
use crate::engine::state;
use crate::engine::state::StateError;
use crate::engine::time::Time;
use morse_world::NodeId;

/// Context of a service call.
pub struct ServiceContext<'a> {
    /// Simulated time.
    pub now: Time,
    /// Simulated time on the time scale of clients. [s]
    pub client_time_s: f64,
    /// The world.
    pub world: &'a mut World,
    /// The component's node.
    pub node: NodeId,
    /// The node of its robot.
    pub robot: NodeId,
}

impl<'a> ServiceContext<'a> {
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

/// Type-erased interface of every component.
pub trait AnyComponent: Any + Send + Sync {
    /// Local data of the component.
    fn data(&self) -> &dyn Data;
    /// Mutable local data of the component.
    fn data_mut(&mut self) -> &mut dyn Data;
    /// See [`Component::property`].
    fn property(&self, index: usize) -> Value;
    /// See [`Component::set_property`].
    ///
    /// # Errors
    /// When the value has the wrong type.
    fn set_property(&mut self, index: usize, value: &Value) -> Result<(), Mismatch>;
    /// See [`Serve::serve`].
    ///
    /// # Errors
    /// When the arguments do not fit or the service refuses.
    fn serve(
        &mut self,
        index: usize,
        arguments: &Arguments<'_>,
        context: &mut ServiceContext<'_>,
    ) -> Result<Outcome, ServiceError>;
    /// Whether it is an external component with a built-in part.
    fn has_native_part(&self) -> bool {
        false
    }
    /// Appends data and state to a snapshot.
    ///
    /// # Errors
    /// See [`state::write`].
    fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError>;
    /// Appends the state without the data to a snapshot.
    ///
    /// # Errors
    /// See [`state::write`].
    fn save_without_data(&self, out: &mut Vec<u8>) -> Result<(), StateError>;
    /// Appends the component's contribution to the state digest: data and state, see [`Data::append_digest`].
    ///
    /// # Errors
    /// See [`state::write`].
    fn append_digest(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        self.data().append_digest(out)?;
        self.save_without_data(out)
    }
    /// Reads data and state from a snapshot.
    ///
    /// # Errors
    /// See [`state::read`].
    fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError>;
}

/// A sensor of any type. See [`Sensor`].
#[allow(missing_docs, clippy::missing_errors_doc)]
pub trait AnySensor: AnyComponent {
    fn boxed_clone(&self) -> Box<dyn AnySensor>;
    fn start(&mut self, setup: &Setup<'_>) -> Result<(), SetupError>;
    fn begin(&mut self, begin: &EpisodeStart<'_>);
    fn check(&self) -> Result<(), SetupError>;
    fn inputs(&self) -> Vec<String>;
    fn on_demand(&self) -> bool;
    fn access(&self) -> WorldAccess;
    /// See [`Sensor::track_objects`].
    fn track_objects(&mut self, world: &World);
    fn add_errors(&self, rate_hz: f64, errors: &mut Covariance);
    /// See [`Sensor::announce`].
    fn announce(&mut self, view: &SenseContext<'_>);
    fn sense(&mut self, view: &mut SenseContext<'_>);
    fn follow_up(&mut self, context: &mut ServiceContext<'_>);
    fn interrupt(&mut self, context: &mut ServiceContext<'_>);
}

/// An actuator of any type. See [`Actuator`].
#[allow(missing_docs, clippy::missing_errors_doc)]
pub trait AnyActuator: AnyComponent {
    fn boxed_clone(&self) -> Box<dyn AnyActuator>;
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError>;
    fn start(&mut self, setup: &Setup<'_>) -> Result<(), SetupError>;
    fn begin(&mut self, begin: &EpisodeStart<'_>);
    fn needs_moving_body(&self) -> bool;
    /// See [`Actuator::displaces_sideways`].
    fn displaces_sideways(&self) -> bool;
    /// See [`Actuator::bears_weight`].
    fn bears_weight(&self) -> bool;
    /// See [`Actuator::driven_joints`].
    fn driven_joints(&self) -> Vec<JointId>;
    /// See [`Actuator::weak_joints`].
    fn weak_joints(&self, world: &World) -> Vec<String>;
    /// See [`Actuator::command_ranges`].
    fn command_ranges(&self, world: &World, node: NodeId) -> Vec<ValueRange>;
    fn acts_last(&self) -> bool;
    fn commanded_twist(&self) -> Option<Twist>;
    fn is_under_way(&self) -> bool;
    fn act(&mut self, act: &mut ActContext<'_>);
    fn release(&mut self, act: &mut ActContext<'_>);
    fn interrupt(&mut self, context: &mut ServiceContext<'_>);
    fn reset(&mut self, context: &mut ServiceContext<'_>);
}

/// A robot of any type. See [`Robot`].
#[allow(missing_docs, clippy::missing_errors_doc)]
pub trait AnyRobot: AnyComponent {
    fn boxed_clone(&self) -> Box<dyn AnyRobot>;
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError>;
    fn model(&self) -> RobotModel;
    fn wheels(&self, context: &WheelContext<'_>) -> Result<Option<Drivetrain>, SetupError>;
    fn traits(&self) -> RobotTraits;
    fn animate(&mut self, context: &mut PostActContext<'_>);
}

/// A modifier of any type. See [`Modifier`].
#[allow(missing_docs, clippy::missing_errors_doc)]
pub trait AnyModifier: AnyComponent {
    fn boxed_clone(&self) -> Box<dyn AnyModifier>;
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError>;
    fn modify(&mut self, moment: &mut ModifyContext<'_>, data: &mut dyn Data);
    fn propagate_errors(&self, errors: &mut Covariance);
}

macro_rules! clone_of_box {
    ($($role:ident)*) => {
        $(impl Clone for Box<dyn $role> {
            fn clone(&self) -> Self {
                self.as_ref().boxed_clone()
            }
        })*
    };
}

clone_of_box!(AnySensor AnyActuator AnyRobot AnyModifier);

/// A component with its local data.
#[derive(Clone, Default)]
pub struct WithData<C: Component> {
    component: C,
    data: C::Data,
}

impl<C: Component + Serve> AnyComponent for WithData<C> {
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
        context: &mut ServiceContext<'_>,
    ) -> Result<Outcome, ServiceError> {
        self.component.serve(index, arguments, &mut context.call(&mut self.data))
    }
    fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        self.data.save(out)?;
        self.save_without_data(out)
    }
    fn save_without_data(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        state::write(&self.component, out)
    }
    fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError> {
        self.data.restore(input)?;
        self.component = state::read(input)?;
        Ok(())
    }
}

impl<C: Sensor> AnySensor for WithData<C> {
    fn boxed_clone(&self) -> Box<dyn AnySensor> {
        Box::new(self.clone())
    }
    fn start(&mut self, setup: &Setup<'_>) -> Result<(), SetupError> {
        self.component.start(setup, &mut self.data)
    }
    fn begin(&mut self, begin: &EpisodeStart<'_>) {
        self.component.begin(begin, &mut self.data);
    }
    fn check(&self) -> Result<(), SetupError> {
        self.component.check()
    }
    fn inputs(&self) -> Vec<String> {
        self.component.inputs()
    }
    fn on_demand(&self) -> bool {
        self.component.on_demand()
    }
    fn access(&self) -> WorldAccess {
        self.component.access()
    }

    fn track_objects(&mut self, world: &World) {
        self.component.track_objects(world);
    }
    fn add_errors(&self, rate_hz: f64, errors: &mut Covariance) {
        self.component.add_errors(rate_hz, errors);
    }
    fn announce(&mut self, view: &SenseContext<'_>) {
        self.component.announce(view);
    }
    fn sense(&mut self, view: &mut SenseContext<'_>) {
        self.component.sense(view, &mut self.data);
    }
    fn follow_up(&mut self, context: &mut ServiceContext<'_>) {
        self.component.follow_up(&mut context.call(&mut self.data));
    }
    fn interrupt(&mut self, context: &mut ServiceContext<'_>) {
        self.component.interrupt(&mut context.call(&mut self.data));
    }
}

impl<C: Actuator> AnyActuator for WithData<C> {
    fn boxed_clone(&self) -> Box<dyn AnyActuator> {
        Box::new(self.clone())
    }
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.component.mount(mount)
    }
    fn start(&mut self, setup: &Setup<'_>) -> Result<(), SetupError> {
        self.component.start(setup, &mut self.data)
    }
    fn begin(&mut self, begin: &EpisodeStart<'_>) {
        self.component.begin(begin, &mut self.data);
    }
    fn needs_moving_body(&self) -> bool {
        self.component.needs_moving_body()
    }

    fn displaces_sideways(&self) -> bool {
        self.component.displaces_sideways()
    }
    fn bears_weight(&self) -> bool {
        self.component.bears_weight()
    }
    fn driven_joints(&self) -> Vec<JointId> {
        self.component.driven_joints()
    }
    fn weak_joints(&self, world: &World) -> Vec<String> {
        self.component.weak_joints(world)
    }
    fn command_ranges(&self, world: &World, node: NodeId) -> Vec<ValueRange> {
        self.component.command_ranges(world, node)
    }
    fn acts_last(&self) -> bool {
        self.component.acts_last()
    }
    fn commanded_twist(&self) -> Option<Twist> {
        self.component.commanded_twist(&self.data)
    }
    fn is_under_way(&self) -> bool {
        self.component.is_under_way(&self.data)
    }
    fn act(&mut self, act: &mut ActContext<'_>) {
        self.component.act(act, &mut self.data);
    }
    fn release(&mut self, act: &mut ActContext<'_>) {
        self.component.release(act);
    }
    fn interrupt(&mut self, context: &mut ServiceContext<'_>) {
        self.component.interrupt(&mut context.call(&mut self.data));
    }
    fn reset(&mut self, context: &mut ServiceContext<'_>) {
        self.component.reset(&mut context.call(&mut self.data));
    }
}

/// A robot with the properties that every robot class has.
#[derive(Clone, Default)]
pub struct RobotWithData<C: Robot> {
    traits: RobotTraits,
    inner: WithData<C>,
}

impl<C: Robot> AnyComponent for RobotWithData<C> {
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
        context: &mut ServiceContext<'_>,
    ) -> Result<Outcome, ServiceError> {
        self.inner.serve(index, arguments, context)
    }
    fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        state::write(&self.traits, out)?;
        self.inner.save(out)
    }
    fn save_without_data(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        state::write(&self.traits, out)?;
        self.inner.save_without_data(out)
    }
    fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError> {
        self.traits = state::read(input)?;
        self.inner.restore(input)
    }
}

impl<C: Robot> AnyRobot for RobotWithData<C> {
    fn boxed_clone(&self) -> Box<dyn AnyRobot> {
        Box::new(self.clone())
    }
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.inner.component.mount(mount)
    }
    fn model(&self) -> RobotModel {
        C::model()
    }
    fn wheels(&self, context: &WheelContext<'_>) -> Result<Option<Drivetrain>, SetupError> {
        self.inner.component.wheels(context)
    }
    fn traits(&self) -> RobotTraits {
        self.traits
    }
    fn animate(&mut self, context: &mut PostActContext<'_>) {
        self.inner.component.animate(context);
    }
}

impl<C: Modifier> AnyModifier for WithData<C> {
    fn boxed_clone(&self) -> Box<dyn AnyModifier> {
        Box::new(self.clone())
    }
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError> {
        self.component.start(setup, data)
    }
    fn modify(&mut self, moment: &mut ModifyContext<'_>, data: &mut dyn Data) {
        self.component.modify(moment, data);
    }
    fn propagate_errors(&self, errors: &mut Covariance) {
        self.component.propagate_errors(errors);
    }
}
