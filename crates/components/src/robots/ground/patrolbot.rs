//! PatrolBot: a service platform with two driven wheels in the middle and three casters.

use morse_sim::prelude::*;

use crate::common::driving::differential_drive;
use crate::common::driving::differential_wheels::DifferentialWheels;

/// Radius of the visual wheels, which rotate while physics does not move the robot. [m]
const WHEEL_RADIUS_M: f64 = 0.091;

/// Parts of the rear casters. A property names the front caster.
const REAR_CASTERS: [&str; 2] = ["CasterWheel_L", "CasterWheel_R"];
/// Spring travel of the casters, which keeps the driven wheels between them on the ground. [m]
const CASTER_TRAVEL_M: f64 = 0.02;
/// Fraction of the robot's weight on each caster at half of its travel.
const CASTER_WEIGHT_FRACTION: f64 = 0.1;
const GRAVITY_M_PER_S2: f64 = 9.81;

/// Service platform with a differential drive. Two driven wheels are between one front caster and two rear casters,
/// which have springs.
#[derive(Robot, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.robots.patrolbot.PatrolBot",
    title = "PatrolBot robot",
    builder(
        name = "PatrolBot",
        base = "WheeledRobot",
        model = "robots/patrolbot",
        properties(
            HasSuspension = false,
            Influence = 0.1,
            Friction = 0.8,
            WheelFLName = "Wheel_L",
            WheelFRName = "Wheel_R",
            WheelRLName = "None",
            WheelRRName = "None",
            CasterWheelName = "CasterWheel"
        )
    )
)]
pub struct PatrolBot {
    #[property(flatten)]
    wheels: DifferentialWheels,
}

impl Robot for PatrolBot {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.wheels.mount(mount, WHEEL_RADIUS_M);
        Ok(())
    }

    fn animate(&mut self, context: &mut PostActContext<'_>) {
        self.wheels.animate(context);
    }

    fn wheels(&self, context: &WheelContext<'_>) -> Result<Option<Drivetrain>, SetupError> {
        let mut drivetrain = self.wheels.drivetrain(context, None)?;
        let wheels = &mut drivetrain.wheels;
        let rear = REAR_CASTERS.iter().filter_map(|name| context.part(name));
        wheels.extend(rear.map(|part| WheelSpec { swivels: true, ..differential_drive::wheel(&part) }));
        let mass = context.mass + wheels.iter().map(|wheel| wheel.mass).sum::<f64>();
        wheels.iter_mut().filter(|wheel| wheel.swivels).for_each(|caster| add_spring(caster, mass));
        Ok(Some(drivetrain))
    }
}

/// Adds a critically damped spring to a caster of a robot of mass `mass` [kg].
fn add_spring(caster: &mut WheelSpec, mass: f64) {
    let carried = CASTER_WEIGHT_FRACTION * mass;
    let stiffness = carried * GRAVITY_M_PER_S2 / (CASTER_TRAVEL_M / 2.0);
    let damping = 2.0 * (stiffness * carried).sqrt();
    caster.mount += caster.up * (CASTER_TRAVEL_M / 2.0);
    caster.suspension = Some(Suspension {
        rest_length: CASTER_TRAVEL_M,
        stiffness,
        compression_damping: damping,
        extension_damping: damping,
        ray_cast: false,
    });
}
