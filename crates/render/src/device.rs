//! Pictures by other processors than the CPU.
//!
//! A [`PictureDevice`] draws a batch of [`PictureRequest`]s. [`DeviceView`] has the data of a request in single precision,
//! relative to the camera, as the CPU prepares them. A program attaches a device to a world with a
//! [`Renderer`](crate::Renderer); the functions of this crate that draw pictures then use it.
//!
//! Cameras [`announce`] their pictures of a tick, so that the device draws all of them in one batch. [`draw_announced`] does so
//! for the cameras of many worlds.

pub(crate) mod announced;
pub(crate) mod renderer;
pub(crate) mod slot;
pub(crate) mod view_data;

use morse_world::World;
use thiserror::Error;

pub use crate::device::announced::{AnnouncedPicture, announce, draw_announced};
pub use crate::device::view_data::{DeviceLens, DeviceLight, DeviceView, LIGHT_WORDS};
pub use crate::shading::occlusion::occlusion_directions;

use crate::{Picture, PixelDirections, Style, View};

/// A picture to draw.
#[derive(Clone, Copy)]
pub struct PictureRequest<'a> {
    /// The world.
    pub world: &'a World,
    /// A valid view.
    pub view: &'a View,
    /// The rays of a lens of the size of the view, in place of those of the projection of the view.
    pub directions: Option<&'a PixelDirections>,
    /// The options, without the parts that only smooth images have.
    pub style: &'a Style<'a>,
}

/// Reason why a device draws no picture.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DeviceError {
    /// The device does not answer any more.
    #[error("the device is lost: {0}")]
    Lost(String),
    /// The scene or the picture has more data than the device takes.
    #[error("{what} needs {needed} bytes, the device takes {most}")]
    TooLarge {
        /// The data that are too large.
        what: &'static str,
        /// Their size. [bytes]
        needed: u64,
        /// The largest size. [bytes]
        most: u64,
    },
}

/// A processor that draws pictures.
pub trait PictureDevice: Send + Sync {
    /// The name of the device, for messages.
    fn name(&self) -> String;

    /// Draws pictures in one batch, and waits for them. The pictures get the size of their views.
    ///
    /// # Errors
    /// [`DeviceError`]; the contents of the pictures are then undefined.
    fn draw(&self, requests: &[PictureRequest<'_>], pictures: &mut [&mut Picture])
    -> Result<(), DeviceError>;
}
