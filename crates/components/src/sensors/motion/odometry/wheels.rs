//! Wheel odometry: the pose and the velocity of a robot from a file, computed from the joints of its wheels.

use morse_sim::prelude::*;

use crate::common::model_parts::omni_wheels::{OmniWheelProperties, OmniWheels};
use crate::common::model_parts::wheel_joints::{WheelJoints, WheelProperties};
use crate::sensors::motion::odometry::integrated::OdometryData;

/// Measures the motion of a robot by the rotation of its wheels, as the encoders of a real robot do: slipping wheels make it drift
/// from the true pose, which Odometry and Pose measure. The pose begins at zero, in the frame of the robot at the start.
///
/// With `LeftWheels` and `RightWheels`, those of a differential drive, of a skid-steered robot, or those of a car that do not steer:
/// if the sides have rolled the distances `l` and `r` since the last reading, the pose moves along an arc of the length
/// `s = (l + r) / 2`, and turns by `θ = (r - l) / WheelSeparation`. Skid-steered robots turn less: their `WheelSeparation` is larger
/// than the distance of their wheels.
///
/// With `Wheels`, those of an [OmniDrive](actuators.omni_drive.OmniDrive.md): the motion forward, to the left and about the vertical
/// that agrees best with the rotations of all wheels, by least squares, at constant velocity since the last reading.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.wheel_odometry.WheelOdometry",
    title = "Wheel Odometry",
    data = OdometryData,
    builder(name = "WheelOdometry"),
    services
)]
pub struct WheelOdometry {
    #[property(flatten)]
    sides: WheelProperties,
    #[property(flatten)]
    rollers: OmniWheelProperties,
    wheels: Wheels,
    /// Rotations of the wheels with rollers [rad], or distances that the sides have rolled [m], until the last reading.
    rolled: Vec<f64>,
    /// Position and yaw. [m, rad]
    pose: [f64; 3],
}

/// The wheels that are measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Wheels {
    /// Rolling on two sides.
    Sides(WheelJoints),
    /// With rollers.
    Rollers(OmniWheels),
}

impl Default for Wheels {
    fn default() -> Wheels {
        Wheels::Sides(WheelJoints::default())
    }
}

impl Wheels {
    /// Rotations of the wheels [rad], or distances that the sides have rolled [m].
    fn rolled(&self, world: &morse_world::World) -> Vec<f64> {
        match self {
            Wheels::Sides(wheels) => wheels.rolled(world).into(),
            Wheels::Rollers(wheels) => wheels.positions(world),
        }
    }

    /// Motion of the robot by changes of the values of [`Wheels::rolled`]: forward, to the left [m], about the vertical [rad].
    fn moved(&self, changes: &[f64]) -> DVec3 {
        match (self, changes) {
            (Wheels::Sides(wheels), &[left, right]) => {
                DVec3::new((left + right) / 2.0, 0.0, (right - left) / wheels.separation_m)
            }
            (Wheels::Sides(_), _) => DVec3::ZERO,
            (Wheels::Rollers(wheels), _) => wheels.moved(changes.iter().copied()),
        }
    }
}

/// Moves a pose in the plane by a motion at constant velocity along its own axes. [m, m, rad]
///
/// Lynch and Park: Modern Robotics, 2017, section 13.4: the exponential of the twist.
fn moved([x, y, yaw]: [f64; 3], motion: DVec3) -> [f64; 3] {
    let half = motion.z / 2.0;
    // The chord of the arc.
    let share = if half.abs() > 1e-12 { libm::sin(half) / half } else { 1.0 };
    let (sin, cos) = libm::sincos(yaw + half);
    let [along, left] = [motion.x * share, motion.y * share];
    [x + along * cos - left * sin, y + along * sin + left * cos, morse_world::normalise_angle(yaw + motion.z)]
}

impl Sensor for WheelOdometry {
    fn start(&mut self, setup: &Setup<'_>, data: &mut OdometryData) -> Result<(), SetupError> {
        let (sides, rollers) = (&self.sides, &self.rollers);
        let has_sides = !sides.left.trim().is_empty() || !sides.right.trim().is_empty();
        self.wheels = match rollers.names.trim() {
            "" => Wheels::Sides(WheelJoints::find(setup.world, setup.robot, sides)?),
            _ if has_sides => {
                return Err(SetupError::Invalid(
                    "it has both Wheels and LeftWheels or RightWheels: name wheels with rollers by Wheels, \
                     and all other wheels by LeftWheels and RightWheels"
                        .to_owned(),
                ));
            }
            _ => {
                let (separation_m, radius_m) = (sides.separation_m, sides.radius_m);
                let found = OmniWheels::find(setup.world, setup.robot, rollers, separation_m, radius_m)?;
                Wheels::Rollers(found)
            }
        };
        self.begin(&setup.begin(), data);
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, _data: &mut OdometryData) {
        self.rolled = self.wheels.rolled(begin.world);
        self.pose = [0.0; 3];
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut OdometryData) {
        let rolled = self.wheels.rolled(view.world);
        let changes: Vec<f64> = rolled.iter().zip(&self.rolled).map(|(now, before)| now - before).collect();
        self.rolled = rolled;
        let motion = self.wheels.moved(&changes);
        self.pose = moved(self.pose, motion);
        *data = OdometryData::in_plane(self.pose, (motion * view.rate_hz).to_array());
    }
}

#[services]
impl WheelOdometry {
    /// Sets the pose to zero.
    #[service]
    fn reset(&mut self, _call: &mut Call<'_, OdometryData>) {
        self.pose = [0.0; 3];
    }
}
