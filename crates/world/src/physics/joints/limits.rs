//! Stops joints at their limits.
//!
//! rapier acts on a limit only after it is passed: at 5 rad/s and 120 sub-steps a second, 0.04 rad too late.

use crate::physics::joints::Joint;

impl Joint {
    /// The velocity with which the joint arrives at a limit exactly at the end of the tick, if it would pass the
    /// limit otherwise. The prediction assumes the same gain of velocity as in the last tick. [rad/s or m/s]
    pub(super) fn arrival(&self, tick_s: f64) -> Option<f64> {
        let coming = 2.0 * self.velocity - self.velocity_before;
        let reached = self.position + coming * tick_s;
        let limit = if coming > 0.0 { self.limits.upper } else { self.limits.lower };
        let room = limit - self.position;
        let inside = room * coming > 0.0;
        let passes = (reached - limit) * coming > 0.0;
        (inside && passes).then(|| room / tick_s)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::JointKind;
    use crate::NodeId;
    use crate::physics::joints::JointSpec;

    fn joint(position: f64, before: f64, velocity: f64) -> Joint {
        let spec = JointSpec::new("j", None, NodeId::of_user_data(0), JointKind::Revolute).between(-1.0, 2.0);
        Joint { position, velocity, velocity_before: before, ..Joint::new(&spec) }
    }

    #[test]
    fn a_joint_that_would_pass_its_limit_is_told_to_arrive_there() {
        assert_eq!(joint(1.5, 6.0, 6.0).arrival(0.1), Some(5.0));
        assert_eq!(joint(-0.5, -6.0, -6.0).arrival(0.1), Some(-5.0));
        // The joint accelerates: 4 rad/s would not pass the limit, the 6 rad/s of the coming tick do.
        assert_eq!(joint(1.5, 2.0, 4.0).arrival(0.1), Some(5.0));
    }

    #[test]
    fn a_joint_far_from_its_limits_or_behind_them_is_left_alone() {
        assert_eq!(joint(1.0, 6.0, 6.0).arrival(0.1), None);
        assert_eq!(joint(2.5, 6.0, 6.0).arrival(0.1), None);
        assert_eq!(joint(1.5, 0.0, 0.0).arrival(0.1), None);
    }
}
