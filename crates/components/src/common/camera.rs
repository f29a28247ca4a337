//! Code shared by all cameras: intrinsics, capture control and rendering.
//!
//! A camera looks along +z of its own frame, with +x to the right of the image and +y down.

mod camera_sensor;
mod capture_control;
mod image_sensor;
mod intrinsics;
mod lens;
mod looks;
mod past_poses;
mod renderer;
mod row_exposure;
mod shared_picture;

pub(crate) use crate::common::camera::camera_sensor::{CameraSensor, camera_sensor};
pub(crate) use crate::common::camera::capture_control::CaptureControl;
pub(crate) use crate::common::camera::image_sensor::noise::standard_normal;
pub(crate) use crate::common::camera::image_sensor::{ImageSensor, averaged, byte_of_light, light_of_byte};
pub(crate) use crate::common::camera::intrinsics::Intrinsics;
pub(crate) use crate::common::camera::lens::{LensProperties, LensRays, intrinsic_matrix as lens_matrix};
pub(crate) use crate::common::camera::looks::Looks;
pub(crate) use crate::common::camera::past_poses::PastPoses;
pub use crate::common::camera::renderer::render_image;
pub(crate) use crate::common::camera::renderer::{CameraRenderer, Exposure, surrounding_parts};

pub(crate) use crate::common::camera::row_exposure::RowExposure;

use morse_render::Picture;
use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::contract::data::{DistortionLayout, ImageLayout};
use morse_sim::prelude::*;

/// An image and its camera matrix.
#[derive(Data, Clone, Default)]
#[data(kind = Image)]
pub struct ImageData {
    /// The image, with its first row at the top; empty until the first capture.
    pub(crate) image: Image,
    /// Camera matrix, with the focal lengths and the optical center. [px]
    pub(crate) intrinsic_matrix: DMat3,
    #[data(layout)]
    pub(crate) layout: Option<Layout>,
}

/// Properties and image buffers common to all cameras.
#[derive(Clone, PropertyGroup, Serialize, Deserialize)]
pub(crate) struct Camera {
    #[property(flatten)]
    pub(crate) intrinsics: Intrinsics,
    /// Whether the image begins with its top row instead of its bottom row.
    #[property(name = "Vertical_Flip", default = true)]
    pub(crate) top_first: Switch,
    /// Whether a VideoCamera captures the z-buffer instead of colors, as with `retrieve_zbuffer`. Other cameras ignore
    /// it.
    #[property(name = "retrieve_depth", default = false)]
    pub(crate) retrieve_depth: Switch,
    /// Whether a VideoCamera captures the z-buffer, with values from 0 to 1, instead of colors. Other cameras ignore it.
    #[property(name = "retrieve_zbuffer", default = false)]
    pub(crate) retrieve_zbuffer: Switch,
    /// Distance of this camera to the right of the first camera of a stereo pair, which has 0. ROS's `CameraInfo` then
    /// describes a rectified pair. [m]
    #[property(name = "stereo_baseline", default = 0.0, min = -100, max = 100)]
    pub(crate) stereo_baseline_m: f64,
    #[property(flatten)]
    pub(crate) looks: Looks,
    #[serde(skip)]
    pub(crate) renderer: CameraRenderer,
}

impl Camera {
    /// Default properties of a depth camera.
    pub(crate) fn depth() -> Self {
        let intrinsics = Intrinsics { near_m: 1.0, far_m: 20.0, ..Intrinsics::default() };
        Self { intrinsics, retrieve_depth: true.into(), ..Self::default() }
    }

