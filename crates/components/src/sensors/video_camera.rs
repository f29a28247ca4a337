//! VideoCamera: pictures in colour.

use morse_sim::image::{Image, PixelKind};
use morse_sim::prelude::*;

use super::camera::{Photograph, Shutter, camera, capture};

camera! {
    near = 0.1, far = 100.0, depth = false;
    /// Takes pictures in colour: red, green, blue and opacity, one byte each.
    ///
    /// Where nothing is, the picture is grey (143, 143, 143). A part of the robot that is closed all around the camera, as
    /// its hull is around one put at its origin, does not hide what is outside. With `retrieve_depth` or `retrieve_zbuffer`
    /// each pixel is the z-buffer as a little-endian `f32`: far · (depth - near) / (depth · (far - near)), 1 where nothing is.
    /// A camera that nobody reads takes no pictures, and none does while its property `capturing` is false or when the
    /// environment is in fastmode.
    ///
    /// Light `L` on a surface, from lamps and from all around, up to 0.7 counts as it is, and more of it as
    ///
    /// `1 - 0.09 / (L - 0.4)`
    ///
    /// so that nothing is brighter than its own colour, and what is bright is not cut off at white.
    ///
    /// A point (x, y, z) in the frame of the camera, x to the right, y down, z ahead, is seen at column `u` and row
    /// `v`, counted from the upper left corner of the picture (the pinhole camera of Hartley and Zisserman, "Multiple
    /// View Geometry", chapter 6):
    ///
    /// `u = f · x / z + width / 2`, `v = f · y / z + height / 2`
    ///
    /// `f = max(width, height) · cam_focal / 32`, in pixels, or `max(width, height) / (2 · tan(cam_fov / 2))`
    ///
    /// `intrinsic_matrix` holds these numbers: f, 0, width / 2; 0, f, height / 2; 0, 0, 1. The builder class turns the
    /// camera so that it looks along the X axis of the robot.
    #[component(
        class = "morse.sensors.video_camera.VideoCamera",
        title = "Video camera",
        data = Photograph,
        builder(
            name = "VideoCamera",
            rate_hz = 20.0,
            properties(
                cam_width = 256,
                cam_height = 256,
                cam_focal = 35.0,
                capturing = true,
                Vertical_Flip = true
            )
        ),
        services
    )]
    pub struct VideoCamera {
        shutter: Shutter,
    }
}

capture!(VideoCamera, Photograph);

impl Sense for VideoCamera {
    fn start(&mut self, setup: &Setup<'_>, data: &mut Photograph) -> Result<(), SetupError> {
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

    fn sense(&mut self, view: &mut View<'_>, data: &mut Photograph) {
        if !self.shutter.opens(view) {
            return;
        }
        let lens = self.lens();
        let colours = !(self.retrieve_depth.0 || self.retrieve_zbuffer.0);
        let Some(picture) = self.film.expose(view, &lens, lens.size(), colours) else {
            return view.withhold();
        };
        data.intrinsic_matrix = lens.intrinsic_matrix();
        data.image.pixels = if colours { PixelKind::Colour } else { PixelKind::ZBuffer };
        if colours {
            fill(&mut data.image, lens.size(), self.top_first.0, &picture.rgba, |pixel| pixel);
        } else {
            let z = |depth: f32| lens.z_buffer(depth).to_le_bytes();
            fill(&mut data.image, lens.size(), self.top_first.0, &picture.depth, z);
        }
        self.shutter.count(view);
    }

    fn interrupt(&mut self, _call: &mut Call<'_, Photograph>) {
        self.shutter.close();
    }
}

/// Puts pixels, row by row from the top, into an image that begins at its top or at its bottom.
pub(super) fn fill<P: Copy>(
    image: &mut Image,
    [width, height]: [u32; 2],
    top_first: bool,
    pixels: &[P],
    bytes_of: impl Fn(P) -> [u8; 4],
) {
    (image.width, image.height) = (width, height);
    image.bytes.clear();
    let rows = pixels.chunks_exact(width as usize);
    let mut put = |row: &[P]| image.bytes.extend(row.iter().flat_map(|&pixel| bytes_of(pixel)));
    if top_first { rows.for_each(&mut put) } else { rows.rev().for_each(&mut put) }
}
