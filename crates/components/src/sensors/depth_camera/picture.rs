//! DepthVideoCamera: pictures of depth.

use morse_sim::image::{Image, PixelKind};
use morse_sim::prelude::*;

use crate::sensors::camera::{Shutter, camera, capture};
use crate::sensors::video_camera::fill;

/// A picture whose pixels are numbers.
#[derive(Data, Clone, Default)]
#[data(kind = "image")]
pub struct DepthPicture {
    /// Depth as float32, little endian, row by row; empty until the first capture. [m]
    image: Image,
    /// Camera matrix: focal lengths and optical centre. [px]
    intrinsic_matrix: DMat3,
}

camera! {
    near = 1.0, far = 20.0, depth = true;
    /// Takes pictures of depth along its optical axis; what sees nothing is at cam_far. It does so whatever `retrieve_depth` says.
    ///
    /// Depth is `z` in the frame of the camera, x to the right, y down, z ahead, through the middle of each pixel. The
    /// point that the pixel of column `u` and row `v` sees, counted from the upper left corner, is
    ///
    /// `z · ((u + ½ - width / 2) / f, (v + ½ - height / 2) / f, 1)`
    ///
    /// with the focal length `f` of VideoCamera, which stands in `intrinsic_matrix`. With `Vertical_Flip` the first row
    /// is the top one. It has no builder class of its own: give a DepthCamera this class path, or take a Kinect.
    #[component(
        class = "morse.sensors.depth_camera.DepthVideoCamera",
        title = "Depth camera",
        data = DepthPicture,
        services
    )]
    pub struct DepthVideoCamera {
        shutter: Shutter,
    }
}

capture!(DepthVideoCamera, DepthPicture);

impl Sense for DepthVideoCamera {
    fn start(&mut self, setup: &Setup<'_>, data: &mut DepthPicture) -> Result<(), SetupError> {
        self.shutter = Shutter::new(setup);
        data.intrinsic_matrix = self.lens().intrinsic_matrix();
        Ok(())
    }

    fn check(&self) -> Result<(), SetupError> {
        self.lens().check()
    }

    fn may_rest(&self) -> bool {
        true
    }

    fn sense(&mut self, view: &mut View<'_>, data: &mut DepthPicture) {
        if !self.shutter.opens(view) {
            return;
        }
        let lens = self.lens();
        let Some(picture) = self.film.expose(view, &lens, lens.size(), false) else {
            return view.withhold();
        };
        data.intrinsic_matrix = lens.intrinsic_matrix();
        let number = |depth: f32| depth.min(lens.far_m as f32).to_le_bytes();
        data.image.pixels = PixelKind::Depth;
        fill(&mut data.image, lens.size(), self.top_first.0, &picture.depth, number);
        self.shutter.count(view);
    }

    fn interrupt(&mut self, _call: &mut Call<'_, DepthPicture>) {
        self.shutter.close();
    }
}
