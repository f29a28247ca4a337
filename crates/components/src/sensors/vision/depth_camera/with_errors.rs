//! Sensors of depth cameras with errors.

/// Makes a sensor of a camera with a `PointCamera` and errors.
macro_rules! error_camera {
    ($camera:ty) => {
        $crate::common::camera::camera_sensor!($camera, Cloud);

        impl $crate::common::camera::CameraSensor for $camera {
            type Data = Cloud;

            fn describe(&mut self, _world: &morse_world::World, data: &mut Cloud) {
                data.intrinsic_matrix = self.camera.intrinsic_matrix();
            }

            fn check_properties(&self) -> Result<(), SetupError> {
                self.camera.check_with(&self.errors)
            }

            fn announce_picture(&mut self, view: &SenseContext<'_>) {
                self.camera.announce_with(view, &self.errors);
            }

            fn take(&mut self, view: &mut SenseContext<'_>, data: &mut Cloud) -> Option<()> {
                self.camera.capture_with(view, data, &self.errors)
            }
        }
    };
}

/// Makes a sensor of a camera of depth images with errors.
macro_rules! error_picture {
    ($camera:ty) => {
        $crate::common::camera::camera_sensor!($camera, DepthPicture);

        impl $crate::common::camera::CameraSensor for $camera {
            type Data = DepthPicture;

            fn describe(&mut self, _world: &morse_world::World, data: &mut DepthPicture) {
                data.describe(&self.camera);
            }

            fn check_properties(&self) -> Result<(), SetupError> {
                use crate::sensors::vision::depth_camera::errors::DepthErrors;
                self.camera.check().and_then(|()| self.errors.check(&self.camera.intrinsics))
            }

            fn announce_picture(&mut self, view: &SenseContext<'_>) {
                use crate::sensors::vision::depth_camera::errors::DepthErrors;
                let intrinsics = self.camera.intrinsics;
                let (intrinsics, grid, exposure) = self.errors.picture(&intrinsics, intrinsics.size());
                self.camera.renderer.announce(view, &intrinsics, grid, exposure);
            }

            fn take(&mut self, view: &mut SenseContext<'_>, data: &mut DepthPicture) -> Option<()> {
                data.capture_with(view, &mut self.camera, &self.errors)
            }
        }
    };
}

pub(super) use {error_camera, error_picture};
