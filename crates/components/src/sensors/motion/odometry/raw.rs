//! Odometry, level raw: the distance moved.

use morse_sim::prelude::*;

/// Distance moved.
#[derive(Data, Clone, Default)]
#[data(kind = Distance)]
pub struct Distance {
    /// Distance moved since the last sample, along a straight line. [m]
    #[data(name = "dS")]
    distance: f64,
}

/// Measures the distance that the sensor has moved since its last sample, as a wheel encoder does.
///
/// `dS = |p(t) - p(t - Δt)|`
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(class = "morse.sensors.odometry.RawOdometry", title = "Odometry, raw", data = Distance)]
pub struct RawOdometry {
    previous: DVec3,
}

impl Sensor for RawOdometry {
    fn start(&mut self, setup: &Setup<'_>, data: &mut Distance) -> Result<(), SetupError> {
        self.begin(&setup.begin(), data);
        Ok(())
    }

    fn begin(&mut self, begin: &EpisodeStart<'_>, _data: &mut Distance) {
        self.previous = begin.world.world_from(begin.node).translation;
    }

    fn access(&self) -> WorldAccess {
        // The first reading at rest still contains the last motion.
        WorldAccess::own_motion(2)
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Distance) {
        let position = view.world_from_sensor().translation;
        data.distance = position.distance(self.previous);
        self.previous = position;
    }
}
