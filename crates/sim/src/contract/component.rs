//! The component contract: the traits of robots, sensors, actuators and modifiers, and their contexts.
//!
//! A component is a plain struct. A derive macro makes its description: class path, properties, data and services. The
//! catalog, the checks of a scene, the builder classes and the documentation are generated from the description.

pub(crate) mod base;
pub mod erased;
pub mod robot_traits;
pub mod world_access;

use morse_scene::description::ValueRange;
use morse_scene::document::Object;
use morse_scene::value::Map;
use morse_world::{BodySpec, JointId, NodeId, Pose, World, WorldError};

use crate::contract::contexts::act_context::{ActContext, ControlType, Twist};
use crate::contract::contexts::drivetrain::{Drivetrain, WheelContext, WheelDrive};
use crate::contract::contexts::post_act_context::PostActContext;
use crate::contract::contexts::sense_context::SenseContext;
use crate::contract::data::Data;
use crate::contract::service::{Call, Serve};
use crate::contract::uncertainty::Covariance;
use crate::engine::random::Random;
use crate::engine::time::Time;

pub use crate::contract::component::base::Component;
pub use crate::contract::component::world_access::WorldAccess;

/// Reason why a component cannot start.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SetupError {
    /// A property, an option or a setting of the environment has a value that the component cannot use.
    #[error("{0}")]
    Invalid(String),
    /// The scene lacks something that the component needs: a part of a model, an armature, another component, a
    /// setting of the environment.
    #[error("{0}")]
    Missing(String),
    /// The world rejects a node, body or joint that the component adds or attaches.
    #[error(transparent)]
    World(#[from] WorldError),
}

/// Context of a component's start, after the world has been built.
pub struct Setup<'a> {
    /// Full name of the component.
    pub name: &'a str,
    /// Node of the component in the world.
    pub node: NodeId,
    /// Node of its robot.
    pub robot: NodeId,
    /// The world before the first tick.
    pub world: &'a World,
    /// The component's object in the scene.
    pub object: &'a Object,
    /// Properties of the environment: geographic origin, UTM offsets, …
    pub environment: &'a Map,
    /// Drive of the wheels of its robot, if the robot has simulated wheels.
    pub wheels: Option<&'a WheelDrive>,
    /// Number of activations per simulated second. [Hz]
    pub rate_hz: f64,
    /// Whether the scene uses fast mode, in which no images are rendered.
    pub fastmode: bool,
    /// Date of the start in seconds since 1970-01-01 UTC, for components that need the date: that of the scene. It
    /// never is the time of the wall clock, so that a scene computes the same states on every day.
    pub started_at_s: f64,
}

/// Where a component begins: at the start, and again when an episode of a learning environment places its robot.
pub struct EpisodeStart<'a> {
    /// The world before the first tick.
    pub world: &'a World,
    /// Node of the component in the world.
    pub node: NodeId,
    /// Node of its robot.
    pub robot: NodeId,
}

impl<'a> Setup<'a> {
    /// Where the component starts.
    #[must_use]
    pub fn begin(&self) -> EpisodeStart<'a> {
        EpisodeStart { world: self.world, node: self.node, robot: self.robot }
    }
}

/// Context in which a robot or an actuator changes its nodes once, before any component starts.
pub struct MountContext<'a> {
    /// Full name of the component.
    pub name: &'a str,
    /// Node of the component in the world.
    pub node: NodeId,
    /// Node of its robot.
    pub robot: NodeId,
    /// The world with all objects of the scene.
    pub world: &'a mut World,
    /// The component's object in the scene.
    pub object: &'a Object,
}

/// A sensor: reads the world into its data. The world is constant during sensing.
pub trait Sensor: Component + Serve {
    /// Prepares the sensor and its data.
    ///
    /// # Errors
    /// When the scene requests something that the sensor does not support.
    fn start(&mut self, setup: &Setup<'_>, data: &mut Self::Data) -> Result<(), SetupError> {
        let _ = (setup, data);
        Ok(())
    }

    /// Stores the pose from which the sensor counts or differentiates. Called instead of [`Sensor::start`] when an episode
    /// begins at another place: a sensor that keeps a pose of its start stores it here, and calls this in its start.
    fn begin(&mut self, begin: &EpisodeStart<'_>, data: &mut Self::Data) {
        let _ = (begin, data);
    }

