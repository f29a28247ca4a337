//! Services of a pan-tilt unit.

use morse_sim::prelude::*;

use crate::actuators::arms::ptu::{PanTilt, Ptu};

#[services]
impl Ptu {
    /// Turns to these angles; answers on arrival.
    #[service(asynchronous, interruptible = true)]
    fn set_pan_tilt(&mut self, call: &mut Call<'_, PanTilt>, pan: f64, tilt: f64) {
        *call.data = PanTilt { pan, tilt };
    }

    /// Current pan and tilt. [rad]
    #[service]
    fn get_pan_tilt(&mut self, _call: &mut Call<'_, PanTilt>) -> Value {
        Value::List(self.angles.map(Value::Float).to_vec())
    }

    /// Turns towards a point of the world; answers on arrival. It does not follow later motion of the robot.
    #[service(asynchronous, interruptible = true)]
    fn look_at_point(&mut self, call: &mut Call<'_, PanTilt>, x: f64, y: f64, z: f64) {
        look_at(call, DVec3::new(x, y, z));
    }

    /// Turns towards the current position of an object; answers on arrival.
    #[service(asynchronous, interruptible = true)]
    fn look_at_object(&mut self, call: &mut Call<'_, PanTilt>, obj_name: String) -> Result<(), ServiceError> {
        let found = call.world.find(&obj_name).filter(|&node| !call.world.is_internal(node));
        let object = found.ok_or_else(|| {
            ServiceError::Refused(format!("there is no object {obj_name:?} in the scene to look at"))
        })?;
        look_at(call, call.world.world_from(object).translation);
        Ok(())
    }

    /// Sets the keys held on this unit, besides those held at the terminal, until the next call: a list of Home, End,
    /// Insert, PageUp, PageDown. An empty list releases all. They rotate a unit that has `Manual`.
    #[service]
    fn hold(&mut self, _call: &mut Call<'_, PanTilt>, keys: Value) -> Result<(), ServiceError> {
        self.held.hold(&keys)
    }
}

/// Commands the angles at which the X axis of the unit points from its origin to a point of the world. For the origin
/// itself, which has no direction, it keeps the current angles.
fn look_at(call: &mut Call<'_, PanTilt>, point: DVec3) {
    let world_from_unit = call.world.world_from(call.node);
    let direction = world_from_unit.inverse().transform_point(point).normalize_or_zero();
    if direction != DVec3::ZERO {
        *call.data = PanTilt { pan: direction.y.atan2(direction.x), tilt: (-direction.z).asin() };
    }
}
