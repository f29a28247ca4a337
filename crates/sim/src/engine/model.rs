//! The parts of a simulation that stay the same from step to step: descriptions, names, work lists.

use std::collections::BTreeMap;

use morse_scene::document::Strategy;

use crate::engine::instance::InstanceRef;
use crate::engine::objects::object_motion::ObjectMotion;
use crate::engine::objects::{LoadedWorld, SceneObjects};
use crate::engine::plan::StepPlan;
use crate::engine::time::Epoch;

/// Description of a running scene. Assembly, spawns and changes of the world write it; the phases of a step only read it.
#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) strategy: Strategy,
    pub(crate) epoch: Epoch,
    /// File of the environment.
    pub(crate) environment: String,
    pub(crate) loaded: LoadedWorld,
    /// Objects with motions of their own, in the order in which they were added to the world.
    pub(crate) motions: Vec<ObjectMotion>,
    pub(crate) plan: StepPlan,
    /// Robots, sensors and actuators by full name.
    pub(crate) instances: BTreeMap<String, InstanceRef>,
    /// The objects of the scene, in the order of addition.
    pub(crate) objects: SceneObjects,
    /// Request managers that serve `simulation`, `time` and `communication`.
    pub(crate) supervisors: Vec<String>,
}
