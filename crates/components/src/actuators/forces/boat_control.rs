//! BoatControl: the outboard motors of a boat, and the water that it floats on.

use morse_sim::prelude::*;

/// Commanded thrust and angle of the motors.
#[derive(Data, Clone, Default)]
#[data(kind = BoatThrust)]
pub struct Motors {
    /// Thrust of the left motor, positive ahead. [N]
    left: f64,
    /// Thrust of the right motor, positive ahead. [N]
    right: f64,
    /// Angle of both motors. A positive angle turns the boat to the left. [rad]
    steer: f64,
}

/// Drives a boat with two steerable outboard motors, and lets it float.
///
/// The world contains no water. This actuator applies the forces of calm water with a level surface to the robot. In the
/// plane, the boat has three degrees of freedom (Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2011,
/// chapter 7), with linear and quadratic drag in surge, sway and yaw. Added mass, current, wind and waves are not
/// simulated. In heave, roll and pitch the hull is a box of `Length`, `Beam` and `Draft`. Its buoyancy equals the weight
/// of the robot when the origin of the robot is at the water line, and grows with the depth of the hull. Its metacentric
/// heights right the boat. Out of the water no forces act.
///
/// Use equal thrust and a motor angle for a steered boat, or different thrusts at angle zero for differential thrust. The
/// robot should be a Boat, or a different robot with a rigid body. The actuator should act at 20 Hz or more.
#[derive(Actuator, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.actuators.boat_control.BoatControl",
    title = "Boat control",
    data = Motors,
    builder(name = "BoatControl")
)]
pub struct BoatControl {
    /// Height of the water surface in the world. [m]
    #[property(name = "WaterLevel", default = 0.0)]
    water_level: f64,
    /// Length of the hull at the water line. [m]
    #[property(name = "Length", default = 2.0, min = 0.1)]
    length: f64,
    /// Width of the hull at the water line. [m]
    #[property(name = "Beam", default = 0.9, min = 0.1)]
    beam: f64,
    /// Depth of the keel below the origin of the robot. [m]
    #[property(name = "Draft", default = 0.15, min = 0.02)]
    draft: f64,
    /// Height of the deck above the origin of the robot. Buoyancy grows until the deck is under water. [m]
    #[property(name = "Freeboard", default = 0.25, min = 0)]
    freeboard: f64,
    /// Linear drag coefficient in surge (ahead and astern). [N/(m/s)]
    #[property(name = "SurgeDrag", default = 20.0, min = 0)]
    surge_drag: f64,
    /// Quadratic drag coefficient in surge. [N/(m/s)²]
    #[property(name = "SurgeDragQuadratic", default = 30.0, min = 0)]
    surge_drag_quadratic: f64,
    /// Linear drag coefficient in sway (sideways). [N/(m/s)]
    #[property(name = "SwayDrag", default = 100.0, min = 0)]
    sway_drag: f64,
    /// Quadratic drag coefficient in sway. [N/(m/s)²]
    #[property(name = "SwayDragQuadratic", default = 300.0, min = 0)]
    sway_drag_quadratic: f64,
    /// Linear drag coefficient against yaw. [N·m/(rad/s)]
    #[property(name = "YawDrag", default = 50.0, min = 0)]
    yaw_drag: f64,
    /// Quadratic drag coefficient against yaw. [N·m/(rad/s)²]
    #[property(name = "YawDragQuadratic", default = 100.0, min = 0)]
    yaw_drag_quadratic: f64,
    /// Damping ratio of heave, roll and pitch; 1 is critical damping.
    #[property(name = "Damping", default = 0.4, min = 0, max = 1)]
    damping: f64,
    /// Distance of the motors behind the origin of the robot. [m]
    #[property(name = "MotorDistance", default = 1.0, min = 0)]
    motor_distance: f64,
    /// Distance between the motors. [m]
    #[property(name = "MotorSpacing", default = 0.44, min = 0)]
    motor_spacing: f64,
    /// Maximum thrust of a motor. [N]
    #[property(name = "MaxThrust", default = 200.0, min = 0)]
    thrust_max: f64,
    /// Maximum angle of the motors. [rad]
    #[property(name = "MaxSteer", default = 0.6, min = 0, max = 1.5)]
    steer_max: f64,
}

