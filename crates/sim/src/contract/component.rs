//! The component contract: the traits of robots, sensors, actuators and modifiers, and their contexts.
//!
//! A component is a plain struct. It describes itself once through a derive macro (class path, properties, data,
//! services). The catalogue, the checks of a scene, the builder classes and the documentation are generated from
//! that.

pub(crate) mod base;
pub mod erased;
pub mod robot_traits;

use morse_scene::document::Object;
use morse_scene::value::Map;
use morse_world::{BodySpec, NodeId, Pose, RayKind, World, WorldError};

use crate::contract::contexts::act_context::{ActContext, Twist};
use crate::contract::contexts::drivetrain::{Drivetrain, WheelContext, WheelDrive};
use crate::contract::contexts::post_act_context::PostActContext;
use crate::contract::contexts::sense_context::SenseContext;
use crate::contract::data::Data;
use crate::contract::service::{Call, Serve};
use crate::engine::random::Random;
use crate::engine::time::Time;

pub use crate::contract::component::base::Component;

/// Why a component cannot start.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SetupError {
    /// A property, an option or a setting of the environment has a value that the component cannot use.
    #[error("{0}")]
    Invalid(String),
    /// The scene lacks something that the component needs: a part of a model, an armature, another component, a
    /// setting of the environment.
    #[error("{0}")]
    Missing(String),
    /// The world refuses what the component adds or attaches.
    #[error(transparent)]
    World(#[from] WorldError),
}

/// Context of a component's start, after the world has been built.
pub struct Setup<'a> {
    /// Its full name.
    pub name: &'a str,
    /// Its node in the world.
    pub node: NodeId,
    /// The node of its robot.
    pub robot: NodeId,
    /// The world before the first tick.
    pub world: &'a World,
    /// The component's object in the scene.
    pub object: &'a Object,
    /// Properties of the environment: geographic origin, UTM offsets, …
    pub environment: &'a Map,
    /// How the wheels of its robot are driven, if it has simulated wheels.
    pub wheels: Option<&'a WheelDrive>,
    /// How often it acts, per simulated second.
    pub rate_hz: f64,
    /// Whether the scene uses fast mode, in which no images are rendered.
    pub fastmode: bool,
    /// Time of the start in seconds since 1970-01-01 UTC, for components that need today's date.
    pub started_at_s: f64,
}

/// Context in which a robot or an actuator changes its nodes once, before any component starts.
pub struct MountContext<'a> {
    /// Its full name.
    pub name: &'a str,
    /// Its node in the world.
    pub node: NodeId,
    /// The node of its robot.
    pub robot: NodeId,
    /// The world with all objects of the scene.
    pub world: &'a mut World,
    /// The component's object in the scene.
    pub object: &'a Object,
}

/// A sensor: reads the world, which is constant during sensing, into its data.
pub trait Sensor: Component + Serve {
    /// Prepares the sensor and its data.
    ///
    /// # Errors
    /// When the scene asks for something that the sensor cannot do.
    fn start(&mut self, setup: &Setup<'_>, data: &mut Self::Data) -> Result<(), SetupError> {
        let _ = (setup, data);
        Ok(())
    }

    /// Checks the properties against each other, before the start and after each change. The range of each property
    /// is checked separately.
    ///
    /// # Errors
    /// When the sensor cannot work with these properties. A change is then reverted.
    fn check(&self) -> Result<(), SetupError> {
        Ok(())
    }

    /// Full names of the sensors whose readings this sensor joins. Called once after the start. The sensor then reads
    /// after those sensors, and finds their readings in [`SenseContext::inputs`].
    fn inputs(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether the sensor is skipped while nobody uses its readings: no client is connected to its streams, no stream
    /// is a recording, it has no modifier and no running service, and no active sensor joins its readings. A request
    /// for its data then triggers a reading; a client that connects gets the next reading that is due. For sensors
    /// whose readings are expensive and do not depend on earlier ones.
    fn on_demand(&self) -> bool {
        false
    }

    /// After how many readings of a robot at rest a further reading changes nothing: neither the data nor the state of the
    /// sensor. The sensor is then not asked to read until it or its robot moves, or a service or property of the sensor
    /// is used; nor is [`Sensor::follow_up`] called. `None`, the default, for sensors whose readings depend on more than
    /// the pose and velocity of the sensor and its robot, for example on time, on other objects or on chance.
    fn settles_after(&self) -> Option<u8> {
        None
    }

    /// The kind of rays that its readings cast. What those can meet is brought up to date on all threads before sensors read.
    /// `None`, the default, for sensors that cast none.
    fn casts_rays(&self) -> Option<RayKind> {
        None
    }

    /// Reads the world into `data`.
    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Self::Data);

