//! StabilizedQuadrotor: moves a robot like a quadrotor with an attitude controller.

use morse_sim::prelude::*;

/// Natural frequency of the response of an angle to its command. [rad/s]
const ANGLE_FREQUENCY: f64 = 10.0;
/// Damping ratio of the response of an angle to its command.
const ANGLE_DAMPING: f64 = 0.7;
/// Gravity that the thrust compensates; the controller was tuned for this value. [m/s²]
const LIFT: f64 = 10.0;
/// Acceleration per meter of height error. [1/s²]
const HEIGHT_GAIN: f64 = 9.0;
/// Deceleration per m/s of climb rate. [1/s]
const CLIMB_GAIN: f64 = 4.2;

/// Commanded attitude and height.
#[derive(Data, Clone, Default)]
pub struct Setpoint {
    /// Commanded pitch; positive flies forward. [rad]
    theta_c: f64,
    /// Commanded roll; positive flies to the right. [rad]
    phi_c: f64,
    /// Commanded heading error. While it is commanded, the robot turns to the right at 7.14 times this angle per
    /// second. [rad]
    psi_c: f64,
    /// Commanded height in the world. The initial value is the height of the robot. [m]
    h_c: f64,
}

/// Response of an angle to its command: a damped second-order system, integrated with the trapezoidal rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
struct Response {
    angle: f64,
    rate: f64,
    rate_before: f64,
    acceleration: f64,
}

impl Response {
    fn at(angle: f64) -> Self {
        Self { angle, ..Self::default() }
    }

    fn follow(&mut self, command: f64, dt_s: f64) {
        let acceleration = ANGLE_FREQUENCY * ANGLE_FREQUENCY * (command - self.angle)
            - 2.0 * ANGLE_DAMPING * ANGLE_FREQUENCY * self.rate;
        self.angle += (self.rate_before + self.rate) * dt_s / 2.0;
        self.rate_before = self.rate;
        self.rate += (self.acceleration + acceleration) * dt_s / 2.0;
        self.acceleration = acceleration;
    }
}

/// Moves the robot by roll, pitch, heading and height commands without physics: it sets the pose that a stabilized
/// quadrotor would have, and obstacles do not stop it.
///
/// Roll and pitch follow their commands as second-order systems with 10 rad/s and damping 0.7. The height of a level
/// robot does so with 3 rad/s and damping 0.7. Thrust accelerates the robot in the direction of its tilt, without air
/// resistance.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.stabilized_quadrotor.StabilizedQuadrotor",
    title = "Stabilized Flight for quadrotor",
    data = Setpoint,
    drives(command),
    builder(name = "StabilizedQuadrotor"),
    services
)]
pub struct StabilizedQuadrotor {
    roll: Response,
    pitch: Response,
    yaw: Response,
    velocity_in_world: DVec3,
}

impl Actuator for StabilizedQuadrotor {
    fn start(&mut self, setup: &Setup<'_>, data: &mut Setpoint) -> Result<(), SetupError> {
        self.begin(&setup.begin(), data);
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, data: &mut Setpoint) {
        let world_from_robot = begin.world.world_from(begin.robot);
        let Euler { roll, pitch, yaw } = world_from_robot.euler();
        (self.roll, self.pitch, self.yaw) = (Response::at(roll), Response::at(pitch), Response::at(yaw));
        data.h_c = world_from_robot.translation.z;
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Setpoint) {
        let dt_s = 1.0 / act.rate_hz;
        self.roll.follow(data.phi_c, dt_s);
        self.pitch.follow(data.theta_c, dt_s);
        self.yaw.follow(self.yaw.angle - data.psi_c, dt_s);
        let attitude =
            Euler { roll: self.roll.angle, pitch: self.pitch.angle, yaw: self.yaw.angle }.to_quat();

        let position = act.world_from_robot().translation;
        let thrust = LIFT + HEIGHT_GAIN * (data.h_c - position.z) - CLIMB_GAIN * self.velocity_in_world.z;
        let acceleration = attitude * DVec3::new(0.0, 0.0, thrust) - DVec3::new(0.0, 0.0, LIFT);
        self.velocity_in_world += acceleration * dt_s;
        act.force_pose(Some(position + self.velocity_in_world * dt_s), Some(attitude));
    }
}

#[services]
impl StabilizedQuadrotor {
    /// Sets roll (phi), pitch (theta) and height (h), and adds psi to the current heading command. [rad and m]
    #[service]
    fn set_cons(&mut self, call: &mut Call<'_, Setpoint>, phi: f64, theta: f64, psi: f64, h: f64) {
        let psi_c = call.data.psi_c + psi;
        *call.data = Setpoint { theta_c: theta, phi_c: phi, psi_c, h_c: h };
    }

    /// Stops the robot at once, levels it, and lets it hover at its current height.
    #[service]
    fn stop(&mut self, call: &mut Call<'_, Setpoint>) {
        self.velocity_in_world = DVec3::ZERO;
        (self.roll, self.pitch) = (Response::default(), Response::default());
        self.yaw = Response::at(self.yaw.angle);
        let h_c = call.world.world_from(call.robot).translation.z;
        *call.data = Setpoint { h_c, ..Setpoint::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_response_is_that_of_a_second_order_system() {
        let (dt_s, mut response) = (1e-3, Response::default());
        let damped = ANGLE_FREQUENCY * (1.0 - ANGLE_DAMPING * ANGLE_DAMPING).sqrt();
        for step in 1..2000 {
            response.follow(0.2, dt_s);
            let t = f64::from(step) * dt_s;
            let decay = (-ANGLE_DAMPING * ANGLE_FREQUENCY * t).exp();
            let swing = (damped * t).cos() + ANGLE_DAMPING * ANGLE_FREQUENCY / damped * (damped * t).sin();
            let expected = 0.2 * (1.0 - decay * swing);
            assert!((response.angle - expected).abs() < 3e-3, "{response:?} at {t} s, expected {expected}");
        }
    }
}
