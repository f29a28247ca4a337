//! A picture as the camera captured it, and its message.

use std::borrow::Cow;

use morse_sim::contract::data::ImageLayout;
use morse_sim::contract::data::image::{Image, PixelKind};

use super::{DEPTH, RGB};
use crate::messages::sensor_msgs;
use crate::node_interface::{Node, Version};
use crate::streams::publishers::depths;

/// A picture as the camera captured it. A clone shares its pixels.
#[derive(Clone)]
pub(super) struct RawPicture {
    pub(super) image: Image,
    pub(super) layout: ImageLayout,
    pub(super) ros: Version,
    /// The ROS name of the pixel format of the topic.
    pub(super) encoding: &'static str,
    /// Whether colors are published. A video camera may capture depths instead.
    pub(super) is_color: bool,
}

impl RawPicture {
    /// The picture of an image in the pixel format of a topic.
    pub(super) fn new(image: &Image, layout: ImageLayout, ros: Version, encoding: &'static str) -> Self {
        let is_color = image.pixels == PixelKind::Color && (ros == Version::Ros1 || encoding != DEPTH);
        Self { image: image.clone(), layout, ros, encoding, is_color }
    }

    /// The picture that is published: in ROS 2 with rows from the top and depths in meters, in ROS 1 that of MORSE 1.4.
    pub(super) fn published(&self) -> Cow<'_, Image> {
        let Image { width, height, .. } = self.image;
        match (self.ros, self.is_color) {
            (Version::Ros1, _) => Cow::Borrowed(&self.image),
            (Version::Ros2, true) if self.layout.top_first => Cow::Borrowed(&self.image),
            (Version::Ros2, true) => {
                let bytes = depths::from_top(&self.image, &self.layout).into();
                Cow::Owned(Image { width, height, bytes, pixels: PixelKind::Color })
            }
            (Version::Ros2, false) => {
                let bytes = depths::meters(&self.image, &self.layout).into();
                Cow::Owned(Image { width, height, bytes, pixels: PixelKind::Depth })
            }
        }
    }

    /// The message of the picture.
    pub(super) fn message<N: Node>(&self, header: N::Header) -> sensor_msgs::Image<N::Header> {
        let picture = self.published();
        let encoding = if self.is_color || self.ros == Version::Ros1 { self.encoding } else { DEPTH };
        let (height, width) = (picture.height, picture.width);
        let (pixel_step, data) = match encoding {
            RGB => (3, picture.rgb()),
            _ => (4, picture.bytes.to_vec()),
        };
        sensor_msgs::Image {
            header,
            height,
            width,
            encoding: encoding.to_owned(),
            is_bigendian: 0,
            step: width.saturating_mul(pixel_step),
            data,
        }
    }
}
