//! PatrolBot: a service platform on two wheels amidships and three casters.

use morse_sim::prelude::*;

use super::rolling::RollingWheels;
use super::wheeled::{self, Track};

/// Of the wheels of its model, by which they are shown to turn when physics does not move the robot. [m]
const WHEEL_RADIUS_M: f64 = 0.091;

/// Casters at the rear; the scene names the one in front.
const REAR_CASTERS: [&str; 2] = ["CasterWheel_L", "CasterWheel_R"];
/// Casters are sprung, so that the driven wheels between them stay on the ground: by so much, [m]
const CASTER_TRAVEL_M: f64 = 0.02;
/// and with so much of the weight of the robot on each in the middle of this.
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
    /// Whether the driven wheels are sprung. They are not: a warning says so.
    #[property(name = "HasSuspension", default = true)]
    suspension: bool,
    /// Track to reckon turns with; 0 for the distance between the wheels. [m]
    #[property(name = "FixTurningSpeed", default = 0.0, min = 0.0)]
    fixed_track_m: f64,
    shown: RollingWheels,
}

impl Carry for PatrolBot {
    fn mount(&mut self, mount: &mut Mount<'_>) -> Result<(), SetupError> {
        self.shown = RollingWheels::driven(mount, WHEEL_RADIUS_M);
        Ok(())
    }

    fn move_parts(&mut self, on_the_move: &mut OnTheMove<'_>) {
        self.shown.roll_without_physics(on_the_move);
    }

    fn wheels(&self, garage: &Garage<'_>) -> Result<Option<Undercarriage>, SetupError> {
        wheeled::warn_of_suspension(garage, self.suspension);
        let mut undercarriage =
            wheeled::differential(garage, Track { fixed_m: self.fixed_track_m, as_told_m: None })?;
        let wheels = &mut undercarriage.wheels;
        let rear = REAR_CASTERS.iter().filter_map(|name| garage.part(name));
        wheels.extend(rear.map(|part| WheelSpec { swivels: true, ..wheeled::wheel(&part) }));
        let mass = garage.mass + wheels.iter().map(|wheel| wheel.mass).sum::<f64>();
        wheels.iter_mut().filter(|wheel| wheel.swivels).for_each(|caster| spring(caster, mass));
        Ok(Some(undercarriage))
    }
}

/// Puts a caster of a robot of that mass [kg] on a spring with critical damping.
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
    });
}
