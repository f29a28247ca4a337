//! Stops joints at their limits.
//!
//! rapier enforces a limit only after it is exceeded: at 5 rad/s and 120 sub-steps per second, 0.04 rad too late.

use crate::physics::joints::Joint;

impl Joint {
    /// The velocity with which the joint reaches a limit exactly at the end of the tick, if it would exceed the limit
    /// otherwise. The prediction assumes the acceleration of the last tick. [rad/s or m/s]
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
    fn joint_that_would_exceed_its_limit_arrives_at_the_limit() {
        assert_eq!(joint(1.5, 6.0, 6.0).arrival(0.1), Some(5.0));
        assert_eq!(joint(-0.5, -6.0, -6.0).arrival(0.1), Some(-5.0));
        // The joint accelerates: 4 rad/s would not exceed the limit, the 6 rad/s of the coming tick do.
        assert_eq!(joint(1.5, 2.0, 4.0).arrival(0.1), Some(5.0));
    }

    #[test]
    fn joint_far_from_its_limits_or_beyond_them_is_not_changed() {
        assert_eq!(joint(1.0, 6.0, 6.0).arrival(0.1), None);
        assert_eq!(joint(2.5, 6.0, 6.0).arrival(0.1), None);
        assert_eq!(joint(1.5, 0.0, 0.0).arrival(0.1), None);
    }
}
