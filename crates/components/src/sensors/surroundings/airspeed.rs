//! Airspeed: differential pressure of a Pitot tube.

use morse_sim::prelude::*;

use crate::common::sensor_motion::velocity_source::{ComputationMode, INTERVAL_S_MIN, sensor_from_robot};

/// Differential pressure.
#[derive(Data, Clone, Default)]
#[data(kind = DifferentialPressure)]
pub struct AirspeedData {
    /// Dynamic pressure: difference from the pressure of air at rest. [Pa]
    diff_pressure: f64,
}

/// Density of the air at sea level in the International Standard Atmosphere (ISO 2533). [kg/m³]
const AIR_DENSITY: f64 = 1.225;

/// Measures the dynamic pressure of the air along the X axis of the sensor, as a Pitot tube does, without error.
///
/// The air is at rest in the world and has the density at sea level. Forward and backward motion give the same pressure.
///
/// `diff_pressure = ρ · vₓ² / 2` with `ρ = 1.225 kg/m³` (ISO 2533)
///
/// `vₓ` is the speed along the X axis of the sensor: that of the robot's origin in mode `Velocity`, that of the sensor
/// itself in mode `Position`.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "morse.sensors.airspeed.Airspeed", data = AirspeedData, builder(name = "Airspeed"))]
pub struct Airspeed {
    /// `Velocity` reads the velocity of the robot's body, `Position` differentiates the pose of the sensor, `Automatic`
    /// uses the body if the robot has one. Read only at the start.
    #[property(name = "ComputationMode", default = ComputationMode::Automatic)]
    mode: ComputationMode,
    reads_body: bool,
    sensor_from_robot: DQuat,
    /// Time and position [m] of the last sample.
    previous: (Time, DVec3),
}

impl Sensor for Airspeed {
    fn start(&mut self, setup: &Setup<'_>, data: &mut AirspeedData) -> Result<(), SetupError> {
        self.reads_body = self.mode.reads_body(setup)?;
        self.sensor_from_robot = sensor_from_robot(setup);
        self.begin(&setup.begin(), data);
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, _data: &mut AirspeedData) {
        self.previous = (Time::ZERO, begin.world.world_from(begin.node).translation);
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut AirspeedData) {
        let velocity_in_sensor = if self.reads_body {
            let robot_from_world = view.world_from_robot().rotation.conjugate();
            self.sensor_from_robot * robot_from_world * view.robot_velocity_in_world()
        } else {
            let (previous_time, previous_position) = self.previous;
            let world_from_sensor = view.world_from_sensor();
            let dt_s = view.now.seconds() - previous_time.seconds();
            if dt_s < INTERVAL_S_MIN {
                return;
            }
            self.previous = (view.now, world_from_sensor.translation);
            world_from_sensor.rotation.conjugate() * (world_from_sensor.translation - previous_position)
                / dt_s
        };
        data.diff_pressure = 0.5 * AIR_DENSITY * velocity_in_sensor.x.powi(2);
    }
}
