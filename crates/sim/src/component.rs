//! The component contract: what a robot, sensor, actuator or modifier is to the engine.
//!
//! A component is a plain struct. It describes itself once through a derive macro (class path, properties, data,
//! services); the catalogue, the checks on a scene, the builder's classes and the documentation come from that.

use morse_scene::description::Description;
use morse_scene::document::Object;
use morse_scene::value::{Map, Value};
use morse_world::{BodySpec, NodeId, Pose, World};
use serde::{Serialize, de::DeserializeOwned};

use crate::act::Act;
use crate::data::{Data, Fields, Mismatch};
use crate::random::Random;
use crate::service::{Call, Serve};
use crate::time::Time;
use crate::view::View;
use crate::wheels::{Garage, Undercarriage, WheelDrive};

/// What every component has. The derive macros `Robot`, `Sensor`, `Actuator` and `Modifier` write it.
pub trait Component: Default + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Its local data: what a sensor reads into, what an actuator is commanded by.
    type Data: Fields;

    /// Everything there is to know about the class before an instance exists.
    fn describe() -> Description;

    /// The present value of property number `index`, counted as in the description.
    fn property(&self, index: usize) -> Value;

    /// Sets property number `index`.
    ///
    /// # Errors
    /// When the value is of the wrong kind.
    fn set_property(&mut self, index: usize, value: &Value) -> Result<(), Mismatch>;
}

/// A component that cannot begin, and why.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(pub String);

/// What a component is told once, when the world has been built.
pub struct Setup<'a> {
    /// Its full name.
    pub name: &'a str,
    /// Its node in the world.
    pub node: NodeId,
    /// The node of its robot.
    pub robot: NodeId,
    /// The world at the start.
    pub world: &'a World,
    /// What the scene says of it.
    pub object: &'a Object,
    /// Properties of the environment: geographic origin, UTM offsets, …
    pub environment: &'a Map,
    /// How the wheels of its robot are driven, if it stands on wheels.
    pub wheels: Option<&'a WheelDrive>,
    /// How often it acts, per simulated second.
    pub rate_hz: f64,
    /// Whether the scene asks for speed: no pictures are taken then.
    pub fastmode: bool,
    /// When the run began, in seconds since 1970-01-01 UTC: today, to a component that asks for the date.
    pub started_at_s: f64,
}

/// What a robot or an actuator arranges its part of the world with, once, before any component starts.
pub struct Mount<'a> {
    /// Its full name.
    pub name: &'a str,
    /// Its node in the world.
    pub node: NodeId,
    /// The node of its robot.
    pub robot: NodeId,
    /// The world, in which everything of the scene is.
    pub world: &'a mut World,
    /// What the scene says of it.
    pub object: &'a Object,
}

/// What a robot moves its own parts with, once in every tick.
pub struct OnTheMove<'a> {
    /// The world.
    pub world: &'a mut World,
    /// The robot's node.
    pub node: NodeId,
    /// How long a tick is. [s]
    pub tick_s: f64,
}

/// A sensor: reads the frozen world of a tick into its data.
pub trait Sense: Component + Serve {
    /// Prepares the sensor and its data.
    ///
    /// # Errors
    /// When the scene asks for something the sensor cannot do.
    fn start(&mut self, setup: &Setup<'_>, data: &mut Self::Data) -> Result<(), SetupError> {
        let _ = (setup, data);
        Ok(())
    }

    /// Checks the properties against each other, before the start and whenever one was changed: each alone is checked
    /// against its range.
    ///
    /// # Errors
    /// When the sensor cannot work with them. A change is then taken back.
    fn check(&self) -> Result<(), SetupError> {
        Ok(())
    }