    /// Checks the values of the properties.
    ///
    /// # Errors
    /// If a value is out of range; the error gives the range.
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        self.intrinsics.check()
    }

    /// Renders an image with the pixel size of the camera. `None` if rendering fails.
    pub(crate) fn expose(&mut self, view: &SenseContext<'_>, exposure: Exposure) -> Option<&Picture> {
        self.renderer.looks = self.looks;
        self.renderer.expose(view, &self.intrinsics, self.intrinsics.size(), exposure)
    }

    /// Announces the picture of [`Camera::expose`] with the same arguments.
    pub(crate) fn announce(&mut self, view: &SenseContext<'_>, exposure: Exposure) {
        self.renderer.looks = self.looks;
        self.renderer.announce(view, &self.intrinsics, self.intrinsics.size(), exposure);
    }

    /// Layout of the images.
    pub(crate) fn layout(&self) -> Layout {
        let Intrinsics { near_m, far_m, .. } = self.intrinsics;
        Layout::Image(ImageLayout {
            top_first: self.top_first.0,
            near_m,
            far_m,
            distortion: DistortionLayout::default(),
            baseline_m: self.stereo_baseline_m,
        })
    }

    /// Captures an image with pixels of a kind; `None` if rendering fails.
    pub(crate) fn capture(
        &mut self,
        view: &SenseContext<'_>,
        pixels: PixelKind,
        (image, intrinsic_matrix, layout): (&mut Image, &mut DMat3, &mut Option<Layout>),
    ) -> Option<()> {
        let (intrinsics, top_first) = (self.intrinsics, self.top_first.0);
        let exposure = Exposure::of(pixels);
        *layout = Some(self.layout());
        let depths = match exposure {
            Exposure::Depths => Some(self.renderer.expose_depths(view, &intrinsics, intrinsics.size())?),
            _ => None,
        };
        let picture = match &depths {
            Some(picture) => picture,
            None => self.expose(view, exposure)?,
        };
        *intrinsic_matrix = intrinsics.intrinsic_matrix();
        image.pixels = pixels;
        let size = intrinsics.size();
        match pixels {
            PixelKind::Color => fill(image, size, top_first, &picture.rgba, |pixel| pixel),
            PixelKind::Depth => {
                let depth = |depth: f32| intrinsics.depth_pixel(depth).to_le_bytes();
                fill(image, size, top_first, &picture.depth, depth);
            }
            PixelKind::ZBuffer => {
                let z = |depth: f32| intrinsics.z_buffer(depth).to_le_bytes();
                fill(image, size, top_first, &picture.depth, z);
            }
            // Their cameras fill their images themselves.
            PixelKind::Label | PixelKind::Normal | PixelKind::Flow | PixelKind::Temperature => {}
        }
        Some(())
    }
}

impl Camera {
    /// Captures a color image through a lens, as an image sensor reads it; `None` if rendering fails.
    pub(crate) fn capture_through(
        &mut self,
        view: &mut SenseContext<'_>,
        (properties, rays, sensor): (&LensProperties, &mut LensRays, Option<(ImageSensor, &mut RowExposure)>),
        data: &mut ImageData,
    ) -> Option<()> {
        let (intrinsics, top_first) = (self.intrinsics, self.top_first.0);
        let size = intrinsics.size();
        let lens = properties.lens(&intrinsics);
        let samples = properties.samples();
        let directions = rays.of(&lens, size, samples)?;
        data.layout = Some(self.layout_through(properties));
        self.renderer.looks = if sensor.is_some() { self.looks.light_only() } else { self.looks };
        let exposed = match &sensor {
            Some((sensor, exposure)) if !exposure.is_instant() => exposure.expose(
                view,
                &mut self.renderer,
                &intrinsics,
                (directions, samples),
                sensor.exposure_s(),
            ),
            _ => {
                let picture = self.renderer.expose_through(view, &intrinsics, directions);
                picture.map(|picture| averaged(&picture.rgba, size, samples as usize))
            }
        };
        let mut colors = exposed?;
        if let Some((sensor, exposure)) = sensor {
            exposure.remember(view);
            let seed = (view.random.uniform() * 2_f64.powi(53)) as u64;
            let cosine = |column: usize, row: usize| directions.cosine_at(column, row, samples as usize);
            sensor.read(&mut colors, size[0] as usize, cosine, seed);
        }
        data.intrinsic_matrix = lens_matrix(&lens);
        data.image.pixels = PixelKind::Color;
        fill(&mut data.image, size, top_first, &colors, |pixel| pixel);
        Some(())
    }

    /// Announces the picture of [`Camera::capture_through`] with the same lens.
    pub(crate) fn announce_through(
        &mut self,
        view: &SenseContext<'_>,
        properties: &LensProperties,
        rays: &mut LensRays,
        has_sensor: bool,
    ) {
        self.renderer.looks = if has_sensor { self.looks.light_only() } else { self.looks };
        let lens = properties.lens(&self.intrinsics);
        if let Some(directions) = rays.of(&lens, self.intrinsics.size(), properties.samples()) {
            self.renderer.announce_through(view, &self.intrinsics, directions);
        }
    }

    /// Layout of the images through a lens.
    pub(crate) fn layout_through(&self, properties: &LensProperties) -> Layout {
        let Intrinsics { near_m, far_m, .. } = self.intrinsics;
        let distortion = properties.distortion();
        let (top_first, baseline_m) = (self.top_first.0, self.stereo_baseline_m);
        Layout::Image(ImageLayout { top_first, near_m, far_m, distortion, baseline_m })
    }
}

