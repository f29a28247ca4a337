//! Services of a pan-tilt unit.

use morse_sim::prelude::*;

use crate::actuators::arms::ptu::{PanTilt, Ptu};

#[services]
impl Ptu {
    /// Turns to a pan and tilt angle [rad]. The answer is sent on arrival.
    #[service(asynchronous, interruptible = true)]
    fn set_pan_tilt(&mut self, call: &mut Call<'_, PanTilt>, pan: f64, tilt: f64) {
        *call.data = PanTilt { pan, tilt };
    }

    /// Returns the current pan and tilt. [rad]
    #[service]
    fn get_pan_tilt(&mut self, _call: &mut Call<'_, PanTilt>) -> Value {
        Value::List(self.angles.map(Value::Float).to_vec())
    }

    /// Turns towards a point of the world [m]. The answer is sent on arrival. The unit does not compensate later
    /// motion of the robot.
    #[service(asynchronous, interruptible = true)]
    fn look_at_point(&mut self, call: &mut Call<'_, PanTilt>, x: f64, y: f64, z: f64) {
        look_at(call, DVec3::new(x, y, z));
    }

    /// Turns towards the current position of an object. The answer is sent on arrival. The unit does not follow later
    /// motion of the object.
    #[service(asynchronous, interruptible = true)]
    fn look_at_object(&mut self, call: &mut Call<'_, PanTilt>, obj_name: String) -> Result<(), ServiceError> {
        let found = call.world.find(&obj_name).filter(|&node| !call.world.is_internal(node));
        let object = found.ok_or_else(|| {
            ServiceError::Refused(format!("there is no object {obj_name:?} in the scene to look at"))
        })?;
        look_at(call, call.world.world_from(object).translation);
        Ok(())
    }

    /// Sets the keys that a client holds until the next call, in addition to those held at the terminal: a list of
    /// Home, End, Insert, PageUp, PageDown. An empty list releases all keys. Keys rotate only a unit with `Manual`.
    #[service]
    fn hold(&mut self, _call: &mut Call<'_, PanTilt>, keys: Value) -> Result<(), ServiceError> {
        self.held.hold(&keys)
    }
}

/// Commands the angles at which the X axis of the unit points from its origin to a point of the world [m]. The origin
/// itself has no direction and leaves the command unchanged.
fn look_at(call: &mut Call<'_, PanTilt>, point: DVec3) {
    let world_from_unit = call.world.world_from(call.node);
    let direction = world_from_unit.inverse().transform_point(point).normalize_or_zero();
    if direction != DVec3::ZERO {
        *call.data = PanTilt { pan: libm::atan2(direction.y, direction.x), tilt: libm::asin(-direction.z) };
    }
}
