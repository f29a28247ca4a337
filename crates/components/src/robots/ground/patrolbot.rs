//! PatrolBot: a service platform on two wheels amidships and three casters.

use morse_sim::prelude::*;

use crate::common::driving::differential_drive;
use crate::common::driving::differential_drive::Track;
use crate::common::parts::wheel_visuals::WheelVisuals;

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
    /// Whether the driven wheels are sprung. This is not supported and logs a warning.
    #[property(name = "HasSuspension", default = true)]
    suspension: bool,
    /// Track to compute turns; 0 for the distance between the wheels. [m]
    #[property(name = "FixTurningSpeed", default = 0.0, min = 0.0)]
    fixed_track_m: f64,
    shown: WheelVisuals,
}

impl Robot for PatrolBot {
    fn mount(&mut self, mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        self.shown = WheelVisuals::driven(mount, WHEEL_RADIUS_M);
        Ok(())
    }

    fn animate(&mut self, context: &mut PostActContext<'_>) {
        self.shown.roll_without_physics(context);
    }

    fn wheels(&self, context: &WheelContext<'_>) -> Result<Option<Drivetrain>, SetupError> {
        let track = Track { fixed_m: self.fixed_track_m, as_told_m: None };
        let mut drivetrain = differential_drive::differential(context, self.suspension, track)?;
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
