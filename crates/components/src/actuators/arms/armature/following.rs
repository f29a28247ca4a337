//! Follows trajectories with the joints of an armature.

use morse_sim::prelude::*;

use crate::actuators::arms::armature::Armature;
use crate::common::model_parts::joints;
use crate::common::model_parts::joints::JointValues;

impl Armature {
    /// Moves the joints to the next point of the trajectory, if there is one. Returns whether the trajectory is still in
    /// progress.
    pub(super) fn follow_trajectory(&mut self, act: &ActContext<'_>, data: &mut JointValues) -> bool {
        let Some(trajectory) = &mut self.trajectory else { return false };
        if act.now < trajectory.start {
            return true;
        }
        let Some(next) = trajectory.points.iter().position(|point| point.due > act.now) else {
            self.trajectory = None;
            return false;
        };
        let Some(armature) = self.arm.and_then(|arm| act.world.armature(arm)) else { return true };
        if trajectory.next.replace(next) != Some(next) {
            let point = &trajectory.points[next];
            let left_s = point.due.seconds() - act.now.seconds();
            for (bone, &position) in joints::joints(armature).zip(&point.positions) {
                self.speeds[bone] = (position - armature.value(bone)).abs() / left_s;
                data.set(joints::name(armature, bone), position);
            }
        }
        true
    }
}
