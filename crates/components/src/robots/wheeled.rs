//! What robots on the wheels of a differential drive share.

use morse_sim::prelude::*;

/// Torque of the motor of a wheel. [N m] The original's.
const TORQUE_MAX_N_M: f64 = 300.0;

/// The properties of a robot that name parts of its model as driven wheels, and the side each is on.
pub(super) const DRIVEN: [(&str, Side); 4] = [
    ("WheelFLName", Side::Left),
    ("WheelFRName", Side::Right),
    ("WheelRLName", Side::Left),
    ("WheelRRName", Side::Right),
];

/// A side of a robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

/// A wheel made of a part: it stands where the part stands, its axle is the z axis of the part, and its radius the mean
/// of the half sizes of the part along x and y.
pub(super) fn wheel(part: &Part) -> WheelSpec {
    let axle = part.robot_from_part.rotation * DVec3::Z;
    WheelSpec {
        node: Some(part.node),
        // Parts may have their z axis to the right.
        axle: if axle.y < 0.0 { -axle } else { axle },
        friction: part.friction,
        mass: part.mass,
        ..WheelSpec::new(part.robot_from_part.translation, (part.size.x + part.size.y) / 4.0)
    }
}

/// The track that turns of a robot are reckoned with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Track {
    /// What the scene says; 0 for the distance between the two front wheels. [m]
    pub(super) fixed_m: f64,
    /// What the scene has to say for the robot to turn as fast as it is told. `None` for the track itself. [m]
    ///
    /// FixTurningSpeed makes up for wheels that slip. The values that robots bring along were found with the wheels of
    /// the original, which slipped in their own way; here they stand for what makes up for the slip of these wheels.
    pub(super) as_told_m: Option<f64>,
}

/// The wheels that the properties of a robot name.
///
/// # Errors
/// When the model lacks a part that is named, or there are no wheels on a side.
pub(super) fn differential(garage: &Garage<'_>, track: Track) -> Result<Undercarriage, SetupError> {
    let mut wheels = Vec::new();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (property, side) in DRIVEN {
        if let Some(part) = named_part(garage, property)? {
            let side = if side == Side::Left { &mut left } else { &mut right };
            side.push(wheels.len());
            wheels.push(wheel(&part));
        }
    }
    let (Some(&first_left), Some(&first_right)) = (left.first(), right.first()) else {
        return Err(SetupError(
            "it needs a wheel on each side: name parts of its model by WheelFLName and WheelFRName"
                .to_owned(),
        ));
    };
    let measured_m = wheels[first_left].mount.distance(wheels[first_right].mount);
    let track_m = match track {
        Track { fixed_m: 0.0, .. } => measured_m,
        Track { fixed_m, as_told_m: None } => fixed_m,
        Track { fixed_m, as_told_m: Some(as_told_m) } => {
            let driven: Vec<f64> = left.iter().map(|&wheel| wheels[wheel].mount.x).collect();
            fixed_m / as_told_m * slipping_track(measured_m, &driven)
        }
    };
    let radius_m = wheels[0].radius;
    if let Some(part) = named_part(garage, "CasterWheelName")? {
        wheels.push(WheelSpec { swivels: true, ..wheel(&part) });
    }
    let drive = Differential { left, right, track_m, radius_m, torque_max: TORQUE_MAX_N_M };
    Ok(Undercarriage { wheels, drive: WheelDrive::Differential(drive) })
}

/// The track of a robot with two wheels that turns as fast on the spot as one of this track with wheels at several places
/// along each side [m]: by Coulomb's law, with the wheels of a side 2a apart and the sides 2b, the torque of the
/// drives is that of the slip when it is 2 (b + a²/b).
fn slipping_track(track_m: f64, along_m: &[f64]) -> f64 {
    let front = along_m.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let rear = along_m.iter().copied().fold(f64::INFINITY, f64::min);
    let (a, b) = ((front - rear) / 2.0, track_m / 2.0);
    2.0 * (b + a * a / b)
}

/// The part that a property names; `None` when it names none.
fn named_part(garage: &Garage<'_>, property: &str) -> Result<Option<Part>, SetupError> {
    let Some(name) = garage.part_name(property) else { return Ok(None) };
    let missing = || SetupError(format!("its model has no part {name:?}, which {property} says is a wheel"));
    garage.part(name).ok_or_else(missing).map(Some)
}

/// Tells that springs asked for are not there.
pub(super) fn warn_of_suspension(garage: &Garage<'_>, asked_for: bool) {
    if asked_for {
        tracing::warn!(
            "{}: HasSuspension is true, but its wheels are fixed to the chassis",
            garage.object.name
        );
    }
}
