//! MotionVW: drives a robot with a forward speed and a turn rate.

use morse_sim::prelude::*;

use crate::common::driving::kinematic::{DYNAMIC, KINEMATIC, Kinematic};

/// Commanded speed and turn rate, in the robot's frame.
#[derive(Data, Clone, Default)]
#[data(kind = UnicycleVelocity)]
pub struct Speed {
    /// Forward speed. [m/s]
    pub(crate) v: f64,
    /// Turn rate about Z, positive to the left. [rad/s]
    pub(crate) w: f64,
}

/// Drives the robot with a forward speed and a turn rate, until the next command.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.v_omega.MotionVW",
    title = "Linear and angular speed (V, W)",
    data = Speed,
    drives(command),
    builder(name = "MotionVW"),
    level(name = "dynamic", doc = DYNAMIC, default),
    level(name = "kinematic", doc = KINEMATIC),
    services
)]
pub struct MotionVw {
    /// `Velocity` sets the velocity of the body, `Position` displaces the robot. Used by the level `dynamic`.
    #[property(name = "ControlType", default = ControlType::Velocity)]
    control: ControlType,
    kinematic: Kinematic,
}

impl Actuator for MotionVw {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.kinematic = Kinematic::mount(mount);
        Ok(())
    }

    fn needs_moving_body(&self) -> bool {
        self.control == ControlType::Velocity && !self.kinematic.is_active()
    }

    fn commanded_twist(&self, data: &Speed) -> Option<Twist> {
        let sets_velocity = self.control == ControlType::Velocity && !self.kinematic.is_active();
        sets_velocity
            .then(|| Twist { linear: DVec3::new(data.v, 0.0, 0.0), angular: DVec3::new(0.0, 0.0, data.w) })
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Speed) {
        if !self.kinematic.drive(act, [data.v, 0.0], data.w) {
            act.apply_speed(self.control, DVec3::new(data.v, 0.0, 0.0), DVec3::new(0.0, 0.0, data.w));
        }
    }
}

#[services]
impl MotionVw {
    /// Sets the forward speed [m/s] and the turn rate [rad/s].
    #[service]
    fn set_speed(&mut self, call: &mut Call<'_, Speed>, v: f64, w: f64) {
        *call.data = Speed { v, w };
    }

    /// Sets speed and turn rate to zero.
    #[service]
    fn stop(&mut self, call: &mut Call<'_, Speed>) {
        *call.data = Speed::default();
    }
}
