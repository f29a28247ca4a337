//! Wheel odometry: the pose and the velocity of a robot from a file, computed from the joints of its wheels.

use morse_sim::prelude::*;

use crate::common::model_parts::wheel_joints::{WheelJoints, WheelNames};
use crate::sensors::motion::odometry::integrated::OdometryData;

/// Measures the motion of a robot with a differential drive by the rotation of its wheels, as the encoders of a real robot do:
/// slipping wheels make it drift from the true pose, which Odometry and Pose measure.
///
/// With the distances `l` and `r` that the left and the right wheels have rolled since the last reading, `s = (l + r) / 2` and
/// `θ = (r - l) / WheelSeparation`, the pose moves along an arc of length `s` that turns by `θ`. The pose begins at zero, in the
/// frame of the robot at the start.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.wheel_odometry.WheelOdometry",
    title = "Wheel Odometry",
    data = OdometryData,
    builder(name = "WheelOdometry"),
    services
)]
pub struct WheelOdometry {
    /// Names of the joints of the left wheels, with commas between them.
    #[property(name = "LeftWheels", default = String::new())]
    left: String,
    /// Names of the joints of the right wheels, with commas between them.
    #[property(name = "RightWheels", default = String::new())]
    right: String,
    /// Distance between the left and the right wheels; 0 measures it in the file. [m]
    #[property(name = "WheelSeparation", default = 0.0, min = 0, max = 1000)]
    separation_m: f64,
    /// Radius of the wheels; 0 measures it in the file. [m]
    #[property(name = "WheelRadius", default = 0.0, min = 0, max = 1000)]
    radius_m: f64,
    wheels: WheelJoints,
    /// Distances that the sides have rolled until the last reading. [m]
    rolled: [f64; 2],
    /// Position and yaw. [m, rad]
    pose: [f64; 3],
}

impl Sensor for WheelOdometry {
    fn start(&mut self, setup: &Setup<'_>, data: &mut OdometryData) -> Result<(), SetupError> {
        let names = WheelNames {
            left: &self.left,
            right: &self.right,
            separation_m: self.separation_m,
            radius_m: self.radius_m,
        };
        self.wheels = WheelJoints::find(setup.world, setup.robot, &names)?;
        self.begin(&setup.begin(), data);
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, _data: &mut OdometryData) {
        self.rolled = self.wheels.rolled(begin.world);
        self.pose = [0.0; 3];
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut OdometryData) {
        let rolled = self.wheels.rolled(view.world);
        let [left, right] = [0, 1].map(|side| rolled[side] - self.rolled[side]);
        self.rolled = rolled;
        let (along, turned) = ((left + right) / 2.0, (right - left) / self.wheels.separation_m);
        let [x, y, yaw] = self.pose;
        // The chord of the arc.
        let half = turned / 2.0;
        let chord = if half.abs() > 1e-12 { along * half.sin() / half } else { along };
        let direction = yaw + half;
        let yaw = morse_world::normalise_angle(yaw + turned);
        self.pose = [x + chord * direction.cos(), y + chord * direction.sin(), yaw];
        *data = OdometryData::planar(self.pose, along * view.rate_hz, turned * view.rate_hz);
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
