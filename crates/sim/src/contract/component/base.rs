//! The base trait of all components.

use morse_scene::description::Description;
use morse_scene::value::Value;
use serde::{Serialize, de::DeserializeOwned};

use crate::contract::data::{Fields, Mismatch};

/// Base trait of all components. The derive macros `Robot`, `Sensor`, `Actuator` and `Modifier` implement it.
pub trait Component: Clone + Default + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Local data: the readings of a sensor, or the commands of an actuator.
    type Data: Fields;

    /// Description of the class, available without an instance.
    fn describe() -> Description;

    /// The value of property `index`, in the order of the description.
    fn property(&self, index: usize) -> Value;

    /// Sets property `index`.
    ///
    /// # Errors
    /// When the value has the wrong type.
    fn set_property(&mut self, index: usize, value: &Value) -> Result<(), Mismatch>;
}