/// The motion of a boat.
#[derive(Debug, Clone, Copy)]
struct Motion {
    /// Height of the boat's origin above the water. [m]
    height: f64,
    /// Unit vector upwards, along the axes of the boat.
    up: DVec3,
    /// Velocity along the axes of the boat. [m/s]
    velocity: DVec3,
    /// Angular velocity along the axes of the boat. [rad/s]
    rates: DVec3,
    mass_kg: f64,
    /// Acceleration by gravity. [m/s²]
    gravity: f64,
    /// Time for which a force acts. [s]
    push_s: f64,
}

impl BoatControl {
    /// Force and torque on the robot, along its own axes. [N, N m]
    fn force_and_torque(&self, motors: &Motors, motion: &Motion) -> (DVec3, DVec3) {
        // Submerged depth of the hull, as a fraction of its draft.
        let depth = (1.0 - motion.height / self.draft).clamp(0.0, 1.0 + self.freeboard / self.draft);
        let wet = depth.min(1.0);
        let weight = motion.mass_kg * motion.gravity;
        let heave_rad_s = (motion.gravity / self.draft).sqrt();
        let Motion { up, velocity, rates, .. } = *motion;

        // A box: BM is beam² / 12 draft, its center of buoyancy is half the draft below the center of mass.
        let metacentric = |size: f64| (size * size / (12.0 * self.draft) - self.draft / 2.0).max(0.0);
        let [roll, pitch] = [self.beam, self.length].map(|size| weight * metacentric(size));
        let [roll_damping, pitch_damping] =
            [roll, pitch].map(|stiffness| 2.0 * self.damping * stiffness / heave_rad_s);
        let righting = DVec3::new(
            -roll * up.y - roll_damping * rates.x,
            pitch * up.x - pitch_damping * rates.y,
            -self.yaw_drag(motion),
        );

        let climb = velocity.dot(up);
        let heave = weight * depth - 2.0 * self.damping * motion.mass_kg * heave_rad_s * climb * wet;
        let stopping = motion.mass_kg / motion.push_s;
        let drag = DVec3::new(
            drag(velocity.x, self.surge_drag, self.surge_drag_quadratic, stopping),
            drag(velocity.y, self.sway_drag, self.sway_drag_quadratic, stopping),
            0.0,
        );
        let (thrust, turn) = self.thrust_of(motors);
        (up * heave + wet * (thrust - drag), wet * (righting + DVec3::Z * turn))
    }

    /// Drag torque against yaw, limited to the torque that stops a slab of the hull's size within `push_s`. [N m]
    fn yaw_drag(&self, motion: &Motion) -> f64 {
        let inertia = motion.mass_kg * (self.length.powi(2) + self.beam.powi(2)) / 12.0;
        drag(motion.rates.z, self.yaw_drag, self.yaw_drag_quadratic, inertia / motion.push_s)
    }

    /// Force of the motors along the axes of the boat [N], and its torque about the vertical [N m].
    fn thrust_of(&self, motors: &Motors) -> (DVec3, f64) {
        let [left, right] =
            [motors.left, motors.right].map(|thrust| thrust.clamp(-self.thrust_max, self.thrust_max));
        let steer = motors.steer.clamp(-self.steer_max, self.steer_max);
        // Motors that turn the boat to the left push its stern to the right.
        let force = (left + right) * DVec3::new(libm::cos(steer), -libm::sin(steer), 0.0);
        let apart = self.motor_spacing / 2.0 * libm::cos(steer);
        (force, -self.motor_distance * force.y + apart * (right - left))
    }
}

/// Drag at a speed, limited so that it never reverses the motion: `stopping` is the force or torque per speed that
/// stops it. [N or N m]
fn drag(speed: f64, linear: f64, quadratic: f64, stopping: f64) -> f64 {
    speed * (linear + quadratic * speed.abs()).min(stopping)
}