/// Writes pixels, given row by row from the top, into an image that begins at its top or bottom row.
pub(crate) fn fill<P: Copy, const N: usize>(
    image: &mut Image,
    [width, height]: [u32; 2],
    top_first: bool,
    pixels: &[P],
    mut bytes_of: impl FnMut(P) -> [u8; N],
) {
    (image.width, image.height) = (width, height);
    let bytes = image.bytes.renew();
    // A buffer of the right size is not cleared: all of its bytes are written.
    bytes.resize(pixels.len() * N, 0);
    let (rows, places) = (pixels.chunks_exact(width as usize), bytes.chunks_exact_mut(width as usize * N));
    let mut put = |(row, place): (&[P], &mut [u8])| {
        for (&pixel, place) in row.iter().zip(place.as_chunks_mut::<N>().0) {
            *place = bytes_of(pixel);
        }
    };
    if top_first { rows.zip(places).for_each(&mut put) } else { rows.rev().zip(places).for_each(&mut put) }
}

/// Adds the service `capture` to a camera that has a `capture_control`.
macro_rules! capture {
    ($camera:ty, $data:ty) => {
        #[services]
        impl $camera {
            /// Captures n images, one at each activation, then stops. The answer is sent after the last image. With
            /// n < 0 the camera captures images until the next call; this is the initial state.
            #[service(asynchronous)]
            fn capture(&mut self, _call: &mut Call<'_, $data>, n: i64) -> Result<(), ServiceError> {
                self.capture_control.capture(n)
            }
        }
    };
}

/// Makes a sensor of a camera whose data are an image and its camera matrix. `$pixels` says from the camera what the
/// image has for each pixel.
macro_rules! image_camera {
    ($camera:ty, $data:ty, $pixels:expr) => {
        $crate::common::camera::camera_sensor!($camera, $data);

        impl $crate::common::camera::CameraSensor for $camera {
            type Data = $data;

            fn describe(&mut self, _world: &morse_world::World, data: &mut $data) {
                data.intrinsic_matrix = self.camera.intrinsics.intrinsic_matrix();
                data.layout = Some(self.camera.layout());
            }

            fn check_properties(&self) -> Result<(), SetupError> {
                self.camera.intrinsics.check()
            }

            fn announce_picture(&mut self, view: &SenseContext<'_>) {
                let pixels_of: fn(&Camera) -> PixelKind = $pixels;
                let exposure = $crate::common::camera::Exposure::of(pixels_of(&self.camera));
                self.camera.announce(view, exposure);
            }

            fn take(&mut self, view: &mut SenseContext<'_>, data: &mut $data) -> Option<()> {
                let pixels_of: fn(&Camera) -> PixelKind = $pixels;
                let pixels = pixels_of(&self.camera);
                let target = (&mut data.image, &mut data.intrinsic_matrix, &mut data.layout);
                self.camera.capture(view, pixels, target)
            }
        }
    };
}

/// Makes a sensor of a camera with a lens: a `camera`, its `lens` and its `rays`. With the argument `sensor` it has an image
/// `sensor` and an `exposure`.
macro_rules! lens_camera {
    ($camera:ty $(, $sensor:ident)?) => {
        $crate::common::camera::camera_sensor!($camera, ImageData);

        impl $crate::common::camera::CameraSensor for $camera {
            type Data = ImageData;

            fn describe(&mut self, _world: &morse_world::World, data: &mut ImageData) {
                let lens = self.lens.lens(&self.camera.intrinsics);
                data.intrinsic_matrix = $crate::common::camera::lens_matrix(&lens);
                data.layout = Some(self.camera.layout_through(&self.lens));
            }

            fn check_properties(&self) -> Result<(), SetupError> {
                self.camera.intrinsics.check()?;
                self.lens.check(&self.camera.intrinsics)?;
                $(
                    self.$sensor.check()?;
                    self.exposure.check()?;
                )?
                Ok(())
            }

            fn is_independent(&self) -> bool {
                // An image with motion depends on the previous one.
                true $(&& { let _ = &self.$sensor; self.exposure.is_instant() })?
            }

            fn announce_picture(&mut self, view: &SenseContext<'_>) {
                // Other exposures are made of many pictures.
                if $crate::common::camera::CameraSensor::is_independent(self) {
                    let has_sensor = false $(|| { let _ = &self.$sensor; true })?;
                    self.camera.announce_through(view, &self.lens, &mut self.rays, has_sensor);
                }
            }

            fn take(&mut self, view: &mut SenseContext<'_>, data: &mut ImageData) -> Option<()> {
                #[allow(unused_mut, unused_assignments, reason = "a camera without an image sensor has none")]
                let mut sensor = None;
                $(sensor = Some((self.$sensor, &mut self.exposure));)?
                let optics = (&self.lens, &mut self.rays, sensor);
                self.camera.capture_through(view, optics, data)
            }
        }
    };
}

/// A boolean that accepts any value by the rules of Python's `if`.
pub(crate) type Switch = morse_sim::contract::property::PyTruthy;

pub(crate) use {capture, image_camera, lens_camera};
