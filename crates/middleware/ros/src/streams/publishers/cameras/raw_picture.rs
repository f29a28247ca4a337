//! A picture as the camera captured it, and its message.

use std::borrow::Cow;

use morse_sim::contract::data::ImageLayout;
use morse_sim::contract::data::image::{Image, PixelKind};

use super::{DEPTH, FLOW, NORMALS, RGB};
use crate::messages::sensor_msgs;
use crate::node_interface::{Node, Version};
use crate::streams::publishers::depths;

/// Meaning of the pixels of a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pixels {
    /// Colors or depths, in the formats of MORSE 1.4 in ROS 1.
    Picture,
    /// Identifiers, normals, displacements or temperatures, the same in both versions of ROS.
    Numbers,
}

/// A picture as the camera captured it. A clone shares its pixels.
#[derive(Clone)]
pub(super) struct RawPicture {
    pub(super) image: Image,
    pub(super) layout: ImageLayout,
    pub(super) ros: Version,
    /// The ROS name of the pixel format of the topic.
    pub(super) encoding: &'static str,
    pub(super) pixels: Pixels,
    /// Whether colors are published. A video camera may capture depths instead.
    pub(super) is_color: bool,
}

impl RawPicture {
    /// The picture of an image in the pixel format of a topic.
    pub(super) fn new(
        image: &Image,
        layout: ImageLayout,
        ros: Version,
        encoding: &'static str,
        pixels: Pixels,
    ) -> Self {
        let is_number = pixels == Pixels::Numbers;
        let is_depth = encoding == DEPTH && ros == Version::Ros2;
        let is_color = image.pixels == PixelKind::Color && !is_number && !is_depth;
        Self { image: image.clone(), layout, ros, encoding, pixels, is_color }
    }

    /// The picture that is published: in ROS 2 with rows from the top and depths in meters, in ROS 1 that of MORSE 1.4.
    /// Numbers, which MORSE 1.4 does not have, have rows from the top in both.
    pub(super) fn published(&self) -> Cow<'_, Image> {
        let Image { width, height, pixels, .. } = self.image;
        let from_top = || {
            if self.layout.top_first {
                return Cow::Borrowed(&self.image);
            }
            let bytes = depths::from_top(&self.image, &self.layout).into();
            Cow::Owned(Image { width, height, bytes, pixels })
        };
        match (self.ros, self.is_color) {
            _ if self.is_number() => from_top(),
            (Version::Ros1, _) => Cow::Borrowed(&self.image),
            (Version::Ros2, true) => from_top(),
            (Version::Ros2, false) => {
                let bytes = depths::meters(&self.image, &self.layout).into();
                Cow::Owned(Image { width, height, bytes, pixels: PixelKind::Depth })
            }
        }
    }

    /// Whether pixels are numbers, neither colors nor depths.
    fn is_number(&self) -> bool {
        self.pixels == Pixels::Numbers
    }

    /// The message of the picture. Its bytes are written once, in the order and format of the topic.
    pub(super) fn message<N: Node>(&self, header: N::Header) -> sensor_msgs::Image<N::Header> {
        let Image { width, height, .. } = self.image;
        let is_own = self.is_color || self.is_number() || self.ros == Version::Ros1;
        let encoding = if is_own { self.encoding } else { DEPTH };
        let data = match encoding {
            _ if !is_own => depths::meters(&self.image, &self.layout),
            RGB => depths::rgb_from_top(&self.image, &self.layout),
            _ if self.ros == Version::Ros1 && !self.is_number() => self.image.bytes.to_vec(),
            _ => depths::from_top(&self.image, &self.layout),
        };
        let pixel_step = match encoding {
            RGB => 3,
            NORMALS => 12,
            FLOW => 8,
            _ => 4,
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