impl Actuator for BoatControl {
    fn needs_moving_body(&self) -> bool {
        true
    }

    fn bears_weight(&self) -> bool {
        true
    }

    fn act(&mut self, act: &mut ActContext<'_>, data: &mut Motors) {
        let pose = act.world_from_robot();
        let robot_from_world = pose.rotation.conjugate();
        let settings = act.world.settings();
        let motion = Motion {
            height: pose.translation.z - self.water_level,
            up: robot_from_world * DVec3::Z,
            velocity: robot_from_world * act.world.linear_velocity(act.robot.node),
            rates: robot_from_world * act.world.angular_velocity(act.robot.node),
            mass_kg: act.world.mass(act.robot.node),
            gravity: settings.gravity,
            // An actuator with a higher rate than physics still pushes for a whole tick.
            push_s: settings.tick_s.max(1.0 / act.rate_hz),
        };
        let (force, torque) = self.force_and_torque(data, &motion);
        act.push(Axes::Robot, force, torque);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEIGHT: f64 = 100.0 * 9.81;

    fn still() -> Motion {
        let (velocity, rates) = (DVec3::ZERO, DVec3::ZERO);
        Motion {
            height: 0.0,
            up: DVec3::Z,
            velocity,
            rates,
            mass_kg: 100.0,
            gravity: 9.81,
            push_s: 1.0 / 60.0,
        }
    }

    fn push(motors: &Motors, motion: &Motion) -> (DVec3, DVec3) {
        BoatControl::default().force_and_torque(motors, motion)
    }

    #[test]
    fn boat_floats_at_its_water_line_and_falls_out_of_the_water() {
        let motors = Motors { left: 50.0, right: 20.0, steer: 0.3 };
        assert_eq!(push(&Motors::default(), &still()), (DVec3::new(0.0, 0.0, WEIGHT), DVec3::ZERO));
        assert_eq!(push(&motors, &Motion { height: 0.2, ..still() }), (DVec3::ZERO, DVec3::ZERO));
        let deep = |height| push(&Motors::default(), &Motion { height, ..still() }).0.z / WEIGHT;
        assert!((deep(-0.15) - 2.0).abs() < 1e-9);
        assert_eq!(deep(-5.0), deep(-0.25), "buoyancy does not grow once the hull is under water");
    }

    #[test]
    fn motors_turn_the_boat_by_their_angle_or_their_difference() {
        let motors = Motors { left: 50.0, right: 50.0, steer: 0.3 };
        let (force, torque) = push(&motors, &still());
        assert!((force - DVec3::new(100.0 * 0.3_f64.cos(), -100.0 * 0.3_f64.sin(), WEIGHT)).length() < 1e-9);
        assert!((torque.z - 100.0 * 0.3_f64.sin()).abs() < 1e-9, "to the left");
        let (force, torque) = push(&Motors { left: -50.0, right: 500.0, steer: 0.0 }, &still());
        assert_eq!((force.x, force.y), (150.0, 0.0), "no motor has more than 200 N");
        assert!((torque.z - 0.22 * 250.0).abs() < 1e-9);
    }

    #[test]
    fn water_rights_a_heeled_boat_and_slows_a_moving_boat() {
        let up = DVec3::new(0.0, 0.1_f64.sin(), 0.1_f64.cos());
        assert!(
            push(&Motors::default(), &Motion { up, ..still() }).1.x < 0.0,
            "a roll to the right is righted"
        );
        let up = DVec3::new(-0.1_f64.sin(), 0.0, 0.1_f64.cos());
        assert!(push(&Motors::default(), &Motion { up, ..still() }).1.y < 0.0, "a pitch down is righted");
        let velocity = DVec3::new(2.0, -1.0, 0.0);
        let force = push(&Motors::default(), &Motion { velocity, ..still() }).0;
        assert_eq!((force.x, force.y), (-160.0, 400.0));
        let fast = push(&Motors::default(), &Motion { velocity: DVec3::X * 1000.0, ..still() }).0;
        assert!(fast.x >= -100.0 * 1000.0 * 60.0, "drag does not push backwards");
    }
}
