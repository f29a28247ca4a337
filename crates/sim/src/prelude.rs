//! Common imports for the file of a component: `use morse_sim::prelude::*`.

pub use glam::{DMat3, DQuat, DVec3};
pub use morse_macros::{Actuator, Data, Modifier, PropertyGroup, Robot, Sensor, services};
pub use morse_scene::description::ValueRange;
pub use morse_scene::value::{Map, Value};
pub use morse_world::{
    BodySpec, Euler, PhysicsType, Pose, RayKind, Shape, Suspension, WheelSpec, normalise_angle,
};
pub use serde::{Deserialize, Serialize};

pub use crate::contract::component::{
    Actuator, EpisodeStart, Modifier, ModifyContext, ModifyError, MountContext, Robot, RobotModel, Sensor,
    Setup, SetupError, WorldAccess,
};
pub use crate::contract::contexts::act_context::{ActContext, ControlType, Twist};
pub use crate::contract::contexts::drivetrain::{
    Car, Differential, Drivetrain, Part, Steering, WheelContext, WheelDrive,
};
pub use crate::contract::contexts::held_wrench::Axes;
pub use crate::contract::contexts::post_act_context::PostActContext;
pub use crate::contract::contexts::sense_context::{InputReading, SenseContext};
pub use crate::contract::data::{Data, Dict, FieldMut, Layout, LazyData, Measurement, Objects};
pub use crate::contract::property::{PropertyGroup, PropertyType, PyTruthy};
pub use crate::contract::service::{Call, Completion, Outcome, Relay, ServiceError};
pub use crate::engine::devices::{Devices, Key};
pub use crate::engine::random::Random;
pub use crate::engine::time::Time;
