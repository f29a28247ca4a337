//! Hummer: an off-road car.

use morse_sim::prelude::*;

/// Mount points of the suspensions: front left, front right, rear left, rear right. The frame of the car has y ahead
/// and x to the right. [m]
const MOUNTS_M: [DVec3; 4] = [
    DVec3::new(-1.3, 1.6, -0.5),
    DVec3::new(1.3, 1.6, -0.5),
    DVec3::new(-1.3, -2.3, -0.5),
    DVec3::new(1.3, -2.3, -0.5),
];
/// Parts of the model that show the wheels.
const PARTS: [&str; 4] = ["wheel1", "wheel2", "wheel3", "wheel4"];
const RADIUS_M: f64 = 0.5;
const REST_LENGTH_M: f64 = 0.3;
/// Per kilogram of the car: stiffness [N/m], damping in compression and in extension [N s/m].
const STIFFNESS_PER_KG: f64 = 15.0;
const COMPRESSION_PER_KG: f64 = 2.0;
const EXTENSION_PER_KG: f64 = 10.0;
/// Factor of the roll moment of sideways friction.
const ROLL_INFLUENCE: f64 = 0.05;
/// The mass of the car includes the wheels; this is the rotating remainder. [kg]
const WHEEL_MASS_KG: f64 = 1e-3;

/// Share of the engine force on each wheel.
const ENGINE: f64 = 0.4;
/// Share of the brake on each front and rear wheel.
const BRAKE_FRONT: f64 = 0.1;
const BRAKE_REAR: f64 = 1.3;

/// Off-road car on four sprung wheels, driven by SteerForce: front-wheel steering, engine and brakes on all wheels.
///
/// Each wheel gets 0.4 of the engine force. Each front wheel gets 0.1 of the brake, each rear wheel 1.3. Brakes act
/// only without engine force, and the engine drives only wheels that touch the ground.
#[derive(Robot, Serialize, Deserialize)]
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
    /// Friction coefficient of the tyres, which is multiplied by that of the ground.
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
        let shown = PARTS.map(|name| context.part(name).map(|part| part.node));
        let wheel = |number: usize| WheelSpec {
            name: PARTS[number].to_owned(),
            node: shown[number],
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
