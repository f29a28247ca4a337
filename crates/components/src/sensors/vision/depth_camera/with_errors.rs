//! Sensors of depth cameras with errors.

/// Makes a sensor of a camera with a `PointCamera` and errors.
macro_rules! error_camera {
    ($camera:ty) => {
        capture!($camera, Cloud);

        impl Sensor for $camera {
            fn start(&mut self, setup: &Setup<'_>, data: &mut Cloud) -> Result<(), SetupError> {
                self.capture_control = CaptureControl::new(setup);
                data.intrinsic_matrix = self.camera.intrinsic_matrix();
                Ok(())
            }

            fn check(&self) -> Result<(), SetupError> {
                self.camera.check_with(&self.errors)
            }

            fn casts_rays(&self) -> Option<RayKind> {
                Some(RayKind::Visual)
            }

            fn on_demand(&self) -> bool {
                true
            }

            fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Cloud) {
                self.camera.capture_with(view, data, &mut self.capture_control, &self.errors);
            }

            fn interrupt(&mut self, _call: &mut Call<'_, Cloud>) {
                self.capture_control.close();
            }
        }
    };
}

/// Makes a sensor of a camera of depth images with errors.
macro_rules! error_picture {
    ($camera:ty) => {
        capture!($camera, DepthPicture);

        impl Sensor for $camera {
            fn start(&mut self, setup: &Setup<'_>, data: &mut DepthPicture) -> Result<(), SetupError> {
                self.capture_control = CaptureControl::new(setup);
                data.describe(&self.camera);
                Ok(())
            }

            fn check(&self) -> Result<(), SetupError> {
                use crate::sensors::vision::depth_camera::errors::DepthErrors;
                self.camera.check().and_then(|()| self.errors.check(&self.camera.intrinsics))
            }

            fn casts_rays(&self) -> Option<RayKind> {
                Some(RayKind::Visual)
            }

            fn on_demand(&self) -> bool {
                true
            }

            fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut DepthPicture) {
                data.capture_with(view, &mut self.camera, &mut self.capture_control, &self.errors);
            }

            fn interrupt(&mut self, _call: &mut Call<'_, DepthPicture>) {
                self.capture_control.close();
            }
        }
    };
}

pub(super) use {error_camera, error_picture};