    /// Whether its readings change the world: only then [`Sensor::follow_up`] is called. Asked once, when the sensor
    /// is added.
    fn changes_world(&self) -> bool {
        false
    }

    /// Changes the world after all sensors have read it, for example turns the head of a scanner. Called after every
    /// reading of a sensor that says so by [`Sensor::changes_world`], in scene order.
    fn follow_up(&mut self, call: &mut Call<'_, Self::Data>) {
        let _ = call;
    }

    /// Stops the running asynchronous service, which is then answered as preempted.
    fn interrupt(&mut self, call: &mut Call<'_, Self::Data>) {
        let _ = call;
    }
}

/// An actuator: acts on the world according to its data.
pub trait Actuator: Component + Serve {
    /// Attaches the objects mounted on the actuator to the part that carries them, or adds parts to its node.
    ///
    /// # Errors
    /// When its model lacks a part, or the scene asks for something that the actuator cannot do.
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        let _ = mount;
        Ok(())
    }

    /// Prepares the actuator and its initial command.
    ///
    /// # Errors
    /// When the scene asks for something that the actuator cannot do.
    fn start(&mut self, setup: &Setup<'_>, data: &mut Self::Data) -> Result<(), SetupError> {
        let _ = (setup, data);
        Ok(())
    }

    /// Whether it acts after all other actuators of its robot, because it corrects what they did. Asked for once, after the
    /// start.
    fn acts_last(&self) -> bool {
        false
    }

    /// Whether an activation that applies a speed of zero to a sleeping robot does nothing else, and the next one with the
    /// same command would do the same: the actuator looks at nothing but its command, and has no state that goes on. It is
    /// then not asked to act until the robot wakes, a command comes, or a service or property of it is used.
    fn rests_with_robot(&self) -> bool {
        false
    }

    /// The velocities that it gives its robot, if an activation with the present command does nothing else, looks at nothing
    /// else and has no state: then [`Actuator::act`] does `act.apply_speed(ControlType::Velocity, …)` with the same. Many
    /// robots are then driven at once, on several threads.
    fn commanded_twist(&self, data: &Self::Data) -> Option<Twist> {
        let _ = data;
        None
    }

    /// Acts on the world. Called at every activation; a command stays in force until the next one.
    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Self::Data);

    /// Stops the running asynchronous service, which is then answered as preempted.
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

/// A robot: the component that carries all others.
pub trait Robot: Component + Serve {
    /// The body of the robot when the scene gives it no model file.
    #[must_use]
    fn model() -> RobotModel {
        RobotModel::default()
    }

    /// The wheels of the robot, created from parts of its model.
    ///
    /// # Errors
    /// When the model lacks a part, or a part has no shape of a wheel.
    fn wheels(&self, context: &WheelContext<'_>) -> Result<Option<Drivetrain>, SetupError> {
        let _ = context;
        Ok(None)
    }

    /// Finds the parts of the robot that its services need.
    ///
    /// # Errors
    /// When its model lacks one.
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
    /// How often the component acts, per simulated second.
    pub rate_hz: f64,
    /// Random numbers of this modifier for this tick.
    pub random: &'a mut Random,
}

/// Why a modifier does not start.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ModifyError {
    /// The component's data at its level has no field that the modifier changes. The scene runs without the modifier.
    #[error("{0}")]
    NothingToModify(String),
    /// The scene asks for something that the modifier cannot do.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// A modifier: changes the data of a component, after a sensor has read or before an actuator acts.
pub trait Modifier: Component<Data = ()> + Serve {
    /// Prepares the modifier for the data that it changes. `setup` is that of the modified component.
    ///
    /// # Errors
    /// When the data has no field that the modifier changes, or the scene asks for something that it cannot do.
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError>;

    /// Changes the data in place.
    fn modify(&mut self, moment: &mut ModifyContext<'_>, data: &mut dyn Data);
}
