//! PatrolBot: a service platform on two wheels amidships and three casters.

use morse_sim::prelude::*;

use crate::common::driving::differential_drive;
use crate::common::driving::differential_wheels::DifferentialWheels;

/// Radius of the visual wheels, used when physics does not move the robot. [m]
const WHEEL_RADIUS_M: f64 = 0.091;

/// Rear casters; the scene names the front one.
const REAR_CASTERS: [&str; 2] = ["CasterWheel_L", "CasterWheel_R"];
/// Spring travel of the casters, which keeps the driven wheels between them on the ground. [m]
const CASTER_TRAVEL_M: f64 = 0.02;
/// Share of the robot's weight on each caster at half of its travel.
const CASTER_SHARE: f64 = 0.1;
const GRAVITY_M_PER_S2: f64 = 9.81;

/// Service platform with a differential drive: two driven wheels between three casters on springs.
#[derive(Robot, Serialize, Deserialize)]
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
        wheels.iter_mut().filter(|wheel| wheel.swivels).for_each(|caster| spring(caster, mass));
        Ok(Some(drivetrain))
    }
}

/// Adds a critically damped spring to a caster of a robot with this mass [kg].
fn spring(caster: &mut WheelSpec, mass: f64) {
    let carried = CASTER_SHARE * mass;
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
