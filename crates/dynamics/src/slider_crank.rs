//! Slider-cranks as transmissions: a rod of constant length between a pin and an axis.
//!
//! Source: MuJoCo's documentation, "Computation", section "Actuation model": the length is the place of the rod's end along the axis.

use glam::DVec3;

use crate::data::Data;
use crate::model::{Attachment, Model};
use crate::moments::{Moment, world_from};
use crate::relative_motion::{motion_at, relative_chain};

/// Writes length and elements of a slider-crank. If the rod is too short to reach the axis, the length is that of the pin's
/// projection on it.
pub(crate) fn transmit(
    model: &Model,
    data: &Data,
    [crank, slider]: [&Attachment; 2],
    rod: f64,
    gear: f64,
    moment: &mut Moment,
) {
    let (pin, frame) = (world_from(data, crank).translation, world_from(data, slider));
    let axis = frame.transform_vector(DVec3::Z);
    let reach = pin - frame.translation;
    let along = reach.dot(axis);
    let square = along * along + rod * rod - reach.length_squared();
    let root = square.max(0.0).sqrt();
    moment.length = gear * (along - root);
    // Derivatives of the length by the reach and by the axis.
    let (by_reach, by_axis) = if root > 0.0 {
        let share = 1.0 - along / root;
        (axis * share + reach / root, reach * share)
    } else {
        (axis, reach)
    };
    relative_chain(model, slider.body, crank.body, |dof, sign| {
        let element = if sign > 0.0 {
            motion_at(model, data, dof, pin).linear.dot(by_reach)
        } else {
            let motion = motion_at(model, data, dof, frame.translation);
            motion.angular.cross(axis).dot(by_axis) - motion.linear.dot(by_reach)
        };
        moment.elements.push((dof, gear * element));
    });
}
