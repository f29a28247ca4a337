//! Input of a host for a step: the time and the components.

use morse_scene::value::{Map, Value};
use morse_world::Pose;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::external::message::columns::StepData;

/// The time of a step and its components. The JSON contains the count of [`StepInput::numbers`], which follow it.
#[derive(Debug)]
pub struct StepInput {
    /// Simulated time on the time scale of clients. [s]
    pub time_s: f64,
    /// The components in the order in which they act, and robots whose poses are updated.
    pub steps: Vec<ComponentStep>,
    /// Messages that arrived for topics of the host, with the numbers of the topics.
    pub messages: Vec<(usize, Value)>,
}

impl Serialize for StepInput {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut input = serializer.serialize_struct("StepInput", 3)?;
        input.serialize_field("numbers", &self.numbers().len())?;
        input.serialize_field("steps", &self.steps)?;
        if self.messages.is_empty() {
            input.skip_field("messages")?;
        } else {
            input.serialize_field("messages", &self.messages)?;
        }
        input.end()
    }
}

impl StepInput {
    /// The numbers that follow the JSON: the time; then, for each component, its pose as x, y, z and the quaternion x,
    /// y, z, w, and the numbers of its data and of its built-in part.
    #[must_use]
    pub fn numbers(&self) -> Vec<f64> {
        let mut numbers = Vec::with_capacity(1 + 8 * self.steps.len());
        numbers.push(self.time_s);
        for step in &self.steps {
            numbers.extend(step.world_from.translation.to_array());
            numbers.extend(step.world_from.rotation.to_array());
            let data = [&step.data, &step.native];
            numbers.extend(data.into_iter().flatten().flat_map(StepData::numbers));
        }
        numbers
    }
}

/// A component in a step.
#[derive(Debug, Default, Serialize)]
pub struct ComponentStep {
    /// Number of the component.
    pub external_id: usize,
    /// Pose in the world; translation in meters.
    #[serde(skip)]
    pub world_from: Pose,
    /// Whether it acts.
    pub acts: bool,
    /// Values of its fields, if they are new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<StepData>,
    /// Numbers that an actuator takes by name, such as those of joints, if its data are new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<Map>,
    /// Data that the built-in part of a sensor has read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native: Option<StepData>,
    /// Numbers of its streams that encode or decode.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub streams: Vec<usize>,
    /// Texts that its streams have received, by stream number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub received: Vec<(usize, String)>,
    /// New values of the fields of an external sensor, from its incoming streams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<Map>,
    /// Whether an actuator has a new command from other sources than its streams.
    #[serde(skip_serializing_if = "is_false")]
    pub commanded: bool,
    /// Numbers of its modifiers that change the data.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<usize>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "required by serde")]
fn is_false(flag: &bool) -> bool {
    !flag
}
