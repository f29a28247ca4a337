//! The newest sensor readings of a vehicle.

use std::sync::{Arc, Mutex, PoisonError};

use glam::{DQuat, DVec3};
use morse_scene::data_kind::DataKind;
use morse_sim::contract::data::Field;
use morse_sim::transport::stream::{Publisher, Sample, StreamSpec};
use morse_world::{Euler, Pose};

/// Maximum number of ranges that ArduPilot reads.
const RANGES_MAX: usize = 6;

/// Reading of an inertial measurement unit, in the sensor frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Inertial {
    /// Angular velocity. [rad/s]
    pub(crate) rates: DVec3,
    /// Specific force: includes the reaction to gravity. [m/s²]
    pub(crate) acceleration: DVec3,
    /// Magnetic field. [nT]
    pub(crate) magnetic_field: DVec3,
    /// Simulated time of the reading. [ns]
    pub(crate) stamp_ns: i64,
}

/// A GPS fix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Fix {
    /// [deg]
    pub(crate) latitude: f64,
    /// [deg]
    pub(crate) longitude: f64,
    /// [m]
    pub(crate) altitude: f64,
    /// Velocity in ENU. [m/s]
    pub(crate) velocity: DVec3,
}

/// Newest readings of all sensors of a vehicle.
#[derive(Debug, Clone, Default)]
pub(crate) struct Readings {
    /// Taken by the exchange of a step.
    pub(crate) inertial: Option<Inertial>,
    /// Taken by the exchange of a step.
    pub(crate) fix: Option<Fix>,
    /// Pose relative to the origin of the world, along east, north and up.
    pub(crate) pose: Option<Pose>,
    /// Velocity in ENU. [m/s]
    pub(crate) velocity: Option<DVec3>,
    /// [Pa]
    pub(crate) pressure: Option<f64>,
    /// [Pa]
    pub(crate) pressure_difference: Option<f64>,
    /// [m]
    pub(crate) ranges: Vec<f64>,
}

/// The reading that a sensor provides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    Inertial,
    Fix,
    Pose,
    Velocity,
    Pressure,
    PressureDifference,
    Range(usize),
    Altitude(usize),
}

/// Publisher of a sensor: stores its readings for the vehicle.
pub(crate) struct ReadingPublisher {
    readings: Arc<Mutex<Readings>>,
    slot: Slot,
    enu_from_world: DQuat,
}

impl ReadingPublisher {
    /// Creates the publisher of a sensor. Returns an error if autopilots do not use its kind of data.
    pub(crate) fn new(spec: &StreamSpec<'_>, readings: &Arc<Mutex<Readings>>) -> Result<Self, String> {
        let range = || {
            let ranges = &mut readings.lock().unwrap_or_else(PoisonError::into_inner).ranges;
            if ranges.len() == RANGES_MAX {
                return Err(format!("an autopilot takes at most {RANGES_MAX} ranges"));
            }
            ranges.push(f64::INFINITY);
            Ok(ranges.len() - 1)
        };
        let slot = match spec.kind {
            DataKind::Imu => Slot::Inertial,
            DataKind::NavSatFix => Slot::Fix,
            DataKind::Pose => Slot::Pose,
            DataKind::Twist => Slot::Velocity,
            DataKind::Pressure => Slot::Pressure,
            DataKind::DifferentialPressure => Slot::PressureDifference,
            DataKind::Range => Slot::Range(range()?),
            DataKind::Altitude => Slot::Altitude(range()?),
            kind => return Err(format!("an autopilot does not use data of kind {kind}")),
        };
        let enu_from_world = spec.enu_from_world.unwrap_or(DQuat::IDENTITY);
        Ok(Self { readings: Arc::clone(readings), slot, enu_from_world })
    }
}

impl Publisher for ReadingPublisher {
    fn publish(&mut self, sample: &Sample<'_>) {
        let mut readings = self.readings.lock().unwrap_or_else(PoisonError::into_inner);
        match self.slot {
            Slot::Inertial => {
                readings.inertial = Some(Inertial {
                    rates: vector(sample, "angular_velocity"),
                    acceleration: vector(sample, "linear_acceleration"),
                    magnetic_field: vector(sample, "magnetic_field"),
                    stamp_ns: sample.stamp_ns,
                });
            }
            Slot::Fix => {
                let [latitude, longitude, altitude] =
                    ["latitude", "longitude", "altitude"].map(|name| number(sample, name));
                readings.fix =
                    Some(Fix { latitude, longitude, altitude, velocity: vector(sample, "velocity") });
            }
            Slot::Pose => {
                let [x, y, z, roll, pitch, yaw] =
                    ["x", "y", "z", "roll", "pitch", "yaw"].map(|name| number(sample, name));
                let turn = Pose { translation: DVec3::ZERO, rotation: self.enu_from_world };
                readings.pose =
                    Some(turn * Pose::from_euler(DVec3::new(x, y, z), Euler { roll, pitch, yaw }));
            }
            Slot::Velocity => {
                let velocity = self.enu_from_world * vector(sample, "world_linear_velocity");
                readings.velocity = Some(velocity);
            }
            Slot::Pressure => readings.pressure = Some(number(sample, "pressure")),
            Slot::PressureDifference => readings.pressure_difference = Some(number(sample, "diff_pressure")),
            Slot::Range(place) => {
                let nearest = match field(sample, "range_list") {
                    Some(Field::Floats(ranges)) => ranges.iter().copied().fold(f64::INFINITY, f64::min),
                    _ => f64::INFINITY,
                };
                set(&mut readings.ranges, place, nearest);
            }
            Slot::Altitude(place) => set(&mut readings.ranges, place, number(sample, "z")),
        }
    }
}

fn set(ranges: &mut [f64], place: usize, range: f64) {
    if let Some(known) = ranges.get_mut(place) {
        *known = range;
    }
}

fn field<'a>(sample: &Sample<'a>, name: &str) -> Option<Field<'a>> {
    sample.data.get(sample.data.index_of(name)?)
}

fn number(sample: &Sample<'_>, name: &str) -> f64 {
    match field(sample, name) {
        Some(Field::Float(number)) => number,
        _ => 0.0,
    }
}

fn vector(sample: &Sample<'_>, name: &str) -> DVec3 {
    match field(sample, name) {
        Some(Field::Vector(vector)) => vector,
        _ => DVec3::ZERO,
    }
}