    /// Full names of the sensors whose readings it joins, asked for once, after the start. It then reads after they have,
    /// and finds their readings in [`View::joined`].
    fn sources(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether it may rest while nobody reads it: it has no stream, no modifier and no service under way, and no sensor that
    /// is read joins it. Who asks for its data then gets a reading made at that moment. For sensors whose reading costs
    /// much and depends on no earlier one.
    fn may_rest(&self) -> bool {
        false
    }

    /// Reads the world.
    fn sense(&mut self, view: &mut View<'_>, data: &mut Self::Data);

    /// What the sensor does to the world when all sensors have read it: a scanner turns its own head. Called after every
    /// reading, in scene order.
    fn follow_up(&mut self, call: &mut Call<'_, Self::Data>) {
        let _ = call;
    }

    /// Stops the running asynchronous service, which is about to be answered as preempted.
    fn interrupt(&mut self, call: &mut Call<'_, Self::Data>) {
        let _ = call;
    }
}

/// An actuator: acts on the world as its data commands.
pub trait Actuate: Component + Serve {
    /// Hangs what was put on the actuator on the part that carries it, or parts of its own on its node.
    ///
    /// # Errors
    /// When its model lacks a part, or the scene asks for something the actuator cannot do.
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError> {
        let _ = mount;
        Ok(())
    }

    /// Prepares the actuator and its first command.
    ///
    /// # Errors
    /// When the scene asks for something the actuator cannot do.
    fn start(&mut self, setup: &Setup<'_>, data: &mut Self::Data) -> Result<(), SetupError> {
        let _ = (setup, data);
        Ok(())
    }

    /// Acts on the world. Called at every activation; a command stays in force until the next one.
    fn act(&mut self, act: &mut Act<'_>, data: &mut Self::Data);

    /// Stops the running asynchronous service, which is about to be answered as preempted.
    fn interrupt(&mut self, call: &mut Call<'_, Self::Data>) {
        let _ = call;
    }
}

/// The shape a robot brings along.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RobotModel {
    /// Pose of the robot's frame when the scene says nothing about it.
    pub world_from_robot: Pose,
    /// Its body; `None` for a robot that is nothing but a frame.
    pub body: Option<BodySpec>,
}

/// A robot: what carries components.
pub trait Carry: Component + Serve {
    /// The robot's shape, mass and friction, for one that a scene gives no model file.
    #[must_use]
    fn model() -> RobotModel {
        RobotModel::default()
    }

    /// The wheels it stands on, made of parts of its model.
    ///
    /// # Errors
    /// When the model lacks a part, or a part is no wheel.
    fn wheels(&self, garage: &Garage<'_>) -> Result<Option<Undercarriage>, SetupError> {
        let _ = garage;
        Ok(None)
    }

    /// Finds the parts of the robot that its services need.
    ///
    /// # Errors
    /// When its model lacks one.
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError> {
        let _ = mount;
        Ok(())
    }

    /// Moves the parts that go along with the robot's own motion, which no actuator moves: legs that walk, wheels that only
    /// show. Called in every tick after all actuators have acted, in scene order.
    fn move_parts(&mut self, on_the_move: &mut OnTheMove<'_>) {
        let _ = on_the_move;
    }
}

/// What a modifier sees when it runs.
pub struct Moment<'a> {
    /// Simulated time.
    pub now: Time,
    /// How often the component acts, per simulated second.
    pub rate_hz: f64,
    /// Random numbers of this modifier at this tick.
    pub random: &'a mut Random,
}

/// Why a modifier does not begin.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ModifyError {
    /// The component, at its level, has nothing the modifier could change. The scene runs without the modifier.
    #[error("{0}")]
    NothingToModify(String),
    /// The scene asks for something the modifier cannot do.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// A modifier: changes the data of a component, after a sensor has read or before an actuator acts.
pub trait Modify: Component<Data = ()> + Serve {
    /// Prepares the modifier for the data it will change. `setup` is that of the component it modifies.
    ///
    /// # Errors
    /// When the data has nothing the modifier could change, or the scene asks for something it cannot do.
    fn start(&mut self, setup: &Setup<'_>, data: &dyn Data) -> Result<(), ModifyError>;

    /// Changes the data.
    fn modify(&mut self, moment: &mut Moment<'_>, data: &mut dyn Data);
}
