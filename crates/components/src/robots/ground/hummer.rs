//! Hummer: an off-road car.

use morse_sim::prelude::*;

/// Mount points of the suspensions: front left, front right, rear left, rear right. The y axis of the car points ahead,
/// the x axis to the right. [m]
const MOUNTS_M: [DVec3; 4] = [
    DVec3::new(-1.3, 1.6, -0.5),
    DVec3::new(1.3, 1.6, -0.5),
    DVec3::new(-1.3, -2.3, -0.5),
    DVec3::new(1.3, -2.3, -0.5),
];
/// Wheel parts of the model.
const PARTS: [&str; 4] = ["wheel1", "wheel2", "wheel3", "wheel4"];
const RADIUS_M: f64 = 0.5;
const REST_LENGTH_M: f64 = 0.3;
/// Stiffness [N/m] and damping in compression and extension [N s/m] of a suspension, per kilogram of the car.
const STIFFNESS_PER_KG: f64 = 15.0;
const COMPRESSION_PER_KG: f64 = 2.0;
const EXTENSION_PER_KG: f64 = 10.0;
/// Fraction of the roll moment of sideways friction that acts on the car.
const ROLL_INFLUENCE: f64 = 0.05;
/// Mass of a wheel: nearly zero, because the mass of the car includes the wheels. [kg]
const WHEEL_MASS_KG: f64 = 1e-3;

/// Fraction of the engine force on each wheel.
const ENGINE: f64 = 0.4;
/// Factor of the brake impulse on each front and each rear wheel.
const BRAKE_FRONT: f64 = 0.1;
const BRAKE_REAR: f64 = 1.3;

/// Off-road car with a suspension on all four wheels. The actuator SteerForce drives it: the front wheels steer; engine
/// and brakes act on all wheels.
///
/// The engine force on each wheel is 0.4 of the commanded force. The brake impulse on each front wheel is 0.1 of the
/// commanded impulse, on each rear wheel 1.3. Brakes act only without engine force. The engine drives only wheels that
/// touch the ground.
#[derive(Robot, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.robots.hummer.Hummer",
    title = "Hummer car robot",
    builder(
        name = "Hummer",
        base = "GroundRobot",
        model = "robots/hummer",
        properties(
            GroundRobot = true,
            brakes = 0.0,
            friction = 200.0,
            force = 0.0,
            steer = 0.0,
            init = 0,
            cid = 0
        )
    )
)]
pub struct Hummer {
    /// Friction coefficient of the tires. It is multiplied by the friction coefficient of the ground.
    #[property(name = "friction", default = 200.0, min = 0.0, max = 1e6)]
    friction: f64,
}

impl Robot for Hummer {
    fn wheels(&self, context: &WheelContext<'_>) -> Result<Option<Drivetrain>, SetupError> {
        let suspension = Suspension {
            rest_length: REST_LENGTH_M,
            stiffness: STIFFNESS_PER_KG * context.mass,
            compression_damping: COMPRESSION_PER_KG * context.mass,
            extension_damping: EXTENSION_PER_KG * context.mass,
            ray_cast: true,
        };
        let wheel_nodes = PARTS.map(|name| context.part(name).map(|part| part.node));
        let wheel = |number: usize| WheelSpec {
            name: PARTS[number].to_owned(),
            node: wheel_nodes[number],
            axle: DVec3::NEG_X,
            friction: self.friction,
            mass: WHEEL_MASS_KG,
            tipping: ROLL_INFLUENCE,
            suspension: Some(suspension),
            ..WheelSpec::new(MOUNTS_M[number], RADIUS_M)
        };
        let brake = [BRAKE_FRONT, BRAKE_FRONT, BRAKE_REAR, BRAKE_REAR];
        let car = Car {
            steered: vec![(0, -MOUNTS_M[0].x), (1, -MOUNTS_M[1].x)],
            wheelbase_m: MOUNTS_M[0].y - MOUNTS_M[2].y,
            engine: vec![ENGINE; MOUNTS_M.len()],
            brake: brake.to_vec(),
        };
        Ok(Some(Drivetrain { wheels: (0..MOUNTS_M.len()).map(wheel).collect(), drive: WheelDrive::Car(car) }))
    }
}
