//! Slider-cranks as transmissions: a rod of constant length between a pin and an axis.
//!
//! Source: MuJoCo's documentation, "Computation", section "Actuation model": the length is the place of the rod's end along the axis.

use glam::DVec3;
use morse_geometry::Pose;

use crate::data::Data;
use crate::model::{Attachment, Model};
use crate::relative_motion::{motion_at, relative_chain};

/// The length of a slider-crank, whose pin and axis are at these poses in the world. Adds the effort on each degree of freedom. If the rod is too short to reach the axis, the length is that of the pin's
/// projection on it.
pub(crate) fn transmit(
    model: &Model,
    data: &Data,
    [crank, slider]: [&Attachment; 2],
    [world_from_crank, frame]: [Pose; 2],
    [rod, gear]: [f64; 2],
    elements: &mut Vec<(usize, f64)>,
) -> f64 {
    let pin = world_from_crank.translation;
    let axis = frame.transform_vector(DVec3::Z);
    let reach = pin - frame.translation;
    let along = reach.dot(axis);
    let square = along * along + rod * rod - reach.length_squared();
    let root = square.max(0.0).sqrt();
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
        elements.push((dof, gear * element));
    });
    gear * (along - root)
}
