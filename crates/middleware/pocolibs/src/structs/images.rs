//! Posters of images and points, whose size depends on the sensor: a header, then an array.

use std::sync::Arc;

use super::built_in::{IMAGE_ID_BYTES, pom_sensor_pos};
use super::layout::Scalar::{Double, Int, Text, UnsignedLong};
use super::layout::{Layout, LayoutBuilder};

/// A VIAM bank of one image.
pub(crate) struct Viam {
    /// Layout of the bank and the image header.
    pub(crate) layout: Arc<Layout>,
    /// Offset of the pixels. [bytes]
    pub(crate) pixels: usize,
}

impl Viam {
    /// Creates the layout for an image of this size. [px]
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let calibration = LayoutBuilder::new("viam_bankcalibration_t")
            .fields(Int, &["type"])
            .fields(Double, &["baseline", "pbaseline"]);
        let camera = LayoutBuilder::new("viam_cameracalibration_t")
            .array(Double, "intrinsic", 9)
            .array(Double, "intrirect", 9)
            .array(Double, "distortion", 5)
            .array(Double, "rectification", 9)
            .array(Double, "rotation", 9)
            .fields(Int, &["width", "height"]);
        let header = LayoutBuilder::new("ViamImageHeader")
            .fields(Text(IMAGE_ID_BYTES), &["name"])
            .fields(UnsignedLong, &["tacq_sec", "tacq_usec"])
            .nested("pos", &pom_sensor_pos())
            .fields(Int, &["nChannels", "depth", "width", "height", "imageSize", "widthStep"])
            .nested("calibration", &camera.build())
            .fields(UnsignedLong, &["dataOffset"])
            .build();
        let bank = LayoutBuilder::new("ViamImageBank")
            .fields(Text(IMAGE_ID_BYTES), &["name"])
            .nested("calibration", &calibration.build())
            .fields(Int, &["nImages"])
            .nested("image[0]", &header);
        let (layout, pixels) = with_array(bank, width * height);
        Self { layout, pixels }
    }
}

/// Points of a stereo camera.
pub(crate) struct Spix {
    pub(crate) layout: Arc<Layout>,
    /// Where the points begin. [bytes]
    pub(crate) points: usize,
}

/// Size of a point of [`Spix`]: three doubles and an int. [bytes]
pub(crate) const SPIX_POINT_BYTES: usize = 32;

impl Spix {
    /// For this many points.
    pub(crate) fn new(count: usize) -> Self {
        let head = LayoutBuilder::assumed("Spix3DImage")
            .fields(Int, &["width", "height"])
            .array(Double, "intrinseque_rectified", 9)
            .nested("imageLeftPos", &pom_sensor_pos())
            .nested("imageRightPos", &pom_sensor_pos())
            .fields(Int, &["imageTicks"]);
        let (layout, points) = with_array(head, count * SPIX_POINT_BYTES);
        Self { layout, points }
    }
}

/// Points of a rotating scanner.
pub(crate) struct Velodyne {
    pub(crate) layout: Arc<Layout>,
    /// Where the points begin. [bytes]
    pub(crate) points: usize,
}

/// Size of a point of [`Velodyne`]: three floats and an enumeration. [bytes]
pub(crate) const VELODYNE_POINT_BYTES: usize = 16;

impl Velodyne {
    /// For this many points.
    pub(crate) fn new(count: usize) -> Self {
        let head = LayoutBuilder::assumed("velodyne3DImage")
            .fields(Int, &["width", "height", "maxScanWidth"])
            .nested("position", &pom_sensor_pos());
        let (layout, points) = with_array(head, count * VELODYNE_POINT_BYTES);
        Self { layout, points }
    }
}

/// Builds a header followed by an array. Returns the layout and the offset of the array [bytes]. The array has no named
/// fields: it is written by offset.
fn with_array(head: LayoutBuilder, array_bytes: usize) -> (Arc<Layout>, usize) {
    let head = head.build();
    let start = head.size();
    (Arc::new(head.followed_by(array_bytes)), start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bank_header_has_the_c_layout() {
        let viam = Viam::new(4, 2);
        let of = |name: &str| viam.layout.field(name).unwrap().1;
        assert_eq!((of("calibration.type"), of("calibration.baseline"), of("nImages")), (64, 72, 88));
        assert_eq!((of("image[0].name"), of("image[0].tacq_sec"), of("image[0].pos.date")), (96, 160, 176));
        assert_eq!(of("image[0].nChannels"), 176 + 872);
        assert_eq!(of("image[0].calibration.intrinsic[0]"), 176 + 872 + 24);
        assert_eq!(viam.pixels, of("image[0].dataOffset") + 8);
        assert_eq!(viam.layout.size(), viam.pixels + 8);
        assert!(viam.layout.is_confirmed());
    }

    #[test]
    fn points_follow_the_header() {
        let spix = Spix::new(3);
        assert_eq!(spix.layout.size(), spix.points + 3 * SPIX_POINT_BYTES);
        let velodyne = Velodyne::new(3);
        assert_eq!(velodyne.layout.size(), velodyne.points + 3 * VELODYNE_POINT_BYTES);
        assert!(
            !spix.layout.is_confirmed() && !velodyne.layout.is_confirmed(),
            "both layouts are assumptions"
        );
    }
}