    /// Checks the properties against each other, before the start and after each change. The range of each property
    /// is checked separately.
    ///
    /// # Errors
    /// When the sensor cannot work with these properties. A change is then reverted.
    fn check(&self) -> Result<(), SetupError> {
        Ok(())
    }

    /// Full names of the sensors whose readings this sensor combines. Called once after the start. The sensor then
    /// reads after those sensors, and finds their readings in [`SenseContext::inputs`].
    fn inputs(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether the sensor is skipped while its readings are not used: no client is connected to its streams, no stream
    /// is a recording, it has no modifier and no running service, and no active sensor uses it as an input. A request
    /// for its data then triggers a reading; a client that connects gets the next reading that is due. For sensors
    /// whose readings are expensive and do not depend on earlier ones.
    fn on_demand(&self) -> bool {
        false
    }

    /// The parts of the world that its readings use and change. The default: they may use any part, and change none.
    fn access(&self) -> WorldAccess {
        WorldAccess::default()
    }

    /// Takes note of objects that were added or removed. Called whenever the sensor is due, before it reads, and also when it is
    /// then skipped because its readings are not used: state that a reading changed would depend on connected clients. Only
    /// called if [`WorldAccess::objects`] is true.
    fn track_objects(&mut self, world: &World) {
        let _ = world;
    }

    /// Adds the errors of a reading. `rate_hz` is the number of readings per simulated second. The default adds none, for
    /// sensors that measure without error, and for those whose errors are not modeled by field.
    fn add_errors(&self, rate_hz: f64, errors: &mut Covariance) {
        let _ = (rate_hz, errors);
    }

    /// Announces work of the coming reading that a renderer does together with that of other sensors: pictures. Called only in
    /// worlds with a renderer, for sensors that read in this tick, before any of them reads. The default announces nothing.
    fn announce(&mut self, view: &SenseContext<'_>) {
        let _ = view;
    }

    /// Reads the world into `data`.
    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Self::Data);

    /// Changes the world after all sensors have read it, for example turns the head of a scanner. Called in scene
    /// order after every reading, if [`WorldAccess::changes`] is true.
    fn follow_up(&mut self, call: &mut Call<'_, Self::Data>) {
        let _ = call;
    }

    /// Stops the running asynchronous service; the engine answers it as preempted.
    fn interrupt(&mut self, call: &mut Call<'_, Self::Data>) {
        let _ = call;
    }
}

/// An actuator: acts on the world according to its data.
pub trait Actuator: Component + Serve {
    /// Attaches the objects mounted on the actuator to the part that carries them, or adds parts to its node.
    ///
    /// # Errors
    /// When its model lacks a part, or the scene requests something that the actuator does not support.
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        let _ = mount;
        Ok(())
    }

    /// Whether it moves its robot only by velocities of a body, or by forces. Called after the start. On a robot without a
    /// body that moves, the engine then reports that the actuator has no effect.
    fn needs_moving_body(&self) -> bool {
        false
    }

    /// Whether a command can displace the robot to its side, without regard to its wheels.
    fn displaces_sideways(&self) -> bool {
        false
    }

    /// Whether it bears the weight of its robot without a command, as water does. A robot without one that starts over nothing is
    /// reported.
    fn bears_weight(&self) -> bool {
        false
    }

    /// The joints that it drives. Called once, after the start. The engine reports joints that two actuators drive.
    fn driven_joints(&self) -> Vec<JointId> {
        Vec::new()
    }

    /// Joints whose motors cannot hold their loads, each as a sentence. Called once, after the start.
    fn weak_joints(&self, world: &World) -> Vec<String> {
        let _ = world;
        Vec::new()
    }

    /// Units and limits of the numbers that it takes as a command, as its robot has them: pages show them. `node` is its node.
    fn command_ranges(&self, world: &World, node: NodeId) -> Vec<ValueRange> {
        let _ = (world, node);
        Vec::new()
    }

    /// Prepares the actuator and its initial command.
    ///
    /// # Errors
    /// When the scene requests something that the actuator does not support.
    fn start(&mut self, setup: &Setup<'_>, data: &mut Self::Data) -> Result<(), SetupError> {
        let _ = (setup, data);
        Ok(())
    }

    /// Stores the pose that the actuator holds without a command. Called instead of [`Actuator::start`] when an episode begins
    /// at another place: an actuator that keeps a pose of its start stores it here, and calls this in its start.
    fn begin(&mut self, begin: &EpisodeStart<'_>, data: &mut Self::Data) {
        let _ = (begin, data);
    }

    /// Whether it acts after all other actuators of its robot, because it corrects their effects. Called once, after
    /// the start.
    fn acts_last(&self) -> bool {
        false
    }

    /// The velocities that it gives its robot, if an activation with the present command has no other effect, depends on
    /// nothing else and has no state. The engine drives such robots together, on several threads, and skips activations at
    /// zero speed while the robot sleeps, until it wakes, a command arrives, or a service or property of the actuator is used.
    fn commanded_twist(&self, data: &Self::Data) -> Option<Twist> {
        let _ = data;
        None
    }

    /// Whether it has a goal that is not reached, for actuators with `drives(goal)`, or a user operates it, for those with
    /// `drives(input)`. The engine decides by it which actuator has the robot.
    fn is_under_way(&self, data: &Self::Data) -> bool {
        let _ = data;
        false
    }

    /// Ends effects of the last activation that would last, such as those of motors. Called once when another actuator of
    /// the robot takes over.
    fn release(&mut self, act: &mut ActContext<'_>) {
        let _ = act;
    }

    /// Acts on the world. Called at every activation; a command stays in force until the next one. The default applies
    /// [`Actuator::commanded_twist`].
    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Self::Data) {
        if let Some(Twist { linear, angular }) = self.commanded_twist(data) {
            act.apply_speed(ControlType::Velocity, linear, angular);
        }
    }

    /// Stops the running asynchronous service; the engine answers it as preempted.
    fn interrupt(&mut self, call: &mut Call<'_, Self::Data>) {
        let _ = call;
    }

    /// Drops the current goal. Called after all objects were reset to their initial poses.
    fn reset(&mut self, call: &mut Call<'_, Self::Data>) {
        self.interrupt(call);
    }
}

