//! Wheel odometry: the pose and the velocity of a robot from a file, computed from the joints of its wheels.

use morse_sim::prelude::*;

use crate::common::model_parts::wheel_joints::{WheelJoints, WheelProperties};
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
    #[property(flatten)]
    properties: WheelProperties,
    wheels: WheelJoints,
    /// Distances that the sides have rolled until the last reading. [m]
    rolled: [f64; 2],
    /// Position and yaw. [m, rad]
    pose: [f64; 3],
}

impl Sensor for WheelOdometry {
    fn start(&mut self, setup: &Setup<'_>, data: &mut OdometryData) -> Result<(), SetupError> {
        self.wheels = WheelJoints::find(setup.world, setup.robot, &self.properties)?;
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
        *data = OdometryData::in_plane(self.pose, along * view.rate_hz, turned * view.rate_hz);
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
