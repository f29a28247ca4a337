//! What the file of a component needs: `use morse_sim::prelude::*`.

pub use glam::{DMat3, DQuat, DVec3};
pub use morse_macros::{Actuator, Data, Modifier, Robot, Sensor, services};
pub use morse_scene::value::{Map, Value};
pub use morse_world::{BodySpec, Euler, PhysicsType, Pose, Shape, Suspension, WheelSpec, normalise_angle};
pub use serde::{Deserialize, Serialize};

pub use crate::act::{Act, ControlType};
pub use crate::component::{
    Actuate, Carry, Modify, ModifyError, Moment, Mount, OnTheMove, RobotModel, Sense, Setup, SetupError,
};
pub use crate::data::{Data, Dict, FieldMut, Objects};
pub use crate::devices::{Devices, Key};
pub use crate::property::{PropertyType, Truth};
pub use crate::push::Axes;
pub use crate::random::Random;
pub use crate::service::{Call, Completion, Outcome, Relay, ServiceError};
pub use crate::time::Time;
pub use crate::view::{JoinedReading, View};
pub use crate::wheels::{Car, Differential, Garage, Part, Undercarriage, WheelDrive};
