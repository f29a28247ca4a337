//! OmniDrive: drives a robot from a file in all directions, on the joints of wheels with rollers.

use morse_sim::prelude::*;
use morse_world::{JointDrive, JointId};

use crate::actuators::driving::xy_omega::PlanarSpeed;
use crate::common::model_parts::omni_wheels::{OmniWheelProperties, OmniWheels};

/// Drives a robot of a URDF, SDF or MJCF file on mecanum wheels or omni-wheels: forward, to the side and about the vertical at
/// once, until the next command. Motors turn the joints of the wheels, and their contact with the ground moves the robot.
///
/// A wheel is round, and its rollers are not in the file: its surface holds only along the axis `d` of the roller that touches
/// the ground, and rolls across it without friction. With the center `p` of the wheel and its rolling direction `e`, the rate is
///
/// `ω = d · (v + w × p) / (WheelRadius d · e)`
///
/// For four mecanum wheels this is `ω = (x ∓ y ∓ (WheelBase + WheelSeparation) / 2 · w) / WheelRadius`. The axes of the wheels may
/// lie in any level direction: three omni-wheels at 120° need no further property than `RollerAngle=0`. Wheels whose file gives
/// the direction of friction, as Gazebo's `fdir1` with `mu2`, keep it. Wheels with rollers as links of their own need
/// a [JointController](actuators.joint_controller.JointController.md) instead.
///
/// Speeds change at most by the accelerations of the properties, and motors exert at most the effort of the file.
/// [WheelOdometry](sensors.wheel_odometry.WheelOdometry.md) with the same properties measures the motion of the wheels.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.omni_drive.OmniDrive",
    title = "Omnidirectional Drive on Wheel Joints",
    data = PlanarSpeed,
    drives(command),
    builder(name = "OmniDrive"),
    services
)]
pub struct OmniDrive {
    #[property(flatten)]
    properties: OmniWheelProperties,
    /// Distance between the left and the right wheels; 0 measures it in the file. [m]
    #[property(name = "WheelSeparation", default = 0.0, min = 0, max = 1000)]
    separation_m: f64,
    /// Radius of the wheels; 0 measures it in the file. [m]
    #[property(name = "WheelRadius", default = 0.0, min = 0, max = 1000)]
    radius_m: f64,
    /// Maximum change of the speed, in any direction; 0 for no limit. [m/s²]
    #[property(name = "LinearAcceleration", default = 2.0, min = 0)]
    linear_acceleration: f64,
    /// Maximum change of the turn rate; 0 for no limit. [rad/s²]
    #[property(name = "AngularAcceleration", default = 6.0, min = 0)]
    angular_acceleration: f64,
    wheels: OmniWheels,
    /// The speeds that the wheels have: forward, to the left, turn rate. [m/s, m/s, rad/s]
    speed: DVec3,
}

impl Actuator for OmniDrive {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.wheels =
            OmniWheels::find(mount.world, mount.robot, &self.properties, self.separation_m, self.radius_m)?;
        self.wheels.mount_rollers(mount.world, mount.robot)
    }

    fn driven_joints(&self) -> Vec<JointId> {
        self.wheels.wheels.iter().map(|wheel| wheel.joint).collect()
    }

    fn release(&mut self, act: &mut ActContext<'_>) {
        self.speed = DVec3::ZERO;
        for wheel in &self.wheels.wheels {
            act.world.drive_joint(wheel.joint, JointDrive::Free);
        }
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut PlanarSpeed) {
        let step = |limit: f64| if limit > 0.0 { limit / act.rate_hz } else { f64::INFINITY };
        let change = DVec3::new(data.x, data.y, data.w) - self.speed;
        let along = change.truncate().clamp_length_max(step(self.linear_acceleration));
        let most = step(self.angular_acceleration);
        self.speed += along.extend(change.z.clamp(-most, most));
        for (joint, target) in self.wheels.rates(self.speed) {
            act.world.drive_joint(joint, JointDrive::Velocity { target, max_effort: f64::INFINITY });
        }
    }
}

#[services]
impl OmniDrive {
    /// Sets the forward speed, the speed to the left [m/s] and the turn rate [rad/s].
    #[service]
    fn set_speed(&mut self, call: &mut Call<'_, PlanarSpeed>, x: f64, y: f64, w: f64) {
        *call.data = PlanarSpeed { x, y, w };
    }

    /// Sets speeds and turn rate to zero.
    #[service]
    fn stop(&mut self, call: &mut Call<'_, PlanarSpeed>) {
        *call.data = PlanarSpeed::default();
    }

    /// Returns the radius of the wheels, and the distances between the front and the rear, and the left and the right wheels. [m]
    #[service]
    fn get_dimensions(&mut self, _call: &mut Call<'_, PlanarSpeed>) -> Map {
        let [wheel_base, wheel_separation] = self.wheels.extent_m;
        Map::from([
            ("wheel_radius", self.wheels.radius_m),
            ("wheel_base", wheel_base),
            ("wheel_separation", wheel_separation),
        ])
    }
}
