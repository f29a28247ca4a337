//! BoundingBoxCamera: boxes around objects, in the image and in space.

mod extent;
mod pixels;

use morse_sim::prelude::*;
use morse_world::{NodeSet, World};

use crate::common::camera::{Camera, CameraRenderer, CameraSensor, CaptureControl, Exposure, camera_sensor};
use crate::sensors::vision::bounding_box_camera::extent::Extents;
use crate::sensors::vision::bounding_box_camera::pixels::{Pixels, by_label};
use crate::sensors::vision::frustum::Frustum;
use crate::sensors::vision::labels::{Instance, Labels};

/// Boxes around the objects in view.
#[derive(Data, Clone, Default)]
#[data(kind = Detections)]
pub struct Boxes {
    /// Objects in view, each with `id`, `name`, `class` and `class_id`; the boxes `visible` around its visible pixels and
    /// `full` around its pixels without occlusion, each with `x`, `y`, `width` and `height` [px]; `occlusion`, from 0 to 1;
    /// and its box in space: middle `position` [m] and `orientation` (quaternion x, y, z, w) in the frame of the camera, and
    /// `size` along its own axes [m].
    boxes: Objects,
    /// Camera matrix, with the focal lengths and the optical center. [px]
    intrinsic_matrix: DMat3,
}

/// Reports the boxes around the labeled objects in view: in the image, visible and without occlusion, and in space.
///
/// An object is labeled if it has one of the properties `Label` and `Type`. Its name, its class and its numbers are those of
/// a SegmentationCamera. The corner (`x`, `y`) is the upper left one, counted from the upper left corner of the image. The
/// box `full` contains the pixels that the object has if nothing else is in the scene; it ends at the edge of the image. With
/// the numbers of pixels of both,
///
/// `occlusion = 1 - visible / full`
///
/// The box in space is the smallest one along the axes of the object that contains its visuals and those of its parts. The
/// frame of the camera has x to the right, y down, z ahead. The image is that of a VideoCamera with the same properties;
/// surfaces with an opacity up to one half are invisible.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.bounding_box_camera.BoundingBoxCamera",
    title = "Bounding box camera",
    data = Boxes,
    builder(
        name = "BoundingBoxCamera",
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
pub struct BoundingBoxCamera {
    #[property(flatten)]
    camera: Camera,
    #[property(flatten)]
    labels: Labels,
    /// Smallest number of visible pixels of an object that is reported. With 0, occluded objects are also reported.
    #[property(name = "min_pixels", default = 1, min = 0)]
    min_pixels: i64,
    capture_control: CaptureControl,
    #[serde(skip)]
    single: CameraRenderer,
    #[serde(skip)]
    extents: Extents,
}

camera_sensor!(BoundingBoxCamera, Boxes);

impl BoundingBoxCamera {
    /// The visible pixels of each object; `None` if rendering fails.
    fn visible(&mut self, view: &SenseContext<'_>) -> Option<Vec<Pixels>> {
        let mut all = vec![Pixels::default(); self.labels.instances().count()];
        let labels = &self.labels;
        let picture = self.camera.expose(view, Exposure::Nodes)?;
        let mut last = (None, 0);
        let numbers = picture.nodes.iter().map(|&node| {
            if last.0 != node {
                last = (node, labels.of(node));
            }
            last.1
        });
        by_label(numbers, picture.width, &mut all);
        Some(all)
    }

    /// The pixels that an object has without occlusion; `None` if rendering fails.
    fn full(&mut self, view: &SenseContext<'_>, number: i32) -> Option<Pixels> {
        let only: NodeSet = self.labels.nodes_of(number).collect();
        let picture = self.single.expose_only(view, &self.camera.intrinsics, &only)?;
        let mut full = [Pixels::default()];
        by_label(picture.nodes.iter().map(|node| i32::from(node.is_some())), picture.width, &mut full);
        Some(full[0])
    }

    /// The entry of an object in a reading; `None` if it is not in view.
    fn entry(
        &mut self,
        view: &SenseContext<'_>,
        (number, instance): (i32, &Instance),
        visible: Pixels,
    ) -> Option<Value> {
        let full = self.full(view, number)?;
        if full.count == 0 {
            return None;
        }
        let occlusion = 1.0 - f64::from(visible.count) / f64::from(full.count);
        let mut entry = self.labels.entry(number, instance);
        entry.insert("visible", visible.to_value());
        entry.insert("full", full.to_value());
        // A surface on the edge between two objects may be in front of the other object by rounding.
        entry.insert("occlusion", occlusion.max(0.0));
        let [low, high] = self.extents.of(view.world, instance.node, self.labels.nodes_of(number))?;
        let camera_from_object = view.world_from_sensor().inverse() * view.world.world_from(instance.node);
        let middle = camera_from_object.transform_point((low + high) / 2.0);
        let rotation = camera_from_object.rotation;
        let numbers = |vector: DVec3| Value::List(vector.to_array().map(Value::Float).to_vec());
        entry.insert("position", numbers(middle));
        let orientation = [("x", rotation.x), ("y", rotation.y), ("z", rotation.z), ("w", rotation.w)];
        entry.insert("orientation", Value::Map(Map::from(orientation)));
        entry.insert("size", numbers(high - low));
        Some(Value::Map(entry))
    }
}

impl CameraSensor for BoundingBoxCamera {
    type Data = Boxes;

    fn describe(&mut self, world: &World, data: &mut Boxes) {
        data.intrinsic_matrix = self.camera.intrinsics.intrinsic_matrix();
        self.labels.update(world);
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

    fn take(&mut self, view: &mut SenseContext<'_>, data: &mut Boxes) -> Option<()> {
        self.labels.list_known(view.world);
        data.intrinsic_matrix = self.camera.intrinsics.intrinsic_matrix();
        let visible = self.visible(view)?;
        let frustum = Frustum::new(&self.camera.intrinsics, view.world_from_sensor());
        let min_pixels = u32::try_from(self.min_pixels).unwrap_or(u32::MAX);
        let all: Vec<(i32, Instance)> =
            self.labels.instances().map(|(number, it)| (number, it.clone())).collect();
        let mut boxes = Vec::new();
        for ((number, instance), visible) in all.iter().zip(visible) {
            let is_wanted = instance.is_labeled && visible.count >= min_pixels;
            // The nodes of removed objects are not in the world.
            if is_wanted
                && view.world.contains(instance.node)
                && frustum.may_contain(view.world, instance.node)
            {
                boxes.extend(self.entry(view, (*number, instance), visible));
            }
        }
        data.boxes = Objects(boxes);
        Some(())
    }
}