/// The default body and pose of a robot.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RobotModel {
    /// Initial pose of the robot's frame when the scene sets none.
    pub world_from_robot: Pose,
    /// The body; `None` for a robot that is only a frame.
    pub body: Option<BodySpec>,
}

/// A robot: carries sensors and actuators.
pub trait Robot: Component + Serve {
    /// The body of the robot when the scene gives it no model file.
    #[must_use]
    fn model() -> RobotModel {
        RobotModel::default()
    }

    /// The wheels of the robot, created from parts of its model.
    ///
    /// # Errors
    /// When the model lacks a part, or the shape of a part is not a wheel.
    fn wheels(&self, context: &WheelContext<'_>) -> Result<Option<Drivetrain>, SetupError> {
        let _ = context;
        Ok(None)
    }

    /// Finds the parts of the robot that its services need.
    ///
    /// # Errors
    /// When its model lacks a part.
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        let _ = mount;
        Ok(())
    }

    /// Moves parts that follow the motion of the robot and that no actuator moves, such as legs and visual wheels.
    /// Called in every tick after all actuators.
    fn animate(&mut self, context: &mut PostActContext<'_>) {
        let _ = context;
    }
}

/// Context of a modifier.
pub struct ModifyContext<'a> {
    /// Simulated time.
    pub now: Time,
    /// Number of activations of the component per simulated second. [Hz]
    pub rate_hz: f64,
    /// Random numbers of this modifier in this tick.
    pub random: &'a mut Random,
}

/// Reason why a modifier does not start.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ModifyError {
    /// The data of the component at its level have no field that the modifier changes.
    #[error("{0}")]
    NothingToModify(String),
    /// The scene requests something that the modifier does not support.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// A modifier: changes the data of a component, after a sensor has read or before an actuator acts.
pub trait Modifier: Component<Data = ()> + Serve {
    /// Prepares the modifier for the data that it changes. `setup` describes the modified component.
    ///
    /// # Errors
    /// When the data has no field that the modifier changes, or the scene requests something unsupported.
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError>;

    /// Changes the data in place.
    fn modify(&mut self, moment: &mut ModifyContext<'_>, data: &mut dyn Data);

    /// Converts the errors of the data before [`Modifier::modify`] to those after it: adds its own noise, and transforms
    /// the earlier errors as it transforms the values. The default changes nothing, for modifiers that only shift values.
    fn propagate_errors(&self, errors: &mut Covariance) {
        let _ = errors;
    }
}
