//! Drives without physics: the robot is displaced exactly as commanded.

use morse_sim::prelude::*;

/// Documentation of the level `kinematic` of a drive.
pub(crate) const KINEMATIC: &str = "The robot is displaced along exact arcs and straight lines in the plane in which it \
    stands. Obstacles do not stop it, and it does not fall. Its sensors measure the commanded speed.";

/// Documentation of the level `dynamic` of a drive.
pub(crate) const DYNAMIC: &str =
    "The command sets the velocity of the body. Contacts and other forces change it.";

/// Drive of a robot at the level `kinematic`; does nothing at other levels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Kinematic(bool);

impl Kinematic {
    /// Reads the level from the scene, and disables physics for the robot if it is `kinematic`.
    pub(crate) fn mount(mount: &mut MountContext<'_>) -> Self {
        let kinematic = mount.object.level.as_deref() == Some("kinematic");
        if kinematic {
            mount.world.suspend_dynamics(mount.robot);
        }
        Self(kinematic)
    }

    /// Whether the scene selected the level `kinematic`.
    pub(crate) fn is_active(self) -> bool {
        self.0
    }

    /// Displaces the robot by the motion of one activation, with constant speeds along its X and Y axes [m/s] and a
    /// constant turn rate about Z [rad/s]. Does nothing and returns false if the level is not `kinematic`.
    pub(crate) fn drive(self, act: &mut ActContext<'_>, [forward, left]: [f64; 2], turn_rate: f64) -> bool {
        if !self.0 {
            return false;
        }
        let linear = DVec3::new(forward, left, 0.0);
        act.displace(arc(linear, turn_rate, 1.0 / act.rate_hz), linear, DVec3::Z * turn_rate);
        true
    }
}

/// Pose of a robot after `time_s` of constant speeds, in its frame at the beginning.
fn arc(linear: DVec3, turn_rate: f64, time_s: f64) -> Pose {
    let angle = turn_rate * time_s;
    // Ratio of chord to arc, and the direction of the chord: half of the angle.
    let half = angle / 2.0;
    let chord = if half == 0.0 { 1.0 } else { libm::sin(half) / half };
    Pose {
        translation: DQuat::from_rotation_z(half) * linear * (chord * time_s),
        rotation: DQuat::from_rotation_z(angle),
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    #[test]
    fn half_a_circle_ends_a_diameter_to_the_side() {
        let end = arc(DVec3::X * 2.0, PI, 1.0);
        assert!(end.translation.distance(DVec3::Y * 4.0 / PI) < 1e-12, "{end:?}");
    }

    #[test]
    fn sideways_motion_to_the_left_curves_backwards() {
        let end = arc(DVec3::Y, PI, 1.0);
        assert!(end.translation.distance(DVec3::NEG_X * 2.0 / PI) < 1e-12, "{end:?}");
    }

    #[test]
    fn robot_without_turn_rate_moves_straight() {
        assert_eq!(arc(DVec3::new(1.0, -2.0, 0.0), 0.0, 0.5).translation, DVec3::new(0.5, -1.0, 0.0));
    }
}
