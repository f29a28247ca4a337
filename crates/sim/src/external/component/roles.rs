//! Implements sensors, actuators and robots for external components by delegation to the built-in part, if there is
//! one.

use morse_scene::description::ValueRange;
use morse_world::{JointId, NodeId, World};

use crate::contract::component::erased::{AnyActuator, AnyComponent, AnyRobot, AnySensor, ServiceContext};
use crate::contract::component::robot_traits::RobotTraits;
use crate::contract::component::{EpisodeStart, MountContext, RobotModel, Setup, SetupError, WorldAccess};
use crate::contract::contexts::act_context::{ActContext, Twist};
use crate::contract::contexts::drivetrain::{Drivetrain, WheelContext};
use crate::contract::contexts::post_act_context::PostActContext;
use crate::contract::contexts::sense_context::SenseContext;
use crate::contract::uncertainty::Covariance;
use crate::external::component::ExternalComponent;
use crate::external::component::native::NativeComponent;

impl AnySensor for ExternalComponent {
    fn boxed_clone(&self) -> Box<dyn AnySensor> {
        Box::new(self.clone())
    }
    fn start(&mut self, setup: &Setup<'_>) -> Result<(), SetupError> {
        self.native_sensor().map_or(Ok(()), |native| native.start(setup))
    }
    fn begin(&mut self, begin: &EpisodeStart<'_>) {
        if let Some(native) = self.native_sensor() {
            native.begin(begin);
        }
    }
    fn check(&self) -> Result<(), SetupError> {
        match &self.native {
            Some(NativeComponent::Sensor(sensor)) => sensor.check(),
            _ => Ok(()),
        }
    }
    fn inputs(&self) -> Vec<String> {
        Vec::new()
    }
    fn on_demand(&self) -> bool {
        false
    }
    // The built-in part may change the world, and its own code may read anything.
    fn access(&self) -> WorldAccess {
        let access = match &self.native {
            Some(NativeComponent::Sensor(sensor)) => sensor.access(),
            _ => WorldAccess::default(),
        };
        WorldAccess { rays: None, settles_after: None, changes: true, ..access }
    }
    fn track_objects(&mut self, world: &World) {
        if let Some(NativeComponent::Sensor(sensor)) = &mut self.native {
            sensor.track_objects(world);
        }
    }
    fn add_errors(&self, rate_hz: f64, errors: &mut Covariance) {
        if let Some(NativeComponent::Sensor(sensor)) = &self.native {
            sensor.add_errors(rate_hz, errors);
        }
    }
    // It reads after the sensors that announce.
    fn announce(&mut self, _view: &SenseContext<'_>) {}
    fn sense(&mut self, view: &mut SenseContext<'_>) {
        if let Some(native) = self.native_sensor() {
            native.sense(view);
        }
    }
    fn follow_up(&mut self, context: &mut ServiceContext<'_>) {
        if let Some(native) = self.native_sensor() {
            native.follow_up(context);
        }
    }
    fn interrupt(&mut self, context: &mut ServiceContext<'_>) {
        if let Some(native) = self.native_sensor() {
            native.interrupt(context);
        }
    }
}

impl AnyActuator for ExternalComponent {
    fn boxed_clone(&self) -> Box<dyn AnyActuator> {
        Box::new(self.clone())
    }
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.native_actuator().map_or(Ok(()), |native| native.mount(mount))
    }
    fn start(&mut self, setup: &Setup<'_>) -> Result<(), SetupError> {
        self.native_actuator().map_or(Ok(()), |native| native.start(setup))
    }
    fn begin(&mut self, begin: &EpisodeStart<'_>) {
        if let Some(native) = self.native_actuator() {
            native.begin(begin);
        }
    }
    // Its own code may move the robot in other ways.
    fn displaces_sideways(&self) -> bool {
        false
    }
    fn bears_weight(&self) -> bool {
        match &self.native {
            Some(NativeComponent::Actuator(actuator)) => actuator.bears_weight(),
            _ => false,
        }
    }
    fn driven_joints(&self) -> Vec<JointId> {
        Vec::new()
    }
    fn weak_joints(&self, _world: &World) -> Vec<String> {
        Vec::new()
    }
    fn command_ranges(&self, _world: &World, _node: NodeId) -> Vec<ValueRange> {
        Vec::new()
    }
    fn needs_moving_body(&self) -> bool {
        false
    }
    fn acts_last(&self) -> bool {
        false
    }
    fn commanded_twist(&self) -> Option<Twist> {
        None
    }
    fn is_under_way(&self) -> bool {
        match &self.native {
            Some(NativeComponent::Actuator(actuator)) => actuator.is_under_way(),
            _ => false,
        }
    }
    fn release(&mut self, act: &mut ActContext<'_>) {
        if let Some(native) = self.native_actuator() {
            native.release(act);
        }
    }
    /// Lets the built-in part act, at the request of the host.
    fn act(&mut self, act: &mut ActContext<'_>) {
        if let Some(native) = self.native_actuator() {
            native.act(act);
        }
    }
    fn interrupt(&mut self, context: &mut ServiceContext<'_>) {
        if let Some(native) = self.native_actuator() {
            native.interrupt(context);
        }
    }
    fn reset(&mut self, context: &mut ServiceContext<'_>) {
        if let Some(native) = self.native_actuator() {
            native.reset(context);
        }
    }
}

impl AnyRobot for ExternalComponent {
    fn boxed_clone(&self) -> Box<dyn AnyRobot> {
        Box::new(self.clone())
    }
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.native_robot().map_or(Ok(()), |native| native.mount(mount))
    }
    fn model(&self) -> RobotModel {
        match &self.native {
            Some(NativeComponent::Robot(robot)) => robot.model(),
            _ => RobotModel::default(),
        }
    }
    fn wheels(&self, context: &WheelContext<'_>) -> Result<Option<Drivetrain>, SetupError> {
        match &self.native {
            Some(NativeComponent::Robot(robot)) => robot.wheels(context),
            _ => Ok(None),
        }
    }
    fn traits(&self) -> RobotTraits {
        let is = |name: &str| {
            let index = self.class.description.properties.iter().position(|property| property.name == name);
            index.is_some_and(|index| self.property(index).is_truthy())
        };
        let [no_gravity, ground] = RobotTraits::PROPERTIES.map(is);
        RobotTraits { no_gravity, ground }
    }
    fn animate(&mut self, context: &mut PostActContext<'_>) {
        if let Some(native) = self.native_robot() {
            native.animate(context);
        }
    }
}
