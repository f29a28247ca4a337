//! RawImage: the raw z-buffer.

use morse_sim::image::{Image, PixelKind};
use morse_sim::prelude::*;

use crate::sensors::camera::{Shutter, camera, capture};
use crate::sensors::video_camera::fill;

/// A picture whose pixels are numbers.
#[derive(Data, Clone, Default)]
#[data(kind = "image")]
pub struct ZBuffer {
    /// Z-buffer as float32, little endian, row by row; empty until the first capture.
    image: Image,
    /// Camera matrix: focal lengths and optical centre. [px]
    intrinsic_matrix: DMat3,
}

camera! {
    near = 1.0, far = 20.0, depth = true;
    /// Gives the z-buffer: far · (depth - near) / (depth · (far - near)), 0 at the near end, 1 at the far end and where nothing is. It
    /// does so whatever `retrieve_depth` says.
    ///
    /// It is what a graphics card keeps of a perspective view. The depth along the optical axis comes back as
    ///
    /// `depth = near · far / (far - b · (far - near))`
    ///
    /// with `b` the number of the pixel. It has no builder class of its own: give a DepthCamera this class path.
    #[component(
        class = "morse.sensors.depth_camera.RawImage",
        title = "Depth camera (raw Z-Buffer)",
        data = ZBuffer,
        services
    )]
    pub struct RawImage {
        shutter: Shutter,
    }
}

capture!(RawImage, ZBuffer);

impl Sense for RawImage {
    fn start(&mut self, setup: &Setup<'_>, data: &mut ZBuffer) -> Result<(), SetupError> {
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

    fn sense(&mut self, view: &mut View<'_>, data: &mut ZBuffer) {
        if !self.shutter.opens(view) {
            return;
        }
        let lens = self.lens();
        let Some(picture) = self.film.expose(view, &lens, lens.size(), false) else {
            return view.withhold();
        };
        data.intrinsic_matrix = lens.intrinsic_matrix();
        let number = |depth: f32| lens.z_buffer(depth).to_le_bytes();
        data.image.pixels = PixelKind::ZBuffer;
        fill(&mut data.image, lens.size(), self.top_first.0, &picture.depth, number);
        self.shutter.count(view);
    }

    fn interrupt(&mut self, _call: &mut Call<'_, ZBuffer>) {
        self.shutter.close();
    }
}
