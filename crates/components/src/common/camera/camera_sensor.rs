//! The parts that all sensors with a camera share: capture control, checks, and the answers to the engine.

use morse_sim::prelude::*;
use morse_world::World;

/// A sensor that renders an image at each activation, with a field `capture_control`. [`camera_sensor`] makes it a sensor with
/// the service `capture`.
pub(crate) trait CameraSensor {
    /// Its readings.
    type Data;

    /// Sets the parts of a reading that are known before the first image.
    fn describe(&mut self, world: &World, data: &mut Self::Data);

    /// Checks the values of the properties.
    ///
    /// # Errors
    /// If a value is out of range; the error gives the range.
    fn check_properties(&self) -> Result<(), SetupError>;

    /// Whether a reading depends on the world at its time only, not on earlier images.
    fn is_independent(&self) -> bool {
        true
    }

    /// See [`WorldAccess::objects`].
    fn tracks_objects(&self) -> bool {
        false
    }

    /// See [`Sensor::track_objects`].
    fn track_objects(&mut self, world: &World) {
        let _ = world;
    }

    /// Announces the picture from which the coming image is made. The default: it is not drawn together with those of other cameras.
    fn announce_picture(&mut self, view: &SenseContext<'_>) {
        let _ = view;
    }

    /// Captures an image; `None` withholds the reading.
    fn take(&mut self, view: &mut SenseContext<'_>, data: &mut Self::Data) -> Option<()>;
}

/// Makes a sensor of a [`CameraSensor`], with the service `capture`.
macro_rules! camera_sensor {
    ($camera:ty, $data:ty) => {
        $crate::common::camera::capture!($camera, $data);

        impl Sensor for $camera {
            fn start(&mut self, setup: &Setup<'_>, data: &mut $data) -> Result<(), SetupError> {
                self.capture_control = $crate::common::camera::CaptureControl::new(setup);
                $crate::common::camera::CameraSensor::describe(self, setup.world, data);
                Ok(())
            }

            fn check(&self) -> Result<(), SetupError> {
                $crate::common::camera::CameraSensor::check_properties(self)
            }

            fn access(&self) -> WorldAccess {
                let objects = $crate::common::camera::CameraSensor::tracks_objects(self);
                WorldAccess { objects, ..WorldAccess::rays(RayKind::Visual) }
            }

            fn on_demand(&self) -> bool {
                $crate::common::camera::CameraSensor::is_independent(self)
            }

            fn track_objects(&mut self, world: &morse_world::World) {
                $crate::common::camera::CameraSensor::track_objects(self, world);
            }

            fn announce(&mut self, view: &SenseContext<'_>) {
                if self.capture_control.will_capture(view) {
                    $crate::common::camera::CameraSensor::announce_picture(self, view);
                }
            }

            fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut $data) {
                if !self.capture_control.is_due(view) {
                    return;
                }
                match $crate::common::camera::CameraSensor::take(self, view, data) {
                    Some(()) => self.capture_control.count(view),
                    None => view.withhold(),
                }
            }

            fn interrupt(&mut self, _call: &mut Call<'_, $data>) {
                self.capture_control.close();
            }
        }
    };
}

pub(crate) use camera_sensor;
