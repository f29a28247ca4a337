//! Drivetrains created from the wheels that the properties of a robot name.

use morse_sim::prelude::*;

/// Maximum motor torque of a wheel, as in the original. [N m]
const TORQUE_MAX_N_M: f64 = 300.0;

/// Maximum steering angle of a robot with Ackermann steering. [rad]
const STEERING_MAX_RAD: f64 = 0.9;

/// The properties of a robot that name the wheels of its model, with the side of each wheel.
pub(crate) const DRIVEN: [(&str, Side); 4] = [
    ("WheelFLName", Side::Left),
    ("WheelFRName", Side::Right),
    ("WheelRLName", Side::Left),
    ("WheelRRName", Side::Right),
];

/// A side of a robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
}

/// Creates a wheel from a part. The wheel is at the position of the part; its axle is the z axis of the part, its radius
/// half of the part's mean extent along x and y.
pub(crate) fn wheel(part: &Part) -> WheelSpec {
    let axle = part.robot_from_part.rotation * DVec3::Z;
    WheelSpec {
        name: part.name.clone(),
        node: Some(part.node),
        // The z axis of a part may point to the right.
        axle: if axle.y < 0.0 { -axle } else { axle },
        friction: part.friction,
        mass: part.mass,
        ..WheelSpec::new(part.robot_from_part.translation, (part.size.x + part.size.y) / 4.0)
    }
}

/// Track width that converts a turn rate to wheel speeds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Track {
    /// The property `FixTurningSpeed`; 0 for the distance between the two front wheels. [m]
    pub(crate) fixed_m: f64,
    /// Value of `FixTurningSpeed` at which the robot turns at the commanded rate. With `None`, `fixed_m` is the track
    /// itself. [m]
    ///
    /// `FixTurningSpeed` compensates for wheel slip. The default values of the robots were determined with the wheels of
    /// the original, which slip differently. So each default value stands for the track that compensates for the slip
    /// of these wheels, and other values scale that track.
    pub(crate) reference_m: Option<f64>,
}

/// Creates a differential drive from the wheels that the properties of a robot name. Logs a warning if
/// `has_suspension`, because suspensions are not supported.
///
/// # Errors
/// If the model lacks a named part, or a side has no wheels.
pub(crate) fn differential(
    context: &WheelContext<'_>,
    has_suspension: bool,
    track: Track,
) -> Result<Drivetrain, SetupError> {
    if has_suspension {
        tracing::warn!(
            "{}: HasSuspension is not supported; the wheels are fixed to the chassis",
            context.object.name
        );
    }
    let mut wheels = Vec::new();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (property, side) in DRIVEN {
        if let Some(part) = named_part(context, property)? {
            let side = if side == Side::Left { &mut left } else { &mut right };
            side.push(wheels.len());
            wheels.push(wheel(&part));
        }
    }
    let (Some(&first_left), Some(&first_right)) = (left.first(), right.first()) else {
        return Err(SetupError::Missing(
            "it needs a wheel on each side: name parts of its model by WheelFLName and WheelFRName"
                .to_owned(),
        ));
    };
    let measured_m = wheels[first_left].mount.distance(wheels[first_right].mount);
    let track_m = match track {
        Track { fixed_m: 0.0, .. } => measured_m,
        Track { fixed_m, reference_m: None } => fixed_m,
        Track { fixed_m, reference_m: Some(reference_m) } => {
            let driven: Vec<f64> = left.iter().map(|&wheel| wheels[wheel].mount.x).collect();
            fixed_m / reference_m * slipping_track(measured_m, &driven)
        }
    };
    if let Some(part) = named_part(context, "CasterWheelName")? {
        wheels.push(WheelSpec { swivels: true, ..wheel(&part) });
    }
    let drive = Differential { left, right, track_m, torque_max: TORQUE_MAX_N_M, steering: None };
    Ok(Drivetrain { wheels, drive: WheelDrive::Differential(drive) })
}

/// Creates a drive with Ackermann steering from the wheels that the properties of a robot name. The front wheels steer,
/// the rear wheels drive.
///
/// # Errors
/// If the model lacks a named part, or the robot does not have two front and two rear wheels.
pub(crate) fn ackermann(context: &WheelContext<'_>) -> Result<Drivetrain, SetupError> {
    let mut wheels = Vec::new();
    for (property, _) in DRIVEN {
        let part = named_part(context, property)?;
        let missing = || SetupError::Missing(format!("it needs four wheels, and {property} names no part"));
        wheels.push(wheel(&part.ok_or_else(missing)?));
    }
    let mounts: Vec<DVec3> = wheels.iter().map(|wheel| wheel.mount).collect();
    let wheelbase_m = (mounts[0].x + mounts[1].x - mounts[2].x - mounts[3].x) / 2.0;
    if wheelbase_m <= 0.0 {
        return Err(SetupError::Invalid("its front wheels are not in front of its rear wheels".to_owned()));
    }
    let steering = Steering {
        wheels: vec![(0, mounts[0].y), (1, mounts[1].y)],
        wheelbase_m,
        angle_max: STEERING_MAX_RAD,
    };
    let track_m = mounts[2].distance(mounts[3]);
    let (left, right, torque_max) = (vec![2], vec![3], TORQUE_MAX_N_M);
    let drive = Differential { left, right, track_m, torque_max, steering: Some(steering) };
    Ok(Drivetrain { wheels, drive: WheelDrive::Differential(drive) })
}

/// Equivalent track of a skid-steered robot [m]: a robot with two wheels and this track turns on the spot at the same
/// rate. `along_m` are the positions of the wheels along the robot [m]. With Coulomb friction, wheels of a side 2a apart
/// and sides 2b apart, the torque of the drives equals that of the slip at a track of 2 (b + a²/b).
fn slipping_track(track_m: f64, along_m: &[f64]) -> f64 {
    let front = along_m.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let rear = along_m.iter().copied().fold(f64::INFINITY, f64::min);
    let (a, b) = ((front - rear) / 2.0, track_m / 2.0);
    2.0 * (b + a * a / b)
}

/// Finds the part that a property names; `None` if the property does not name a part.
fn named_part(context: &WheelContext<'_>, property: &str) -> Result<Option<Part>, SetupError> {
    let Some(name) = context.part_name(property) else { return Ok(None) };
    let missing =
        || SetupError::Missing(format!("its model has no part {name:?}, which {property} names as a wheel"));
    context.part(name).ok_or_else(missing).map(Some)
}
