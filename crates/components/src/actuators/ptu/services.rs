//! What clients may ask of a pan-tilt unit.

use morse_sim::prelude::*;

use super::{PanTilt, Ptu};

#[services]
impl Ptu {
    /// Turns to these angles; answers when it is there.
    #[service(asynchronous, interruptible = true)]
    fn set_pan_tilt(&mut self, call: &mut Call<'_, PanTilt>, pan: f64, tilt: f64) {
        *call.data = PanTilt { pan, tilt };
    }

    /// Where it looks: pan and tilt. [rad]
    #[service]
    fn get_pan_tilt(&mut self, _call: &mut Call<'_, PanTilt>) -> Value {
        Value::List(self.angles.map(Value::Float).to_vec())
    }

    /// Turns towards a point of the world; answers when it is there. It does not follow when the robot moves on.
    #[service(asynchronous, interruptible = true)]
    fn look_at_point(&mut self, call: &mut Call<'_, PanTilt>, x: f64, y: f64, z: f64) {
        look_at(call, DVec3::new(x, y, z));
    }

    /// Turns towards where something of that name is now; answers when it is there.
    #[service(asynchronous, interruptible = true)]
    fn look_at_object(&mut self, call: &mut Call<'_, PanTilt>, obj_name: String) -> Result<(), ServiceError> {
        let found = call.world.find(&obj_name).filter(|&node| !call.world.is_internal(node));
        let object = found.ok_or_else(|| {
            ServiceError::Refused(format!("there is no object {obj_name:?} in the scene to look at"))
        })?;
        look_at(call, call.world.world_from(object).translation);
        Ok(())
    }

    /// Holds these keys on this unit alone, besides those held at the terminal, until it is told others: a list of Home,
    /// End, Insert, PageUp, PageDown. An empty list lets all go. They turn a unit that has `Manual`.
    #[service]
    fn hold(&mut self, _call: &mut Call<'_, PanTilt>, keys: Value) -> Result<(), ServiceError> {
        self.held.hold(&keys)
    }
}

/// Commands the angles at which the X axis of the unit points from its origin to a point of the world; those that it has
/// for the origin itself, in which there is no direction.
fn look_at(call: &mut Call<'_, PanTilt>, point: DVec3) {
    let world_from_unit = call.world.world_from(call.node);
    let direction = world_from_unit.inverse().transform_point(point).normalize_or_zero();
    if direction != DVec3::ZERO {
        *call.data = PanTilt { pan: direction.y.atan2(direction.x), tilt: (-direction.z).asin() };
    }
}
