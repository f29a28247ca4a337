//! SegmentationCamera: the object and the class at each pixel.

use morse_sim::contract::data::image::{Image, PixelKind};
use morse_sim::prelude::*;
use morse_world::World;

use crate::common::camera::{Camera, CameraSensor, CaptureControl, Exposure, camera_sensor, fill};
use crate::sensors::vision::labels::Labels;

/// Identifiers of objects and classes at each pixel, their names, and the camera matrix.
#[derive(Data, Clone, Default)]
#[data(kind = Segmentation)]
pub struct Segments {
    /// Identifier of the object at each pixel as little-endian int32, row by row: 0 without a surface. Empty until the first
    /// capture.
    image: Image,
    /// Identifier of the class of the object at each pixel as little-endian int32, row by row: 0 without a surface, and for
    /// objects without a class.
    classes: Image,
    /// Camera matrix, with the focal lengths and the optical center. [px]
    intrinsic_matrix: DMat3,
    /// All objects, each with `id`, `name`, `class` and `class_id`.
    labels: Objects,
    #[data(layout)]
    layout: Option<Layout>,
}

/// Captures which object and which class each pixel shows: instance and semantic segmentation without errors.
///
/// A surface belongs to the nearest object with one of the properties `Label` and `Type`, among its own object and the
/// parents of that; else to its topmost parent, such as the robot. The name of an object is its property `Label`, or else its
/// own name. Its class is its property `Type`; objects without that property have the class 0.
///
/// Objects are numbered from 1 in the order of the scene, and objects that are added later follow. A number is not used again
/// after its object was removed. Classes are numbered from 1 as `classes` lists them, and then in the order of the objects.
/// The image is that of a VideoCamera with the same properties; surfaces with an opacity up to one half are invisible.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.segmentation_camera.SegmentationCamera",
    title = "Segmentation camera",
    data = Segments,
    builder(
        name = "SegmentationCamera",
        base = "VideoCamera",
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
pub struct SegmentationCamera {
    #[property(flatten)]
    camera: Camera,
    #[property(flatten)]
    labels: Labels,
    capture_control: CaptureControl,
}

camera_sensor!(SegmentationCamera, Segments);

impl CameraSensor for SegmentationCamera {
    type Data = Segments;

    fn describe(&mut self, world: &World, data: &mut Segments) {
        data.intrinsic_matrix = self.camera.intrinsics.intrinsic_matrix();
        data.layout = Some(self.camera.layout());
        self.labels.update(world);
        data.labels = table(&self.labels);
    }

    fn check_properties(&self) -> Result<(), SetupError> {
        self.camera.check().and_then(|()| self.labels.check())
    }

    fn tracks_objects(&self) -> bool {
        true
    }

    fn track_objects(&mut self, world: &World) {
        self.labels.update(world);
    }

    fn announce_picture(&mut self, view: &SenseContext<'_>) {
        self.camera.announce(view, Exposure::Nodes);
    }

    fn take(&mut self, view: &mut SenseContext<'_>, data: &mut Segments) -> Option<()> {
        self.labels.list_known(view.world);
        if data.labels.0.len() != self.labels.instances().count() {
            data.labels = table(&self.labels);
        }
        let (intrinsics, top_first) = (self.camera.intrinsics, self.camera.top_first.0);
        data.layout = Some(self.camera.layout());
        let labels = &self.labels;
        let picture = self.camera.renderer.expose(view, &intrinsics, intrinsics.size(), Exposure::Nodes)?;
        data.intrinsic_matrix = intrinsics.intrinsic_matrix();
        // Neighbors mostly show the same node.
        let mut last = (None, 0);
        let number = |node| {
            if last.0 != node {
                last = (node, labels.of(node));
            }
            last.1.to_le_bytes()
        };
        fill(&mut data.image, intrinsics.size(), top_first, &picture.nodes, number);
        let mut last = (None, 0);
        let class = |node| {
            if last.0 != node {
                last = (node, labels.instance(labels.of(node)).map_or(0, |instance| instance.class));
            }
            last.1.to_le_bytes()
        };
        fill(&mut data.classes, intrinsics.size(), top_first, &picture.nodes, class);
        data.image.pixels = PixelKind::Label;
        data.classes.pixels = PixelKind::Label;
        Some(())
    }
}

fn table(labels: &Labels) -> Objects {
    let entry = |(number, instance)| Value::Map(labels.entry(number, instance));
    Objects(labels.instances().map(entry).collect())
}
