//! MotionXYW: drives an omnidirectional robot with two speeds and a turn rate.

use morse_sim::prelude::*;

use crate::common::driving::kinematic::{DYNAMIC, KINEMATIC, Kinematic};

/// Commanded velocity in the plane and turn rate, in the robot's frame.
#[derive(Data, Clone, Default)]
#[data(kind = PlanarVelocity)]
pub struct PlanarSpeed {
    /// Forward speed. [m/s]
    pub(crate) x: f64,
    /// Speed to the left. [m/s]
    pub(crate) y: f64,
    /// Turn rate about Z, positive to the left. [rad/s]
    pub(crate) w: f64,
}

/// Drives an omnidirectional robot with a forward speed, a sideways speed and a turn rate, until the next command.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.xy_omega.MotionXYW",
    title = "Linear and angular speed (Vx, Vy, W)",
    data = PlanarSpeed,
    drives(command),
    builder(name = "MotionXYW"),
    level(name = "dynamic", doc = DYNAMIC, default),
    level(name = "kinematic", doc = KINEMATIC)
)]
pub struct MotionXyw {
    /// `Velocity` sets the velocity of the body, `Position` displaces the robot. Used by the level `dynamic`.
    #[property(name = "ControlType", default = ControlType::Velocity)]
    control: ControlType,
    kinematic: Kinematic,
}

impl Actuator for MotionXyw {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.kinematic = Kinematic::mount(mount);
        Ok(())
    }

    fn needs_moving_body(&self) -> bool {
        self.control == ControlType::Velocity && !self.kinematic.is_active()
    }

    fn displaces_sideways(&self) -> bool {
        self.control == ControlType::Position || self.kinematic.is_active()
    }

    fn commanded_twist(&self, data: &PlanarSpeed) -> Option<Twist> {
        let sets_velocity = self.control == ControlType::Velocity && !self.kinematic.is_active();
        sets_velocity
            .then(|| Twist { linear: DVec3::new(data.x, data.y, 0.0), angular: DVec3::new(0.0, 0.0, data.w) })
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut PlanarSpeed) {
        if !self.kinematic.drive(act, [data.x, data.y], data.w) {
            act.apply_speed(self.control, DVec3::new(data.x, data.y, 0.0), DVec3::new(0.0, 0.0, data.w));
        }
    }
}
